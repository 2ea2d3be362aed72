"""Whether all players at a table pay alike: by the amounts, by who pays, and by what they depend on."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from compliance.checks.parameters import Affirms
from compliance.checks.registry import check
from compliance.checks.schedule.charges import FeeTypes, charges
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, on_a_word, passed, review, unstated
from compliance.checks.wording import Phrases, read_words
from compliance.checks.words import mentions, plain
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.routes import Route

_WORD: Final[Route] = ("terms", "same-fee-for-all")
# What is one for the whole table, so that a fee that goes by it is one for all players there.
_SOME_PLAYERS: Final = ("blind", "small blind", "big blind", "button", "backline bettor")
_OF_THE_TABLE: Final = ("nothing", "players", "table-limit", "total-table-action", "pot-size")


@check("same-fee")
def same_fee(
    schedule: Schedule,
    persons: Sequence[str],
    free: Sequence[str] = (),
    free_types: Sequence[str] = (),
    affirms: Affirms = (),
    moments: Sequence[str] = (),
    apart: FeeTypes = (),
) -> Verdicts:
    """Every player at a table pays the same: no fee goes by who pays it. A word for it confirms; where the schedule
    does not tell from whom a fee is taken, it is all there is. A fee that is waived is waived for all where the
    condition is one of the hand or the table, and one that is taken at a moment of the table is taken from all then.

    persons: words in a condition that make it one of persons
    free: those of them who may play free
    free-types: the types of fee with which they may
    moments: all words that a text may have which tells a moment of the table, or how the pot stands, and no person
    apart: types of fee that have a rule of their own
    """
    said = schedule.terms.same_fee_for_all if schedule.terms is not None else None
    if said is False:
        yield on_a_word(
            failed(
                "By its terms not every player pays the same fee; every player at a table must.",
                _WORD,
                label="expected yes",
            )
        )
        return
    every = [(route, option, one) for route, option, one in schedule.collections() if charges(one)]
    charged = [fee for fee in every if fee[2].charged_as not in apart]
    if every and not charged:
        yield not_applicable(f"Nothing is charged but by {' and '.join(apart)}, which has a rule of its own.")
        return

    def goes_by(fee: Collection) -> Conditions:
        spared = free if fee.charged_as in free_types else ()
        return Conditions([word for word in persons if word not in spared], affirms, spared, frozenset(moments))

    unlike = [
        verdict
        for route, option, one in charged
        for verdict in unlike_fee(f"a fee of option {option.option}", route, one, goes_by(one))
    ]
    unlike += _unlike_options(schedule, charged, persons)
    yield from unlike
    if unlike:
        return
    unknown = next(((*route, "payer") for route, _, one in charged if one.payer is None), None)
    if not schedule.options or (unknown is not None and said is None):
        yield unstated("review", "The document does not state from whom a fee is taken.", unknown or ("options",))
    elif unknown is not None:
        yield on_a_word(passed("The schedule says that all players pay the same; not who pays each fee.", _WORD))
    else:
        yield passed(_alike(charged), ("options",))


def _alike(charged: Sequence[tuple[Route, Option, Collection]]) -> str:
    if not charged:
        return "Nothing is charged: play is free for all."
    return "Every fee is one amount for all players at a table, or is taken from the pot; none goes by who pays it."


def _unlike_options(
    schedule: Schedule, charged: Sequence[tuple[Route, Option, Collection]], persons: Sequence[str]
) -> Iterator[Verdict]:
    """Options that players of one table may pay by, each at another price."""
    for number, option in enumerate(schedule.options):
        for key, text in (("option", option.option), ("title", option.title), ("counts", option.counts)):
            if text is not None and mentions(text, persons) and not option.not_for_play:
                yield failed(f"Option {option.option} is for some persons: {text}.", ("options", number, key))
    in_use = schedule.terms.options_in_use if schedule.terms is not None else None
    amounts = {
        route[1]: tuple(fee.text for _, _, fee in one.rows()) for route, _, one in charged if one.payer == "player"
    }
    if in_use != "one per table" and len(set(amounts.values())) > 1:
        at: Route = ("terms", "options-in-use")
        said = "may use several options at once" if in_use == "any" else "is not said to use one option at a time"
        message = f"Options charge players unlike fees, and a table {said}: players there may pay differently."
        yield failed(message, at) if in_use == "any" else unstated("review", message, at)


class Conditions(NamedTuple):
    """Words of conditions: that make one a condition of persons, that make it one of the hand or the table, of persons
    who may be let off, and all words that tell a moment of the table."""

    persons: Sequence[str]
    of_the_hand: Sequence[str] = ()
    spared: Sequence[str] = ()
    moments: frozenset[str] = frozenset()

    def is_moment(self, text: str) -> bool:
        """Whether a text has no word but those of a moment, and numbers: whoever sits at the table meets it then."""
        words = plain(text).split()
        return bool(words) and all(word in self.moments or word.lstrip("$")[:1].isdigit() for word in words)

    def unknown(self, text: str) -> bool:
        """Whether nobody can tell from a condition if it is the same for all at the table."""
        return not mentions(text, self.spared) and read_words(text, Phrases(self.of_the_hand)) != "affirms"


def unlike_fee(which: str, route: Route, fee: Collection, conditions: Conditions) -> Iterator[Verdict]:
    """What makes one player pay otherwise than another."""
    yield from _unlike_conditions(which, route, fee, conditions)
    for number, payer in enumerate((fee.payer, *fee.also_from)):
        at: Route = (*route, "also-from", number - 1) if number else (*route, "payer")
        if payer in _SOME_PLAYERS:
            yield review(f"Only the {payer} pays {which}; whether all pay alike is for a person.", at)
        if payer == "winner":
            only = "The winner pays" if number else "Only the winner pays"
            again = ", beside what others pay" if number else ""
            yield failed(f"{only} {which}{again}.", at, label="not the same for all")
    if fee.payer in ("player", None) and fee.by not in _OF_THE_TABLE and len({row[2].amount for row in fee.rows()}) > 1:
        message = (
            f"{which.capitalize()} goes by {fee.by.replace('-', ' ')}: two players at a table may pay unlike fees."
        )
        yield failed(message, (*route, "by"), label="not the same for all")


def _unlike_conditions(which: str, route: Route, fee: Collection, conditions: Conditions) -> Iterator[Verdict]:
    """Conditions that a fee goes by, of which some are of persons and some cannot be told."""
    for key, text in (("when", fee.when), ("waived-when", fee.waived_when), ("per", fee.per)):
        if text is not None and mentions(text, conditions.persons):
            message = f"Who pays {which} depends on the person: {text}."
            yield failed(message, (*route, key), label="not the same for all")
    if fee.when is not None and not mentions(fee.when, conditions.persons) and not conditions.is_moment(fee.when):
        message = f"{which.capitalize()} is taken only in some cases: {fee.when}. Whether all pay alike is open."
        yield review(message, (*route, "when"))
    waived = fee.waived_when
    if waived is not None and not mentions(waived, conditions.persons) and conditions.unknown(waived):
        message = (
            f"{which[:1].upper()}{which[1:]} is waived on a condition: {waived}. Whether it is one for all at the table"
        )
        yield review(f"{message} is for a person to say.", (*route, "waived-when"))
