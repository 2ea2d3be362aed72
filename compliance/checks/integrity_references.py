"""References inside one document: every name, number, route and value that it points to is there.

References to other documents are in `integrity_sets`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from heapq import nsmallest
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from compliance.checks.cards import letters
from compliance.checks.domains import Domain
from compliance.checks.facts import is_group
from compliance.checks.registry import Verdict, Verdicts, check, failed, not_applicable, passed, review, unstated
from compliance.checks.restated import holds_groups
from compliance.documents.routes import facts
from compliance.documents.values import NAME
from compliance.routes import Route, read_route

if TYPE_CHECKING:
    from compliance.documents.blocks import Document, Reference
    from compliance.documents.game import DecisionTable, Game

_MOST_NAMED: Final = 12
_NOTHING: Final = "nothing"
_CHOICES_OF_PLAY: Final = ("double-down", "split", "surrender", "insurance")
_BY_TABLE: Final = re.compile(rf"by ({NAME.pattern})")


@check("references-resolve")
def references_resolve(document: Document) -> Verdicts:
    """Rules, tables and sections that the text points to are there."""
    looked = False
    there = There(document)
    for number, reference in enumerate(document.references):
        resolve = _RESOLVERS.get(reference.kind)
        # General terms point to tables of the documents that they cover: those are looked at with the set.
        if resolve is None or (reference.kind == "table" and getattr(document, "document", None) == "terms"):
            continue
        looked = True
        yield resolve(there, reference, ("references", number, "to"))
    if not looked:
        yield not_applicable("The text points to no rule, table or section of its own.")


class There:
    """What a text may point to in its own document, found once for all references."""

    def __init__(self, document: Document) -> None:
        self._document = document

    @cached_property
    def lists(self) -> dict[str, list[str]]:
        """The numbers that each numbered list prints."""
        lists = self._document.lists
        return {name: _numbers(printed.numbers) for name, printed in lists.items()} if lists is not None else {}

    @cached_property
    def tables(self) -> dict[str, Route]:
        """Every table by each of its names, in letters."""
        found: dict[str, Route] = {}
        for name, route in _tables(self._document):
            found.setdefault(letters(name), route)
        return found

    @cached_property
    def paid(self) -> list[tuple[str, str, Route]]:
        """What has a pay table, by each of its names: in letters, and as written."""
        return [(letters(name), name, route) for name, route in _paid(self._document)]


def _rule(there: There, reference: Reference, at: Route) -> Verdict:
    """A rule by its number: in the list that is named, or in any."""
    lists = there.lists
    if reference.list is not None:
        lists = {reference.list: lists.get(reference.list, [])}
    for name, numbers in lists.items():
        if reference.to in numbers:
            return passed(f"Rule {reference.to} stands in the list {name}.", at, [(("lists", name), "")])
    where = f"the list {reference.list}" if reference.list is not None else "any numbered list of the document"
    printed = ((("lists", name), ", ".join(found)) for name, found in lists.items() if found)
    also: list[tuple[Route, str]] = list(islice(printed, _MOST_NAMED))
    return failed(f"The text points to rule {reference.to}, which is not in {where}.", at, also, "no such rule")


def _numbers(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _table(there: There, reference: Reference, at: Route) -> Verdict:
    wanted = letters(reference.to)
    if wanted in there.tables:
        return passed(f"{reference.to} is there.", at, [(there.tables[wanted], "")])
    for known, name, route in there.paid:
        if known in wanted:
            return passed(f"{reference.to} is there: what {name} pays.", at, [(route, "")])
    return failed(f"The text points to {reference.to}, a table that the document does not have.", at)


def _tables(document: Document) -> Iterator[tuple[str, Route]]:
    """Every table of a document under each of its names."""
    for block in ("tables", "rankings", "lists"):
        for route, table in facts(document, f"{block} / *"):
            yield str(route[-1]), route
            if getattr(table, "title", None):
                yield table.title, route
    for what in ("wagers / * / pays / *", "envy / pays / *", "progressive / pays / *"):
        for route, _ in facts(document, what):
            yield str(route[-1]), route


def _paid(document: Document) -> Iterator[tuple[str, Route]]:
    """Wagers that have a pay table, under each of their names."""
    for route, wager in facts(document, "wagers / *"):
        if any(True for _ in wager.pay_tables()):
            for name in (str(route[-1]), wager.name, *wager.aliases):
                if name:
                    yield name, (*route, "pays")
    for block in ("envy", "progressive"):
        for route, _ in facts(document, f"{block} / pays"):
            yield block, route
            yield from ((name, route) for _, name in facts(document, f"{block} / name"))


def _section(there: There, reference: Reference, at: Route) -> Verdict:
    if letters(reference.to) in there.tables:
        return passed(f"{reference.to} is there.", at)
    return review(f"The text points to {reference.to}; whether that is there is for a person to see.", at)


_RESOLVERS: Final = {"rule": _rule, "table": _table, "section": _section}


# --- names that blocks use --------------------------------------------------------------------------------------------


class Use(NamedTuple):
    """A name that a block uses, what it must be, and what there is of that kind."""

    route: Route
    name: str
    kind: str
    known: frozenset[str]


@check("names-resolve")
def names_resolve(game: Game) -> Verdicts:
    """Wagers and tables that one block of the rules names stand in another."""
    looked = False
    for use in _uses(game):
        looked = True
        if use.name not in use.known:
            known = _some(use.known)
            message = f"{use.name} is named here as a {use.kind}; the document has no such {use.kind} ({known})."
            yield failed(message, use.route, label=f"no such {use.kind}")
        else:
            yield passed(f"The {use.kind} {use.name} is there.", use.route)
    if not looked:
        yield not_applicable("No block of the rules names a wager or a table.")


def _some(names: frozenset[str]) -> str:
    """The names that there are, as far as a message has room for them."""
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return (", ".join(nsmallest(_MOST_NAMED, names)) or "none") + more


def _uses(game: Game) -> Iterator[Use]:
    wagers = frozenset(name for name, _ in game.each_wager())
    placed = wagers | _also_settled(game)
    tables = frozenset(name for name, _ in game.tables.items()) if game.tables is not None else frozenset()
    for what in ("wagers / * / needs", "wagers / * / at-most", "wagers / * / at-least", "wagers / * / equals"):
        for route, text in facts(game, what):
            if NAME.fullmatch(text) and text != _NOTHING:
                yield Use(route, text, "wager", wagers)
    for what in ("wagers / * / may-exceed", "wagers / * / pays-as", "envy / qualifies / wager", "progressive / wager"):
        yield from (Use(route, name, "wager", wagers) for route, name in facts(game, what))
    lists = ["wagers / * / excludes / *", "bank / player-banking / covers / *", "aggregate / covers / *"]
    lists += ["table / spaces / *", "separate-games / *", "claims / * / wager"]
    lists += ["round / * / opens / *", "round / * / closes / *", "round / * / order / *"]
    for what in lists:
        yield from (Use(route, name, "wager", placed) for route, name in facts(game, what))
    for what in ("round / * / by", "tables / * / restates"):
        yield from (Use(route, name, "table", tables) for route, name in facts(game, what))
    for route, text in facts(game, "tables / * / rules / * / then"):
        found = _BY_TABLE.fullmatch(text)
        if found is not None:
            yield Use(route, found[1], "table", tables)


def _also_settled(game: Game) -> frozenset[str]:
    """What is opened, covered or settled like a wager without being one: prizes, and choices such as surrender."""
    blocks = {"envy": game.envy, "progressive": game.progressive, "house-jackpot": game.house_jackpot}
    names = {name for name, block in blocks.items() if block is not None}
    names |= {name for name in _CHOICES_OF_PLAY if any(True for _ in facts(game, f"play / {name}"))}
    return frozenset(names)


@check("restated-places")
def restated_places(document: Document) -> Verdicts:
    """What is said again elsewhere is said a first time."""
    looked = False
    for number, entry in enumerate(document.restated):
        for text, said in entry.facts():
            looked = True
            first = next(facts(document, text), None)
            if first is not None and (is_group(said) or holds_groups(first[1])):
                message = f"`{text}` is a group of entries, which nobody can compare: restate a value, not a group."
                yield failed(message, ("restated", number, text), [(first[0], "said here first")])
            elif first is None:
                message = f"`{text}` is said again at line {entry.at}, and is not said a first time."
                verdict = unstated("fail", message, read_route(text))
                yield verdict._replace(also=((("restated", number, text), "said again"),))
            else:
                yield passed(f"{text} is said in both places.", ("restated", number, text))
    if not looked:
        yield not_applicable("Nothing is said twice.")


# --- conditions of decision tables ------------------------------------------------------------------------------------


@check("conditions-declared")
def conditions_declared(game: Game) -> Verdicts:
    """Rules of a decision table speak only of inputs and values that the table declares."""
    if game.tables is None or not len(game.tables):
        yield not_applicable("The rules have no decision table.")
        return
    for name, table in game.tables.items():
        found = [*_undeclared(name, table), *_other_inputs(game, name, table)]
        yield from found
        if not found:
            yield passed(f"The table {name} uses only what it declares.", ("tables", name))


def _undeclared(name: str, table: DecisionTable) -> Iterator[Verdict]:
    domains = {given: Domain(written) for given, written in table.given.items()}
    rows: list[tuple[Route, dict[str, Any]]] = [
        (("tables", name, "rules", number), rule.conditions()) for number, rule in enumerate(table.rules)
    ]
    rows += [(("tables", name, "impossible", number), row) for number, row in enumerate(table.impossible)]
    for route, conditions in rows:
        for given, written in conditions.items():
            domain = domains.get(given)
            if domain is None:
                known = ", ".join(domains)
                message = f"The table {name} has a rule on `{given}`, which it does not declare (it declares {known})."
                yield failed(message, (*route, given), [(("tables", name, "given"), "declared here")], "not declared")
                continue
            for value in domain.outside(written):
                message = f"The table {name} has a rule for `{given}: {value}`, which is not among the declared values."
                place: Route = ("tables", name, "given", given)
                yield failed(message, (*route, given), [(place, "declared here")], "not declared")


def _other_inputs(game: Game, name: str, table: DecisionTable) -> Iterator[Verdict]:
    """A table that restates another one has the same inputs, or they cannot be compared."""
    other = game.tables.get(table.restates) if game.tables is not None and table.restates is not None else None
    if other is not None and set(other.given) != set(table.given):
        message = f"The table {name} restates {table.restates}; their inputs differ, so that they cannot be compared."
        also = [(("tables", str(table.restates), "given"), ", ".join(other.given))]
        yield failed(message, ("tables", name, "given"), also, ", ".join(table.given))
