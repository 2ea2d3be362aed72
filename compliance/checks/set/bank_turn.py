"""How long one person keeps the bank: the turn, and what follows it, are one question.

A turn of two hands after which the same person may go on is no turn of two hands. So the number of hands, who comes
in between, what happens when nobody takes the bank, and whatever else the rules say of it are looked at together.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final, NamedTuple, TypeAlias

from compliance.checks.looking import or_else
from compliance.checks.parameters import IfUnstated, Says
from compliance.checks.registry import check
from compliance.checks.set.bank import rotation
from compliance.checks.set.bank_cycle import BETWEEN, cycle_of
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import UNITS_OF_A_TURN, BankExtract, Extract, of_the_bank
from compliance.checks.set.readings import Read, counted, elsewhere, judged, statements_but, statements_read, texts_of
from compliance.checks.set.said import Said, facts_said, silence
from compliance.checks.turns import MINUTES, sizes
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, on_a_word, passed, review
from compliance.checks.wording import unread
from compliance.checks.words import asserted, denied, heard, mentions, plain
from compliance.documents.routes import route_of
from compliance.documents.values import Turns, read_turns
from compliance.patterns import late

Ends: TypeAlias = Annotated[Sequence[str], "phrases that end a turn: the game stops, another must come in between"]
GoesOn: TypeAlias = Annotated[Sequence[str], "phrases that let the holder go on"]

_FOLLOWS: Final = "bank / rotation / if-nobody-takes-it"
_HELD: Final = late(
    r"\b([0-9]{1,4})(?: consecutive| successive| straight)? (hand|round|deal|turn|time|game|minute|hour)s?\b"
)
# A number of hands by itself is one of the turn, where it is filed under it; in a sentence it may be of anything.
_OF_A_TURN: Final = late(
    r"\b(?:bank\w*|hold\w*|held|keep\w*|kept|positions?|dealers?|turns?|consecutive\w*|successive\w*|straight|row|running|"
    r"rotat\w*|pass\w*|limit\w*|at most)\b"
)
_MAY: Final = late(r"\bmay (?=\w+ )")
# Words that tell of a turn and narrow nothing: who holds what, how, and that it is offered or passed on then.
_PLAINLY: Final = late(
    r"\b(?:(?:before|after which|and then|when) (?:it|the (?:bank|position)) (?:is|must be|has to be) "
    r"(?:offered|passed|rotated|given up)(?: on)?|(?:the )?next player|in a row|in succession|running|of play|at most|"
    r"one after (?:the other|another)|as|an?|the|any|each|every|1|nobody|no|person|player dealer|players?|participant|"
    r"holder|banker|banks?|position|it|turn|may|can|shall|must|will|be|is|are|holds?|held|keeps?|kept|stays?|"
    r"remains?|acts?|serves?|for|of|to|limited|limit|consecutive|consecutively|successive|straight|rounds?|hands?|only|"
    r"has|have)\b"
)
# Words that make a number the least and not the most.
_OR_MORE: Final = late(r"\b(?:at least|or more|minimum|more than|fewer than|less than|longer|extended|extend|again)\b")


class Limit(NamedTuple):
    """The longest turn, and where that limit stands."""

    most: Turns
    limit_in: str


@check("position-turn")
def position_turn(
    document: BankExtract,
    documents: DocumentSet,
    most: Turns,
    says: Says = (),
    unlimited: Sequence[str] = (),
    ends: Ends = (),
    goes_on: GoesOn = (),
    then_says: Says = (),
    free_words: Sequence[str] = (),
    longer_hand: Sequence[str] = (),
    limit_in: str = "the rules",
    if_unstated: IfUnstated = "fail",
) -> Verdicts:
    """One person holds the bank for a limited number of hands in a row, and cannot go on after them.

    most: the limit
    unlimited: phrases that deny any limit
    then-says: statements of what follows a turn
    free-words: phrases that speak of how long the bank is held, wherever they stand
    longer-hand: phrases by which a glossary makes a hand more than one deal
    limit-in: where the limit stands, in words for the message
    """
    if document.facts.get("bank / by") == "pot":
        yield _no_bank(document)
        return
    limit = Limit(most, limit_in)
    turns = [_turn(said, limit) for said in rotation(document, documents, "at-most", "every", "held-at-most")]
    read = statements_read(document, documents, says, (), unlimited)
    turns += counted(read, lambda one: _turn_in_words(one, limit), bool(turns))
    about = "for how many hands in a row one person may hold the bank"
    yield from or_else(turns, silence(document, if_unstated, about, "bank / rotation / at-most", says))
    then = statements_read(document, documents, then_says, ends, goes_on)
    yield from _what_follows(document, documents, then, ends, goes_on)
    for other in statements_but(document, documents, (*says, *then_says)):
        if of_the_bank(other.words) and asserted(other.words, free_words):
            yield judged(other, "how long the bank is held")
    for text in texts_of(document, documents):
        verdict = _told_elsewhere(text, free_words, longer_hand, limit)
        if verdict is not None:
            yield verdict._replace(elsewhere=text.there)


def _told_elsewhere(text: Read, free_words: Sequence[str], longer_hand: Sequence[str], limit: Limit) -> Verdict | None:
    """What free words do to a turn, where they speak of how long the bank is held or of what a hand is."""
    route = text.there[0][1] if text.there else text.at
    if route[0] == "glossary" and str(route[-1]).lower().rstrip("s") in UNITS_OF_A_TURN:
        term, _, words = text.words.partition(" means ")
        if _is_allowed_turn(term, words, limit):
            return None
        if mentions(words, longer_hand):
            said = f"By the glossary a {term} is: {words}{text.whose}."
            return review(f"{said} What the turn then comes to is for a person to say.", text.at)
    if asserted(text.words, free_words):
        said = f"The bank, says the text: {text.words}{text.whose}."
        return review(f"{said} What that does to the turn is for a person to say.", text.at)
    return None


def _is_allowed_turn(term: str, words: str, limit: Limit) -> bool:
    """Whether a glossary only says that a turn is as many hands as the limit allows."""
    found = _HELD.fullmatch(plain(words))
    if found is None or plain(term) not in ("turn", "turns"):
        return False
    number, unit = found.groups()
    size = sizes(read_turns(f"{number} {unit}s"), limit.most)
    return size is not None and size[0] <= size[1]


def _no_bank(document: Extract) -> Verdict:
    """The answer where the rules name no bank but the pot."""
    at = route_of("bank / by")
    if "wagers at odds" in document.points:
        message = "The game is said to be played for a pot, and wagers are paid at odds: who banks those, and for how "
        return review(f"{message}many hands in a row, is not stated.", at)
    return not_applicable("Players play for a pot, and no wager is paid at odds: there is no bank to hold.", at)


def _turn(said: Said, limit: Limit) -> Verdict:
    """A stated turn held against the limit. Only hands, rounds and deals are numbers of hands."""
    turns, at, whose, there = said
    allowed = f"{limit.limit_in} allow at most {limit.most}"
    size = sizes(turns, limit.most) if isinstance(turns, Turns) else None
    if size is None:
        timed = isinstance(turns, Turns) and turns.unit in MINUTES
        why = "time is no number of hands" if timed else "that is no number of hands"
        return review(f"The bank is held for {turns}{whose}; {why}, and {allowed}.", at)._replace(elsewhere=there)
    if size[0] > size[1]:
        message = f"One person may hold the bank for {turns} in a row{whose}; {allowed}."
        return failed(message, at, label=f"at most {limit.most}")._replace(elsewhere=there)
    if not size[0]:
        message = f"The bank is held for {turns}{whose}, which nobody can do: the number may stand for no limit."
        return review(message, at)._replace(elsewhere=there)
    message = f"One person holds the bank for at most {turns} in a row{whose}."
    return passed(message, at)._replace(elsewhere=there)


def _turn_in_words(read: Read, limit: Limit) -> Verdict:
    """The turn that a statement gives in words."""
    about = "how long one person may hold the bank"
    words = plain(read.words)
    found = [read_turns(f"{number} {unit}s") for number, unit in _HELD.findall(words)]
    # `May hold it for at most 2 hands` is no condition: it says how long.
    spoken_of = _HELD.fullmatch(words) or _OF_A_TURN.search(words)
    turned = _OR_MORE.search(words) or denied(_MAY.sub(" ", words))
    besides = " ".join(_PLAINLY.sub(" ", _HELD.sub(" ", words)).split())
    if read.reading == "denies" or not found or not spoken_of or turned:
        return judged(read, about)
    longest = max(found, key=lambda turns: (sizes(turns, limit.most) or (0, 0))[0])
    unlike = next((turns for turns in found if sizes(turns, limit.most) is None), longest)
    verdict = _turn(Said(unlike, read.at, read.whose, read.there), limit)
    if verdict.status == "pass" and besides:
        return judged(read._replace(reading="unclear", besides=besides), about)
    return verdict._replace(message=f"{verdict.message} On {about} {read.told}.")


def _what_follows(
    document: Extract, documents: DocumentSet, told: Sequence[Read], ends: Sequence[str], goes_on: Sequence[str]
) -> Iterator[Verdict]:
    """Whether the same person may go on after a turn."""
    found = [_next_holder(said) for said in rotation(document, documents, "intervening")]
    found += [_without_taker(said, ends, goes_on) for said in rotation(document, documents, "if-nobody-takes-it")]
    found += [judged(read, "what follows a turn") for read in told if read.words]
    yield from found
    for value, at, whose, _ in facts_said(document, documents, "bank / third-party / consecutive-turns"):
        if value == "allowed":
            message = f"A third-party provider may have one turn after the other{whose}, so that no turn ends."
            yield failed(message, at or route_of("bank / third-party / consecutive-turns"))
    for value, at, whose, _ in rotation(document, documents, "continuous"):
        if value in (False, "no"):
            yield review(f"The bank does not move continuously{whose}: who holds it in between is not stated.", at)
    if not found:
        verbs = [said.value for said in rotation(document, documents, "verb")]
        offered = next((verb for verb in verbs if verb != "rotates"), None)
        why = f" The bank {offered}: an offer that nobody must accept ends no turn." if offered else ""
        silent = silence(document, "review", "whether the same person may go on when a turn is over", _FOLLOWS)
        yield silent._replace(message=f"{silent.message}{why}")


def _next_holder(said: Said) -> Verdict:
    if said.value == "required":
        return passed(f"Another player must hold the bank in between{said.whose}.", said.at)
    message = f"Nobody else need hold the bank in between{said.whose}: the same person may take one turn after another."
    return failed(message, said.at, label="turn after turn")


def _without_taker(said: Said, ends: Sequence[str], goes_on: Sequence[str]) -> Verdict:
    message = f"When nobody takes the bank: {said.value}{said.whose}."
    reading, besides = heard(str(said.value), ends, goes_on)
    if reading == "affirms":
        return passed(message, said.at)
    if reading == "denies":
        return failed(f"{message} One person could hold it without end.", said.at)
    unsure = "Whether that leaves one person with the bank is for a person to say."
    return review(f"{message} {unsure}{unread(besides, str(said.value))}", said.at)


@check("position-without-taker")
def position_without_taker(
    document: BankExtract,
    documents: DocumentSet,
    ends: Ends,
    goes_on: GoesOn,
    says: Says = (),
    free_words: Sequence[str] = (),
) -> Verdicts:
    """The rules say what happens when nobody takes the bank, and it does not stay with one person: what they say is
    read, and played through with the turn and who must come in between.

    free-words: phrases that speak of a bank that nobody takes, wherever they stand
    """
    cycle = cycle_of(document, documents, ends, goes_on)
    told = [_without_taker(said, ends, goes_on) for said in rotation(document, documents, "if-nobody-takes-it")]
    about = "what happens when nobody takes the bank"
    read = statements_read(document, documents, says, ends, goes_on)
    told += counted(read, lambda one: judged(one, about), bool(told))
    told += [judged(one, about) for one in elsewhere(document, documents, says, free_words)]
    played = cycle.moves and any(said.value == BETWEEN for said in cycle.leaves)
    told = [on_a_word(verdict) if verdict.status == "pass" and not played else verdict for verdict in told]
    return or_else(told, silence(document, "review", about, _FOLLOWS, says))


@check("position-intervening")
def position_intervening(
    document: BankExtract, documents: DocumentSet, ends: Ends, goes_on: GoesOn, says: Says = ()
) -> Verdicts:
    """Another player holds the bank before the same person takes it again."""
    told = [_next_holder(said) for said in rotation(document, documents, "intervening")]
    about = "whether another player must hold the bank in between"
    read = statements_read(document, documents, says, ends, goes_on)
    told += counted(read, lambda one: judged(one, about), bool(told))
    return or_else(told, silence(document, "fail", about, "bank / rotation / intervening", says))
