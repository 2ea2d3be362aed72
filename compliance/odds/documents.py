"""The odds of a whole document: its decks, pay tables, envy, jackpot and readings, as its `odds` block explains them.

Takes a document as it is read from its file, groups and lists of texts, so that a caller needs nothing but a YAML
reader. What the block leaves out is not guessed: the wager is not counted, and the report says what is missing.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from hashlib import sha256
from typing import Any, Final, NamedTuple

from compliance.documents.game import find_fewest_decks
from compliance.documents.values import Share, read_jokers, read_money, read_payout, read_percent
from compliance.odds.antes import StagedRaises, best_play_of, raise_names, staged_raises_of
from compliance.odds.best_play import BestPlay, count_best_play
from compliance.odds.budget import Effort
from compliance.odds.cards import COUNTINGS, NotCounted, Shoe
from compliance.odds.choices import choosing_draw, count_choice
from compliance.odds.conditions import CardRules, Condition, Look, Negation
from compliance.odds.counting import USUAL_EFFORT, count_again, count_each, count_walks
from compliance.odds.counts import count_once
from compliance.odds.deals import Counted, Deal
from compliance.odds.definitions import ALWAYS, Definitions
from compliance.odds.draw_tables import draws_of
from compliance.odds.entries import UNCLEAR, Tree, group, read, refuse_unknown_keys
from compliance.odds.wagers import EnvyOdds, Meter, Pay, Terms, Uncounted, WagerOdds, envy_of, pay_of, percent, rows_of
from compliance.odds.words import BadDefinition, is_yes, look, parse_count, ranks, span
from compliance.source.bounded_cache import BoundedCache

_OTHERS_WHERE_NOBODY_SAYS: Final = 6
_MOST_DECKS: Final = 100
# Where not each prize of several players is paid, what one of them adds is counted, and what more of them add is not.
_ENVY_NOT_ADDED: Final = {
    "highest pays": "only the highest of several prizes is paid, so players do not add up",
    "house chooses": "the house chooses which of several prizes are paid",
}


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


def odds_of(document: Tree, effort: Effort = USUAL_EFFORT, twice: bool = False) -> OddsReport:
    """The odds of every wager of a document; counted by a second method as well, if asked and where there is one."""
    block = document.get("odds")
    title = str(document.get("title", ""))
    if not isinstance(block, Mapping):
        why = "the document has no odds section, which says what its hands are"
        every = (_find_pot_wager(document, name) or Uncounted(name, why) for name in group(document, "wagers"))
        return OddsReport(title, uncounted=tuple(every))
    wagers: list[WagerOdds] = []
    uncounted: list[Uncounted] = []
    problems: list[tuple[tuple[str, ...], str]] = []
    variants = list(_variants(block))
    used: set[str] = set()
    for name, variant in variants:
        try:
            counting = _Counting(document, variant, name, effort.share_among(len(variants)), twice, used)
            for found in counting.count(only=_find_touched(block, name)):
                (uncounted if isinstance(found, Uncounted) else wagers).append(found)  # type: ignore[arg-type]
            unreadable = counting.unreadable
        except NotCounted as reason:
            uncounted += [Uncounted(wager, str(reason), name) for wager in group(document, "wagers")]
            continue
        except BadDefinition as problem:
            unreadable = [problem]
        at = ("odds", "other-readings", name, "changes") if name else ("odds",)
        problems += [((*at, *problem.at), str(problem)) for problem in unreadable]
    if not problems and all(left.declared for left in uncounted):
        problems += _find_unused_hands(block, used)
    return OddsReport(
        title,
        tuple(wagers),
        tuple(uncounted),
        tuple(_readings(block.get("readings"))),
        tuple(_readings(block.get("other-readings"))),
        tuple(dict.fromkeys(problems)),
    )


def _find_unused_hands(block: Tree, used: Collection[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Hands that are defined and that nothing names: a row may have been counted by another meaning of its name."""
    for name in group(block, "hands"):
        if name not in used:
            message = f"`{name}` is defined, and no row, wager or draw names it; name the row so, or leave it out"
            yield ("odds", "hands", name), message


def _find_pot_wager(document: Tree, wager: str) -> Uncounted | None:
    """That a wager is one of players against each other, for the pot; None where it is not."""
    pays = group(group(document, "wagers"), wager).get("pays")
    if group(document, "bank").get("by") != "pot" or pays is not None:
        return None
    return Uncounted(wager, "players play against each other for the pot: there is no edge to count", declared=True)


_REPORTS: Final[BoundedCache[OddsReport]] = BoundedCache(32)
# All that is counted from. Whoever types elsewhere in a document does not have it counted anew.
_COUNTED_FROM: Final = ("odds", "wagers", "tables", "deck", "table", "progressive", "envy", "bank")


def odds_counted_once(document: Tree) -> OddsReport:
    """The same, counted once for all who ask, as long as the document says the same of it."""
    told = {key: document[key] for key in _COUNTED_FROM if key in document}
    digest = sha256(repr(told).encode("utf-8", "surrogatepass")).digest()
    return _REPORTS.get(digest, partial(odds_of, told))._replace(title=str(document.get("title", "")))


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
            yield name, _merged({key: value for key, value in block.items() if key != "other-readings"}, changes)


def _find_touched(block: Tree, name: str) -> Sequence[str] | None:
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
    deal: Deal
    meter: Meter | None = None


class _Declared(NotCounted):
    """The document itself says why a wager is not counted."""


_BLOCK_KEYS: Final = (
    *("counting", "deal", "decks", "draws", "hands", "joker", "other-readings", "others", "poker", "readings"),
    *("source", "wagers", "without"),
)
_WAGER_KEYS: Final = (
    *(
        "best-play",
        "commission",
        "draws",
        "looks-at",
        "loses",
        "not-counted",
        "offered",
        "pays-are",
        "pushes",
        "source",
    ),
    *("stake", "wins"),
)
_CHOICES: Final = {"pays-are": ("to 1", "for 1"), "commission": ("waived",)}


def _refuse_what_nothing_reads(document: Tree, block: Tree) -> None:
    """Raise BadDefinition for keys that would be left out without a word."""
    refuse_unknown_keys(block, _BLOCK_KEYS)
    for key, known in (("poker", ("straight", "flush", "ace-low", "source")), ("wagers", group(document, "wagers"))):
        try:
            refuse_unknown_keys(group(block, key), known)
        except BadDefinition as problem:
            raise problem.move_below(key) from None
    for name, reading in group(block, "other-readings").items():
        try:
            if isinstance(reading, Mapping):
                refuse_unknown_keys(reading, ("says", "source", "for", "changes"))
            refuse_unknown_keys(dict.fromkeys(_find_touched(block, name) or ()), group(document, "wagers"))
        except BadDefinition as problem:
            raise BadDefinition(str(problem), "other-readings", name) from None
    for wager, how in group(block, "wagers").items():
        try:
            refuse_unknown_keys(how if isinstance(how, Mapping) else {}, _WAGER_KEYS)
            for key, words in _CHOICES.items():
                if isinstance(how, Mapping) and key in how and str(how[key]) not in words:
                    raise BadDefinition(f"`{how[key]}` cannot be read; expected {' or '.join(words)}", key)
        except BadDefinition as problem:
            raise problem.move_below("wagers", wager) from None


class _Counting:
    """One document under one reading."""

    def __init__(self, document: Tree, block: Tree, reading: str, effort: Effort, twice: bool, used: set[str]) -> None:
        self.document, self.block, self.reading = document, block, reading
        self.effort, self.twice = effort, twice
        self.unreadable: list[BadDefinition] = []
        _refuse_what_nothing_reads(document, block)
        self.hands = {name: parse_count(cards) for name, cards in group(block, "deal").items()}
        self.definitions = _definitions(document, block, self.hands, used)
        joker = str(block.get("joker", "bug"))
        counting = str(block.get("counting", "baccarat"))
        if joker not in ("bug", "wild") or counting not in COUNTINGS:
            raise BadDefinition("joker is bug or wild, and counting is baccarat, blackjack, pips or rank")
        self.rules = CardRules(joker, counting)  # type: ignore[arg-type]  # one of the words
        self.deal = Deal(self.hands, draws_of(block, group(document, "tables"), self.definitions))
        if choosing_draw(self.deal):
            raise BadDefinition("best play is that of one wager; write these draws beside it", "draws")

    def count(self, only: Sequence[str] | None) -> Iterator[WagerOdds | Uncounted]:
        tables: list[_Table] = []
        plays: list[tuple[str, BestPlay]] = []
        staged: list[tuple[_Table, StagedRaises]] = []
        hows = group(self.block, "wagers").values()
        parts = {name for how in hows if isinstance(how, Mapping) for name in raise_names(group(how, "best-play"))}
        for wager in group(self.document, "wagers"):
            if (only is None or wager in only) and wager not in parts:
                try:
                    how = group(group(group(self.block, "wagers"), wager), "best-play")
                    if "raises" in how:
                        staged += self._staged(wager, how)
                    elif how or "best-play" in group(group(self.block, "wagers"), wager):
                        plays.append((wager, self._best_play(wager)))
                    else:
                        tables += self._tables(wager)
                except NotCounted as reason:
                    yield Uncounted(wager, str(reason), self.reading, isinstance(reason, _Declared))
                except BadDefinition as problem:
                    # The other wagers can still be counted.
                    self.unreadable.append(problem)
                    yield Uncounted(wager, f"its definition cannot be read: {problem}", self.reading, True)
        with_raises: list[tuple[str, tuple[str, ...]]] = [(wager, (play.raise_wager,)) for wager, play in plays]
        with_raises += [(table.wager, raises.names) for table, raises in staged]
        for wager, names in with_raises:
            for name in names:
                if name in group(self.document, "wagers"):
                    yield Uncounted(name, f"it is counted with {wager}, of which it is a part", self.reading, True)
        chosen = [table for table in tables if choosing_draw(table.deal)]
        walked = [table for table in tables if table not in chosen]
        deals = {table.deal.draws: table.deal for table in walked}
        orders = {draws: _orders(one for one in walked if one.deal.draws == draws) for draws in deals}
        decks_allowed = self.decks()
        shoes = [self.shoe(decks) for decks in decks_allowed]
        walks = sum(count_walks(deal, orders[draws]) for draws, deal in deals.items()) + len(plays)
        walks += len(chosen) + len(staged)
        effort = self.effort.share_among(self.effort.counts * len(shoes) * walks)
        counts = {draws: self._count_each(shoes, deal, orders[draws], effort) for draws, deal in deals.items()}
        for number, (decks, shoe) in enumerate(zip(decks_allowed, shoes, strict=True)):
            for table in tables:
                yield (
                    self._choose(table, shoe, effort)
                    if table in chosen
                    else self._count_plain(table, decks, counts[table.deal.draws][number])
                )
            for wager, play in plays:
                yield self._count_played(wager, play, decks, effort)
            for table, raises in staged:
                yield self._count_raised(table, raises, shoe, effort)

    def _count_each(
        self, shoes: Sequence[Shoe], deal: Deal, tables: Sequence[tuple[Condition, ...]], effort: Effort
    ) -> list[dict[tuple[Condition, ...], Counted | NotCounted]]:
        def count() -> list[list[Counted | NotCounted]]:
            found = count_each(shoes, deal, tables, self.rules, effort)
            return [[counts[table] for table in tables] for counts in found]

        counts = count_once(count, effort, "each", shoes, deal, tables, self.rules)
        return [dict(zip(tables, one, strict=True)) for one in counts]

    def _staged(self, wager: str, how: Tree) -> Iterator[tuple[_Table, StagedRaises]]:
        """A wager that is raised by best play against its own pay table, under each of its tables."""
        try:
            if "draws" in group(group(self.block, "wagers"), wager):
                raise BadDefinition("draws beside raises are read by nothing")
            read_how = staged_raises_of(group(self.document, "wagers"), wager, how, self.hands)
        except BadDefinition as problem:
            raise problem.move_below("wagers", wager, "best-play") from None
        for table in self._tables(wager):
            yield table, read_how

    def _count_raised(self, table: _Table, how: StagedRaises, shoe: Shoe, effort: Effort) -> WagerOdds | Uncounted:
        try:
            deals = partial(how.count_deals, shoe, table.conditions, table.pays, self.rules, effort.new_budget())
            counted = count_once(deals, effort, how, shoe, table.conditions, table.pays, self.rules)
        except NotCounted as reason:
            return Uncounted(table.wager, f"{_decks(shoe.decks)}: {reason}", self.reading)
        rows = tuple(how.rows(counted, table.rows, table.pays))
        return WagerOdds(table.wager, shoe.decks, rows, table.name, self.reading, play=counted.play, method="best play")

    def _choose(self, table: _Table, shoe: Shoe, effort: Effort) -> WagerOdds | Uncounted:
        """A wager whose bettor draws or stands by best play."""
        nets = [pay.net for pay in table.pays]
        try:
            if any(pay.share for pay in table.pays):
                raise NotCounted("best play for a share of a jackpot goes by what is in it, and is not counted")
            choice = partial(count_choice, shoe, table.deal, table.conditions, nets, self.rules, effort.new_budget())
            counted, where = count_once(choice, effort, "choice", shoe, table.deal, table.conditions, nets, self.rules)
        except NotCounted as reason:
            return Uncounted(table.wager, f"{_decks(shoe.decks)}: {reason}", self.reading)
        rows = rows_of(table.rows, table.pays, counted)
        return WagerOdds(table.wager, shoe.decks, rows, table.name, self.reading, play=where, method=counted.method)

    def _count_played(self, wager: str, play: BestPlay, decks: int, effort: Effort) -> WagerOdds | Uncounted:
        try:
            shoe = self.shoe(decks)
            best = partial(count_best_play, shoe, play, self.rules, effort.new_budget())
            rows, where = count_once(best, effort, shoe, play, self.rules)
        except NotCounted as reason:
            return Uncounted(wager, f"{_decks(decks)}: {reason}", self.reading)
        return WagerOdds(wager, decks, rows, "", self.reading, play=where)

    def _best_play(self, wager: str) -> BestPlay:
        """Ante and raise, as the document tells them."""
        wagers = group(self.document, "wagers")
        how = group(group(self.block, "wagers"), wager)
        try:
            refuse_unknown_keys(how, ("best-play", "source"))
        except BadDefinition as problem:
            raise BadDefinition(
                f"`{problem.at[0]}` beside best-play is read by nothing; leave it out", "wagers", wager
            ) from None
        if any("commission" in group(wagers, name) for name in (wager, *raise_names(group(how, "best-play")))):
            raise NotCounted("a commission on wagers of best play is not counted")
        try:
            return best_play_of(wagers, wager, group(group(self.block, "wagers"), wager), self.definitions)
        except BadDefinition as problem:
            raise problem.move_below("wagers", wager, "best-play") from None

    def _count_plain(
        self, table: _Table, decks: int, counts: Mapping[tuple[Condition, ...], Counted | NotCounted]
    ) -> WagerOdds | Uncounted:
        order, places = _best_first(table)
        counted = counts[table.conditions]
        if isinstance(counted, NotCounted):
            return Uncounted(table.wager, f"{_decks(decks)}: {counted}", self.reading)
        if table.rows[0] == _NOT_OFFERED:
            if not sum(counted.rows[1:]) + counted.rest:
                return Uncounted(table.wager, f"{_decks(decks)}: it is never offered", self.reading)
            rows = rows_of(table.rows[1:], table.pays[1:], counted._replace(rows=counted.rows[1:]))
        else:
            rows = rows_of(table.rows, table.pays, counted)
        odds = WagerOdds(table.wager, decks, rows, table.name, self.reading, meter=table.meter)
        notes = tuple(_order_notes(table, counted, counts[order], places))
        try:
            envy, uncounted_envy = self._envy(table, odds)
        except NotCounted as reason:
            envy, uncounted_envy = None, str(reason)
        again = None
        if self.twice:
            again = count_again(self.shoe(decks), table.deal, table.conditions, self.rules, self.effort, counted)
        best = _restore_order(counts[order], places)[table.rows[0] == _NOT_OFFERED :]
        odds = replace(odds, envy=envy, uncounted_envy=uncounted_envy, notes=notes, best_first=best)
        return replace(odds, method=counted.method, second_method=again)

    def decks(self) -> list[int]:
        deck = group(self.document, "deck")
        written = self.block.get("decks", deck.get("decks"))
        if written is None and str(deck.get("cards")) in ("52", "53", "54"):
            written = "1"
        if not written or written == UNCLEAR:
            raise NotCounted("how many decks there are is not stated; say so under deck / decks")
        if isinstance(written, str) and find_fewest_decks(written) is not None:
            raise NotCounted("no most number of decks is stated; say under odds / decks for how many to count")
        parts = written if isinstance(written, list) else re.split(r",| or | and ", str(written))
        found: list[int] = []
        for part in parts:
            low, high, _ = span(part)
            if high is None or high - low >= _MOST_DECKS or low < 1:
                raise BadDefinition(f"`{part}` is no number of decks; expected one such as 6, or 1-8")
            found += range(low, high + 1)
        return found

    def shoe(self, decks: int) -> Shoe:
        jokers = self._jokers(decks)
        removed = ranks(str(self.block["without"])) if "without" in self.block else frozenset()
        every = tuple(rank for rank in range(13) if rank not in removed)
        self._require_cards_of_deck(len(every), jokers // decks)
        if jokers and "joker" not in self.block:
            raise BadDefinition("nothing says what a joker is; write joker: bug or joker: wild under odds")
        return Shoe(decks, every, 4, jokers, self.rules.joker)

    def _require_cards_of_deck(self, ranks_left: int, jokers: int) -> None:
        """Raise NotCounted where the document says that a deck has other cards than those that are counted."""
        written = group(self.document, "deck").get("cards")
        naturals = 4 * ranks_left
        full = ("52", "53", "54") if "without" in self.block else ()
        if written is None or str(written) in (UNCLEAR, str(naturals), str(naturals + jokers), *full):
            return
        raise NotCounted(
            f"deck / cards says {written}, and {naturals} are counted, with {jokers} jokers; write jokers under deck, "
            "and ranks that the deck lacks as without: tens"
        )

    def _jokers(self, decks: int) -> int:
        written = group(self.document, "deck").get("jokers", "0")
        if not written or written == UNCLEAR:
            raise NotCounted("how many jokers there are is unclear in the document")
        jokers = read(read_jokers, written, "deck / jokers")
        if jokers.each is None and jokers.number and decks > 1:
            raise NotCounted(
                f"whether `{written}` under deck / jokers is in each deck or in all is not said; "
                f"write {jokers.number} per deck, or {jokers.number} in all"
            )
        return jokers.number * (decks if jokers.each else 1)

    def _tables(self, wager: str) -> Iterator[_Table]:
        how = group(self.block, "wagers").get(wager)
        if (among := _find_pot_wager(self.document, wager)) is not None and how is None:
            raise _Declared(among.reason)
        if not isinstance(how, Mapping):
            raise NotCounted("nothing says which cards it looks at; say so in the block of its odds")
        if "not-counted" in how:
            raise _Declared(str(how["not-counted"]))
        entries = group(group(self.document, "wagers"), wager)
        try:
            on = look(how["looks-at"], self.hands) if "looks-at" in how else self.definitions.default_look()
        except BadDefinition as problem:
            raise problem.move_below("wagers", wager, "looks-at") from None
        progressive = group(self.document, "progressive")
        jackpot = progressive if progressive.get("wager") == wager else None
        pays = (jackpot or entries).get("pays", entries.get("pays"))
        terms = self._terms(entries, how)
        meter = _meter(jackpot) if jackpot else None
        deal = self._deal(wager, how)
        for name, table in _pay_tables(pays):
            yield self._table(wager, name, table, how, on, terms, meter, deal)

    def _deal(self, wager: str, how: Tree) -> Deal:
        """The deal as a wager is counted: with draws of its own, where it has them."""
        if "draws" not in how:
            return self.deal
        try:
            deal = Deal(self.hands, draws_of(how, group(self.document, "tables"), self.definitions))
        except BadDefinition as problem:
            raise problem.move_below("wagers", wager) from None
        choosing_draw(deal)
        return deal

    def _table(
        self,
        wager: str,
        name: str,
        table: Tree,
        how: Tree,
        on: Look,
        terms: Terms,
        meter: Meter | None,
        deal: Deal,
    ) -> _Table:
        rows: list[tuple[str, Condition, Pay]] = []
        if "wins" in how and _ONLY not in table:
            why = "`wins` is for a wager that pays one amount, and this one has a table of hands; define its hands"
            raise BadDefinition(why, "wagers", wager, "wins")
        if "offered" in how:
            offered = self._read(wager, "offered", how, on)
            rows.append((_NOT_OFFERED, Negation(offered), Pay(Fraction(0), words=_NOT_OFFERED)))
        for word, net in (("loses", Fraction(-1)), ("pushes", Fraction(0))):
            if word in how:
                rows.append((word, self._read(wager, word, how, on), Pay(net, words=word)))
        for hand, payout in table.items():
            if hand == "source":
                continue
            if hand == _ONLY:
                condition = self._read(wager, "wins", how, on) if "wins" in how else None
                hand = "wins"
            else:
                rest = hand in _REST and hand not in self.definitions.hands
                condition = ALWAYS if rest else self.definitions.condition(hand, on)
            if condition is None:
                raise NotCounted("nothing says when it wins; say so in the block of its odds as wins")
            rows.append((hand, condition, _pay(hand, payout, terms)))
            if named := _find_other_jackpot(self.document, payout):
                raise NotCounted(
                    f"{hand} pays a share of the {named} jackpot; several jackpots are not counted together"
                )
            if rows[-1][2].share and meter is None:
                raise NotCounted(
                    f"{hand} pays a share of a jackpot; say under progressive whose wager it is, and its seed"
                )
        if not rows:
            raise NotCounted("its pay table has no rows")
        names, conditions, pays = zip(*rows, strict=True)
        return _Table(wager, name, names, conditions, pays, deal, meter)

    def _read(self, wager: str, key: str, how: Tree, on: Look) -> Condition:
        try:
            return self.definitions.read(how[key], on)
        except BadDefinition as problem:
            raise problem if problem.at[:1] == ("hands",) else problem.move_below("wagers", wager, key) from None

    def _terms(self, entries: Tree, how: Tree) -> Terms:
        stake = how.get("stake", entries.get("minimum"))
        stake = None if stake is None else Fraction(read(read_money, stake, "the stake"))
        if stake == 0:
            raise NotCounted("the stake is $0; write what is wagered as stake: $1")
        commission = entries.get("commission", "0%")
        if entries.get("commission-on") == "every wager":
            raise NotCounted("its commission is taken of every wager, won or lost, which is not counted")
        return Terms(
            stake,
            read(read_percent, commission, "the commission") if how.get("commission", "") != "waived" else Fraction(0),
            str(how.get("pays-are", "to 1")) == "for 1",
        )

    def _envy(self, table: _Table, odds: WagerOdds) -> tuple[EnvyOdds | None, str]:
        """What envy adds to a wager, and why it is not counted for more players than that."""
        envy = group(self.document, "envy")
        qualifies = group(envy, "qualifies")
        if qualifies.get("wager") != table.wager or not isinstance(envy.get("pays"), Mapping):
            return None, ""
        prizes = envy["pays"].get(table.name, envy["pays"])
        amounts = {
            hand: Fraction(read(read_money, prize, f"envy for {hand}"))
            for hand, prize in prizes.items()
            if hand != "source"
        }
        stake = Fraction(read(read_money, qualifies.get("at-least", "$1"), "the wager that qualifies"))
        players = self._count_others()
        limit = _ENVY_NOT_ADDED.get(str(envy.get("several-at-once")), "") if players > 1 else ""
        return envy_of(odds.rows, amounts, stake, range((1 if limit else players) + 1)), limit

    def _count_others(self) -> int:
        table = group(self.document, "table")
        if "others" in self.block:
            return parse_count(self.block["others"])
        if "players" not in table:
            return _OTHERS_WHERE_NOBODY_SAYS
        bank = 1 if table.get("players-include-bank") == "yes" else 0
        return max(0, parse_count(table["players"]) - bank - 1)


def _decks(decks: int) -> str:
    return "1 deck" if decks == 1 else f"{decks} decks"


_NOT_OFFERED: Final = "not offered"
_ONLY: Final = "the wager"
_REST: Final = ("other", "all-other", "any-other-hand", "everything-else")


def _definitions(document: Tree, block: Tree, hands: Mapping[str, int], used: set[str]) -> Definitions:
    poker = group(block, "poker")
    jokers = str(group(document, "deck").get("jokers", "0")).split(" ")[0]
    drawers = [block, *(how for how in group(block, "wagers").values() if isinstance(how, Mapping))]
    draws = [draw for how in drawers for draw in _list_draws(how)]
    return Definitions(
        group(block, "hands"),
        hands,
        parse_count(poker["straight"]) if "straight" in poker else None,
        parse_count(poker["flush"]) if "flush" in poker else None,
        is_yes(poker.get("ace-low", "yes")),
        counted=bool(block.get("counting")),
        wild=str(block.get("joker")) == "wild" and jokers not in ("0", "none", "no", "zero"),
        drawing=frozenset(str(draw.get("hand")) for draw in draws if isinstance(draw, Mapping)),
        used=used,
    )


def _list_draws(how: Tree) -> list[Any]:
    written = how.get("draws")
    return written if isinstance(written, list) else []


def _pay_tables(pays: object) -> Iterator[tuple[str, Tree]]:
    """The pay tables of a wager by name; odds alone are a table of one row."""
    if isinstance(pays, Mapping):
        if any(isinstance(value, Mapping) for value in pays.values()):
            alone = [name for name, table in pays.items() if not isinstance(table, Mapping) and name != "source"]
            if alone:
                raise NotCounted(f"{alone[0]} stands beside pay tables, and in none of them")
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


def _find_other_jackpot(document: Tree, payout: object) -> str:
    """The jackpot that a payout is a share of by its name, where that is not the one progressive of the game."""
    own = str(group(document, "progressive").get("name") or "")
    share = read(read_payout, payout, "the payout")
    return share.jackpot if isinstance(share, Share) and share.jackpot.lower() != own.lower() else ""


def _meter(progressive: Tree) -> Meter:
    return Meter(
        Fraction(read(read_money, progressive.get("seed", "$0"), "the seed")),
        read(read_percent, progressive.get("contribution", "0%"), "the contribution"),
    )


def _orders(tables: Iterable[_Table]) -> list[tuple[Condition, ...]]:
    """The rows of tables as printed, and with the best paid first."""
    tables = list(tables)
    return list(dict.fromkeys([*(one.conditions for one in tables), *(_best_first(one)[0] for one in tables)]))


def _best_first(table: _Table) -> tuple[tuple[Condition, ...], tuple[int, ...]]:
    """The rows with the best pay first, rows that lose or push before all, and their places in the printed order."""
    first = [place for place, name in enumerate(table.rows) if name in (_NOT_OFFERED, "loses", "pushes")]
    rest = [place for place in range(len(table.rows)) if place not in first]
    rest.sort(key=lambda place: (-table.pays[place].share, -table.pays[place].net))
    places = (*first, *rest)
    return tuple(table.conditions[place] for place in places), places


def _restore_order(best: Counted | NotCounted, places: Sequence[int]) -> tuple[int, ...]:
    if isinstance(best, NotCounted):
        return ()
    return tuple(count for _, count in sorted(zip(places, best.rows, strict=True)))


def _order_notes(table: _Table, printed: Counted, best: Counted | NotCounted, places: Sequence[int]) -> Iterator[str]:
    """Where the order of rows matters: hands that fit several of them."""
    if isinstance(best, NotCounted):
        return
    if _restore_order(best, places) != printed.rows:
        nets = [table.pays[place].net for place in places]
        paid = sum((net * count for net, count in zip(nets, best.rows, strict=True)), Fraction(-best.rest))
        offered = best.total - (printed.rows[0] if table.rows[0] == _NOT_OFFERED else 0)
        if offered:
            edge = percent(-paid / offered)
            yield f"read so that the best paid row takes a hand, the house edge is {edge}"
    for count, place in zip(best.rows, places, strict=True):
        if count != printed.rows[place]:
            yield (
                f"{table.rows[place]} takes {printed.rows[place]:,} hands in the printed order of rows "
                f"and {count:,} with the best paid row first"
            )
