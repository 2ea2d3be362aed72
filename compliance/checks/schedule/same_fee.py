"""Whether all players at a table pay alike: by the amounts, by who pays, and by what they depend on."""

from collections.abc import Iterator, Sequence
from typing import Final

from compliance.checks.registry import check
from compliance.checks.schedule.charges import charges
from compliance.checks.verdicts import Verdict, Verdicts, failed, on_a_word, passed, review, unstated
from compliance.checks.words import mentions
from compliance.documents.schedule import Collection, Option, Schedule
from compliance.routes import Route

_WORD: Final[Route] = ("terms", "same-fee-for-all")
# What is one for the whole table, so that a fee that goes by it is one for all players there.
_SOME_PLAYERS: Final = ("blind", "small blind", "big blind", "button", "backline bettor")
_OF_THE_TABLE: Final = ("nothing", "players", "table-limit", "total-table-action", "pot-size")


@check("same-fee")
def same_fee(
    schedule: Schedule, persons: Sequence[str], free: Sequence[str] = (), free_types: Sequence[str] = ()
) -> Verdicts:
    """Every player at a table pays the same: no fee goes by who pays it. A word for it confirms; where the schedule
    does not tell from whom a fee is taken, it is all there is.

    persons: words in a condition that make it one of persons
    free: those of them who may play free
    free-types: the types of fee with which they may
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
    charged = [(route, option, one) for route, option, one in schedule.collections() if charges(one)]

    def asked(fee: Collection) -> list[str]:
        return [word for word in persons if fee.charged_as not in free_types or word not in free]

    unlike = [verdict for route, option, one in charged for verdict in _unlike(route, option, one, asked(one))]
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


def _unlike(route: Route, option: Option, fee: Collection, persons: Sequence[str]) -> Iterator[Verdict]:
    """What makes one player pay otherwise than another under an option."""
    which = f"a fee of option {option.option}"
    for key, text in (("when", fee.when), ("waived-when", fee.waived_when), ("per", fee.per)):
        if text is not None and mentions(text, persons):
            message = f"Who pays {which} depends on the person: {text}."
            yield failed(message, (*route, key), label="not the same for all")
    if fee.when is not None and not mentions(fee.when, persons):
        message = f"{which.capitalize()} is taken only in some cases: {fee.when}. Whether all pay alike is open."
        yield review(message, (*route, "when"))
    if fee.payer in _SOME_PLAYERS:
        yield review(f"Only the {fee.payer} pays {which}; whether all pay alike is for a person.", (*route, "payer"))
    if fee.payer == "winner":
        yield failed(f"Only the winner pays {which}.", (*route, "payer"), label="not the same for all")
    if fee.payer in ("player", None) and fee.by not in _OF_THE_TABLE and len({row[2].amount for row in fee.rows()}) > 1:
        message = (
            f"{which.capitalize()} goes by {fee.by.replace('-', ' ')}: two players at a table may pay unlike fees."
        )
        yield failed(message, (*route, "by"), label="not the same for all")
