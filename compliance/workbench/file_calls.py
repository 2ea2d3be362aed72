"""Calls that make files: new documents, decisions, approvals, table cards, all as one archive; and safe fixes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import Field

from compliance.authoring.questions import InvalidAnswer, build_slug, create_document, list_questions, read_answers
from compliance.documents.kinds import Kind
from compliance.documents.paths import APPROVED
from compliance.editor.refusal import RefusedRequest
from compliance.editor.workspace import Workspace
from compliance.workbench.calls import (
    CallFields,
    Day,
    NameFields,
    NoFields,
    build_attachment,
    join_pieces,
    register_call,
    stem,
)

if TYPE_CHECKING:
    from compliance.engine.findings import Finding, Place
    from compliance.gate.decisions import Decision, Signature
    from compliance.gate.points import DecidablePoint

# Answers that are names in small letters joined by hyphens.
_NAMES: Final = ("id", "family", "games")
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)


# --- new documents ----------------------------------------------------------------------------------------------------


class KindFields(CallFields):
    kind: Kind


class NewFields(KindFields):
    answers: dict[str, str | list[str]]


@register_call("questions", KindFields)
def _questions(workspace: Workspace, given: KindFields) -> Any:
    """What has to be known before a document is written. What is not answered stays open in it."""
    open_ = [document.id for name in workspace.documents if (document := workspace.load(name).document) and document.id]
    return {
        "questions": [
            {
                "name": one.name,
                "question": one.prompt,
                "help": one.help_text,
                "choices": [{"value": value, "label": words} for value, words in one.choices.items()],
                "required": one.is_required,
                "many": one.is_multiple,
                "default": one.default if one.default.isdigit() else "",
                "suggestions": open_ if one.name == "games" else [],
            }
            for one in list_questions(given.kind, workspace.law())
        ]
    }


@register_call("new", NewFields)
def _new(workspace: Workspace, given: NewFields) -> Any:
    """A document to start from, and the routes of what it leaves open. It is put by who asked."""
    known = [one.name for one in list_questions(given.kind, workspace.law())]
    if unknown := [name for name in given.answers if name not in known]:
        raise RefusedRequest(f"`{unknown[0]}` is not asked for a {given.kind}.", f"Asked is for {', '.join(known)}.")
    try:
        said = {name: _clean_answers(name, text) for name, text in given.answers.items()}
        answers = read_answers(given.kind, said, workspace.law())
        name = f"{answers.id}.yaml"
        made = create_document(given.kind, answers, name, workspace.law())
    except InvalidAnswer as wrong:
        raise RefusedRequest(f"{wrong.question.prompt}: {wrong}.", "Answer that question in another way.") from None
    except ValueError as wrong:
        raise RefusedRequest(
            f"{str(wrong)[:1].upper()}{str(wrong)[1:]}", "Answer the questions in plain words."
        ) from None
    if name in workspace.names:
        raise RefusedRequest(f"There is a file called {name} already.", "Give the new document another id.")
    return {"name": name, "text": made.text, "open": list(made.open)}


def _clean_answers(name: str, said: str | list[str]) -> list[str]:
    """What somebody wrote into a form: without blanks, and a name where a name is asked for and its words are given."""
    texts = [text.strip() for text in ([said] if isinstance(said, str) else said) if text.strip()]
    return [build_slug(text) or text for text in texts] if name in _NAMES else texts


# --- decisions and approvals ------------------------------------------------------------------------------------------


class FindingFields(CallFields):
    # The id of a finding, as `check` gives it on the day.
    finding: str
    day: Day


class SignedFields(CallFields):
    day: Day
    reason: str
    by: str
    role: str
    on: Day


class DecisionFields(SignedFields):
    finding: str
    # The marks of the points that were ticked.
    points: list[str] = Field(min_length=1)
    outcome: str
    until: Day


class WithdrawalFields(SignedFields):
    # Which entry of the file of decisions, from 1.
    entry: int


@register_call("points", FindingFields)
def _points(workspace: Workspace, given: FindingFields) -> Any:
    """The points of a defect that a person may decide, each to be ticked; and the decisions in force about it."""
    members, points = _find_points(workspace, given.finding, given.day)
    decided = {one.decision for one in members if one.decision}
    titles = {document.path: document.title for document in workspace.run(given.day).documents}
    return {
        "points": [
            {
                "mark": one.mark,
                "requirement": one.point.requirement,
                "message": one.findings[0].words,
                "sentence": one.point.sentence,
                "documents": [titles.get(path) or path for path in one.paths],
                "lines": [f"{place.path}:{place.span.line}" for place in _list_places(one.findings)],
                "choices": list(one.choices),
            }
            for one in points
        ],
        "decisions": [
            {"entry": one.number, "words": one.words}
            for one in _list_in_force(workspace, given.day)
            if one.words in decided
        ],
    }


def _list_places(findings: Iterable[Finding]) -> list[Place]:
    return list(dict.fromkeys(one.places[0] for one in findings if one.places))


def _list_in_force(workspace: Workspace, day: date) -> list[Decision]:
    from compliance.gate.decisions import read_decisions

    data = workspace.files.get(workspace.decisions)
    in_force = read_decisions(data).find_in_force(day) if data else {}
    return [one for several in in_force.values() for one in several]


def _find_points(workspace: Workspace, finding: str, day: date) -> tuple[list[Finding], list[DecidablePoint]]:
    """The findings of a defect, and the points that they leave to a person. Raises RefusedRequest."""
    from compliance.gate.points import PointFinder, find_points
    from compliance.workbench.run_data import list_defects

    group = next((group for group, mark in list_defects(workspace.run(day)) if mark == finding), None)
    if group is None:
        raise RefusedRequest("What was to be decided is no longer found.", "Check again, and decide what is open then.")
    members = list(group.members)
    return members, find_points(members, PointFinder(lambda: map(workspace.load, workspace.documents), members))


@register_call("decide", DecisionFields)
def _decide(workspace: Workspace, given: DecisionFields) -> Any:
    """What a person says about the points that were ticked, added to the file of decisions."""
    from compliance.gate.decisions import Decision

    _, points = _find_points(workspace, given.finding, given.day)
    ticked = [one for one in points if one.mark in given.points]
    if len(ticked) < len(set(given.points)):
        raise RefusedRequest("What was ticked is no longer found.", "Check again, and decide what is open then.")
    for one in ticked:
        if given.outcome not in one.choices:
            raise RefusedRequest(
                f"This cannot be decided as `{given.outcome}`.", f"It can be {' or '.join(one.choices)}."
            )
    signature = _sign(given, given.until)
    return _add_decisions(workspace, [Decision(one.point, given.outcome, signature, one.value) for one in ticked])


@register_call("withdraw", WithdrawalFields)
def _withdraw(workspace: Workspace, given: WithdrawalFields) -> Any:
    """Take a decision back. It stays in the file, with who took it back and why."""
    from compliance.gate.decisions import WITHDRAW, Decision

    known = next((one for one in _list_in_force(workspace, given.day) if one.number == given.entry), None)
    if known is None:
        raise RefusedRequest("That decision is no longer in force.", "Check again.")
    return _add_decisions(workspace, [Decision(known.point, WITHDRAW, _sign(given, None), "")])


def _add_decisions(workspace: Workspace, made: list[Decision]) -> dict[str, Any]:
    from compliance.gate.decisions import add_decisions

    try:
        data = add_decisions(workspace.files.get(workspace.decisions, b""), made)
    except ValueError as problem:
        message = f"{workspace.decisions} cannot be added to: {problem}."
        raise RefusedRequest(message, "Open that file and correct it.") from None
    workspace.put(workspace.decisions, data)
    return {"name": workspace.decisions, "text": data.decode(), "decided": [one.point._asdict() for one in made]}


def _sign(given: SignedFields, until: date | None) -> Signature:
    from compliance.gate.decisions import InvalidSignature, Signature

    try:
        return Signature(given.reason.strip(), given.by.strip(), given.role.strip(), given.on, until).validate()
    except InvalidSignature as problem:
        part = {"by": "Name", "until": "Last day"}.get(problem.part, problem.part.capitalize())
        next = "A decision has a reason in a sentence, a name, a role, its day and its last day."
        raise RefusedRequest(f"{part}: {problem}.", next) from None


class ApprovalFields(CallFields):
    name: str
    id: str
    date: Day
    by: str
    # Whether it is recorded although the text is not ready; the record says so.
    not_ready: bool = False


@register_call("approve", ApprovalFields)
def _approve(workspace: Workspace, given: ApprovalFields) -> Any:
    """Keep the text of a document as the one that was approved."""
    from compliance.comparison.approvals import UnusableApprovals, add_approval, read_approvals

    if not given.id.strip() or not given.by.strip():
        raise RefusedRequest("An approval has a number and an authority that gave it.", "Say both.")
    name = given.name + APPROVED
    loaded = workspace.load(given.name)
    data = workspace.files.get(name)
    try:
        kept = read_approvals(data) if data is not None else []
        remark = _find_breaches(workspace, given.name, given.date) if loaded.document is not None else ""
        if remark and not given.not_ready:
            message = f"The text is not ready on {given.date.isoformat()}: {remark}."
            raise RefusedRequest(message, "Fix it, or tick that it is recorded as it is; the record will say so.")
        text = add_approval(kept, given.id.strip(), given.date, given.by.strip(), loaded, remark)
    except UnusableApprovals as problem:
        raise RefusedRequest(f"Nothing is kept: {problem}.", "Mend that first.") from None
    workspace.put(name, text.encode())
    return {"name": name, "text": text}


def _find_breaches(workspace: Workspace, name: str, day: date) -> str:
    """What stands against a document on a day, apart from what was approved before; empty where nothing does."""
    from compliance.engine.checking import check
    from compliance.reports.conclusion import describe_breaches

    return describe_breaches(
        check([(one, workspace.data(one)) for one in workspace.documents], day, workspace.law()), name
    )


# --- things to take away ----------------------------------------------------------------------------------------------


class CardFields(CallFields):
    name: str
    day: Day
    option: str | None = None
    game: str = ""
    draft: bool = False
    format: Literal["pdf", "html"] = "pdf"
    paper: Literal["letter", "a4"] = "letter"


@register_call("options", NameFields)
def _options(workspace: Workspace, given: NameFields) -> Any:
    """The options of a schedule, for which there are table cards."""
    document = workspace.load(given.name).document
    if document is None or document.document != "schedule":
        return {"options": []}
    return {"options": [{"option": one.option, "title": one.title or ""} for one in document.options]}


@register_call("card", CardFields)
def _card(workspace: Workspace, given: CardFields) -> Any:
    """The table card of one option of a schedule, the other open documents speaking for it."""
    from compliance.reports.table_card import NoCard, TableCard, make_card

    others = [workspace.load(name) for name in workspace.documents if name != given.name]
    wanted = TableCard(given.option, given.game, given.draft, format=given.format, paper=given.paper)
    try:
        made, told = make_card(wanted, workspace.load(given.name), others, workspace.run(given.day))
    except NoCard as none:
        message = str(none) if str(none).startswith(given.name) else f"{str(none)[:1].upper()}{str(none)[1:]}"
        mend = "Mend the schedule, open the general terms beside it, or print it as a draft."
        raise RefusedRequest("\n".join([message, *none.more]), mend if none.why == "failed" else "") from None
    option = f"-option-{given.option}" if given.option else ""
    media = "application/pdf" if given.format == "pdf" else "text/html"
    name = "".join(one if one.isalnum() or one in "-_" else "-" for one in f"{stem(given.name)}{option}-card")
    return build_attachment(f"{name}.{given.format}", media, join_pieces(made)) | {"told": told}


@register_call("zip", NoFields)
def _zip(workspace: Workspace, given: NoFields) -> Any:
    """All files in one archive. It is not packed, so that the same files give the same bytes everywhere."""
    import zipfile

    if not workspace.names:
        raise RefusedRequest("No file is open.", "Open a file first.")
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in ((name, workspace.data(name)) for name in workspace.names):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data)
    return build_attachment("pitboss.zip", "application/zip", out.getvalue())


# --- fixes ------------------------------------------------------------------------------------------------------------


@register_call("fix", NameFields)
def _fix(workspace: Workspace, given: NameFields) -> Any:
    """The document in its present spelling, as edits of its text."""
    from compliance.authoring.fixer import fix_document
    from compliance.editor.actions import compute_edits

    data = workspace.data(given.name)
    problems = workspace.load(given.name).source.problems
    if problems:
        raise RefusedRequest(f"Line {problems[0].span.line}: {problems[0].message}", "Mend that first.")
    fixed = fix_document(data)
    if fixed.refused:
        raise RefusedRequest(f"Nothing is changed: {fixed.refused}.", "Make the change in the text.")
    edits = list(compute_edits(data.decode(), fixed.data.decode())) if fixed.data != data else []
    return {"edits": edits, "told": list(fixed.done)}
