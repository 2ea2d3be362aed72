"""The odds of a whole document: its decks, pay tables, envy, jackpot and readings, as its `odds` block explains them.

Takes a document as it is read from its file, groups and lists of texts, so that a caller needs nothing but a YAML
reader. What the block leaves out is not guessed: the wager is not counted, and the report says what is missing.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.documents.values import read_money, read_payout, read_percent
from compliance.odds.budget import MOST_STEPS_OF_A_DOCUMENT, Budget
from compliance.odds.cards import COUNTINGS, NotCounted, Shoe
from compliance.odds.conditions import Condition, Look, Not, Rules
from compliance.odds.deals import Counted, Deal
from compliance.odds.definitions import ALWAYS, Definitions
from compliance.odds.draw_tables import draws_of
from compliance.odds.entries import UNCLEAR, Tree, group, read
from compliance.odds.memory import MEMORY, Found
from compliance.odds.wagers import EnvyOdds, Meter, Pay, Terms, Uncounted, WagerOdds, envy_of, pay_of, rows_of
from compliance.odds.words import BadDefinition, how_many, look, ranks, span

if TYPE_CHECKING:
    from compliance.odds.best_play import BestPlay

_OTHERS_WHERE_NOBODY_SAYS: Final = 6
_MOST_DECKS: Final = 100


class ReadAs(NamedTuple):
    """Something that the text leaves open, and how it was read."""

    name: str
    says: str
    at: str = ""


class OddsReport(NamedTuple):
    """All that was counted for a document, what was not, and how the text was read."""

    title: str
    wagers: tuple[WagerOdds, ...] = ()
    uncounted: tuple[Uncounted, ...] = ()
    readings: tuple[ReadAs, ...] = ()
    other_readings: tuple[ReadAs, ...] = ()
    problems: tuple[tuple[tuple[str, ...], str], ...] = ()


def odds_of(document: Tree) -> OddsReport:
    """The odds of every wager of a document."""
    block = document.get("odds")
    title = str(document.get("title", ""))
    if not isinstance(block, Mapping):
        why = "the document has no odds block, which says what its hands are (docs/odds.md)"
        every = tuple(Uncounted(name, why) for name in group(document, "wagers"))
        return OddsReport(title, uncounted=every)
    wagers: list[WagerOdds] = []
    uncounted: list[Uncounted] = []
    problems = []
    whole = Budget(MOST_STEPS_OF_A_DOCUMENT)
    for name, variant in _variants(block):
        try:
            for found in _Counting(document, variant, name, whole).count(only=_touched(block, name)):
                (uncounted if isinstance(found, Uncounted) else wagers).append(found)  # type: ignore[arg-type]
        except NotCounted as reason:
            uncounted += [Uncounted(wager, str(reason), name) for wager in group(document, "wagers")]
        except BadDefinition as problem:
            at = ("odds", "other-readings", name, "changes") if name else ("odds",)
            problems.append(((*at, *problem.at), str(problem)))
    return OddsReport(
        title,
        tuple(wagers),
        tuple(uncounted),
        tuple(_readings(block.get("readings"))),
        tuple(_readings(block.get("other-readings"))),
        tuple(problems),
    )


_COUNTED: Final[dict[bytes, OddsReport]] = {}
_MOST_COUNTED: Final = 32
# All that is counted from. Whoever types elsewhere in a document does not have it counted anew.
_COUNTED_FROM: Final = ("odds", "wagers", "tables", "deck", "table", "progressive", "envy")


def odds_counted_once(document: Tree) -> OddsReport:
    """The same, counted once for all who ask, as long as the document says the same of it."""
    told = {key: document[key] for key in _COUNTED_FROM if key in document}
    digest = sha256(repr(told).encode("utf-8", "surrogatepass")).digest()
    found = _COUNTED.pop(digest, None) or odds_of(told)
    # What was asked for last goes last.
    _COUNTED[digest] = found
    if len(_COUNTED) > _MOST_COUNTED:
        del _COUNTED[next(iter(_COUNTED))]
    return found._replace(title=str(document.get("title", "")))


def _readings(written: object) -> Iterator[ReadAs]:
    for name, value in written.items() if isinstance(written, Mapping) else ():
        entries = value if isinstance(value, Mapping) else {"says": value}
        lines = entries.get("source", "")
        at = ", ".join(map(str, lines)) if isinstance(lines, list) else str(lines)
        yield ReadAs(name, str(entries.get("says", "")), at)


def _variants(block: Tree) -> Iterator[tuple[str, Tree]]:
    """The block as it stands, and once more for every other reading."""
    yield "", block
    for name, value in group(block, "other-readings").items():
        changes = value.get("changes") if isinstance(value, Mapping) else None
        if isinstance(changes, Mapping):
            yield name, _merged(block, changes)


def _touched(block: Tree, name: str) -> Sequence[str] | None:
    """The wagers for which another reading matters; None for all."""
    wagers = group(group(block, "other-readings"), name).get("for") if name else None
    return wagers if isinstance(wagers, list) else [str(wagers)] if wagers else None


def _merged(block: Tree, changes: Tree) -> dict[str, Any]:
    """The block with other hands, wagers or draws: each entry that is named is replaced whole."""
    merged = dict(block)
    for key, value in changes.items():
        both = isinstance(value, Mapping) and isinstance(merged.get(key), Mapping)
        merged[key] = {**merged[key], **value} if both else value
    return merged


class _Table(NamedTuple):
    """A pay table of a wager, ready to be counted."""

    wager: str
    name: str
    rows: tuple[str, ...]
    conditions: tuple[Condition, ...]
    pays: tuple[Pay, ...]
    meter: Meter | None = None


class _Declared(NotCounted):
    """The document itself says why a wager is not counted."""


class _Counting:
    """One document under one reading."""

    def __init__(self, document: Tree, block: Tree, reading: str, whole: Budget) -> None:
        self.document, self.block, self.reading, self.whole = document, block, reading, whole
        self.hands = {name: how_many(cards) for name, cards in group(block, "deal").items()}
        self.definitions = _definitions(block, self.hands)
        joker = str(block.get("joker", "bug"))
        counting = str(block.get("counting", "baccarat"))
        if joker not in ("bug", "wild") or counting not in COUNTINGS:
            raise BadDefinition("joker is bug or wild, and counting is baccarat, blackjack, pips or rank")
        self.rules = Rules(joker, counting)  # type: ignore[arg-type]  # one of the words
        self.deal = Deal(self.hands, draws_of(block, group(document, "tables"), self.definitions))

    def count(self, only: Sequence[str] | None) -> Iterator[WagerOdds | Uncounted]:
        tables: list[_Table] = []
        plays: list[tuple[str, BestPlay]] = []
        hows = group(self.block, "wagers").values()
        raises = {str(group(how, "best-play").get("raise")) for how in hows if isinstance(how, Mapping)}
        for wager in group(self.document, "wagers"):
            if (only is None or wager in only) and wager not in raises:
                try:
                    if "best-play" in group(group(self.block, "wagers"), wager):
                        plays.append((wager, self._best_play(wager)))
                    else:
                        tables += self._tables(wager)
                except NotCounted as reason:
                    yield Uncounted(wager, str(reason), self.reading, isinstance(reason, _Declared))
        for wager, play in plays:
            if play.raise_wager in group(self.document, "wagers"):
                yield Uncounted(
                    play.raise_wager, f"it is counted with {wager}, of which it is a part", self.reading, True
                )
        decks_allowed = self.decks()
        orders = list(dict.fromkeys([*(one.conditions for one in tables), *(_best_first(one)[0] for one in tables)]))
        shoes = [self.shoe(decks) for decks in decks_allowed]
        counts = MEMORY.counted(shoes, self.deal, orders, self.rules, self.whole)
        for decks, found in zip(decks_allowed, counts, strict=True):
            yield from self._counted(tables, decks, found)
            for wager, play in plays:
                yield self._played(wager, play, decks)

    def _played(self, wager: str, play: "BestPlay", decks: int) -> WagerOdds | Uncounted:
        from compliance.odds.best_play import count_best_play

        try:
            rows, where = count_best_play(self.shoe(decks), play, self.rules, Budget(whole=self.whole))
        except NotCounted as reason:
            return Uncounted(wager, f"{_decks(decks)}: {reason}", self.reading)
        return WagerOdds(wager, decks, rows, "", self.reading, play=where)

    def _best_play(self, wager: str) -> "BestPlay":
        """Ante and raise, as the document tells them."""
        from compliance.odds.antes import best_play_of

        wagers = group(self.document, "wagers")
        try:
            return best_play_of(wagers, wager, group(group(self.block, "wagers"), wager), self.definitions)
        except BadDefinition as problem:
            raise problem.within("wagers", wager, "best-play") from None

    def _counted(self, tables: Sequence[_Table], decks: int, counts: Found) -> Iterator[WagerOdds | Uncounted]:
        for table in tables:
            order, places = _best_first(table)
            counted = counts[table.conditions]
            if isinstance(counted, NotCounted):
                yield Uncounted(table.wager, f"{_decks(decks)}: {counted}", self.reading)
                continue
            if table.rows[0] == _NOT_OFFERED:
                if not sum(counted.rows[1:]) + counted.rest:
                    yield Uncounted(table.wager, f"{_decks(decks)}: it is never offered", self.reading)
                    continue
                rows = rows_of(table.rows[1:], table.pays[1:], Counted(counted.rows[1:], counted.rest))
            else:
                rows = rows_of(table.rows, table.pays, counted)
            odds = WagerOdds(table.wager, decks, rows, table.name, self.reading, meter=table.meter)
            notes = tuple(_order_notes(table, counted, counts[order], places))
            try:
                envy = self._envy(table, odds)
            except NotCounted as reason:
                envy, notes = None, (*notes, f"envy is not counted: {reason}")
            best = _in_printed_order(counts[order], places)[table.rows[0] == _NOT_OFFERED :]
            yield WagerOdds(
                table.wager, decks, rows, table.name, self.reading, envy, table.meter, notes, best_first=best
            )

    def decks(self) -> list[int]:
        deck = group(self.document, "deck")
        written = self.block.get("decks", deck.get("decks"))
        if written is None and str(deck.get("cards")) in ("52", "53", "54"):
            written = "1"
        if not written or written == UNCLEAR:
            raise NotCounted("how many decks there are is not stated; say so under deck / decks")
        parts = written if isinstance(written, list) else str(written).split(",")
        found: list[int] = []
        for part in parts:
            low, high = span(part)
            if high is None or high - low >= _MOST_DECKS or low < 1:
                raise BadDefinition(f"`{part}` is no number of decks; expected one such as 6, or 1-8")
            found += range(low, high + 1)
        return found

    def shoe(self, decks: int) -> Shoe:
        written = group(self.document, "deck").get("jokers", "0")
        if not written or written == UNCLEAR:
            raise NotCounted("how many jokers there are is unclear in the document")
        jokers = how_many(written) * decks
        removed = ranks(str(self.block["without"])) if "without" in self.block else frozenset()
        every = tuple(rank for rank in range(13) if rank not in removed)
        return Shoe(decks, every, 4, jokers, self.rules.joker)

    def _tables(self, wager: str) -> Iterator[_Table]:
        how = group(self.block, "wagers").get(wager)
        if not isinstance(how, Mapping):
            raise NotCounted("nothing says which cards it looks at; say so in the block of its odds")
        if "not-counted" in how:
            raise _Declared(str(how["not-counted"]))
        entries = group(group(self.document, "wagers"), wager)
        on = look(how.get("looks-at", " + ".join(self.hands)), self.hands)
        progressive = group(self.document, "progressive")
        jackpot = progressive if progressive.get("wager") == wager else None
        pays = (jackpot or entries).get("pays", entries.get("pays"))
        terms = self._terms(entries, how)
        meter = _meter(jackpot) if jackpot else None
        for name, table in _pay_tables(pays):
            yield self._table(wager, name, table, how, on, terms, meter)

    def _table(
        self, wager: str, name: str, table: Tree, how: Tree, on: Look, terms: Terms, meter: Meter | None
    ) -> _Table:
        rows: list[tuple[str, Condition, Pay]] = []
        if "offered" in how:
            offered = self.definitions.read(how["offered"], on)
            rows.append((_NOT_OFFERED, Not(offered), Pay(Fraction(0), words=_NOT_OFFERED)))
        for word, net in (("loses", Fraction(-1)), ("pushes", Fraction(0))):
            if word in how:
                rows.append((word, self.definitions.read(how[word], on), Pay(net, words=word)))
        for hand, payout in table.items():
            if hand == "source":
                continue
            if hand == _ONLY:
                condition = self.definitions.read(how["wins"], on) if "wins" in how else None
                hand = "wins"
            else:
                condition = ALWAYS if hand in _REST else self.definitions.condition(hand, on)
            if condition is None:
                raise NotCounted("nothing says when it wins; say so in the block of its odds as wins")
            rows.append((hand, condition, _pay(hand, payout, terms)))
        if not rows:
            raise NotCounted("its pay table has no rows")
        names, conditions, pays = zip(*rows, strict=True)
        return _Table(wager, name, names, conditions, pays, meter)

    def _terms(self, entries: Tree, how: Tree) -> Terms:
        stake = how.get("stake", entries.get("minimum", "$1"))
        commission = entries.get("commission", "0%")
        if entries.get("commission-on") == "every wager":
            raise NotCounted("its commission is taken of every wager, won or lost, which is not counted")
        return Terms(
            Fraction(read(read_money, stake, "the stake")),
            read(read_percent, commission, "the commission") if how.get("commission", "") != "waived" else Fraction(0),
            str(how.get("pays-are", "to 1")) == "for 1",
        )

    def _envy(self, table: _Table, odds: WagerOdds) -> EnvyOdds | None:
        envy = group(self.document, "envy")
        qualifies = group(envy, "qualifies")
        if qualifies.get("wager") != table.wager or not isinstance(envy.get("pays"), Mapping):
            return None
        if envy.get("several-at-once") == "highest pays":
            raise NotCounted("only the highest of several prizes is paid, so players do not add up")
        prizes = envy["pays"].get(table.name, envy["pays"])
        amounts = {
            hand: Fraction(read(read_money, prize, f"envy for {hand}"))
            for hand, prize in prizes.items()
            if hand != "source"
        }
        stake = Fraction(read(read_money, qualifies.get("at-least", "$1"), "the wager that qualifies"))
        return envy_of(odds.rows, amounts, stake, range(self._most_others() + 1))

    def _most_others(self) -> int:
        table = group(self.document, "table")
        if "others" in self.block:
            return how_many(self.block["others"])
        if "players" not in table:
            return _OTHERS_WHERE_NOBODY_SAYS
        bank = 1 if table.get("players-include-bank") == "yes" else 0
        return max(0, how_many(table["players"]) - bank - 1)


def _decks(decks: int) -> str:
    return "1 deck" if decks == 1 else f"{decks} decks"


_NOT_OFFERED: Final = "not offered"
_ONLY: Final = "the wager"
_REST: Final = ("other", "all-other", "any-other-hand", "everything-else")


def _definitions(block: Tree, hands: Mapping[str, int]) -> Definitions:
    poker = group(block, "poker")
    return Definitions(
        group(block, "hands"),
        hands,
        how_many(poker["straight"]) if "straight" in poker else None,
        how_many(poker["flush"]) if "flush" in poker else None,
        str(poker.get("ace-low", "yes")) in ("yes", "true"),
        counted=bool(block.get("counting")),
    )


def _pay_tables(pays: object) -> Iterator[tuple[str, Tree]]:
    """The pay tables of a wager by name; odds alone are a table of one row."""
    if isinstance(pays, Mapping):
        if any(isinstance(value, Mapping) for value in pays.values()):
            yield from ((name, table) for name, table in pays.items() if isinstance(table, Mapping))
        else:
            yield "", pays
    elif pays is None:
        raise NotCounted("what it pays is not stated")
    else:
        yield "", {_ONLY: pays}


def _pay(hand: str, payout: object, terms: Terms) -> Pay:
    if payout == UNCLEAR:
        raise NotCounted(f"what {hand} pays is unclear in the document")
    return pay_of(read(read_payout, payout, f"what {hand} pays"), terms)


def _meter(progressive: Tree) -> Meter:
    return Meter(
        Fraction(read(read_money, progressive.get("seed", "$0"), "the seed")),
        read(read_percent, progressive.get("contribution", "0%"), "the contribution"),
    )


def _best_first(table: _Table) -> tuple[tuple[Condition, ...], tuple[int, ...]]:
    """The rows with the best pay first, rows that lose or push before all, and their places in the printed order."""
    first = [place for place, name in enumerate(table.rows) if name in (_NOT_OFFERED, "loses", "pushes")]
    rest = [place for place in range(len(table.rows)) if place not in first]
    rest.sort(key=lambda place: (-table.pays[place].share, -table.pays[place].net))
    places = (*first, *rest)
    return tuple(table.conditions[place] for place in places), places


def _in_printed_order(best: Counted | NotCounted, places: Sequence[int]) -> tuple[int, ...]:
    if isinstance(best, NotCounted):
        return ()
    return tuple(count for _, count in sorted(zip(places, best.rows, strict=True)))


def _order_notes(table: _Table, printed: Counted, best: Counted | NotCounted, places: Sequence[int]) -> Iterator[str]:
    """Where the order of rows matters: hands that fit several of them."""
    if isinstance(best, NotCounted):
        return
    for count, place in zip(best.rows, places, strict=True):
        if count != printed.rows[place]:
            yield (
                f"{table.rows[place]} takes {printed.rows[place]:,} hands in the printed order of rows "
                f"and {count:,} with the best paid row first"
            )
