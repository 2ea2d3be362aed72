"""The rules of play of one game."""

import re
from collections.abc import Iterator
from typing import Any, ClassVar, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, model_validator

from compliance.documents.bank import Bank
from compliance.documents.blocks import Block, Document, NamedEntries
from compliance.documents.citations import DASH
from compliance.documents.fields import (
    ConditionsText,
    Count,
    FeeText,
    JokersText,
    Lines,
    Money,
    MoneyBandText,
    Name,
    Percent,
    Said,
    StakesText,
    TurnsText,
    UnqualifiedText,
    Words,
    YesNo,
)
from compliance.documents.kinds import Payer, Posting, WaiverCondition
from compliance.documents.values import NOT_DEFINED, NUMBER_WORDS, Unreadable, read_count, refuse
from compliance.documents.wagers import Aggregate, Envy, HouseJackpot, PlayerJackpot, Progressive, Wager
from compliance.source.routes import Route

_MOST_DECKS = 100
_MOST_SEVERAL = 8
_ANOTHER_WAY = "another way"
# What a game may have several of, and the key under which several stand.
SEVERAL = {"envy": "envies", "progressive": "progressives", "aggregate": "aggregates"}


_COUNTS: Final = re.compile(rf"(?:from )?([a-z0-9]+) ?(?:{DASH}| to | through ) ?([a-z0-9]+)")
_COUNT: Final = rf"[0-9]{{1,3}}|{'|'.join(NUMBER_WORDS)}"
NO_MOST_DECKS: Final = re.compile(
    rf"(?:single or (?:plural|multiple|several)|one or several|(?:at least )?({_COUNT}) ?(?:or more|\+)|"
    rf"at least ({_COUNT}))(?: decks)?"
)
_BETWEEN: Final = re.compile(r",(?: or | and )?| or | and ")


def _split_words(text: str) -> list[str]:
    """The parts of a list in words: `6, 8 or 10`, `shoe or shuffler`."""
    return [part.strip() for part in _BETWEEN.split(" ".join(text.split()))]


def _list_counts(text: str) -> list[str]:
    """Every number of decks that a range or a list in words names."""
    expected = "a number, a range or a list, such as 6, 6-8 or [6, 8]"
    try:
        if ends := _COUNTS.fullmatch(" ".join(text.lower().split())):
            least, most = read_count(ends[1]), read_count(ends[2])
            if least > most:
                raise Unreadable(f"`{text}` cannot be read; expected the smaller number first", key="decks")
            if most - least < _MOST_DECKS:
                return [str(count) for count in range(least, most + 1)]
        return [str(read_count(part)) for part in _split_words(text)]
    except Unreadable as why:
        raise (why if why.key else Unreadable(str(refuse(text, expected)), key="decks")) from None


def find_fewest_decks(text: str) -> str | None:
    """The fewest decks of a number without a bound: `2 or more`, `3+`, `single or plural`; None for other numbers."""
    found = NO_MOST_DECKS.fullmatch(" ".join(text.lower().split()))
    return None if found is None else str(read_count(found[1] or found[2])) if found[1] or found[2] else "1"


class Deck(Block):
    """What the game is dealt from."""

    cards: Count | None = None
    jokers: JokersText | None = None
    joker_is: Words | None = None
    each_player: Count | None = None
    community: Count | None = None
    left_over: Count | None = None
    tiles: Count | None = None
    dice: Count | None = None
    decks: list[Count] | None = None
    fewest_decks: Count | None = None
    removed: Words | None = None
    special: Words | None = None
    kind: Literal["standard cards", "electronic facsimile", "tiles", "other"] | None = None
    dealt_from: list[Literal["shoe", "shuffler", "hand"]] | None = None
    preshuffled: YesNo | None = None
    house_logo: YesNo | None = None

    def min_jokers(self, decks: int) -> int:
        """How many jokers there are in so many decks at least: in all, where it is not said that each deck has them."""
        counted = self.joker_count(decks)
        return counted if counted is not None else self.jokers.number if self.jokers is not None else 0

    def joker_count(self, decks: int) -> int | None:
        """How many jokers there are in so many decks; None where it is not said whether they are counted per deck."""
        if self.jokers is None or self.jokers.each is None:
            return self.jokers.number if self.jokers is not None and decks == 1 else 0 if self.jokers is None else None
        return self.jokers.number * decks if self.jokers.each else self.jokers.number

    @model_validator(mode="before")
    @classmethod
    def _accept_ranges(cls, written: Any) -> Any:
        """`decks: 1-8`, `decks: 6, 8` and `decks: 6 or 8` are lists, and so is `dealt-from: shoe or shuffler`."""
        if not isinstance(written, dict):
            return written
        read = dict(written)
        if isinstance(decks := read.get("decks"), str):
            if (fewest := find_fewest_decks(decks)) is not None:
                del read["decks"]
                read["fewest-decks"] = fewest
            else:
                read["decks"] = _list_counts(decks)
        if isinstance(device := read.get("dealt-from"), str):
            read["dealt-from"] = _split_words(device.lower())
        return read


class GamingTable(Block):
    """The table and its layout."""

    kind: Words | None = None
    players: Count | None = None
    players_include_bank: YesNo | None = None
    active: Count | None = None
    seats: Count | None = None
    other_seats: list[Count] = []
    spaces: list[Name] = []
    spaces_stated: Count | None = None
    most_wagers: Count | None = None
    wagering_areas: Count | None = None
    areas_identical: YesNo | None = None
    one_player_per_area: YesNo | None = None
    several_spots: YesNo | None = None
    backline: Literal["allowed", "not allowed", "subject to local law"] | None = None
    unseated: Count | None = None
    behind_each_seat: Count | None = None
    minimum: MoneyBandText | None = None
    maximum: MoneyBandText | None = None
    per_space: MoneyBandText | None = None
    dealer: Literal["house", "player"] | None = None
    deal_passes: Literal["to each player in turn", "stays with one player"] | None = None


class Carryover(Block):
    """A pot that goes from one deal to the next."""

    games: Count | None = None
    optional: YesNo | None = None
    distribution: (
        Said[Literal["to a winning hand", "to the winner", "shared equally", "the house decides", "not settled"]] | None
    ) = None
    left_over: Literal["remaining players and house", "remaining players", "house"] | None = None


class Betting(Block):
    """Betting rounds of a game that is played for a pot."""

    rounds: Count | None = None
    wagers_per_round: Count | None = None
    maximum: Money | None = None
    stakes: list[StakesText] = []
    buy_in: MoneyBandText | None = None
    unit_value: Money | None = None
    units_at_most: Count | None = None
    ante: Money | None = None
    blinds: Words | None = None
    all_in_maximum: Money | None = None
    first_round_maximum: Money | None = None
    point_value: Money | None = None
    chip: Money | None = None
    doubles_conditions: YesNo | None = None
    going_out_chips: Count | None = None
    cut_fee: Money | None = None
    cut_fee_to: Literal["pot", "house"] | None = None
    cuts: Count | None = None

    @model_validator(mode="before")
    @classmethod
    def _accept_single_value(cls, written: Any) -> Any:
        """`stakes: $4/$8` is a list of one."""
        one = isinstance(written, dict) and isinstance(written.get("stakes"), str)
        return {**written, "stakes": [written["stakes"]]} if one else written


class Tournament(Block):
    """A tournament with an entry fee."""

    entry_fee: Money | None = None
    entry_fee_collected: Literal["before play", "later"] | None = None
    other_fees: Money | None = None
    posted: list[
        Said[Literal["rules, prizes and conditions", "fee", "entry and buy-in requirements", "goods and services"]]
    ] = []
    chips_worth: Literal["nothing", "money"] | None = None
    buy_in: Money | None = None
    buy_ins: Money | None = None
    rebuys: Count | None = None
    buy_ins_returned: YesNo | None = None
    days: Count | None = None
    approved: YesNo | None = None
    notice: TurnsText | None = None
    same_chips: YesNo | None = None
    same_rebuys: YesNo | None = None


class ExtraPrizes(Block):
    """Merchandise or cash that a card room adds to the prizes of a game."""

    what: Words | None = None
    owner_agrees: YesNo | None = None


class Jackpots(Block):
    """How prizes are paid out."""

    paid_at_once: Money | None = None
    rest_within: TurnsText | None = None
    reserve: Money | None = None


class Step(Block):
    """One step of a round."""

    named_by: ClassVar[str] = "step"

    step: Words
    way: Words | None = None
    who: Words | None = None
    opens: list[Name] = []
    closes: list[Name] = []
    start: Words | None = None
    direction: Literal["clockwise", "counterclockwise"] | None = None
    by: Name | None = None
    order: list[Name] = []
    sweep: Literal["seat by seat", "wager by wager"] | None = None
    discards: Words | None = None
    face: Words | None = None
    note: Words | None = None


class DecisionRule(BaseModel):
    """One row of a decision table: conditions by input name, and `then`; what it gives way to, or goes before."""

    model_config = ConfigDict(extra="allow", frozen=True, defer_build=True)

    then: Words
    unless: ConditionsText | None = None
    overrides: YesNo | None = None
    source: Lines | None = None

    def conditions(self) -> dict[str, Any]:
        return self.__pydantic_extra__ or {}

    def exceptions(self) -> Iterator[tuple[Route, dict[str, Any]]]:
        """Where the rule does not hold, each with its place below the rule. One that says nothing excepts nothing."""
        if isinstance(self.unless, list):
            yield from ((("unless", number), one) for number, one in enumerate(self.unless) if one)
        elif self.unless:
            yield ("unless",), self.unless


class DecisionTable(Block):
    """Cases and their outcomes over declared domains."""

    title: Words | None = None
    kind: Literal["settlement", "drawing", "house way", "action button", "other"] | None = None
    given: dict[str, Any]
    impossible: list[dict[str, Any]] = []
    restates: Name | None = None
    otherwise: Words | None = None
    first_match: YesNo | None = None
    rules: list[DecisionRule]


class Hands(NamedEntries[Words]):
    """Hands, best first. `ranked: no` when the text gives no order and theirs is only the order of mention. A hand that
    the text names and does not define is `not defined`; one that it takes in the usual meaning is `poker`."""

    ranked: YesNo | None = None

    @model_validator(mode="before")
    @classmethod
    def _check_undefined_hands(cls, written: Any) -> Any:
        for name, meaning in written.items() if isinstance(written, dict) else ():
            if isinstance(meaning, str) and meaning.startswith(NOT_DEFINED) and meaning != NOT_DEFINED:
                told = (
                    f"`{meaning[:60]}` stands here; write `{NOT_DEFINED}` alone: the rest belongs into reading / notes"
                )
                raise Unreadable(told, key=name)
        return written

    def defines(self, hand: str) -> bool:
        """Whether the text says what a hand is, or takes its usual meaning."""
        return hand in self and self.get(hand) != NOT_DEFINED


class Ranking(Block):
    """A printed ranking by number: a name may wrongly stand at two ranks, and that is kept."""

    title: Words | None = None
    ranks: dict[str, Words]


class Claim(Block):
    """A figure that the text prints about the odds of a wager."""

    what: Literal["house edge", "player expectation", "return", "hit rate", "probability", "envy per player"]
    value: Words | None = None
    by_other_players: NamedEntries[Words] | None = None
    wager: Name | None = None
    table: Words | None = None
    decks: Count | None = None
    hand: Name | None = None
    other_players: Count | None = None
    stake: Money | None = None
    jackpot: Money | None = None


class Irregularity(Block):
    """Something that goes wrong, and what follows."""

    when: Words
    then: Words | None = None


class Action(Block):
    """What decides where cards and payouts start."""

    method: Words | None = None
    dice: Count | None = None
    totals: dict[str, Words] = {}
    seats: Count | None = None


class GameFees(Block):
    """What the rules of a game say about collection."""

    schedule: Words | None = None
    most_rates: Said[Count] | None = None
    most_rates_per: Literal["game", "table"] | None = None
    per: Words | None = None
    paid_by: list[Payer] = []
    collected: Literal["before play", "after the flop", "during play", "after play"] | None = None
    determined: Literal["before play", "after play"] | None = None
    percentage: Literal["never"] | None = None
    commission: Percent | None = None
    charges: list[FeeText] = []
    extra_for_double_or_split: Literal["none", "yes"] | None = None
    on_bonus: Literal["none", "yes", "see schedule"] | None = None
    waived_when: Said[WaiverCondition] | None = None
    uncovered: Literal["free collection", "no refund"] | None = None
    posted: Said[Posting] | None = None


class DealerHand(Block):
    """What the hand of the dealer or player-dealer must hold to play, and what wagers get when it does not."""

    qualifies: Words | None = None
    otherwise: NamedEntries[UnqualifiedText] | None = None


class Play(Block):
    """Facts of play that some laws ask about."""

    target: Words | None = None
    bust: Literal["loses", "does not lose by itself"] | None = None
    natural: Literal["wins at once", "is compared"] | None = None
    ties: Words | None = None
    over_target_ties: Words | None = None
    low_qualifies: Words | None = None
    double_down: Words | None = None
    split: Words | None = None
    split_at_most: Count | None = None
    surrender: Words | None = None
    insurance: Words | None = None
    side_bets_between_players: Literal["forbidden", "allowed"] | None = None
    own_hand: YesNo | None = None
    settled_in: Literal["one deal", "several deals"] | None = None


class Activity(Block):
    """Something that is added to a game and approved apart from it: a jackpot, a promotion, a tournament."""

    name: Words | None = None
    kind: Literal["jackpot", "bonus", "promotion", "cashpot", "tournament", "other"] | None = None
    approval: Words | None = None
    winner: Words | None = None
    wagering: Words | None = None
    fees: Words | None = None
    terms_explained: Words | None = None
    lawful_because: Words | None = None


class Submission(Block):
    """What a submission for approval contains."""

    parts: list[Words] = []


def _count_ways(steps: Any) -> int:
    """How many ways a round may go, as it is written."""
    written = (step.get("way") for step in steps if isinstance(step, dict)) if isinstance(steps, list) else ()
    return len({" ".join(way.split()) for way in written if isinstance(way, str)})


class Game(Document):
    """Rules of play."""

    document: Literal["game"]
    family: Name | None = None
    other_family_names: list[Name] = []
    bank: Bank
    deck: Deck | None = None
    table: GamingTable | None = None
    cards: NamedEntries[Words] | None = None
    hands: Hands | None = None
    rankings: NamedEntries[Ranking] | None = None
    wagers: NamedEntries[Wager] | None = None
    separate_games: list[Name] | None = None
    envy: Envy | None = None
    envies: list[Envy] = []
    progressive: Progressive | None = None
    progressives: list[Progressive] = []
    house_jackpot: HouseJackpot | None = None
    player_jackpot: PlayerJackpot | None = None
    prizes: Jackpots | None = None
    extra_prizes: ExtraPrizes | None = None
    aggregate: Aggregate | None = None
    aggregates: list[Aggregate] = []
    carryover: Carryover | None = None
    betting: Betting | None = None
    tournament: Tournament | None = None
    dealer: DealerHand | None = None
    play: Play | None = None
    action: Action | None = None
    round: list[Step] = []
    tables: NamedEntries[DecisionTable] | None = None
    fees: GameFees | None = None
    claims: list[Claim] = []
    odds: dict[str, Any] | None = None
    irregularities: list[Irregularity] = []
    activities: list[Activity] = []
    submission: Submission | None = None

    def all_wagers(self) -> Iterator[tuple[str, Wager]]:
        """Every wager with its name; none when the document lists none."""
        return self.wagers.items() if self.wagers is not None else iter(())

    @model_validator(mode="before")
    @classmethod
    def _check_several(cls, written: Any) -> Any:
        """One envy feature stands under `envy`, several under `envies`. Each is looked at, and each way of a round."""
        if not isinstance(written, dict):
            return written
        for one, several in SEVERAL.items():
            if written.get(one) is not None and written.get(several):
                message = f"`{one}` and `{several}` both stand here; write all of them under `{several}`"
                raise Unreadable(message, several)
            if len(written.get(several) or ()) > _MOST_SEVERAL:
                raise Unreadable(f"more than {_MOST_SEVERAL} {several} stand here, which no game has", several)
        if _count_ways(written.get("round")) > _MOST_SEVERAL:
            raise Unreadable(f"more than {_MOST_SEVERAL} ways of a round stand here, which no game has", "round")
        return written

    def all_progressives(self) -> list[Progressive]:
        """Every growing jackpot."""
        return self.progressives or ([self.progressive] if self.progressive is not None else [])

    def views(self) -> "list[GameView]":
        """The game once for each of what it has several of, so that whoever looks at one of them sees each beside every
        limit on what is paid: envy features, growing jackpots, and ways in which a round may go."""
        several = {one: getattr(self, plural) for one, plural in SEVERAL.items()}
        ways = list(dict.fromkeys(step.way for step in self.round if step.way is not None))
        if not ways and not any(several.values()):
            return [GameView(self, {})]
        limits = range(max(1, len(several["aggregate"])))
        others = range(max(1, len(several["envy"]), len(several["progressive"]), len(ways)))
        return [self._build_view(several, ways, limit, other) for limit in limits for other in others]

    def _build_view(self, several: dict[str, Any], ways: list[str], limit: int, other: int) -> "GameView":
        update: dict[str, Any] = {}
        places: dict[str, Route] = {}
        for one, entries in several.items():
            if entries:
                number = (limit if one == "aggregate" else other) % len(entries)
                update[one], places[one] = entries[number], (SEVERAL[one], number)
        if ways:
            # Steps of other ways keep their numbers and do nothing.
            way = ways[other % len(ways)]
            update["round"] = [s if s.way in (None, way) else Step(step=_ANOTHER_WAY) for s in self.round]
        return GameView(self.model_copy(update=update), places)


class GameView(NamedTuple):
    """A game with one of each thing that it may have several of, and where that one stands."""

    game: Game
    places: dict[str, Route]
