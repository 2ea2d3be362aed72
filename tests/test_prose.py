"""Sentences that users meet are short and plain: those of reports, of the catalog, of help texts and of the pages.

allowed-sentences.tsv lists those that are not yet: source, rule, sentence. One that is fixed leaves the list; none is
added to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import typer.main

from compliance.commands.app import app_of
from compliance.engine.checking import check
from compliance.reports import ReportContext, prepare_report
from tests import catalogs
from tests.conftest import ROOT
from tests.prose import RULES, find_faults, split_sentences

ALLOWED = Path(__file__).with_name("allowed-sentences.tsv")
# Pages that are made of the catalog and of the code, which are read here themselves.
MADE = ("law.md", "findings.md", "keys.md", "two-days.md", "proposed.md")
LIBRARY = sorted(Path(ROOT, "rulesets").rglob("*.yaml"))


def report_texts() -> Iterator[str]:
    """What the report says of the library."""
    from compliance.documents.loader import load_document

    texts = [(path.relative_to(ROOT).as_posix(), path.read_bytes()) for path in LIBRARY]
    findings = check(texts, date(2026, 11, 18), catalogs.law())
    loaded = [load_document(path, text) for path, text in texts]
    context = ReportContext(lambda _: [], lambda: loaded, catalogs.law, "1")
    report = prepare_report(findings, context)
    for point in report.points:
        yield from (point.headline, point.detail, point.why, point.proposal, point.note, point.clause)
    for duty in report.scope.duties:
        yield from (duty.asks, duty.reason)


def catalog_texts() -> Iterator[str]:
    """What each requirement says of itself."""
    for requirement in catalogs.law().requirements.values():
        yield from (requirement.title, requirement.when_failed, requirement.why, requirement.reason)
        yield from (text for holding in requirement.history for text in (holding.asks, holding.remedy))


def help_texts() -> Iterator[str]:
    """What `--help` says of each command and option."""
    group: Any = typer.main.get_command(app_of())
    for command in group.commands.values():
        yield command.help or ""
        yield from (getattr(option, "help", "") or "" for option in command.params)


def page_texts() -> Iterator[str]:
    """The paragraphs of the pages, without their examples."""
    for page in [*sorted(Path(ROOT, "docs").glob("*.md")), Path(ROOT, "README.md")]:
        if page.name not in MADE:
            text = re.sub(r"```.*?```|^(?:    |\|).*$|<!--.*?-->", "", page.read_text("utf-8"), flags=re.S | re.M)
            yield from (" ".join(part.split()) for part in re.split(r"\n\s*\n|\n(?:- |\d+\. )", text))


SOURCES = {"report": report_texts, "catalog": catalog_texts, "help": help_texts, "pages": page_texts}


def find_in(source: str) -> set[tuple[str, str, str]]:
    """The faults of a source: source, rule and sentence."""
    keys = source in ("help", "pages", "catalog")
    sentences = {sentence for text in SOURCES[source]() for sentence in split_sentences(text)}
    return {(source, rule, sentence) for sentence in sentences for rule in find_faults(sentence, keys)}


def read_allowed() -> set[tuple[str, ...]]:
    return {tuple(line.split("\t")) for line in ALLOWED.read_text("utf-8").splitlines()}


@pytest.mark.parametrize("source", SOURCES)
def test_sentences_are_plain_but_for_those_of_the_list(source: str) -> None:
    found = find_in(source)
    allowed = {row for row in read_allowed() if row[0] == source}
    assert sorted(found - allowed) == [], "write these plainly"
    assert sorted(allowed - found) == [], "these are fixed: take them off the list"


def test_every_rule_finds_its_fault() -> None:
    faulty = {
        "long": " ".join(["word"] * 26),
        "id": "It is kept by integrity.doc-control.",
        "denied twice": "Nothing says that nobody may.",
        "phrase": "This is left open.",
        "plural": "It asks for 1 decks.",
    }
    assert {rule: list(find_faults(sentence)) for rule, sentence in faulty.items()} == {rule: [rule] for rule in RULES}


if __name__ == "__main__":  # the list as it would have to be
    print("\n".join("\t".join(row) for source in SOURCES for row in sorted(find_in(source))))
