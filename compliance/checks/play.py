"""The round and the table: what is needed, in which order, from which seat, and whether it fits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from compliance.checks.cards import Card, Shelf, letters
from compliance.checks.registry import Verdicts, Where, check, failed, not_applicable, passed, review, unstated
from compliance.documents.values import whole_number
from compliance.routes import Route, read_route

if TYPE_CHECKING:
    from compliance.documents.game import Game

_SIDES: Final = 6
_DEALING: Final = frozenset({"deal", "deals", "dealt", "dealing"})


@check("prerequisite-stated")
def prerequisite_stated(game: Game, kinds: list[str]) -> Verdicts:
    """Whether a bonus wager needs a base wager is stated."""
    for name, wager in game.each_wager():
        if wager.kind not in kinds:
            continue
        route: Route = ("wagers", name, "needs")
        if wager.needs is None:
            yield unstated("review", f"Whether {wager.name or name} may be placed alone is not stated.", route)
        else:
            yield passed(f"{wager.name or name} needs {wager.needs}.", route)


@check("fold-stated")
def fold_stated(game: Game) -> Verdicts:
    """Where a player may fold, what becomes of each other wager is stated."""
    folding = any("fold" in (step.step + (step.note or "")).lower() for step in game.round)
    wagers = dict(game.each_wager())
    if not folding and not any(wager.if_folded for wager in wagers.values()):
        return
    for name, wager in wagers.items():
        if wager.kind not in ("bonus", "ante", "progressive"):
            continue
        route: Route = ("wagers", name, "if-folded")
        if wager.if_folded is None:
            yield unstated(
                "review", f"What becomes of {wager.name or name} when the player folds is not stated.", route
            )
        else:
            yield passed(f"{wager.name or name} is settled when the player folds: {wager.if_folded}.", route)


@check("spaces-fit-wagers")
def spaces_fit_wagers(game: Game, kinds: list[str]) -> Verdicts:
    """Each wager that is placed on the layout has a betting space of its own."""
    table = game.table
    if table is None or not table.spaces:
        return
    placed = [name for name, wager in game.each_wager() if (wager.kind or "base") in kinds]
    without = [name for name in placed if name not in table.spaces]
    route: Route = ("table", "spaces")
    named = ", ".join(table.spaces)
    for name in without:
        message = f"There is no betting space for {name}; the layout has {named}."
        yield failed(message, route, [(("wagers", name), "no space")])
    if not without:
        yield passed(f"Each wager has its betting space: {named}.", route)
    if table.spaces_stated is not None and table.spaces_stated != len(table.spaces):
        message = f"The text speaks of {table.spaces_stated} spaces and names {len(table.spaces)}: {named}."
        yield failed(message, ("table", "spaces-stated"), [(route, "named here")])


@check("seats-fit-players")
def seats_fit_players(game: Game) -> Verdicts:
    """The table has a seat for each player, and for the bank where a player holds it."""
    table = game.table
    if table is None or table.players is None or table.seats is None:
        return
    bank = 1 if game.bank.by == "player-dealer" and table.players_include_bank is False else 0
    needed = (table.active or table.players) + bank
    said = f"{table.players} players and {table.seats} seats"
    route: Route = ("table", "seats")
    if needed > table.seats:
        yield failed(f"There are {said}; {needed} seats are needed.", route, [(("table", "players"), "")])
    else:
        yield passed(f"There are {said}.", route)


@check("areas-fit-seats")
def areas_fit_seats(game: Game) -> Verdicts:
    """The layout has a betting area for each player whom the largest table seats; the bank needs none."""
    table = game.table
    if table is None or table.wagering_areas is None:
        return
    bank = 1 if game.bank.by == "player-dealer" else 0
    seats = max(table.seats or 0, *table.other_seats, 0)
    route: Route = ("table", "wagering-areas")
    if not seats:
        yield unstated("review", "How many seats the table has is not stated.", ("table", "seats"))
    elif seats - bank > table.wagering_areas:
        message = f"The layout has {table.wagering_areas} betting areas; a table of {seats} seats is used as well."
        at: Route = ("table", "other-seats" if seats in table.other_seats else "seats")
        yield failed(message, route, [(at, f"{seats} seats")])
    else:
        yield passed(f"There are {table.wagering_areas} betting areas for {seats} seats.", route)


@check("dice-totals-possible")
def dice_totals_possible(game: Game) -> Verdicts:
    """Each total that the rules speak of can be thrown with the dice of the game."""
    action = game.action
    dice = (action.dice if action is not None else None) or (game.deck.dice if game.deck is not None else None)
    if action is None or dice is None or not action.totals:
        return
    lowest, highest = dice, dice * _SIDES
    seen: set[int] = set()
    for text in action.totals:
        for part in text.replace(" and ", ",").replace(" or ", ",").split(","):
            total = whole_number(part.strip())
            if total is not None:
                seen.add(total)
                if not lowest <= total <= highest:
                    message = f"The rules speak of a total of {total}; {dice} dice make {lowest} to {highest}."
                    yield failed(message, ("action", "totals", text))
    if all(lowest <= total <= highest for total in seen):
        yield passed(f"The totals can be thrown with {dice} dice.", ("action", "totals"))


@check("cards-suffice")
def cards_suffice(game: Game) -> Verdicts:
    """There are enough cards or tiles for every player and the bank."""
    deck, table = game.deck, game.table
    if deck is None or table is None or deck.each_player is None:
        return
    stock = deck.tiles or (deck.cards or 0) * min(deck.decks or [1]) + (deck.jokers or 0)
    hands = table.active or table.players
    if not stock or hands is None:
        return
    # Where a player holds the bank, only a text that says so makes the bank one hand more.
    bank = 1 if game.bank.by == "house" or table.players_include_bank is False else 0
    needed = (hands + bank) * deck.each_player + (deck.community or 0)
    said = f"{hands + bank} hands of {deck.each_player} take {needed} of {stock} {'tiles' if deck.tiles else 'cards'}"
    route: Route = ("deck", "each-player")
    yield passed(f"{said}.", route) if needed <= stock else failed(f"{said}.", route)


@check("steps-in-order")
def steps_in_order(game: Game) -> Verdicts:
    """A wager closes after it opens, wagers that are placed before the deal open before it, and hands are settled when
    they are whole."""
    opened: dict[str, int] = {}
    closed: dict[str, int] = {}
    deal = _deal(game)
    for number, step in enumerate(game.round):
        for name in step.opens:
            opened.setdefault(name, number)
        for name in step.closes:
            closed.setdefault(name, number)
    clean = True
    for name, number in closed.items():
        if name in opened and number < opened[name]:
            clean = False
            message = f"{name} closes in step {number + 1} and opens only in step {opened[name] + 1}."
            yield failed(message, ("round", number, "closes"), [(("round", opened[name], "opens"), "opens here")])
    for name, wager in game.each_wager():
        early = wager.placed is not None and "before" in wager.placed and "deal" in wager.placed
        if early and deal is not None and opened.get(name, -1) > deal:
            clean = False
            opening = opened[name] + 1
            message = f"{wager.name or name} is placed {wager.placed}; step {opening} opens it, after the deal."
            yield failed(message, ("round", opened[name], "opens"), [(("wagers", name, "placed"), "said here")])
    too_early = list(_settled_too_early(game))
    yield from too_early
    if clean and not too_early and (opened or closed):
        yield passed("Every wager opens before it closes, and before the deal where the text says so.", ("round",))


def _deal(game: Game) -> int | None:
    """The step that deals, whatever the text calls it: the deal, cards are dealt, dealing."""
    steps = (step.step.lower().split() for step in game.round)
    return next((number for number, words in enumerate(steps) if not _DEALING.isdisjoint(words)), None)


def _settled_too_early(game: Game) -> Verdicts:
    """A step that settles wagers in their order, or the last that settles any, before a step that draws cards."""
    kinds = {name: table.kind for name, table in game.tables.items()} if game.tables is not None else {}
    by = [kinds.get(step.by or "") for step in game.round]
    draws = [number for number, kind in enumerate(by) if kind == "drawing"]
    settling = {number for number, step in enumerate(game.round) if step.order}
    settling |= set([number for number, kind in enumerate(by) if kind == "settlement"][-1:])
    deal = _deal(game)
    for number in sorted(settling):
        later = [draw for draw in draws if draw > number]
        if deal is not None and number < deal:
            message = f"Step {number + 1} settles wagers; the cards are dealt only in step {deal + 1}."
            yield failed(message, ("round", number), [(("round", deal), "the deal")])
        if later:
            message = f"Step {number + 1} settles wagers; step {later[0] + 1} still draws cards."
            at: Route = ("round", number, "order" if game.round[number].order else "by")
            yield failed(message, at, [(("round", draw, "by"), "draws cards") for draw in later])


@check("fees-before-deal")
def fees_before_deal(game: Game) -> Verdicts:
    """Where fees are taken before play, the step that takes them comes before the deal."""
    if game.fees is None or game.fees.collected != "before play":
        return
    words = [step.step.lower() for step in game.round]
    fee = next((n for n, word in enumerate(words) if "fee" in word or "collection" in word), None)
    deal = _deal(game)
    if fee is None or deal is None:
        return
    if fee > deal:
        message = f"Fees are taken before play, and the step that takes them ({fee + 1}) follows the deal ({deal + 1})."
        yield failed(message, ("round", fee), [(("fees", "collected"), "said here")])
    else:
        yield passed("Fees are taken before the deal.", ("round", fee))


@check("one-start-and-direction")
def one_start_and_direction(game: Game, words: list[str]) -> Verdicts:
    """Steps of one kind start at the same seat and go the same way round."""
    for word in words:
        steps = [(number, step) for number, step in enumerate(game.round) if word in step.step.lower()]
        clean = True
        for field in ("start", "direction"):
            said = [(number, getattr(step, field)) for number, step in steps if getattr(step, field)]
            for number, value in said[1:]:
                if value != said[0][1]:
                    clean = False
                    first: Route = ("round", said[0][0], field)
                    message = f"One step to {word} has the {field} `{said[0][1]}`, another `{value}`."
                    yield review(message, ("round", number, field), [(first, said[0][1])], value)
        if clean and steps:
            yield passed(f"Every step to {word} starts at one seat and goes one way.", ("round", steps[0][0]))
    ways = [(number, step.direction) for number, step in enumerate(game.round) if step.direction]
    turned = next(((number, way) for number, way in ways if way != ways[0][1]), None)
    if turned is not None:
        start: Route = ("round", ways[0][0], "direction")
        message = f"Step {ways[0][0] + 1} goes {ways[0][1]}, step {turned[0] + 1} goes {turned[1]}."
        yield review(message, ("round", turned[0], "direction"), [(start, ways[0][1])], turned[1])


@check("terms-defined")
def terms_defined(game: Game) -> Verdicts:
    """A word of art that the text uses is in the document's glossary."""
    if game.terms_used is None:
        return
    known = {letters(term) for term, _ in game.glossary.items()} if game.glossary is not None else set()
    known |= {letters(hand) for hand, _ in game.hands.items()} if game.hands is not None else set()
    used = [term for term, _ in game.terms_used.items()]
    unknown = [term for term in used if letters(term) not in known]
    if unknown:
        also: list[tuple[Route, str]] = [(("terms-used", term), "") for term in unknown[1:]]
        message = f"The text uses words that it does not define: {', '.join(unknown)}."
        yield review(message, ("terms-used", unknown[0]), also)
    elif used:
        yield passed("The words of art that the text uses are defined.", ("terms-used",))


@check("rotation-words")
def rotation_words(game: Game) -> Verdicts:
    """One word for how the bank moves on, one unit for how long it is held."""
    rotation = game.bank.rotation
    if rotation is None:
        return
    route: Route = ("bank", "rotation")
    if rotation.at_most is not None and rotation.every is not None and rotation.at_most.number != rotation.every.number:
        message = f"The bank is held for at most {rotation.at_most} and passed on every {rotation.every}."
        yield failed(message, (*route, "every"), [((*route, "at-most"), str(rotation.at_most))])
        return
    open_points = []
    if rotation.verb is not None and rotation.verb != "rotates":
        open_points.append(
            f"the bank {rotation.verb}, and whether a holder must give it up is not settled by that word"
        )
    if rotation.intervening is None and rotation.if_nobody_takes_it is None:
        open_points.append("nothing says who holds it in between, or what happens when nobody takes it")
    if open_points:
        yield review(f"How the bank moves on is left open: {'; '.join(open_points)}.", route)
    else:
        yield passed("The bank moves on in one way, counted in one unit.", route)


@check("rotation-agrees", on_set=True)
def rotation_agrees(card: Card, cards: Shelf, fact: Where) -> Verdicts:
    """The rules of a game and the general terms that cover it use the same word for how the bank moves on."""
    here = card.facts.get(fact)
    if here is None:
        return
    route = read_route(fact)
    covering = [terms for terms in cards.covering(card) if fact in terms.facts]
    if not covering:
        yield not_applicable("No general terms that cover this game are in the set.")
    for terms in covering:
        there = terms.facts[fact]
        if there != here:
            yield review(f"Here the bank {here}; in {terms.title} ({terms.path}) it {there}.", route)
        else:
            yield passed(f"{terms.title} says the same of the bank: it {here}.", route)
