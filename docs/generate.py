"""Pages that follow from the catalog and the documents: `python docs/generate.py` writes them, `--check` compares.

- docs/law.md: every requirement with citation, authority, how it was seen, since when and until when it was looked up,
  what its answers rest on, its level, and what is left to people
- docs/keys.md: every key of a document, how it is written, and the statements that requirements look for
- docs/proposed.md: what proposed law would do to rulesets/
- docs/findings.md: every failure and review on rulesets/ on a fixed day, so that a change shows as a diff in review
- docs/finding.svg: a picture of one finding
- schemas/documents/: the format of each kind of document as JSON Schema, as `pitboss schema` prints it
- docs/catalogue.md: the list of checks, from their docstrings
- docs/expressions.md: the list of derived facts, from their declarations
- README.md: the table of what is covered
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from compliance.checks.descriptions import Described, Description, described  # noqa: E402
from compliance.checks.expressions.derived import list_derived  # noqa: E402
from compliance.documents.json_schema import schema_text  # noqa: E402
from compliance.documents.kinds import KINDS  # noqa: E402
from compliance.engine.catalog import read_catalog  # noqa: E402
from compliance.engine.checking import check  # noqa: E402 (the checkout's own package, not an installed one)
from compliance.engine.findings import Finding, Findings  # noqa: E402
from compliance.law.cases import cases_of  # noqa: E402
from compliance.law.catalog import Catalog, Holding, Requirement  # noqa: E402
from compliance.law.files import BadCatalog, catalog_files  # noqa: E402
from compliance.law.levels import (  # noqa: E402
    ADVISORY,
    AUTHORITY_WORDS,
    BASES,
    BASIS_WORDS,
    CONSEQUENCES,
    HIGHEST_LEVELS,
    SEEN_WORDS,
)
from compliance.reports.effect import render_effect_page  # noqa: E402
from compliance.reports.requirement_list import unspoken  # noqa: E402
from docs.keys import keys_page  # noqa: E402

DAY = date(2026, 11, 16)
_CHECKS, _END_OF_CHECKS = "<!-- checks -->", "<!-- end of checks -->"
_DERIVED, _END_OF_DERIVED = "<!-- derived facts -->", "<!-- end of derived facts -->"
_START, _END = "<!-- coverage: made by docs/generate.py -->", "<!-- end of coverage -->"

# What derived facts are asked of, where the class has another name than the reader knows.
_PLAIN_NAMES = {
    **{"Document": "any document", "Game": "game", "Schedule": "schedule", "GeneralTerms": "terms", "Option": "option"},
    **{
        "Collection": "fee",
        "Wager": "wager",
        "Envy": "envy",
        "Progressive": "progressive",
        "Aggregate": "payout limit",
    },
    **{"PrintedNotation": "printed amount", "object": "amount", "str": "text"},
}

INVENTORY = (
    ("W1", "Gow Z Gow", "washington/gow-z-gow"),
    ("W2", "Pai Gow Pow", "washington/pai-gow-pow"),
    ("G1", "Texas Hold'em", "california/napa-valley/texas-holdem"),
    ("G2", "No Bust 21st Century Blackjack", "california/napa-valley/no-bust-21st-century-blackjack"),
    ("G3", "Double Hand Poker (Pai Gow Poker)", "california/napa-valley/double-hand-poker"),
    ("G4", "No-Bust 21st Century Blackjack 4.3", "california/napa-valley/no-bust-21st-century-blackjack-4-3"),
    ("G5", "21st Century Blackjack 8.0", "california/napa-valley/21st-century-blackjack-8"),
    ("G6", "Three Card Poker 6 Card Bonus 1.3", "california/napa-valley/three-card-poker-6-card-bonus"),
    ("G7", "Fortune Pai Gow Poker 1.0", "california/napa-valley/fortune-pai-gow-poker"),
    ("G8", "Omaha", "california/napa-valley/omaha"),
    ("G9", "Omaha Hi-Low Split", "california/napa-valley/omaha-hi-low"),
    ("G10", "EZ Baccarat Panda 8", "california/napa-valley/ez-baccarat-panda-8"),
    ("G11", "Pai Gow Tiles", "california/napa-valley/pai-gow-tiles"),
    ("S1", "21st Century Blackjack schedule", "california/napa-valley/21st-century-blackjack-schedule-old"),
    ("S2", "Poker schedule, older", "california/napa-valley/poker-schedule-old"),
    ("S3", "Pai Gow Poker schedule", "california/napa-valley/pai-gow-poker-schedule"),
    ("S4", "No Bust Blackjack schedule", "california/napa-valley/no-bust-blackjack-schedule"),
    ("S5, S6", "Poker schedule, limit and no limit", "california/napa-valley/poker-schedule"),
    ("S7", "California games schedule, older", "california/napa-valley/california-games-schedule-old"),
    ("S8", "California games schedule", "california/napa-valley/california-games-schedule"),
    ("S9", "Pai Gow Tiles schedule", "california/napa-valley/pai-gow-tiles-schedule"),
    ("S7", "its general terms", "california/napa-valley/california-games-terms-old"),
    ("S9", "its general terms", "california/napa-valley/california-games-terms-tiles"),
)


def corpus() -> list[tuple[str, bytes]]:
    """The example library, by path from the root."""
    files = sorted((ROOT / "rulesets").rglob("*.yaml"))
    return [(path.relative_to(ROOT).as_posix(), path.read_bytes()) for path in files]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def _since(holding: Holding) -> str:
    start = holding.from_.isoformat() if holding.from_ else "not established"
    start += " or earlier" if holding.from_is == "first seen" else ""
    return f"{start} to {holding.until}" if holding.until else start


def _law_rows(requirement: Requirement) -> Iterator[str]:
    for number, holding in enumerate(requirement.history):
        name = f"`{requirement.id}`" if number == 0 else ""
        level = "information" if holding.authority in ADVISORY else holding.level
        if requirement.reason:
            cells = [name, holding.asks, requirement.reason, holding.basis, level]
        else:
            how = f"{AUTHORITY_WORDS[holding.authority]}; {SEEN_WORDS[holding.seen]}"
            basis = f"{holding.basis} (headline)" if holding.headline else holding.basis
            asks = holding.asks + unspoken(holding, requirement.history)
            cells = [name, asks, holding.cite, how, _since(holding), holding.looked_up, basis, level]
        yield "| " + " | ".join(map(_cell, cells)) + " |"


def law_page(catalog: Catalog) -> str:
    """docs/law.md."""
    lines = [
        "# The law as Pit Boss reads it",
        "",
        "Made by `docs/generate.py` from the catalog in schemas/; do not edit. Pit Boss never says that something is",
        "legal: it says which requirements pass on which date, and how sure the law behind each of them is.",
        "",
        *_levels_lines(catalog),
    ]
    for place, state in catalog.jurisdictions.items():
        chosen = [r for r in catalog if r.applies.jurisdiction == place and not r.reason]
        authorities = Counter(requirement.newest.authority for requirement in chosen)
        counted = ", ".join(f"{number} {AUTHORITY_WORDS[name]}" for name, number in authorities.most_common())
        lines += [f"## {state.name}", "", f"{len(chosen)} requirements ({counted}).", ""]
        lines += ["| requirement | asks | citation | authority and how seen | in force | looked up | basis | level |"]
        lines += ["|---|---|---|---|---|---|---|---|"]
        lines += [row for requirement in chosen for row in _law_rows(requirement)]
        lines.append("")
    chosen = [requirement for requirement in catalog if requirement.reason]
    lines += ["## Good order", "", f"{len(chosen)} requirements of no law: a document must be usable.", ""]
    lines += ["| requirement | asks | reason | basis | level |", "|---|---|---|---|---|"]
    lines += [*(row for requirement in chosen for row in _law_rows(requirement)), ""]
    lines += ["## Left to people", "", "What the law asks that a document cannot show.", ""]
    lines += ["| jurisdiction | asks | citation | why a document cannot show it |", "|---|---|---|---|"]
    for row in catalog.left_to_people:
        cells = (catalog.jurisdictions[row.jurisdiction].name, row.asks, row.cite, row.reason)
        lines.append("| " + " | ".join(map(_cell, cells)) + " |")
    return "\n".join(lines) + "\n"


def _levels_lines(catalog: Catalog) -> Iterator[str]:
    """What answers rest on, the table of levels, and how many requirements of law there are of each basis."""
    yield "## What an answer rests on, and how grave it can be"
    yield ""
    yield from (f"- `{basis}`: {words}." for basis, words in BASIS_WORDS.items())
    yield ""
    duties = [r.newest for r in catalog if not r.reason and r.newest.authority not in ADVISORY]
    counts = Counter(holding.basis for holding in duties)
    told = ", ".join(f"{counts[basis]} {basis} ({counts[basis] * 100 // len(duties)}%)" for basis in BASES)
    yield f"{len(duties)} requirements of law, at best: {told}. The basis of an answer may be weaker than that of its"
    yield "requirement, and is then told with it."
    yield ""
    yield from _failing_lines(catalog)
    yield ""
    yield "A failure is never graver than its requirement says, nor than this:"
    yield ""
    yield "| law | how seen | computed | stated | reading |"
    yield "|---|---|---|---|---|"
    for authority, ways in HIGHEST_LEVELS.items():
        for seen, levels in ways.items():
            shown = ("information",) * 3 if authority in ADVISORY else levels
            cells = (AUTHORITY_WORDS[authority], SEEN_WORDS.get(seen, "however"), *shown)
            yield "| " + " | ".join(cells) + " |"
    yield ""
    headlines = ", ".join(f"`{id}`" for id in sorted(catalog.headlines))
    yield f"Errors whatever they rest on, and each says what that is: {headlines}."
    yield ""
    yield from _consequence_lines()
    yield ""
    yield "Suspended law, and law of a day on which it held that was enjoined later, is told with `--show suspended`."
    yield ""


def _consequence_lines() -> Iterator[str]:
    """How a level is chosen, by what becomes of a document that fails."""
    yield "A requirement of good order has the level of what becomes of a document that fails it; so has one of"
    yield "law that stays below the table above. [levels.yaml](levels.yaml) lists which is which, and a test holds each"
    yield "level against it. Law is never below the table for another reason."
    yield ""
    yield "| what becomes of it | level | that is |"
    yield "|---|---|---|"
    for name, (level, words) in CONSEQUENCES.items():
        yield f"| {name} | {level} | {words} |"


def _failing_lines(catalog: Catalog) -> Iterator[str]:
    """How many requirements of law can fail, by their cases, and which share of those that ask something computes."""
    duties = [one for one in catalog if not one.reason and one.newest.authority not in ADVISORY]
    never = [one.id for one in duties if all(case.expect != "fail" for case in cases_of(one))]
    asking = [one for one in duties if one.newest.clause.get("because") is None]
    computed = sum(one.newest.basis == "computed" for one in asking)
    suspended = sum(not one.reason and one.newest.authority in ADVISORY for one in catalog)
    which = ", ".join(never) or "each has a case that does"
    ended = len(duties) - len(asking)
    yield f"{len(never)} of them cannot fail on any day ({which}). {ended} ask nothing any more; of the"
    share = f"{computed} compute ({computed * 100 // len(asking)}%)"
    yield f"{len(asking)} that do {share}. {suspended} more are suspended, told for information and counted nowhere."


# Two Washington documents of the library, the day that each belongs to, and how that day is known.
_TWO_DAYS = (
    ("rulesets/washington/gow-z-gow.yaml", date(2012, 5, 2), "the day of its letter of approval"),
    (
        "rulesets/washington/pai-gow-pow.yaml",
        date(2009, 9, 14),
        "the first day on which the chapter that it cites let a hand have its four wagers; it has no date of its own",
    ),
)
_GRAVEST = ("error", "fail", "review", "pass", "not-applicable")


def two_days_page(catalog: Catalog) -> str:
    """docs/two-days.md: what became of two documents between their own day and the day of the pages."""
    lines = ["# Two documents on their own day and today", ""]
    lines += [
        "Made by `docs/generate.py`; do not edit. Answers of law alone. A test holds that each difference comes of the"
    ]
    lines += ["law: of a wording that began or ended in between, or of one before which none was seen.", ""]
    for path, own, how in _TWO_DAYS:
        differences = differing_answers(catalog, path, own)
        told = [row for row in differences if row[1:3] != ("not asked", "not-applicable")]
        lines += [f"## {Path(path).stem}: {own} and {DAY}", "", f"{own} is {how}.", ""]
        lines += ["| requirement | then | now | why |", "|---|---|---|---|"]
        lines += ["| " + " | ".join(map(_cell, (f"`{id}`", *rest))) + " |" for id, *rest in told]
        lines += ["", f"{len(differences) - len(told)} more were not asked then and do not apply now.", ""]
    return "\n".join(lines).rstrip() + "\n"


def differing_answers(catalog: Catalog, path: str, own: date) -> list[tuple[str, str, str, str]]:
    """Requirements of law whose answer differs between two days: its id, both answers, and what made the difference."""
    then, now = (_answers_of_law(catalog, path, day) for day in (own, DAY))
    rows = []
    for requirement in catalog:
        before, after = then.get(requirement.id, ("not asked", "")), now.get(requirement.id, ("not asked", ""))
        if before[0] != after[0]:
            rows.append((requirement.id, before[0], after[0], _why(requirement, own, after[1])))
    return rows


def _answers_of_law(catalog: Catalog, path: str, day: date) -> dict[str, tuple[str, str]]:
    findings = check([(path, (ROOT / path).read_bytes())], day, catalog).findings
    found: dict[str, tuple[str, str]] = {}
    for finding in sorted(findings, key=lambda one: _GRAVEST.index(one.status)):
        if finding.authority != "good order":
            found.setdefault(finding.requirement, (finding.status, finding.message))
    return found


def _why(requirement: Requirement, own: date, message: str) -> str:
    """The change of law between a day and the day of the pages that tells two answers apart; nothing without one."""
    before, after = requirement.holding_on(own), requirement.holding_on(DAY)
    if before is None and after is not None:
        first = requirement.history[-1]
        known = "no wording before it was seen" if first.from_is == "first seen" else "asked from then on"
        return f"{first.cite}, {_since(first)}: {known}"
    if before is not None and after is None:
        return f"{before.cite} held until {before.until}"
    if before is None or after is None or before == after:
        since = [word.strip(".,;:") for word in message.split() if own.isoformat() < word <= DAY.isoformat()]
        return f"what it looks for changed on {since[-1]}" if since else ""
    changed = message if before.asks == after.asks else after.asks
    return f"until {before.until}: {before.asks} Now: {changed}"


def _finding_row(finding: Finding) -> str:
    place = finding.places[0]
    lines = "; ".join(lines for _, lines in place.source)
    where = f"line {place.span.line} (source {lines or 'not given'})"
    return f"- {finding.status} `{finding.requirement}` {where}: {finding.message}"


def findings_page(results: Findings) -> str:
    """docs/findings.md."""
    counts = ", ".join(f"{number} {status}" for status, number in results.summary().items() if number)
    lines = [
        "# Findings on rulesets/",
        "",
        f"Made by `docs/generate.py`; law as of {results.as_of}. {len(results.documents)} documents: {counts}.",
        "A change of catalog, check or document that adds or removes a finding shows here as a diff.",
        "Suspended rules are left out; `pitboss check rulesets --show suspended` tells of them.",
        "",
    ]
    by_path: dict[str, list[Finding]] = {}
    for finding in results.findings:
        if finding.status in ("fail", "review", "error"):
            by_path.setdefault(finding.places[0].path, []).append(finding)
    for path in sorted(by_path):
        lines += [f"## {path}", ""]
        lines += [_finding_row(finding) for finding in by_path[path]]
        lines.append("")
    return "\n".join(lines)


def coverage(results: Findings) -> str:
    """The table of what is covered, for the README. How many answers there are is told by docs/findings.md."""
    read = {document.path: document.document for document in results.documents}
    lines = [_START, "", "| row | what | kind | document |", "|---|---|---|---|"]
    for row, title, name in INVENTORY:
        path = f"rulesets/{name}.yaml"
        lines.append(f"| {row} | {title} | {read[path]} | [{Path(name).name}]({path}) |")
    return "\n".join([*lines, "", _END])


def proposed_page(catalog: Catalog) -> str:
    """docs/proposed.md: what each proposal that is known would do to the example library."""
    lines = ["# Proposed law and the example library", ""]
    lines += ["Made by `docs/generate.py`; do not edit. None of this is law. `missing`: the document does not say what"]
    lines += ["would be asked for; `fails`: it says what would be barred; `open`: a person would have to read it.", ""]
    for proposal in catalog.proposals.values():
        alone = Catalog(proposal.requirements, jurisdictions=catalog.jurisdictions.values())
        lines.append(render_effect_page(proposal, check(corpus(), DAY, alone)))
    return "\n".join(lines)


def checks_list() -> str:
    """Every check with what it looks at and its parameters, for docs/catalogue.md."""
    lines = [_CHECKS, "", "Made by `docs/generate.py` from the docstrings of the checks; do not edit.", ""]
    for one in described():
        lines += [f"### {one.name}", "", f"{_looks_at(one)} {_cell(one.about)}", ""]
        lines += [_parameter_row(parameter) for parameter in one.parameters]
        lines += [""] if one.parameters else []
    return "\n".join([*lines, _END_OF_CHECKS])


def _looks_at(one: Description) -> str:
    kinds = "any document" if len(one.kinds) == len(KINDS) else " or ".join(one.kinds)
    return f"({kinds}{', beside the others of the run' if one.on_set else ''})"


def _parameter_row(one: Described) -> str:
    return f"- `{one.name}` ({one.type}{'' if one.required else '; may be left out'}): {_cell(one.about)}."


def catalog_page() -> str:
    """docs/catalogue.md as it is, with the list of checks anew."""
    before, _, rest = (ROOT / "docs/catalogue.md").read_text("utf-8").partition(_CHECKS)
    _, _, after = rest.partition(_END_OF_CHECKS)
    return before + checks_list() + after


def derived_facts() -> str:
    """Every derived fact: what it is asked of, what it gives and reads, for docs/expressions.md."""
    lines = [_DERIVED, "", "Made by `docs/generate.py`; do not edit.", ""]
    lines += ["| fact | of | gives | what it is | reads |", "|---|---|---|---|---|"]
    for one in list_derived():
        name = f"{one.name}({', '.join(one.takes)})" if one.takes else one.name
        of = ", ".join(dict.fromkeys(_PLAIN_NAMES.get(kind.__name__, kind.__name__) for kind in one.of))
        reads = ", ".join(f"`{route}`" for route in one.reads)
        columns = ", ".join(f"`{column}`" for column in one.columns)
        about = _cell(one.words) + (f" Each row has {columns}." if columns else "")
        lines.append(f"| `{name}` | {of} | {one.gives} | {about} | {reads} |")
    return "\n".join([*lines, "", _END_OF_DERIVED])


def expressions_page() -> str:
    """docs/expressions.md as it is, with the list of derived facts anew."""
    before, _, rest = (ROOT / "docs/expressions.md").read_text("utf-8").partition(_DERIVED)
    _, _, after = rest.partition(_END_OF_DERIVED)
    return before + derived_facts() + after


def picture() -> str:
    """docs/finding.svg: one finding as a terminal shows it."""
    from rich.console import Console
    from rich.text import Text

    from compliance.documents.loader import load_document
    from compliance.reports import ReportContext, prepare_report
    from compliance.reports.finding_text import Screen, describe_in_full

    path = "rulesets/california/napa-valley/pai-gow-tiles-schedule.yaml"
    text = (ROOT / path).read_text("utf-8")
    law = read_catalog(catalog_files())
    context = ReportContext(lambda _: text.split("\n"), lambda: [load_document(path, text.encode())], lambda: law, "")
    report = prepare_report(check([(path, text.encode())], DAY, law), context)
    found = [point for point in report.points if point.lead.requirement.endswith(".fee-sanity")]
    found = found or [point for point in report.points if point.grade == "error"]
    shown = "\n".join(describe_in_full(found[0], context.lines, Screen(96, colour=True)))
    console = Console(record=True, width=98, file=StringIO(), force_terminal=True)
    console.print(Text.from_ansi(f"$ pitboss check --full {Path(path).name}\n{shown}"))
    return console.export_svg(title="pitboss", unique_id="finding")


def pages() -> dict[Path, str]:
    """Every generated page with its text."""
    catalog = read_catalog(catalog_files())
    results = check(corpus(), DAY, catalog)
    readme = ROOT / "README.md"
    before, _, rest = readme.read_text("utf-8").partition(_START)
    _, _, after = rest.partition(_END)
    return {
        ROOT / "docs/law.md": law_page(catalog),
        ROOT / "docs/keys.md": keys_page(catalog),
        ROOT / "docs/findings.md": findings_page(results),
        ROOT / "docs/two-days.md": two_days_page(catalog),
        ROOT / "docs/proposed.md": proposed_page(catalog),
        ROOT / "docs/catalogue.md": catalog_page(),
        ROOT / "docs/expressions.md": expressions_page(),
        ROOT / "docs/finding.svg": picture(),
        **{ROOT / f"schemas/documents/{kind}.schema.json": schema_text(kind) for kind in KINDS},
        readme: before + coverage(results) + after,
    }


def main() -> int:
    """Write the pages, or with --check say which of them are out of date."""
    stale = []
    for path, text in pages().items():
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(path.relative_to(ROOT).as_posix())
            if "--check" not in sys.argv:
                path.write_text(text, "utf-8")
    if stale:
        print(("out of date: " if "--check" in sys.argv else "written: ") + ", ".join(stale))
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BadCatalog as bad:
        sys.exit(str(bad))
