"""Whether envy is counted in a limit on what is paid for one deal: wherever the rules say so, and in whatever words."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Annotated, Final

from compliance.checks.game.prize_tables import cells
from compliance.checks.looking import look_at
from compliance.checks.names import letters, plain_words
from compliance.checks.parameters import Says
from compliance.checks.registry import check
from compliance.checks.texts import free_texts, said_again, stated_words, with_term
from compliance.checks.verdicts import Verdict, Verdicts, failed, passed, review, unstated
from compliance.checks.words import excepts, mentions, reading_of
from compliance.documents.game import Game
from compliance.documents.values import Odds, show_money
from compliance.documents.wagers import Envy
from compliance.routes import Route

_IN: Final[Route] = ("envy", "in-aggregate")
_COUNTED: Final = (
    "The envy prize is counted in the aggregate payout limit. That limit is for what wagers win; envy is a fixed prize "
    "without a wager, and nothing is known that puts it there."
)


@check("envy-outside-aggregate")
def envy_outside_aggregate(
    game: Game,
    says: Says,
    outside: Annotated[Sequence[str], "phrases that put envy outside the limit"],
    inside: Annotated[Sequence[str], "phrases that count it in"],
    limit_words: Sequence[str],
    others_hand: Sequence[str],
) -> Verdicts:
    """An envy prize is not counted in, or capped by, the aggregate payout limit.

    limit-words: words for a limit on what is paid
    others-hand: words for the hand of another player
    """
    envy = game.envy
    if envy is None:
        nothing = unstated("not-applicable", "The game has no envy prize.", ("envy",))
        hidden = (row for row in _fixed_prizes_covered(game) if mentions(row[1], others_hand))
        return look_at(hidden, lambda row: _hidden(*row), nothing=nothing)
    told = [*_plainly_inside(game, envy), *_by_statement(game, says, outside, inside)]
    told += _left_open(game, envy, says, limit_words, outside)
    return look_at([told], lambda found: found if _answered(found) else [*found, *_by_key(game, envy)])


def _answered(found: list[Verdict]) -> bool:
    return any(verdict.status in ("pass", "fail") for verdict in found)


def _by_key(game: Game, envy: Envy) -> Iterator[Verdict]:
    """What the document answers by its key alone, where nothing contradicts it."""
    if envy.in_aggregate is None and game.aggregate is None:
        nothing = unstated("not-applicable", "The game sets no aggregate payout limit.", _IN)
        yield from (nothing, nothing._replace(missing=("aggregate",)))
    elif envy.in_aggregate is None:
        yield unstated("review", "The document does not state that envy is outside the aggregate payout limit.", _IN)
    else:
        amount = game.aggregate.amount if game.aggregate is not None else None
        limit = f" of {show_money(amount)}" if amount is not None else ""
        yield passed(f"Envy is outside the aggregate payout limit{limit}.", _IN)


def _plainly_inside(game: Game, envy: Envy) -> Iterator[Verdict]:
    if envy.in_aggregate:
        yield failed(_COUNTED, _IN, label="no basis for this")
    names = {letters(name) for name in _names(envy)}
    for number, covered in enumerate(game.aggregate.covers if game.aggregate is not None else []):
        if letters(covered) in names:
            yield failed(_COUNTED, ("aggregate", "covers", number), label="no basis for this")
    for route, about, said in said_again(game):
        if about == "envy / in-aggregate" and said == "yes":
            yield failed(_COUNTED, route, [(_IN, "said here first")], "said again: yes")
        covers = about.startswith("aggregate") and about.endswith("/ covers")
        if covers and any(plain_words(name) in plain_words(said) for name in _names(envy)):
            yield failed(_COUNTED, route, [(("aggregate", "covers"), "said here first")], f"said again: {said}")


def _names(envy: Envy) -> list[str]:
    return ["envy", *([envy.name] if envy.name else []), *envy.aliases]


def _by_statement(game: Game, says: Says, outside: Sequence[str], inside: Sequence[str]) -> Iterator[Verdict]:
    """What statements say by their words. A key that says the same is told instead."""
    for name in says:
        made = game.statements.get(name) if game.statements is not None else None
        reading = reading_of(made.says or "", outside, inside) if made is not None else ""
        at: Route = ("statements", name)
        if made is not None and reading == "denies":
            yield failed(f"The text says: {made.says}. {_COUNTED}", at, label="no basis for this")
        elif made is not None and (_key_is_silent(game) or excepts(made.says or "")):
            if reading == "affirms":
                yield passed(f"On envy and the payout limit the text says: {made.says}.", at)
            else:
                words = f"the text says: {made.says}" if made.says else "a statement has no words"
                yield review(f"On envy and the payout limit {words}. What that says is for a person.", at)


def _key_is_silent(game: Game) -> bool:
    return game.envy is not None and game.envy.in_aggregate is None


def _left_open(
    game: Game, envy: Envy, says: Says, limit_words: Sequence[str], outside: Sequence[str]
) -> Iterator[Verdict]:
    """What keeps a word that puts envy outside from settling it."""
    wagers = {name for name, _ in game.each_wager()}
    known = {letters(name) for name in _names(envy)}
    for number, covered in enumerate(game.aggregate.covers if game.aggregate is not None else []):
        if covered not in wagers and letters(covered) not in known:
            message = f"The payout limit covers {covered}, which is no wager of the game: it may hold envy."
            yield review(message, ("aggregate", "covers", number))
    odds = next((route for route, prize in cells(envy.pays, ("envy", "pays")) if isinstance(prize, Odds)), None)
    if odds is not None:
        yield review("Envy is paid at odds: it is no fixed prize, and what keeps it outside the limit fails.", odds)
    if game.bank.by == "pot":
        yield review("The game is played for a pot: who pays envy, and from what, is for a person.", ("bank", "by"))
    names = [plain_words(name) for name in _names(envy)]
    for route, text in (*free_texts(game), *stated_words(game, tuple(says))):
        told = with_term(route, text)
        if _speaks_of_both(route, told, names, limit_words) and reading_of(text, outside, ()) != "affirms":
            yield review(f"The text says: {text}. Whether that counts envy in a limit is for a person to say.", route)


def _speaks_of_both(route: Route, text: str, names: Sequence[str], limit_words: Sequence[str]) -> bool:
    """Whether a text speaks of envy and of a limit; what stands in the block of the limit speaks of that."""
    small = text.lower()
    if not any(name.partition(" ")[0] in small for name in names):
        return False  # as most texts: not even the first word of a name stands in it
    words = plain_words(text)
    named = any(name in words for name in names)
    return named and (route[0] == "aggregate" or mentions(text, limit_words))


def _fixed_prizes_covered(game: Game) -> Iterator[tuple[Route, str]]:
    """Fixed prizes in the pay tables of wagers that the limit covers, with the words for the hand that wins them."""
    names = game.aggregate.covers if game.aggregate is not None else []
    for name, wager in game.each_wager():
        for place, prize in wager.payouts() if name in names else ():
            if isinstance(prize, Decimal):
                hand = str(place[-1])
                described = game.hands.get(hand) if game.hands is not None else None
                yield ("wagers", name, *place), f"{hand.replace('-', ' ')} {described or ''}"


def _hidden(route: Route, words: str) -> Verdict:
    message = (
        f"A wager that the payout limit covers has a fixed prize for another player's hand ({words.strip()}): that "
    )
    return review(f"{message}is envy in another place, and whether it may be counted is for a person.", route)
