"""Files beside documents made to hang, flood or break the commands of a gate, each with the command that reads them:
decisions, baselines, approvals, settings, two states of a document, old spellings, answers for a new one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from tests.fuzz.attacks import ATTACKS, Files

ROOT: Final = Path(__file__).resolve().parents[2]
_GAME: Final = (ROOT / "schemas/california/bases/california-game.base.yaml").read_bytes()
_SCHEDULE: Final = (ROOT / "schemas/california/bases/california-schedule.base.yaml").read_bytes()
_DECISION: Final = (
    "- {{requirement: california.bank-turn, document: harbor-nines, at: {at}, decide: meets, reason: '{reason}', "
    "by: A, on: 2024-01-01, until: 2030-01-01, value: abc}}\n"
)
_HEAD: Final = b"document: schedule\ntitle: A\njurisdiction: california\n"
_DAY: Final = ("--as-of", "2026-11-16")


class GateAttack(NamedTuple):
    """Files, made in a size, and the command that is run where they are."""

    make: Callable[[int], Files]
    command: tuple[str, ...]
    size: int
    small: int


def _extra(name: str, text: Callable[[int], str | bytes], document: bytes = _GAME) -> Callable[[int], Files]:
    def make(count: int) -> Files:
        written = text(count)
        return {"a.yaml": document, name: written if isinstance(written, bytes) else written.encode()}

    return make


def _decisions(line: Callable[[int], str]) -> Callable[[int], str]:
    return lambda count: "decisions:\n" + "".join(line(number) for number in range(count))


def _sides(old: bytes, new: Callable[[int], bytes]) -> Callable[[int], Files]:
    return lambda count: {"old.yaml": old, "new.yaml": new(count)}


def _attack(name: str) -> Callable[[int], bytes]:
    return lambda count: next(iter(ATTACKS[name].make(count).values()))


def _shift(name: str) -> Callable[[int], Files]:
    """One attack against a smaller one of its kind: nearly everything is another change."""
    return lambda count: {"old.yaml": _attack(name)(max(1, count // 2)), "new.yaml": _attack(name)(count)}


def _lines(head: bytes, count: int, line: Callable[[int], bytes]) -> Files:
    return {"a.yaml": head + b"".join(map(line, range(count)))}


def _odds_in_circles(count: int) -> Files:
    head = _GAME + b"odds:\n  deal: {player: 3}\n  hands:\n"
    return _lines(head, count, lambda n: b"    h%d: {all-of: [h%d, h%d]}\n" % (n, (n + 1) % count, (n + 2) % count))


def _rates_in_circles(count: int) -> Files:
    return _lines(_SCHEDULE + b"rates:\n", count, lambda n: b"  r%d: {uses: r%d}\n" % (n, (n + 1) % count))


def _groups(count: int) -> Files:
    fees = b"groups:\n  g: {collections: [" + b"{payer: player, fee: $1}, " * count + b"]}\noptions:\n"
    option = b"  - {option: %d, group: g, collections: [{payer: pot, fee: $1}]}\n"
    return _lines(_HEAD + fees, count, lambda n: option % n)


def _rates_used(count: int) -> Files:
    bands = b", ".join(b"$%d-$%d: $%d" % (10 * n + 1, 10 * n + 10, n + 1) for n in range(count))
    rate = b"rates:\n  r: {payer: player, by: wager-amount, bands: {" + bands + b"}}\noptions:\n"
    return _lines(_HEAD + rate, count, lambda n: b"  - {option: %d, collections: [r, {uses: r, payer: pot}]}\n" % n)


def _first_match(count: int) -> Files:
    head = b"tables:\n  first:\n    kind: drawing\n    first-match: yes\n    given: {total: 0-9999, card: 0-99}\n"
    rule = b"      - {total: %d-%d, card: %d, unless: {total: %d}, then: draw}\n"
    rules = [rule % (n % 5000, 9999 - n % 5000, n % 100, n) for n in range(count)]
    return {"a.yaml": _GAME.replace(b"tables:\n", head + b"    rules:\n" + b"".join(rules))}


def _stages(count: int) -> Files:
    head = b"document: game\ntitle: A\njurisdiction: washington\nbank: {by: house}\nwagers:\n"
    wagers = b"  ante: {kind: base, maximum: $100}\n  raise:\n    kind: raise\n    equals:\n"
    return _lines(head + wagers, count, lambda n: b"      stage %d: %d times the ante\n" % (n, n))


def _lost_lines(count: int) -> Files:
    lost = b'  - {at: "%d", touches: [wagers / line / maximum, bank / rotation]}\n'
    return _lines(_GAME + b"reading:\n  lost:\n", count, lambda n: lost % n)


_CHECK: Final = ("check", "a.yaml", *_DAY, "--decisions", "d.yaml")
_BASELINE: Final = ("check", "a.yaml", *_DAY, "--baseline", "b.yaml")
_CONFIG: Final = ("check", "a.yaml", *_DAY)
_DIFF: Final = ("diff", "old.yaml", "new.yaml", *_DAY)
_FIX: Final = ("fix", "--check", "a.yaml")

GATE_ATTACKS: Final[dict[str, GateAttack]] = {
    "decisions that decide the same": GateAttack(
        _extra("d.yaml", _decisions(lambda _: _DECISION.format(at="bank", reason="r"))), _CHECK, 8_000, 40
    ),
    "decisions that nothing needs": GateAttack(
        _extra("d.yaml", _decisions(lambda n: _DECISION.format(at=f"wagers / w{n}", reason="r"))), _CHECK, 8_000, 40
    ),
    "decisions at deep routes": GateAttack(
        _extra("d.yaml", _decisions(lambda n: _DECISION.format(at="a / " * 200 + str(n), reason="r"))),
        _CHECK,
        1_500,
        20,
    ),
    "decisions with long reasons": GateAttack(
        _extra("d.yaml", _decisions(lambda n: _DECISION.format(at=f"b{n}", reason="because " * 500))), _CHECK, 400, 10
    ),
    "decisions without entries": GateAttack(
        _extra("d.yaml", lambda count: f"decisions: [{'{}, ' * count}]"), _CHECK, 40_000, 100
    ),
    "decisions behind aliases": GateAttack(
        _extra("d.yaml", lambda count: "a: &a [1]\n" + "decisions: [" + "*a, " * count + "]"), _CHECK, 40_000, 100
    ),
    "a baseline of very many": GateAttack(
        _extra(
            "b.yaml",
            lambda count: "known:\n" + "".join(f"- {{requirement: r, document: d, at: a{n}}}\n" for n in range(count)),
        ),
        _BASELINE,
        40_000,
        100,
    ),
    "a baseline in lists": GateAttack(
        _extra("b.yaml", lambda count: f"known: {'[' * count}{']' * count}"), _BASELINE, 50_000, 100
    ),
    "approvals of nothing": GateAttack(
        _extra("a.yaml.approved", lambda count: "approvals:\n" + "- {id: a, text: b}\n" * count),
        ("check", "a.yaml", *_DAY),
        40_000,
        100,
    ),
    "approvals in lists": GateAttack(
        _extra("a.yaml.approved", lambda count: "[" * count), ("check", "a.yaml", *_DAY), 100_000, 100
    ),
    "settings in lists": GateAttack(
        _extra("pitboss.toml", lambda count: f"paths = {'[' * count}{']' * count}\n"), _CONFIG, 200_000, 3_000
    ),
    "settings in tables": GateAttack(
        _extra("pitboss.toml", lambda count: f"[{'.'.join(['a'] * count)}]\n"), _CONFIG, 20_000, 3_000
    ),
    "settings that name nothing": GateAttack(
        _extra("pitboss.toml", lambda count: 'paths = ["\\u0000"]\n' + "# x\n" * count), ("check", *_DAY), 100_000, 10
    ),
    "settings of very many paths": GateAttack(
        _extra("pitboss.toml", lambda count: "paths = [" + '"a.yaml", ' * count + "]\n"), ("check", *_DAY), 20_000, 50
    ),
    "settings with an unknown key": GateAttack(
        _extra("pitboss.toml", lambda count: f"{'path' * count} = 1\n"), _CONFIG, 100_000, 100
    ),
    "a document against one with many wagers": GateAttack(_sides(_GAME, _attack("many wagers")), _DIFF, 1_800, 100),
    "wagers that moved": GateAttack(_shift("many wagers"), _DIFF, 2_000, 60),
    "hands that moved": GateAttack(_shift("many hands"), _DIFF, 3_000, 60),
    "tables that moved": GateAttack(_shift("rules of a table"), _DIFF, 3_000, 60),
    "ranges that moved": GateAttack(_shift("conditions with long ranges"), _DIFF, 200, 8),
    "options that moved": GateAttack(_shift("many options"), _DIFF, 700, 60),
    "bands that moved": GateAttack(_shift("bands with gaps"), _DIFF, 3_000, 60),
    "steps that moved": GateAttack(_shift("steps of a round"), _DIFF, 1_800, 60),
    "texts that moved": GateAttack(_shift("long texts everywhere"), _DIFF, ATTACKS["long texts everywhere"].size, 2),
    "old spellings of many wagers": GateAttack(
        lambda count: {"a.yaml": _attack("many wagers")(count)}, _FIX, 5_000, 100
    ),
    "old spellings of restated facts": GateAttack(
        lambda count: {
            "a.yaml": b"document: game\ntitle: A\njurisdiction: washington\nbank: {by: house}\nrestated:\n"
            + b"".join(b'  - {at: "%d", wagers / w / minimum: $6}\n' % n for n in range(count))
        },
        _FIX,
        5_000,
        100,
    ),
    "old spellings behind anchors": GateAttack(
        lambda count: {"a.yaml": _GAME + b"note: &a b\n" + b"".join(b"k%d: *a\n" % n for n in range(count))},
        _FIX,
        5_000,
        100,
    ),
    "a table card of very many options": GateAttack(
        lambda count: {"a.yaml": _attack("many options")(count)},
        ("notice", "a.yaml", *_DAY, "--option", "1", "--output", "card.pdf"),
        1_200,
        60,
    ),
    "odds in circles": GateAttack(_odds_in_circles, _CONFIG, 3_000, 60),
    "rates that use each other": GateAttack(_rates_in_circles, _CONFIG, 5_000, 60),
    "groups that every option names": GateAttack(_groups, _CONFIG, 2_000, 30),
    "rates that every option uses": GateAttack(_rates_used, _CONFIG, 700, 20),
    "a table whose first rule decides": GateAttack(_first_match, _CONFIG, 2_000, 40),
    "raises at many stages": GateAttack(_stages, _CONFIG, 5_000, 60),
    "text that is lost everywhere": GateAttack(_lost_lines, _CONFIG, 4_000, 60),
}
