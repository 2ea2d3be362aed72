"""Calls that make files: new documents, decisions, approvals, table cards, all as one archive; and safe fixes."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal

from compliance.desk.calls import CallFields, Day, Name, Nothing, attached, call, joined, stem
from compliance.desk.refusing import Refused
from compliance.desk.room import Room
from compliance.documents.asking import Wrong, questions, read_answers, slug_of, written
from compliance.documents.kinds import Kind
from compliance.documents.paths import APPROVED

if TYPE_CHECKING:
    from compliance.decisions.reading import Decision
    from compliance.findings import Finding

# Answers that are names in small letters joined by hyphens.
_NAMES: Final = ("id", "family", "games")
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)


# --- new documents ----------------------------------------------------------------------------------------------------


class OfKind(CallFields):
    kind: Kind


class Begun(OfKind):
    answers: dict[str, str | list[str]]


@call("questions", OfKind)
def _questions(room: Room, given: OfKind) -> Any:
    """What has to be known before a document is written. What is not answered stays open in it."""
    open_ = [document.id for name in room.documents if (document := room.load(name).document) and document.id]
    return {
        "questions": [
            {
                "name": one.name,
                "question": one.words,
                "help": one.about,
                "choices": [{"value": value, "label": words} for value, words in one.choices.items()],
                "required": one.needed,
                "many": one.many,
                "default": one.usual if one.usual.isdigit() else "",
                "suggestions": open_ if one.name == "games" else [],
            }
            for one in questions(given.kind)
        ]
    }


@call("new", Begun)
def _new(room: Room, given: Begun) -> Any:
    """A document to start from, and the routes of what it leaves open. It is put by who asked."""
    known = [one.name for one in questions(given.kind)]
    if unknown := [name for name in given.answers if name not in known]:
        raise Refused(f"`{unknown[0]}` is not asked for a {given.kind}.", f"Asked is for {', '.join(known)}.")
    try:
        answers = read_answers(given.kind, {name: _plain(name, said) for name, said in given.answers.items()})
        name = f"{answers.id}.yaml"
        made = written(given.kind, answers, name)
    except Wrong as wrong:
        raise Refused(f"{wrong.question.words}: {wrong}.", "Answer that question in another way.") from None
    except ValueError as wrong:
        raise Refused(f"{str(wrong)[:1].upper()}{str(wrong)[1:]}", "Answer the questions in plain words.") from None
    if name in room.names:
        raise Refused(f"There is a file called {name} already.", "Give the new document another id.")
    return {"name": name, "text": made.text, "open": list(made.open)}


def _plain(name: str, said: str | list[str]) -> list[str]:
    """What somebody wrote into a form: without blanks, and a name where a name is asked for and its words are given."""
    texts = [text.strip() for text in ([said] if isinstance(said, str) else said) if text.strip()]
    return [slug_of(text) or text for text in texts] if name in _NAMES else texts


# --- decisions and approvals ------------------------------------------------------------------------------------------


class Decided(CallFields):
    # The id of a finding, as `check` gives it on the day.
    finding: str
    day: Day
    outcome: str
    reason: str
    by: str
    on: Day | None = None
    until: Day | None = None


@call("decide", Decided)
def _decide(room: Room, given: Decided) -> Any:
    """What a person says about a defect, kept in the file of decisions: about each place where it was found."""
    from compliance.decisions.applying import Looker
    from compliance.decisions.making import about
    from compliance.decisions.writing import with_decisions

    alike = _alike(room, given)
    made = about(_said(given), alike, Looker(lambda: map(room.load, room.documents), alike))
    data = room.files.get(room.decisions, b"")
    try:
        data = with_decisions(data, made)
    except ValueError as problem:
        raise Refused(f"{room.decisions} cannot be added to: {problem}.", "Open that file and mend it.") from None
    room.put(room.decisions, data)
    return {
        "name": room.decisions,
        "text": data.decode(),
        "decided": [{"requirement": one.requirement, "document": one.document, "at": one.at} for one in made],
    }


def _alike(room: Room, given: Decided) -> list[Finding]:
    """The findings of the defect that is decided, as far as the same can be said about them."""
    from compliance.decisions.making import outcomes
    from compliance.desk.telling import defects

    group = next((group for group, mark in defects(room.run(given.day)) if mark == given.finding), None)
    if group is None:
        raise Refused("What was to be decided is no longer found.", "Check again, and decide what is open then.")
    allowed = outcomes(group.lead)
    if given.outcome not in allowed:
        can = f"can be {' or '.join(allowed)}" if allowed else "is nothing for a person to decide"
        raise Refused(f"This cannot be decided as `{given.outcome}`.", f"It {can}.")
    return [one for one in group.members if given.outcome in outcomes(one)]


def _said(given: Decided) -> Decision:
    from compliance.decisions.making import Unsaid, next_year, said

    on = given.on or given.day
    try:
        return said(given.outcome, given.reason.strip(), given.by.strip(), on, given.until or next_year(on))
    except Unsaid as unsaid:
        next = "A decision has a reason, a name and its days."
        raise Refused(f"{unsaid.what.capitalize()}: {unsaid}.", next) from None


class Approved(CallFields):
    name: str
    id: str
    date: Day
    by: str


@call("approve", Approved)
def _approve(room: Room, given: Approved) -> Any:
    """Keep the text of a document as the one that was approved."""
    from compliance.meaning.approvals import Unusable, read_approvals, with_approval

    if not given.id.strip() or not given.by.strip():
        raise Refused("An approval has a number and an authority that gave it.", "Say both.")
    name = given.name + APPROVED
    loaded = room.load(given.name)
    data = room.files.get(name)
    try:
        kept = read_approvals(data) if data is not None else []
        text = with_approval(kept, given.id.strip(), given.date, given.by.strip(), loaded)
    except Unusable as problem:
        raise Refused(f"Nothing is kept: {problem}.", "Mend that first.") from None
    room.put(name, text.encode())
    return {"name": name, "text": text}


# --- things to take away ----------------------------------------------------------------------------------------------


class CardAsked(CallFields):
    name: str
    day: Day
    option: str | None = None
    game: str = ""
    draft: bool = False
    format: Literal["pdf", "html"] = "pdf"
    paper: Literal["letter", "a4"] = "letter"


@call("options", Name)
def _options(room: Room, given: Name) -> Any:
    """The options of a schedule, for which there are table cards."""
    document = room.load(given.name).document
    if document is None or document.document != "schedule":
        return {"options": []}
    return {"options": [{"option": one.option, "title": one.title or ""} for one in document.options]}


@call("card", CardAsked)
def _card(room: Room, given: CardAsked) -> Any:
    """The table card of one option of a schedule, the other open documents speaking for it."""
    from compliance.reports.carding import Card, NoCard, made_card

    others = [room.load(name) for name in room.documents if name != given.name]
    wanted = Card(given.option, given.game, given.draft, format=given.format, paper=given.paper)
    try:
        made, told = made_card(wanted, room.load(given.name), others, room.run(given.day))
    except NoCard as none:
        message = str(none) if str(none).startswith(given.name) else f"{str(none)[:1].upper()}{str(none)[1:]}"
        mend = "Mend the schedule, open the general terms beside it, or print it as a draft."
        raise Refused("\n".join([message, *none.more]), mend if none.why == "failed" else "") from None
    option = f"-option-{given.option}" if given.option else ""
    media = "application/pdf" if given.format == "pdf" else "text/html"
    name = "".join(one if one.isalnum() or one in "-_" else "-" for one in f"{stem(given.name)}{option}-card")
    return attached(f"{name}.{given.format}", media, joined(made)) | {"told": told}


@call("zip", Nothing)
def _zip(room: Room, given: Nothing) -> Any:
    """All files in one archive. It is not packed, so that the same files give the same bytes everywhere."""
    import zipfile

    if not room.names:
        raise Refused("No file is open.", "Open a file first.")
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in ((name, room.data(name)) for name in room.names):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data)
    return attached("pitboss.zip", "application/zip", out.getvalue())


# --- fixes ------------------------------------------------------------------------------------------------------------


@call("fix", Name)
def _fix(room: Room, given: Name) -> Any:
    """The document in its present spelling, as edits of its text; and what is left to a person."""
    from compliance.editing.actions import differences
    from compliance.fixes.fixing import fix

    data = room.data(given.name)
    problems = room.load(given.name).source.problems
    if problems:
        raise Refused(f"Line {problems[0].span.line}: {problems[0].message}", "Mend that first.")
    fixed = fix(data)
    if fixed.refused:
        raise Refused(f"Nothing is changed: {fixed.refused}.", "Make the change in the text.")
    edits = list(differences(data.decode(), fixed.data.decode())) if fixed.data != data else []
    return {"edits": edits, "told": [*fixed.done, *(f"Needs you: {need}" for need in fixed.needs)]}
