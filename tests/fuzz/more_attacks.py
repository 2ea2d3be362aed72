"""More small documents made to hang, flood or exhaust the checker, of the kinds of `attacks`."""

from __future__ import annotations

from tests.fuzz.attacks import ATTACKS, Attack, Files, _banded, _game, _join, _lines, _option, attack

_SCHEDULE = "document: schedule\ntitle: Attack rates\nid: attack-rates\njurisdiction: california\nunit: $1\n"
_LINE = "wagers: {line: {kind: base, pays: 1 to 1}}\n"
_TERMS = "document: terms\ntitle: Attack terms\nid: attack-terms\njurisdiction: california\n"


def _california(body: str) -> str:
    return _game(body, "california", "player-dealer")


# --- tables of decisions and of prizes --------------------------------------------------------------------------------


@attack("inputs with two values", 16, 6)
def _two_values(count: int) -> str:
    given = _join(count, lambda n: f"i{n}: [a, b]")
    return _game(f"tables: {{t: {{kind: drawing, given: {{{given}}}, rules: [{{i0: a, then: draw}}]}}}}\n")


@attack("rules of one input each", 300, 20)
def _rules_of_one_input(count: int) -> str:
    given = _join(12, lambda n: f"i{n}: 0-9")
    rules = _lines(count, lambda n: f"      - {{i{n % 12}: {n % 10}, then: outcome {n % 3}}}")
    return _game(f"tables:\n  t:\n    kind: drawing\n    given: {{{given}}}\n    rules:\n{rules}")


@attack("values of an input", 3_000, 120)
def _values_of_an_input(count: int) -> str:
    values = _join(count, lambda n: f"v{n}")
    rules = _lines(count, lambda n: f"      - {{hand: v{count - 1 - n}, then: outcome {n % 2}}}")
    return _game(f"tables:\n  t:\n    kind: drawing\n    given: {{hand: [{values}]}}\n    rules:\n{rules}")


@attack("wide ranges in every rule", 400, 25)
def _wide_ranges(count: int) -> str:
    rules = _lines(count, lambda n: f"      - {{total: {n}-{100_000 + n}, then: outcome {n}}}")
    return _game(f"tables:\n  t:\n    kind: drawing\n    given: {{total: 0-131000}}\n    rules:\n{rules}")


@attack("many small decision tables", 2_000, 100)
def _small_tables(count: int) -> str:
    table = "{kind: settlement, given: {a: [x, y]}, rules: [{a: x, then: win}]}"
    return _game("tables:\n" + _lines(count, lambda n: f"  t{n}: {table}"))


@attack("pay tables with the same rows", 2_000, 100)
def _same_rows(count: int) -> str:
    rows = _join(count, lambda n: f"h{n}: 5 to 1")
    return _game(
        f"wagers: {{line: {{kind: bonus, pays: {{{rows}}}}}}}\naggregate: {{amount: $5,000, covers: [line]}}\n"
    )


@attack("odds of very many digits", 4_000, 120)
def _long_odds(count: int) -> str:
    return _game(f"wagers: {{line: {{kind: bonus, maximum: $100, pays: '{'9' * count} to 1'}}}}\n")


@attack("envy for very many hands", 4_000, 120)
def _envy_hands(count: int) -> str:
    pays = _join(count, lambda n: f"h{n}: ${n + 1}")
    names = _join(count, lambda n: f"h{count - n}")
    return _game(f"{_LINE}envy: {{qualifies: {{wager: line, at-least: $5}}, promised: [{names}], pays: {{{pays}}}}}\n")


@attack("a limit that covers very much", 6_000, 120)
def _covered(count: int) -> str:
    names = _join(count, lambda n: f"line-{n}")
    return _game(f"{_LINE}aggregate: {{amount: $10000, covers: [{names}]}}\n")


@attack("hands made of each other", 1_500, 100)
def _hands_of_each_other(count: int) -> str:
    return _game("hands:\n" + _lines(count, lambda n: f"  h{n}: a hand that is not h{(n + 1) % count} nor h{n // 2}"))


# --- names and texts --------------------------------------------------------------------------------------------------


@attack("no and not and never", 8_000, 500)
def _negations(count: int) -> str:
    said = "not never no " * (count // 3)
    return _california(f"statements: {{two-consecutive-hands: {{says: '{said}two hands'}}}}\n")


@attack("unless and except", 6_000, 400)
def _conditions(count: int) -> str:
    said = "two consecutive hands unless " * (count // 5)
    return _california(f"statements: {{two-consecutive-hands: {{says: '{said}'}}}}\n")


@attack("numbers in words", 8_000, 500)
def _number_words(count: int) -> str:
    said = "twenty one hundred and two hands " * (count // 6)
    return _california(f"statements: {{two-consecutive-hands: {{says: '{said}'}}}}\n")


@attack("many statements", 4_000, 120)
def _statements(count: int) -> str:
    rows = _lines(count, lambda n: f"  s{n}: {{says: the position rotates unless nobody takes it {n}}}")
    return _california(f"statements:\n{rows}")


@attack("dots that end in no word", 60_000, 4_000)
def _dots_alone(count: int) -> str:
    said = "." * count
    return _california(f"statements: {{two-consecutive-hands: {{says: two hands, value: '{said}'}}}}\n")


@attack("dots and commas", 60_000, 4_000)
def _dots(count: int) -> str:
    return _california(f"statements: {{position-rotates: {{says: '{'a.a,' * (count // 4)}'}}}}\n")


@attack("names of a game", 6_000, 300)
def _names(count: int) -> str:
    return _game(f"aliases: [{_join(count, lambda n: f'Nines number {n}')}]\n")


@attack("a name of one letter more each", 250, 20)
def _longer_names(count: int) -> str:
    return _game("wagers:\n" + _lines(count, lambda n: f"  {'w' * (n + 1)}: {{needs: {'w' * (n + 2)}}}"))


@attack("long texts of the house and the bank", 160, 10)
def _long_texts(count: int) -> str:
    said = "the house posts its rules at the table, pays no winner and never keeps the bank for the player-dealer; "
    return _california("house-choices:\n" + _lines(count, lambda n: f"  - what: '{n} {said * 110}'"))


@attack("one long sentence of the house and the bank", 110, 10)
def _long_sentence(count: int) -> str:
    said = "the house which does not pay a winner may see that the bank is held by a player who keeps a wager and then "
    return _california("house-choices:\n" + _lines(16, lambda n: f"  - what: '{n} {said * count * 5}'"))


@attack("money of very many digits", 8_000, 500)
def _long_money(count: int) -> str:
    return _game(f"wagers: {{line: {{kind: base, maximum: '${'9' * count}'}}}}\n")


@attack("a percentage of very many digits", 4_000, 120)
def _long_percentage(count: int) -> str:
    return _game(f"wagers: {{line: {{kind: base, commission: '0.{'0' * count}1%'}}}}\n")


@attack("a turn of very many digits", 4_000, 120)
def _long_turn(count: int) -> str:
    return _california(f"statements: {{position-rotates: {{says: yes}}}}\nx: {'9' * count} hands\n")


@attack("marks that cannot be seen", 20_000, 1_000)
def _invisible(count: int) -> str:
    return _game("").replace("title: Attack", f'title: "Attack{chr(0x202E) * count}{chr(0xE0041) * count}"')


@attack("commands of pipelines", 4_000, 120)
def _commands(count: int) -> str:
    rows = _lines(count, lambda n: f"  s{n}: {{says: '##vso[task.complete]::error::</script><b>{n}'}}")
    return _california(f"statements:\n{rows}")


@attack("a long id", 60_000, 4_000)
def _long_id(count: int) -> str:
    return _game("").replace("id: attack", f"id: {'a' * count}")


# --- the source layer -------------------------------------------------------------------------------------------------


@attack("lists in lists", 60, 10)
def _deep(count: int) -> str:
    return _game(f"aliases: {'[' * count}a{']' * count}\n")


@attack("empty lists", 60_000, 2_000)
def _empties(count: int) -> str:
    return _game(f"aliases: [{'[],' * count}]\n")


@attack("an alias for everything", 60, 5)
def _laughs(count: int) -> str:
    levels = _lines(count, lambda n: f"l{n + 1}: &l{n + 1} [{', '.join([f'*l{n}'] * 9)}]")
    return _game(f"l0: &l0 [a]\n{levels}")


@attack("merges of many", 2_000, 100)
def _merges(count: int) -> str:
    maps = _lines(count, lambda n: f"  m{n}: &m{n} {{k{n}: a}}")
    return _game(f"x:\n{maps}\nwagers: {{line: {{<<: [{_join(count, lambda n: f'*m{n}')}]}}}}\n")


@attack("a key of very many letters", 60_000, 4_000)
def _long_key(count: int) -> str:
    return _game(f"{'k' * count}: a\n")


@attack("the same key again", 20_000, 300)
def _same_key(count: int) -> str:
    return _game("title: Again\n" * count)


@attack("a text of very many lines", 40_000, 2_000)
def _many_lines(count: int) -> str:
    return _game("notes: |\n" + "  a line\n" * count)


@attack("comments", 60_000, 4_000)
def _comments(count: int) -> str:
    return _game("# a comment of some length\n" * count)


@attack("documents in one file", 60_000, 4_000)
def _documents(count: int) -> str:
    return _game("---\n" * count)


@attack("quotes that are not closed", 30_000, 2_000)
def _quotes(count: int) -> str:
    return _game("'a\n" * count)


# --- schedules and terms ----------------------------------------------------------------------------------------------


@attack("bands like stairs", 3_000, 120)
def _stairs(count: int) -> str:
    bands = _join(count, lambda n: f"${n + 1}-${n + count // 2 + 1}: ${n + 1}")
    return f"{_SCHEDULE}options:\n{_option(1, _banded(bands, by='table-limit'))}"


@attack("options for every limit", 1_500, 100)
def _options_by_limit(count: int) -> str:
    fee = "    collections: [{payer: player, fee: $1}]\n"
    return f"{_SCHEDULE}options:\n" + _lines(
        count, lambda n: f"  - option: {n + 1}\n    table-limit: ${n + 1}-${n + 900}\n{fee}".rstrip()
    )


@attack("options under one name", 3_000, 200)
def _shared_option_name(count: int) -> str:
    return f"{_SCHEDULE}options:\n" + "".join(_option(1, "      - {payer: player, fee: $1}\n") for _ in range(count))


@attack("fees that are open", 3_000, 120)
def _open_fees(count: int) -> str:
    bands = _join(count, lambda n: f"${10 * n + 1}-${10 * n + 10}: unclear")
    return f"{_SCHEDULE}options:\n{_option(1, _banded(bands))}"


@attack("options that say nothing", 5_000, 120)
def _silent_options(count: int) -> str:
    return f"{_SCHEDULE}options:\n" + "  - {option: unclear, collections: unclear}\n" * count


@attack("fees of very many digits", 4_000, 120)
def _long_fee(count: int) -> str:
    return f"{_SCHEDULE}options:\n{_option(1, f'      - {{payer: player, fee: ${9!s}{chr(57) * count}}}' + chr(10))}"


@attack("games that terms cover", 12_000, 600)
def _covers(count: int) -> str:
    return f"{_TERMS}covers: {{games: [{_join(count, lambda n: f'game-{n}')}]}}\n"


@attack("topics in many languages", 6_000, 120)
def _languages(count: int) -> str:
    topics = _join(count, lambda n: f"conduct {n}")
    return f"{_TERMS}covers: {{games: [a]}}\nhouse-rules: {{topics: [{topics}], languages: [{topics}]}}\n"


# --- sets -------------------------------------------------------------------------------------------------------------


def _schedules_of_one_game(count: int) -> Files:
    fee = "games: [{game: nines, printed: Nines, approval: G-1}]\noptions:\n" + _option(1, _banded("$1+: $1"))
    return {f"{n:05}.yaml": f"{_SCHEDULE}{fee}".replace("attack-rates", f"rates-{n}").encode() for n in range(count)}


def _terms_of_one_game(count: int) -> Files:
    terms = f"{_TERMS}covers: {{games: [nines]}}\nstatements: {{position-rotates: {{says: it rotates}}}}\n"
    return {f"{n:05}.yaml": terms.replace("attack-terms", f"terms-{n}").encode() for n in range(count)}


def _shared_number(count: int) -> Files:
    """Games of other ids under one approval number and one name."""
    game = _california(f"approval: {{id: A-1}}\n{_LINE}")
    return {f"{n:05}.yaml": game.replace("id: attack", f"id: game-{n}").encode() for n in range(count)}


def _fees(games: str, options: str, count: int) -> Files:
    head = _SCHEDULE + games + "options:\n"
    return {
        f"{n:05}.yaml": (head + options).replace("attack-rates", f"rates-{n}").replace("@", str(n + 1)).encode()
        for n in range(count)
    }


def _schedules_at_odds(count: int) -> Files:
    return _fees("games: [{game: nines}]\n", _option(1, _banded("$1+: $@")), count)


def _schedules_of_other_limits(count: int) -> Files:
    option = "  - {option: 1, table-limit: $@, collections: [{payer: player, fee: $1}]}\n"
    return _fees("games: [{game: nines}]\n", option, count)


def _large_schedules_of_the_same_games(count: int) -> Files:
    games = "games:\n" + _lines(800, lambda n: f"  - {{game: game-{n}, printed: Game {n} at @}}")
    fee = "collections: [{payer: player, fee: $1}]"
    return _fees(games, _lines(400, lambda n: f"  - {{option: {n + 1}, table-limit: $1-$500, {fee}}}"), count)


def _games_and_schedules_of_one_id(count: int) -> Files:
    game = _california(f"approval: {{id: A-1}}\n{_LINE}")
    games = {f"g{n:05}.yaml": game.encode() for n in range(count)}
    named = "games: [{game: attack, printed: Attack, approval: A-2}]\n"
    fees = _fees(named, _option(1, _banded("$1+: $1")), count)
    terms = f"{_TERMS}covers: {{games: [attack]}}\nstatements: {{position-rotates: {{says: it rotates}}}}\n"
    of_all = {f"t{n:05}.yaml": terms.replace("attack-terms", f"terms-{n}").encode() for n in range(count)}
    return {**games, **{f"s{path}": data for path, data in fees.items()}, **of_all}


def _long_titles(count: int) -> Files:
    """Games of their own with titles that fill a page."""
    game = _california(f"approval: {{id: A-@}}\n{_LINE}").replace("id: attack", "id: game-@")
    game = game.replace("title: Attack", f"title: {'Long ' * 400}@")
    return {f"{n:05}.yaml": game.replace("@", str(n)).encode() for n in range(count)}


ATTACKS["a set of long titles"] = Attack("a set of long titles", _long_titles, 1_000, 10)
ATTACKS["a set of schedules of one game"] = Attack("a set of schedules of one game", _schedules_of_one_game, 300, 20)
ATTACKS["a set of terms of one game"] = Attack("a set of terms of one game", _terms_of_one_game, 300, 20)
ATTACKS["a set under one number"] = Attack("a set under one number", _shared_number, 1_000, 25)
ATTACKS["a set of schedules at odds"] = Attack("a set of schedules at odds", _schedules_at_odds, 1_000, 25)
ATTACKS["a set of schedules of other limits"] = Attack(
    "a set of schedules of other limits", _schedules_of_other_limits, 1_000, 25
)
ATTACKS["a set of large schedules of the same games"] = Attack(
    "a set of large schedules of the same games", _large_schedules_of_the_same_games, 12, 1
)
ATTACKS["a set of games and schedules of one id"] = Attack(
    "a set of games and schedules of one id", _games_and_schedules_of_one_id, 400, 10
)
