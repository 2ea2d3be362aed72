"""Words that deny, suspend or only resemble what a requirement asks to be said never pass; those of its lists do."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from compliance.checks.words import BESIDE
from compliance.documents.reading import load_source
from compliance.engine import Readers, check
from compliance.law.cases import Case, base_document, changed, changed_tree
from compliance.law.catalogue import Catalogue, Requirement
from compliance.routes import Route, read_route
from compliance.source import Map, Seq, Source, Value, read
from tests.catalogues import cases_of, law, only

BARE = ["no", "none", "not", "never", "nowhere", "nothing", "nobody", "n/a", "None.", "NOWHERE", "to be decided", "?"]
ELSEWHERE = [
    "the house may decide otherwise",
    "the house may do as it likes",
    "as the floor decides",
    "see management",
    "ask the dealer",
    "subject to change",
]


NARROWED = [
    "on Mondays",
    "for two minutes",
    "before noon",
    "in the office of the owner",
    "once a year",
    "of the restaurant",
    "in 2015",
    "and then the same person goes on",
    "while guests are present",
]

# What answers in place of a statement of how the bank moves, and how documents say how long it is held.
INSTEAD = {
    "position-moves": "bank / rotation / verb",
    "position-systematic": "bank / rotation / systematic",
    "position-without-taker": "bank / rotation / if-nobody-takes-it",
    "position-turn": "bank / rotation / at-most",
}
AT_MOST_TWO = ("nobody holds the bank for more than two hands in a row", "the position is held for at most 2 hands")


# Stands where a text is to stand.
TEXT = "the text of the spot"


class Spot(NamedTuple):
    """A text that a requirement reads: where it stands, what says it and what denies it, and the fact that would
    answer in its place. `whole` is false where one phrase alone does not say all that is asked."""

    requirement: Requirement
    case: Case
    route: str
    affirms: tuple[str, ...]
    denies: tuple[str, ...]
    instead: str = ""
    whole: bool = True
    in_list: int | None = None
    plainly: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


def spots_of(requirement: Requirement) -> Iterator[Spot]:
    """The same, with the phrases that say something by themselves apart from those that stand beside them."""
    for spot in all_spots_of(requirement):
        beside = tuple(phrase.removeprefix(BESIDE) for phrase in spot.affirms if phrase.startswith(BESIDE))
        saying = tuple(phrase for phrase in spot.affirms if not phrase.startswith(BESIDE))
        yield spot._replace(affirms=saying, beside=beside)


def all_spots_of(requirement: Requirement) -> Iterator[Spot]:
    """The texts that a requirement reads by phrases, on the day of its first passing case."""
    case = next(case for case in cases_of(requirement) if case.expect == "pass")
    holding = requirement.on(case.on)
    assert holding is not None
    given = holding.parameters
    denies = tuple(given.get("denies", given.get("deny", given.get("goes-on", ()))))
    affirms = given.get("affirms", given.get("affirm", given.get("ends", ())))
    says = given.get("says", given.get("rotates", ()))
    fact = given.get("fact", INSTEAD.get(holding.check, ""))
    if holding.check == "position-turn":
        yield Spot(requirement, case, f"statements / {says[0]}", AT_MOST_TWO, tuple(given["unlimited"]), fact)
        return
    if isinstance(says, dict):
        for name, phrases in says.items():
            yield Spot(requirement, case, f"statements / {name}", tuple(phrases), denies)
    elif isinstance(affirms, dict):
        for side, phrases in affirms.items():
            instead = given["facts"][0]
            yield Spot(requirement, case, f"statements / {given['sides'][side]}", tuple(phrases), (), instead)
    elif affirms:
        for name in says:
            yield Spot(requirement, case, f"statements / {name}", tuple(affirms), denies, fact)
        if fact and "is" not in given and holding.check not in INSTEAD and holding.check != "no-other-bank":
            yield Spot(requirement, case, fact, tuple(affirms), denies)
        if holding.check == "submitter":
            yield Spot(requirement, case, f"statements / {given['licensed']}", tuple(affirms), denies)
        if holding.check == "waiver-condition":
            yield Spot(requirement, case, "options / 1 / collections / 1 / waived-when", tuple(affirms), denies)
    if holding.check == "known-words":
        needs = given.get("needs", {})
        phrases = [*affirms, *(phrase for ways in needs.values() for phrase in ways)]
        plainly = tuple(given.get("plainly", ()))
        yield Spot(requirement, case, given["what"], tuple(phrases), denies, whole=not needs, plainly=plainly)
    if holding.check == "lists-in-own-words":
        for number, phrases in enumerate(given["items"].values()):
            yield Spot(requirement, case, given["what"], tuple(phrases), denies, whole=False, in_list=number)


def written(phrase: str, choice: int = 0) -> str:
    """A phrase as somebody would write it, with the first or the last of its choices."""
    words = re.sub(r"\(([^()]*)\)\?", "", phrase)
    words = re.sub(r"\(([^()]*)\)", lambda found: found[1].split("|")[choice], words)
    return " ".join(re.sub(r"\bN\b", "2", words.replace("...", "")).split())


def denials(seed: str) -> Iterator[str]:
    """A text turned into its opposite, or made to depend on something."""
    yield from (f"{no} {seed}" for no in ("no", "not", "never", "neither", "without"))
    yield f"it is not so that {seed}"
    yield f"there is no duty that {seed}"
    yield f"nobody says that {seed}"
    yield f"{seed} is not required"
    yield f"{seed}, unless the house decides otherwise"
    yield f"{seed} if management agrees"
    yield f"{seed}, except on weekends"
    yield f"the house may do without: {seed}"
    yield f"only on request: {seed}, when asked"
    yield codecs.encode(seed, "rot13")


def at(tree: Any, route: str) -> Any:
    """What stands at a route of a plain tree; None where nothing does."""
    for step in read_route(route):
        try:
            tree = tree[step]
        except (KeyError, IndexError, TypeError):
            return None
    return tree


def texts_of(spot: Spot) -> list[str]:
    """Every text that must not pass at a spot."""
    seeds = [written(phrase) for phrase in spot.affirms]
    base = at(tree_of(spot.case.base), spot.route)
    said = base.get("says") if isinstance(base, dict) else base
    seeds += [str(said)] if isinstance(said, str) and not spot.route.endswith(" *") else []
    made = [text for seed in seeds for text in denials(seed)]
    made += [written(phrase, choice) for phrase in spot.denies for choice in (0, -1)]
    # What may stand beside a phrase says nothing by itself; and what may not narrows it.
    made += [written(phrase, choice) for phrase in spot.beside for choice in (0, -1)]
    if spot.in_list is None:
        made += [f"{seed} {narrowed}" for seed in seeds for narrowed in NARROWED]
    return [text for text in dict.fromkeys([*BARE, *ELSEWHERE, *made]) if text not in spot.plainly]


@cache
def tree_of(base: str) -> Any:
    return read(base_document(base).encode()).tree


def around(spot: Spot, alone: bool) -> Source:
    """A document with TEXT at a spot; `alone` without the fact that says the same."""
    tree = tree_of(spot.case.base)
    value: Any = {"says": TEXT} if spot.route.startswith("statements / ") else TEXT
    if spot.in_list is not None:
        value = [TEXT if number == spot.in_list else item for number, item in enumerate(at(tree, spot.route))]
    remove = [*spot.case.remove]
    if alone and spot.instead and at(tree, spot.instead) is not None:
        remove.append(spot.instead)
    kept = {route: said for route, said in spot.case.set.items() if not alone or route != spot.instead}
    # JSON is YAML too, and written at once.
    document = json.dumps(changed_tree(base_document(spot.case.base), {**kept, spot.route: value}, remove))
    assert document.count(json.dumps(TEXT)) == 1
    return read(document.encode())


def route_of_text(node: Value) -> Route | None:
    """The way to TEXT in a tree."""
    if node == TEXT:
        return ()
    below = node.items() if isinstance(node, Map) else enumerate(node) if isinstance(node, Seq) else ()
    ways = ((step, route_of_text(value)) for step, value in below)
    return next(((step, *way) for step, way in ways if way is not None), None)


def with_text(node: Any, route: Route, text: str) -> Any:
    """A tree with a text at a route, which shares all else with another: it is not read again for each text."""
    if not route:
        return text
    copied = type(node)(node)
    copied.places = node.places
    copied[route[0]] = with_text(node[route[0]], route[1:], text)
    return copied


def put(document: Source, text: str) -> Source:
    """A document in which a text stands where TEXT did."""
    route = route_of_text(document.tree)
    assert route is not None
    return Source(document.text, with_text(document.tree, route, text), root=document.root)


def answers(spot: Spot, text: str, document: Source) -> set[str]:
    """What a requirement answers where a text stands at a spot."""
    source = put(document, text)
    loaded = load_source("document.yaml", "", source)
    readers = Readers(lambda *_: loaded, lambda *_: loaded.source)
    asked = only(frozenset([spot.requirement.id]))
    results = check([("document.yaml", b"")], spot.case.on, asked, suspended=True, reading=readers)
    return {found.status for found in results.findings}


def test_a_text_put_into_a_document_is_one_that_is_read_there() -> None:
    spot = next(spot for spot in READING if spot.in_list)
    document = around(spot, alone=True)
    written_out = document.text.replace(TEXT, "not at all")
    assert put(document, "not at all").tree == read(written_out.encode()).tree


READING = [spot for requirement in law() for spot in spots_of(requirement)]


def test_there_are_words_to_read() -> None:
    assert len({spot.requirement.id for spot in READING}) >= 20


@pytest.mark.parametrize("spot", READING, ids=lambda spot: f"{spot.requirement.id}: {spot.route} {spot.in_list or ''}")
def test_a_denial_never_passes(spot: Spot) -> None:
    passed = [
        (text, alone)
        for alone in ((True, False) if spot.instead else (True,))
        for document in [around(spot, alone)]
        for text in texts_of(spot)
        if not answers(spot, text, document) <= {"fail", "review", "information"}
    ]
    assert passed == []


@pytest.mark.parametrize(
    "spot",
    [spot for spot in READING if spot.whole],
    ids=lambda spot: f"{spot.requirement.id}: {spot.route}",
)
def test_the_phrases_of_a_list_pass(spot: Spot) -> None:
    texts = {written(phrase, choice) for phrase in spot.affirms if "..." not in phrase for choice in (0, -1)}
    document = around(spot, alone=True)
    refused = {text: found for text in texts if (found := answers(spot, text, document)) != {"pass"}}
    assert refused == {}


# Closed words that confirm what figures or structure show: the word that denies it never passes, whatever they show.
DENIED_WORDS = {
    "washington.same-fee-for-all": ("terms / same-fee-for-all", "no"),
    "washington.house-dealer": ("table / dealer", "player"),
    "washington.player-jackpot-dealer": ("table / dealer", "player"),
    "washington.fee-dealer": ("terms / dealer", "player"),
    "washington.hand-fee-timing": ("options / 2 / collections / 1 / collected", "after play"),
    "washington.rake-timing": ("options / 3 / collections / 1 / collected", "before play"),
    "washington.other-nonhouse-cards": ("deck / kind", "tiles"),
    "washington.other-nonhouse-own-hand": ("play / own-hand", "no"),
    "washington.other-nonhouse-one-deal": ("play / settled-in", "several deals"),
    "washington.own-hand": ("play / own-hand", "no"),
    "washington.one-deal": ("play / settled-in", "several deals"),
    "washington.house-jackpot-funded": ("house-jackpot / funded-by", "players"),
    "washington.house-jackpot-fixed": ("house-jackpot / meter", "real time"),
    "washington.one-player-per-area": ("table / one-player-per-area", "no"),
    "washington.envy-second-spot": ("envy / own-second-spot", "does not pay"),
    "washington.player-jackpot-game": ("bank / by", "house"),
    "california.bank-rotates": ("bank / rotation / verb", "may be taken"),
    "california.rotation-systematic": ("bank / rotation / systematic", "no"),
    "california.no-other-bank": ("bank / house / bars-other-banks", "no"),
    "california.bank-without-taker": ("bank / rotation / if-nobody-takes-it", "the holder goes on"),
    "california.house-never-banks": ("bank / house / takes-part", "yes"),
    "california.no-house-bank": ("bank / by", "house"),
    "california.local-backline": ("table / backline", "allowed"),
    "california.fee-determined-before-play": ("terms / fees-determined", "after play"),
    "california.rules-fee-determined": ("fees / determined", "after play"),
    "california.one-option-per-table": ("terms / options-in-use", "any"),
}


@pytest.mark.parametrize("id", DENIED_WORDS)
def test_a_word_that_denies_never_passes(id: str) -> None:
    route, word = DENIED_WORDS[id]
    requirement = law().requirements[id]
    for case in (case for case in cases_of(requirement) if case.expect == "pass"):
        document = changed(base_document(case.base), {**case.set, route: word}, [*case.remove])
        if route in case.remove or case.base != cases_of(requirement)[0].base:
            continue
        results = check([("document.yaml", document.encode())], case.on, Catalogue([requirement], (), ""))
        assert {found.status for found in results.findings} <= {"fail", "review"}, case.name
