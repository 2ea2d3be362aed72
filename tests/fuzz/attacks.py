"""Small documents made to hang, flood or exhaust the checker, each by its name and of any size.

Every generator takes a size and gives the files of a run. The size beside it is the one at which it was once seen to
do harm; `benchmarks/growth.py` asks for 1, 2, 4 and 8 times a smaller one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final, NamedTuple

Files = dict[str, bytes]
Words = Callable[[int], str]

_GAME: Final = "document: game\ntitle: Attack\nid: attack\njurisdiction: {place}\nbank: {{by: {bank}}}\n"
_SCHEDULE: Final = "document: schedule\ntitle: Attack rates\nid: attack-rates\njurisdiction: california\nunit: $1\n"


class Attack(NamedTuple):
    """A way to make files, the size at which it was seen, and a size to measure growth from."""

    name: str
    make: Callable[[int], Files]
    size: int
    small: int

    def files(self) -> Files:
        """The files at the size that was seen."""
        return self.make(self.size)


ATTACKS: Final[dict[str, Attack]] = {}


def attack(name: str, size: int, small: int) -> Callable[[Callable[[int], str]], Callable[[int], str]]:
    """Registers a generator of one document."""

    def register(make: Callable[[int], str]) -> Callable[[int], str]:
        ATTACKS[name] = Attack(name, lambda count: {"attack.yaml": make(count).encode()}, size, small)
        return make

    return register


def _game(body: str, place: str = "washington", bank: str = "house") -> str:
    return _GAME.format(place=place, bank=bank) + body


def _lines(count: int, line: Words) -> str:
    return "".join(line(number) + "\n" for number in range(count))


def _join(count: int, word: Words) -> str:
    return ", ".join(word(number) for number in range(count))


def _roman(number: int) -> str:
    return "x" * (number // 10) + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[number % 10]


def _letters(number: int) -> str:
    """A word of letters alone, another for each number."""
    word = ""
    while True:
        number, rest = divmod(number, 26)
        word = chr(97 + rest) + word
        if not number:
            return word


# --- games ------------------------------------------------------------------------------------------------------------


@attack("wagers that name each other", 30, 5)
def _wagers_named(count: int) -> str:
    return _game(
        "wagers:\n"
        + _lines(count, lambda n: f"  w{n}: {{kind: bonus, at-most: w{(n + 1) % count}, equals: w{(n + 2) % count}}}")
        + "envy: {qualifies: {wager: w0, at-least: $5}}\n"
    )


@attack("wagers in a line", 4_000, 250)
def _wagers_in_a_line(count: int) -> str:
    line = _lines(count, lambda n: f"  w{n}: {{kind: bonus, needs: w{n + 1}, at-most: w{n + 1}}}")
    return _game("wagers:\n" + line + "envy: {qualifies: {wager: w0, at-least: $5}}\n")


@attack("many wagers", 5_000, 250)
def _many_wagers(count: int) -> str:
    wagers = _lines(count, lambda n: f"  w{n}: {{kind: base, minimum: $5, maximum: $400, pays: {n + 1} to 1}}")
    spaces = _join(count // 2, lambda n: f"w{n}")
    return _game(f"table: {{spaces: [{spaces}]}}\nwagers:\n{wagers}separate-games: [{spaces}]\n")


@attack("wagers under one name", 5_000, 250)
def _wagers_under_one_name(count: int) -> str:
    return _game("wagers:\n" + _lines(count, lambda n: f"  w{n}: {{name: Nines, aliases: [Nine, The nines]}}"))


@attack("names of wagers that are missing", 8_000, 500)
def _missing_names(count: int) -> str:
    names = _join(count, lambda n: f"gone-{n}")
    wagers = _lines(count, lambda n: f"  w{n}: {{needs: gone-{n}, excludes: [gone-{n}]}}")
    return _game(f"table: {{spaces: [{names}]}}\nwagers:\n{wagers}")


@attack("conditions with long ranges", 250, 8)
def _long_ranges(count: int) -> str:
    ranges = _join(count, lambda n: f"{n}-{130_000 - n}")
    rules = f"      - {{total: [{ranges}], then: draw}}\n"
    return _game(f"tables:\n  draws:\n    kind: drawing\n    given: {{total: 0-131000}}\n    rules:\n{rules}")


@attack("rules of a table", 4_000, 120)
def _table_rules(count: int) -> str:
    rules = _lines(count, lambda n: f"      - {{total: {n % 300}, hand: h{n % 40}, then: outcome {n}}}")
    given = f"{{total: 0-299, hand: [{_join(40, lambda n: f'h{n}')}]}}"
    return _game(f"tables:\n  draws:\n    kind: drawing\n    given: {given}\n    rules:\n{rules}")


@attack("inputs with one value", 5_000, 125)
def _single_inputs(count: int) -> str:
    given = _join(count, lambda n: f"i{n}: a")
    rule = "      - {i0: b, then: draw}\n"
    return _game(f"tables:\n  draws:\n    kind: drawing\n    given: {{{given}}}\n    rules:\n{rule}")


@attack("decision tables that restate one", 1_500, 100)
def _tables_that_restate(count: int) -> str:
    rules = "given: {total: 0-9}, rules: [{total: 0-4, then: draw}, {total: 3-9, then: stand}]"
    more = _lines(count, lambda n: f"  t{n}: {{kind: drawing, restates: first, {rules}}}")
    return _game(f"tables:\n  first: {{kind: drawing, {rules}}}\n{more}")


@attack("decks said again", 60, 4)
def _decks_said_again(count: int) -> str:
    said = _lines(count, lambda n: f'  - {{at: "{n + 1}", deck / decks: 0-{131_000 - n}}}')
    return _game(f"deck: {{decks: 1-8}}\nreading:\n  said-again:\n{said}")


@attack("facts said again", 5_000, 50)
def _facts_said_again(count: int) -> str:
    wagers = _lines(count, lambda n: f"  w{n}: {{minimum: $5}}")
    said = _lines(count, lambda n: f'  - {{at: "{n + 1}", wagers / w{n} / minimum: $6, gone / g{n}: a}}')
    return _game(f"wagers:\n{wagers}reading:\n  said-again:\n{said}")


@attack("near names of hands", 400, 25)
def _similar_hands(count: int) -> str:
    stem = "a-hand-with-a-long-name-that-is-nearly-the-same-"
    hands = _lines(count, lambda n: f"  {stem}{_letters(n)}: a hand")
    pays = _join(count, lambda n: f"{stem}{_letters(n)}z: {n + 1} to 1")
    return _game(f"hands:\n{hands}wagers:\n  line: {{pays: {{{pays}}}}}\n")


@attack("many hands", 5_000, 120)
def _many_hands(count: int) -> str:
    hands = _lines(count, lambda n: f"  h{n}: hand {n}")
    pays = _join(count, lambda n: f"h{n}: {n + 1} to 1")
    promised = _join(count, lambda n: f"g{n}")
    envy = f"envy: {{promised: [{promised}], pays: {{{_join(count, lambda n: f'h{n}: $5')}}}}}\n"
    return _game(f"hands:\n{hands}wagers:\n  line: {{pays: {{{pays}}}}}\n{envy}")


@attack("pay tables alike", 600, 40)
def _tables_alike(count: int) -> str:
    tables = _lines(count, lambda n: f"      t{n}: {{h{n}: 1 to 1, g{n}: 2 to 1, f{n}: 3 to 1}}")
    return _game(f"wagers:\n  line:\n    pays:\n{tables}")


@attack("pay tables of several wagers", 1_000, 60)
def _tables_of_wagers(count: int) -> str:
    rows = "{high: 3 to 1, middle: 3 to 1, low: 3 to 1}"
    return _game("wagers:\n" + _lines(count, lambda n: f"  w{n}: {{pays: {{a: {rows}, b: {rows}}}}}"))


@attack("a later draw in every step that settles", 1_300, 80)
def _draws_after_settling(count: int) -> str:
    table = "tables:\n  draws: {kind: drawing, given: {total: 0-9}, rules: [{total: 0-9, then: draw}]}\n"
    settle = _lines(count, lambda n: "  - {step: settle, order: [line]}")
    draw = "  - {step: draw, by: draws}\n" * count
    return _game(f"wagers: {{line: {{pays: 1 to 1}}}}\n{table}round:\n{settle}{draw}")


@attack("steps of a round", 5_000, 120)
def _steps(count: int) -> str:
    ways = ("clockwise", "counterclockwise")
    steps = _lines(
        count,
        lambda n: f"  - {{step: deal, start: seat {n}, direction: {ways[n % 2]}, opens: [w{n}], closes: [w{n + 1}]}}",
    )
    return _game(f"wagers: {{w1: {{pays: 1 to 1}}}}\nround:\n{steps}")


@attack("unclear entries", 8_000, 500)
def _unclear_entries(count: int) -> str:
    return _game("unclear:\n" + _lines(count, lambda n: f'  - {{at: "{n + 1}", what: word {n}}}'))


@attack("unclear values", 8_000, 120)
def _unclear_values(count: int) -> str:
    wagers = _lines(count, lambda n: f"  w{n}: {{kind: bonus, minimum: unclear, maximum: unclear, pays: unclear}}")
    return _game("wagers:\n" + wagers)


@attack("roman marks", 10_000, 400)
def _roman_marks(count: int) -> str:
    marks = f"{_join(count // 20, lambda n: _roman(n + 1))}, {'x' * count}"
    return _game(f"reading:\n numbered:\n  rules: {{numbers: '{marks}'}}\n")


@attack("marks of a list", 15_000, 500)
def _marks(count: int) -> str:
    return _game(f"reading:\n numbered:\n  rules: {{numbers: '{_join(count, lambda n: str(n + 1))}, 1'}}\n")


@attack("references", 5_000, 250)
def _references(count: int) -> str:
    lists = f"reading:\n numbered:\n  rules: {{numbers: '{_join(count, str)}'}}\n"
    within, beyond = ("rule", "table", "section"), ("game", "schedule", "law")
    points = _lines(count // 2, lambda n: f"  - {{to: Gone {n}, kind: {within[n % 3]}}}")
    names = _lines(count // 2, lambda n: f"  - {{to: Gone {n}, kind: {beyond[n % 3]}}}")
    wagers = _lines(count, lambda n: f"  w{n}: {{name: Wager {n}, pays: {{a: 1 to 1}}}}")
    return _game(f"{lists} points-to:\n{points}wagers:\n{wagers}references:\n{names}")


@attack("words that are not known", 3_000, 200)
def _known_words(count: int) -> str:
    glossary = _lines(count, lambda n: f"  word-{n}: a word")
    used = _lines(count, lambda n: f'  strange-{n}: "{n + 1}"')
    return _game(f"glossary:\n{glossary}reading:\n words-used:\n{used}")


@attack("parts of a submission", 6_000, 400)
def _submission(count: int) -> str:
    parts = _lines(count, lambda n: f"    - a letter of number {n}")
    choices = _lines(count, lambda n: f"  - {{what: choice {n}}}")
    return _game(f"submission:\n  parts:\n{parts}house-choices:\n{choices}")


@attack("topics of house rules", 6_000, 400)
def _topics(count: int) -> str:
    topics = _join(count, lambda n: f"topic {n} not of play")
    return _game(f"house-rules: {{topics: [{topics}]}}\n", "california", "player-dealer")


@attack("numeric keys", 8_000, 500)
def _numeric_keys(count: int) -> str:
    return _game("table:\n" + _lines(count, lambda n: f"  {n}: a"))


@attack("keys that are not known", 8_000, 500)
def _unknown_keys(count: int) -> str:
    return _game(_lines(count, lambda n: f"wager-{_letters(n)}: a"))


@attack("notes and notations", 5_000, 120)
def _notes(count: int) -> str:
    notes = _lines(count, lambda n: f'  - {{note: clause {n}, at: "{n + 1}"}}')
    printed = _lines(count, lambda n: f"  - {{text: $ {n}.-, means: money}}")
    names = _lines(count, lambda n: f"  - {{name: Club {n}, as: establishment}}")
    return _game(f"establishment: Harbor Club\nreading:\n notes:\n{notes} printed:\n{printed} names:\n{names}")


@attack("claims and rankings", 5_000, 120)
def _claims(count: int) -> str:
    claims = _lines(count, lambda n: f"  - {{what: house edge, value: {n}%, wager: w{n}}}")
    ranks = _join(count, lambda n: f"{n + 1}: same")
    return _game(f"claims:\n{claims}rankings:\n  best: {{ranks: {{{ranks}}}}}\n")


# --- schedules --------------------------------------------------------------------------------------------------------


def _option(number: object, collections: str) -> str:
    return f"  - option: {number}\n    collections:\n{collections}"


def _banded(bands: str, payer: str = "player", by: str = "wager-amount") -> str:
    return f"      - {{payer: {payer}, per: wager, by: {by}, bands: {{{bands}}}}}\n"


@attack("overlapping bands", 600, 25)
def _overlapping_bands(count: int) -> str:
    bands = _join(count, lambda n: f"${n + 1}-${100_000 - n}: ${n + 1}")
    return f"{_SCHEDULE}options:\n{_option(1, _banded(bands))}"


@attack("bands with gaps", 3_000, 120)
def _gaps(count: int) -> str:
    bands = _join(count, lambda n: f"${10 * n + 1}-${10 * n + 5}: ${n % 7 + 1}")
    return f"{_SCHEDULE}table-limits: {{minimum: $1, maximum: $99}}\noptions:\n{_option(1, _banded(bands))}"


@attack("bands of table limits", 1_500, 100)
def _table_limits(count: int) -> str:
    bands = _join(count, lambda n: f"${n + 1}-$90000: ${n + 1}")
    return f"{_SCHEDULE}options:\n{_option(1, _banded(bands, by='table-limit'))}"


@attack("many options", 2_000, 100)
def _many_options(count: int) -> str:
    bands = "$1-$50: $1, $40-$100: $2, $120+: $3"
    both = _banded(bands) + _banded(bands, "player-dealer", "total-table-action")
    return f"{_SCHEDULE}options:\n" + "".join(_option(n + 1, both) for n in range(count))


@attack("options under odd names", 4_000, 250)
def _odd_options(count: int) -> str:
    fee = "      - {payer: player, fee: $1}\n"
    names = (n if n % 3 else f"x{n // 2}" for n in range(count))
    return f"{_SCHEDULE}options:\n" + "".join(_option(name, fee) for name in names)


@attack("many collections", 3_000, 120)
def _collections(count: int) -> str:
    fees = _lines(count, lambda n: f"      - {{payer: player, per: hand, fee: ${n + 1}}}")
    return f"{_SCHEDULE}options:\n{_option(1, fees)}"


@attack("games of a schedule", 4_000, 120)
def _games_of_schedule(count: int) -> str:
    games = _lines(count, lambda n: f"  - {{game: g{n % 9}, printed: Game {n}, approval: GEGA-{n}}}")
    return f"{_SCHEDULE}games:\n{games}options:\n{_option(1, '      - {payer: player, fee: $1}' + chr(10))}"


@attack("no options under limits", 1, 1)
def _empty_options(count: int) -> str:
    return f"{_SCHEDULE}table-limits: {{minimum: ${count}, maximum: $300}}\noptions: []\n"


# --- the source layer and the reports ---------------------------------------------------------------------------------


@attack("a long text behind an anchor", 8_000, 100)
def _anchored_text(count: int) -> str:
    text = "W" * 30_000
    return _game(f"unclear:\n  - {{at: '1', what: &long {text}}}\n" + "  - {at: '2', what: *long}\n" * count)


@attack("a chain of aliases", 330, 10)
def _alias_chain(count: int) -> str:
    chain = _lines(count, lambda n: f"  - &a{n + 1} [*a{n}]")
    return _game(f"x-list:\n  - &a0 [unclear]\n{chain}")


@attack("a chain of merges", 330, 10)
def _merge_chain(count: int) -> str:
    chain = _lines(count, lambda n: f"  m{n + 1}: &m{n + 1} {{<<: *m{n}, k{n}: unclear}}")
    return _game(f"x-maps:\n  m0: &m0 {{a: b}}\n{chain}")


@attack("a long title", 40_000, 4_000)
def _long_title(count: int) -> str:
    return _game("").replace("title: Attack", f"title: {'T' * count}")


@attack("many digits in a route", 5_000, 500)
def _digits(count: int) -> str:
    fee = "      - {payer: player, fee: $1}\n"
    again = f'reading:\n said-again:\n  - {{at: "1", "options / {"9" * count} / option": a}}\n'
    return f"{_SCHEDULE}{again}options:\n{_option(1, fee)}"


@attack("long texts everywhere", 60, 4)
def _long_texts(count: int) -> str:
    text = "W" * 20_000
    options = "".join(_option(f"{n}{text}", "      - {payer: player, fee: $1}\n") for n in range(count))
    return f"{_SCHEDULE}establishment: {text}\noptions:\n{options}"


@attack("many syntax problems", 5_000, 500)
def _problems(count: int) -> str:
    return _game(_lines(count, lambda n: f"k{n % 50}: !tag *gone{n}"))


# --- sets -------------------------------------------------------------------------------------------------------------


def _same_id(count: int) -> Files:
    game = _game("approval: {id: A-1}\nwagers: {line: {pays: 1 to 1}}\n", "california", "player-dealer")
    return {f"{n:05}.yaml": game.replace("Attack", f"Attack {n % 3}").encode() for n in range(count)}


def _same_names(count: int) -> Files:
    """Schedules, games and terms that all name each other."""
    files = {}
    for n in range(count):
        ids = _join(9, lambda k, n=n: f"game-{_letters(n + k)}")  # type: ignore[misc]
        terms = f"document: terms\ntitle: Terms {n}\njurisdiction: california\ncovers: {{games: [{ids}]}}\n"
        files[f"t{n:05}.yaml"] = terms.encode()
        game = _game("", "california", "player-dealer").replace("id: attack", f"id: game-{_letters(n)}")
        files[f"g{n:05}.yaml"] = game.encode()
    return files


ATTACKS["a set under one id"] = Attack("a set under one id", _same_id, 2_000, 50)
ATTACKS["a set that names each other"] = Attack("a set that names each other", _same_names, 500, 25)


# --- facts that are left open: no way to a pass -----------------------------------------------------------------------

_OPEN_SCHEDULE: Final = """\
document: schedule
title: Open rates
jurisdiction: california
unit: $1
options:
  - option: 1
    collections:
      - {payer: player, per: wager, by: wager-amount, bands: {$1-$100: $1, $101+: $2}}
      - {payer: player-dealer, per: hand, fee: $2}
"""
_OPEN_GAME: Final = """\
document: game
title: Open Nines
jurisdiction: washington
licensee: {class: house-banked, tables: 10}
family: baccarat
bank: {by: house}
wagers:
  line: {kind: base, required: yes, minimum: $5, maximum: $100, pays: 1 to 1, commission: 5%}
  nines: {kind: bonus, needs: line, maximum: $100, pays: {three-nines: "2,000 to 1"}}
envy: {qualifies: {wager: nines, at-least: $5}, pays: {three-nines: $500}, in-aggregate: no}
aggregate: {amount: "$10,000", covers: [nines]}
"""
# What is set to `unclear`, `[]` or nothing, and where: a text of the document that the open value replaces.
OPEN_VALUES: Final = ("unclear", "[]", "")
OPEN_PLACES: Final[tuple[tuple[str, str, str], ...]] = tuple(
    ("schedule", key, value)
    for key, value in (
        ("fee", "$2"),
        ("bands", "{$1-$100: $1, $101+: $2}"),
        ("payer", "player-dealer"),
        ("by", "wager-amount"),
        ("unit", "$1"),
    )
) + tuple(
    ("game", key, value)
    for key, value in (
        ("commission", "5%"),
        ("envy", "{qualifies: {wager: nines, at-least: $5}, pays: {three-nines: $500}, in-aggregate: no}"),
        ("aggregate", '{amount: "$10,000", covers: [nines]}'),
        ("in-aggregate", "no"),
        ("amount", '"$10,000"'),
        ("covers", "[nines]"),
        ("family", "baccarat"),
        ("class", "house-banked"),
        ("kind", "base"),
        ("kind", "bonus"),
        ("minimum", "$5"),
        ("required", "yes"),
        ("needs", "line"),
        ("licensee", "{class: house-banked, tables: 10}"),
        ("at-least", "$5"),
        ("qualifies", "{wager: nines, at-least: $5}"),
    )
)


def open_documents() -> dict[str, bytes]:
    """Documents of which one decisive fact is left open, each by what is open in it."""
    made = {}
    for (kind, key, value), open_value in product(OPEN_PLACES, OPEN_VALUES):
        whole = _OPEN_SCHEDULE if kind == "schedule" else _OPEN_GAME
        assert f"{key}: {value}" in whole
        opened = whole.replace(f"{key}: {value}", f"{key}: {open_value}", 1)
        made[f"{kind}: {key}: {open_value}".rstrip()] = opened.encode()
    return made


# --- catalogs that are accepted and break on every document ---------------------------------------------------------


def _catalog(*asked: str, document: str = "any") -> bytes:
    return f"""\
requirements:
  - requirement: attack.one
    title: An attack
    asks: Something
    reason: To see what becomes of it.
    class: ATTACK
{_lines(len(asked), lambda n: f"    {asked[n]}")}    applies: {{document: {document}}}
    basis: computed
    level: warning
    remedy: Mend it.
""".encode()


CATALOGS: Final[dict[str, bytes]] = {
    "an expression on one kind of document": _catalog("need: count(options) is at most 3"),
    "each wager beside each other": _catalog(
        "each: [wager in wagers, rival in wagers]", "need: wager.name is the same as rival.name", document="game"
    ),
    "an empty list": _catalog("check: not-named", "with: {names: []}"),
}
