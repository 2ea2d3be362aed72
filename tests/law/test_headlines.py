"""The requirements that Pit Boss is known for answer rightly in every clothing: variants of notation and structure.

Each variant is a case of its requirement, and its name argues the answer. Here they are counted; `test_cases` runs
them.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from typing import Any

import pytest

from compliance.checks.wording import Phrases, read_words
from compliance.checks.words import BESIDE, reading_of
from compliance.documents.meanings import statements
from compliance.law.cases import Case
from compliance.law.reading import catalogue_files
from compliance.source import read
from tests.catalogues import cases_of, law

LAW = law()
LEAST = 25
HEADLINES = {
    "the turn of the bank": ("california.bank-turn",),
    "the number of rates": ("california.collection-rate-count",),
    "percentages": ("california.no-percentage-fee", "california.no-commission"),
    "envy in the aggregate limit": ("washington.envy-outside-aggregate",),
}


def cases(headline: str) -> list[Case]:
    return [case for id in HEADLINES[headline] for case in cases_of(LAW.requirements[id])]


def variant(case: Case) -> tuple[str, ...]:
    """What makes a case a variant: its document and its partners, not its day."""
    return case.requirement, case.document() if case.base else "", *case.partners


@pytest.mark.parametrize("headline", HEADLINES)
def test_each_headline_has_enough_variants_that_argue_their_answer(headline: str) -> None:
    argued = {variant(case) for case in cases(headline) if ": " in case.name and case.expect != "not-asked"}
    assert len(argued) >= LEAST


@pytest.mark.parametrize("headline", HEADLINES)
def test_the_variants_of_a_headline_have_every_answer(headline: str) -> None:
    answers = Counter(case.expect for case in cases(headline))
    assert all(answers[answer] >= 3 for answer in ("pass", "fail", "review")), answers


@pytest.mark.parametrize("id", [id for ids in HEADLINES.values() for id in ids])
def test_a_headline_is_an_error_and_says_what_it_rests_on(id: str) -> None:
    today = LAW.requirements[id].on(date(2026, 11, 16))
    assert today is not None
    assert today.note
    assert {holding.level for holding in LAW.requirements[id].history} == {"error"}


# Lists of words of the catalogue that headline requirements read statements by: what affirms, and what denies.
READ_BY = [
    ("bank-turn-ends", "bank-holder-goes-on"),
    ("bank-rotates-words", "bank-does-not-rotate"),
    ("bank-moves-by-a-system", "bank-has-no-system"),
    ("no-other-bank-words", "another-bank-allowed"),
    ("one-option-at-a-table", "several-options-at-a-table"),
    ("envy-outside-words", "envy-inside-words"),
    ("wagers-within-the-law", "wagers-beyond-the-law"),
]
DENIALS = ("it is not true that {}", "{}, unless the house decides otherwise", "{} is not required", "never {}")


def lists_of_words() -> dict[str, list[str]]:
    files: list[Any] = [read(data).tree for path, data in catalogue_files() if "/words" in path]
    return {name: phrases for file in files for name, phrases in file["words"].items()}


def spoken(phrase: str) -> str:
    """A phrase as somebody would write it: the first of each choice, nothing that may be left out."""
    words = re.sub(r"\(([^()|]*)[^()]*\)(\??)", lambda found: "" if found[2] else found[1], phrase)
    return " ".join(re.sub(r"\bN\b", "2", words.replace("...", "for all")).split())


@pytest.mark.parametrize(("affirm", "deny"), READ_BY)
def test_a_phrase_that_affirms_does_so_alone_and_its_denial_never_does(affirm: str, deny: str) -> None:
    lists = lists_of_words()
    for phrase in lists[affirm]:
        text = spoken(phrase.removeprefix(BESIDE))
        says_it = not phrase.startswith(BESIDE)
        assert (reading_of(text, lists[affirm], lists[deny]) == "affirms") is says_it, text
        for denial in (one.format(text) for one in DENIALS):
            assert reading_of(denial, lists[affirm], lists[deny]) != "affirms", denial


@pytest.mark.parametrize(("affirm", "deny"), READ_BY)
def test_a_phrase_that_denies_never_affirms(affirm: str, deny: str) -> None:
    lists = lists_of_words()
    assert all(reading_of(spoken(phrase), lists[affirm], lists[deny]) == "denies" for phrase in lists[deny])


def test_words_that_a_message_says_would_do_do() -> None:
    offered = [(one.id, one.on(date(2026, 11, 16))) for one in LAW]
    asked = [(id, holding.parameters) for id, holding in offered if holding is not None]
    phrases = {id: Phrases(with_["affirms"], with_.get("denies", ())) for id, with_ in asked if "affirms" in with_}
    assert phrases["california.waiver-condition"].example == "the bank does not cover the wager"
    assert {id: read_words(one.example, one) for id, one in phrases.items() if one.example} == {
        id: "affirms" for id, one in phrases.items() if one.example
    }


# What a statement means, where that alone does not meet a requirement that looks for the statement as well.
NOT_ENOUGH = {
    ("california.bank-rotates", "position-offered-systematically"),
    ("california.rotation-systematic", "position-offered-systematically"),
    ("california.rotation-systematic", "position-rotates"),
}


def test_what_the_pages_say_of_a_statement_can_be_written_as_the_statement() -> None:
    """Who copies the words by which the format and the editors explain a statement is understood."""
    meanings = statements()
    unread = set()
    for requirement in LAW:
        holding = requirement.on(date(2026, 11, 16))
        with_ = holding.parameters if holding is not None else {}
        affirms = next((with_[name] for name in ("affirms", "affirm", "outside", "within") if name in with_), ())
        denies = next((with_[name] for name in ("denies", "deny", "inside", "beyond") if name in with_), ())
        listed = [one for value in with_.values() for one in (value if isinstance(value, list | tuple) else [value])]
        named = [one for one in listed if isinstance(one, str) and one in meanings] if affirms else []
        phrases = Phrases(affirms, denies)
        unread |= {(requirement.id, one) for one in named if read_words(meanings[one].sentence, phrases) != "affirms"}
    assert unread == NOT_ENOUGH


def test_words_that_a_message_says_would_do_have_their_articles() -> None:
    asked = [holding.parameters for one in LAW if (holding := one.on(date(2026, 11, 16))) is not None]
    lists = [with_[key] for with_ in asked for key in ("affirms", "affirm") if key in with_]
    examples = [
        Phrases(one).example for words in lists for one in (words.values() if isinstance(words, dict) else [words])
    ]
    assert "the position rotates" in examples
    nouns = "house|position|bank|player|player dealer|table|sign|waiver|manager|supplier|card room"
    bare = re.compile(rf"(?:^|(?<!the)(?<!a)(?<!an)(?<!its)(?<!each)(?<!every)(?<!one) )(?:{nouns})(?: |$)")
    found = [example for example in examples if bare.search(re.sub("table limit|player dealer", "player", example))]
    assert not found
