"""What a document says of a fact, itself or through the general terms that cover it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from compliance.checks.looking import or_else
from compliance.checks.naming import called, on, stating
from compliance.checks.parameters import About, Affirms, Answer, Denies, IfUnstated, Says, Where
from compliance.checks.registry import check
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract
from compliance.checks.set.money import for_game
from compliance.checks.set.readings import adds_to
from compliance.checks.showing import show
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review, unstated
from compliance.checks.wording import Phrases, answer_words, by_no_name
from compliance.checks.words import asserted
from compliance.documents.routes import route_of
from compliance.routes import Route

_MAY_DIFFER: Final = "The document itself is unclear on it, and may say something else."


class Said(NamedTuple):
    """A fact or statement: what it says, where it stands in the document, and whose words they are if not its own:
    those of general terms, with the place there."""

    value: Any
    at: Route
    whose: str = ""
    there: tuple[tuple[str, Route, str], ...] = ()


def facts_said(document: Extract, documents: DocumentSet, fact: str) -> list[Said]:
    """Every value that the document, or general terms that name it, give a fact; each value once."""
    found = [Said(document.facts[fact], route_of(fact))] if fact in document.facts else []
    own = [said.value for said in found]
    terms = [(value, terms) for value, terms in documents.facts_of_terms(document, fact) if value not in own]
    return found + [
        Said(value, (), _whose(terms, bool(own)), ((terms.path, route_of(fact), show(value)),))
        for value, terms in terms
    ]


def statements_said(document: Extract, documents: DocumentSet, names: Sequence[str]) -> list[Said]:
    """Which of the statements the document makes or, where it makes none, general terms that name it."""
    found = [Said(name, ("statements", name)) for name in names if name in document.statements]
    return found or _statements_of_terms(document, documents, names, beside_own=False)


def _statements_of_terms(
    document: Extract, documents: DocumentSet, names: Sequence[str], beside_own: bool
) -> list[Said]:
    return [
        Said(name, (), _whose(terms, beside_own), ((terms.path, ("statements", name), ""),))
        for terms in documents.covering(document)
        for name in names
        if name in terms.statements
    ]


def _whose(terms: Extract, beside_own: bool = False) -> str:
    """Where something stands that the document does not say itself, or says otherwise."""
    where = "in general terms that name it" if beside_own else "only in general terms that name this document"
    return f" ({where}: {terms.title}, {terms.path})"


def statements_answered(
    document: Extract,
    documents: DocumentSet,
    names: Sequence[str],
    about: str,
    phrases: Phrases,
    fact: str = "",
    told: bool = False,
) -> list[Verdict]:
    """The answers of statements, by their words. One that is only lines of the source rests on who transcribed it; it
    counts where nothing else was told. General terms beside words of the document itself count where they deny it."""
    own = [Said(name, ("statements", name)) for name in names if name in document.statements]
    spoken = told or bool(own)
    found = own + _statements_of_terms(document, documents, names, spoken)
    unclear = _unclear_place(document, fact, names)
    covering = {terms.path: terms for terms in documents.covering(document)}
    verdicts = []
    for made in found:
        words = _words_of(made, document, covering)
        verdict = _statement(made, about, words, phrases, document.house)
        if verdict.status == "pass" and any(adds_to(one, made.value) for one in _makers(made, document, covering)):
            verdict = review(f"{verdict.message} Its value is for a person to read.", made.at)
        if (words is None and told) or (made.whose and spoken and verdict.status != "fail"):
            continue
        if made.whose and unclear is not None:
            verdict = review(f"{verdict.message} {_MAY_DIFFER}", unclear)
        verdicts.append(verdict._replace(elsewhere=made.there))
    return verdicts


def _makers(made: Said, document: Extract, covering: Mapping[str, Extract]) -> list[Extract]:
    """Whose statement it is: the document's, or that of terms that name it."""
    paths = {path for path, _, _ in made.there}
    return [covering[path] for path in paths] if paths else [document]


def _words_of(made: Said, document: Extract, covering: Mapping[str, Extract]) -> str | None:
    """What a statement says, in the document or in the terms that make it."""
    makers = _makers(made, document, covering)
    return next((maker.words[made.value] for maker in makers if made.value in maker.words), None)


def _statement(made: Said, about: str, words: str | None, phrases: Phrases, house: str | None) -> Verdict:
    if words is None:
        return passed(f"The document states: {made.value.replace('-', ' ')}{made.whose}.", made.at)
    return answer_words(f"{on(about)} the text says: {words}{made.whose}.", by_no_name(words, house), phrases, made.at)


def silence(
    document: Extract,
    status: str,
    about: str,
    fact: str,
    names: Sequence[str] = (),
    documents: DocumentSet | None = None,
) -> Verdict:
    """The answer where neither the document nor its terms say anything: at the place that is unclear, if one is."""
    at = _unclear_place(document, fact, names) or route_of(fact)
    nowhere = f"Neither the document nor general terms that name it state {about}."
    near = documents.naming_its_games(document) if documents is not None else None
    if documents is not None and near is None and not documents.covering(document):
        nowhere += " No general terms that name it were checked with this document."
    if near is not None:
        nowhere += f" {near.title} ({near.path}) names a game of it, and not this document."
    return unstated(status, nowhere, at)


def _unclear_place(document: Extract, fact: str = "", names: Sequence[str] = ()) -> Route | None:
    """Where the document itself marks a fact, or a statement of it, as unclear."""
    places: list[Route] = [route_of(fact)] if fact else []
    places += [("statements", name) for name in names]
    return next(
        (place for place in places if any(place[: len(one.route)] == one.route for one in document.open)),
        None,
    )


@check("said")
def said(
    document: Extract,
    documents: DocumentSet,
    about: About,
    fact: Where,
    says: Says = (),
    is_: Sequence[Any] | None = None,
    doubtful: Sequence[Any] = (),
    otherwise: Answer = "fail",
    if_unstated: IfUnstated = "fail",
    affirms: Affirms = (),
    denies: Denies = (),
    but: Mapping[Where, str] | None = None,
    shows: Sequence[str] = (),
) -> Verdicts:
    """A fact is stated, as one of the values wanted or in words that say it, or a statement to that effect is made.

    fact: where it is stated
    is: the values that are wanted; without them a text is read by the phrases
    doubtful: values that a person must judge
    otherwise: the answer to any other value
    but: facts with a value that speaks against it; what would pass is then for a person
    shows: what a schedule may show that speaks against it, likewise
    """
    against = [*_against(document, documents, but or {}), *_shown(document, shows)]
    wanted = [show(value) for value in is_] if is_ is not None else None
    doubts = [show(value) for value in doubtful]
    phrases = Phrases(affirms, denies)
    unclear = _unclear_place(document, fact, says)

    def judged(found: Said) -> Verdict:
        told = f"{on(about)} the document says: {show(found.value)}{found.whose}."
        if found.whose and unclear is not None:
            return review(f"{told} {_MAY_DIFFER}", unclear)
        if show(found.value) in doubts:
            return review(f"{told} Whether that is enough is for a person to say.", found.at)
        if wanted is None:
            return _in_words(told, found, phrases)
        if show(found.value) in wanted:
            return passed(told, found.at)
        label = "" if found.whose else f"expected {' or '.join(wanted)}"
        answer = failed if otherwise == "fail" else review
        return answer(f"{told} Asked is: {' or '.join(wanted)}.", found.at, label=label)

    told = [(judged(found), found.there) for found in facts_said(document, documents, fact)]
    stated = [verdict._replace(elsewhere=there) if there else verdict for verdict, there in told]
    made = stated + statements_answered(document, documents, says, about, phrases, fact, bool(stated))
    answers = made or [silence(document, if_unstated, about, fact, says, documents)]
    return (_held_against(verdict, against) for verdict in answers)


def _against(document: Extract, documents: DocumentSet, but: Mapping[str, str]) -> list[tuple[str, Route]]:
    """Facts that speak against what is said elsewhere."""
    told = ((fact, found) for fact in but for found in placed_facts(document, documents, fact))
    return [
        (f"the text also says, on {called(fact)}: {show(found.value)}{found.whose}", found.at)
        for fact, found in told
        if show(found.value) == but[fact]
    ]


def _shown(document: Extract, shows: Sequence[str]) -> list[tuple[str, Route]]:
    return [(f"the schedule shows a {point}", ("options",)) for point in shows if point in document.shown]


def _held_against(verdict: Verdict, against: list[tuple[str, Route]]) -> Verdict:
    if verdict.status != "pass" or not against:
        return verdict
    told = ", and ".join(words for words, _ in against)
    also = tuple((at, "") for _, at in against)
    return verdict._replace(status="review", message=f"{verdict.message} But {told}.", also=(*verdict.also, *also))


def _in_words(told: str, found: Said, phrases: Phrases) -> Verdict:
    """A fact without values that are wanted: a text is read; a number or a yes need only be there."""
    if isinstance(found.value, str):
        return answer_words(told, found.value, phrases, found.at)
    return passed(told, found.at)


@check("said-unless")
def said_unless(
    document: Extract,
    documents: DocumentSet,
    unless: Where,
    unless_is: Sequence[Any],
    about: About,
    fact: Where,
    says: Says = (),
    is_: Sequence[Any] | None = None,
    affirms: Affirms = (),
    denies: Denies = (),
) -> Verdicts:
    """A fact is stated, or a statement made, unless another fact takes the ground from the question.

    unless: where the other fact stands
    unless-is: its values that do so
    fact: where the fact is stated
    is: the values that are wanted; without them a text is read by the phrases
    """
    without = [show(value) for value in unless_is]
    for value, at, whose, _ in placed_facts(document, documents, unless):
        if show(value) in without:
            yield not_applicable(f"{stating(unless, value)}{whose}.", at)
            return
    yield from said(document, documents, about, fact, says, is_, affirms=affirms, denies=denies)


def placed_facts(document: Extract, documents: DocumentSet, fact: str) -> list[Said]:
    """What is said of a fact; what general terms say is placed where the document itself would say it."""
    return [found._replace(at=found.at or route_of(fact)) for found in facts_said(document, documents, fact)]


@check("not-both")
def not_both(
    document: Extract,
    documents: DocumentSet,
    about: About,
    sides: dict[str, str],
    facts: Sequence[Where],
    affirms: Mapping[str, Sequence[str]] | None = None,
    anywhere: Mapping[str, Sequence[str]] | None = None,
    conditions: Mapping[str, str] | None = None,
    waived: str = "",
) -> Verdicts:
    """Of things that exclude each other, only one is said: as the value of a fact, or as a statement.

    sides: the values that exclude each other, and the statement that says the same as each
    facts: where one of them may be said
    affirms: the phrases by which a statement says each of them; in other words it is for a person
    anywhere: the phrases by which any other statement, or a condition, says each of them, which is for a person
    conditions: facts that say in words when something happens, with what happens then
    waived: what happens on the conditions on which a schedule of the game waives a fee
    """
    told: dict[str, Said] = {}
    covering = {terms.path: terms for terms in documents.covering(document)}
    for side, statement in sides.items():
        values = (found for fact in facts for found in facts_said(document, documents, fact))
        for found in (found for found in values if show(found.value) == side):
            told.setdefault(side, found)
        for found in statements_said(document, documents, [statement]):
            spoken = _words_of(found, document, covering)
            verdict = _statement(found, about, spoken, Phrases((affirms or {}).get(side, ())), document.house)
            if verdict.status == "pass":
                told.setdefault(side, found)
            else:
                yield verdict._replace(status="review")
    whens = [
        (found, f"{then} when {found.value}")
        for fact, then in (conditions or {}).items()
        for found in facts_said(document, documents, fact)
    ]
    whens += [(found, f"{waived} when {found.value}") for found in (_waivers(document, documents) if waived else ())]
    spoken_of = _sides_in_words(document, documents, anywhere or {}, whens, sides)
    against = [(side, found) for side, found in spoken_of if told and side not in told] if len(told) < 2 else []
    if against:
        first_side, first_said = next(iter(told.items()))
        for _, found in against:
            message = f"{on(about)} the document says {first_side}{first_said.whose}, and a text says: {found.value}"
            also = [(first_said.at, first_side)]
            verdict = review(f"{message}{found.whose}. Whether both can hold is for a person to say.", found.at, also)
            yield verdict._replace(elsewhere=found.there)
    elif len(told) > 1:
        first, *others = told.items()
        also = [(found.at, f"{side}{found.whose}") for side, found in others]
        words = " and ".join(f"{side}{found.whose}" for side, found in told.items())
        yield failed(f"{on(about)} the document says both: {words}.", first[1].at, also, first[0])
    else:
        for side, found in told.items():
            yield passed(f"{on(about)} the document says one thing: {side}{found.whose}.", found.at)


def _sides_in_words(
    document: Extract,
    documents: DocumentSet,
    anywhere: Mapping[str, Sequence[str]],
    whens: Sequence[tuple[Said, str]],
    sides: Mapping[str, str],
) -> Iterator[tuple[str, Said]]:
    """Which side a text is on, of conditions, and of statements of other names in the document and in its terms."""
    names = sorted(
        {name for one in (document, *documents.covering(document)) for name in one.words} - {*sides.values()}
    )
    covering = {terms.path: terms for terms in documents.covering(document)}
    own = [Said(name, ("statements", name)) for name in names if name in document.statements]
    made = [*own, *_statements_of_terms(document, documents, names, beside_own=True)]
    says = ((found, _words_of(found, document, covering) or "") for found in made)
    for found, text in (*whens, *says):
        for side, phrases in anywhere.items():
            if asserted(text, phrases):
                yield side, found._replace(value=text)


def _waivers(document: Extract, documents: DocumentSet) -> Iterator[Said]:
    """The conditions on which schedules of a game waive a fee."""
    for schedule in documents.schedules_of(document):
        for waiver in schedule.waivers if not schedule.superseded else ():
            if for_game(waiver, document.id):
                there = ((schedule.path, waiver.route, waiver.when),)
                yield Said(waiver.when, (), f" (in {schedule.title}, {schedule.path})", there)


@check("statements")
def statements(
    document: Extract,
    documents: DocumentSet,
    says: list[str],
    if_unstated: IfUnstated = "fail",
    affirms: Affirms = (),
    denies: Denies = (),
) -> Verdicts:
    """Each statement is made by the document, or by general terms that name it, in words that say it.

    says: the statements
    """
    phrases = Phrases(affirms, denies)
    for name in says:
        words = name.replace("-", " ")
        made = statements_answered(document, documents, [name], f"`{words}`", phrases)
        nowhere = f"Neither the document nor general terms that name it make the statement `{words}`."
        yield from or_else(made, unstated(if_unstated, nowhere, ("statements", name)))
