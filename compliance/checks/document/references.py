"""Rules, tables and sections of its own that a text points to."""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

from compliance.checks.evaluation import look_at
from compliance.checks.names import letters
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdict, Verdicts, cut_label, failed, not_applicable, passed, review
from compliance.documents.blocks import Document, InternalReference
from compliance.documents.facts import find_facts, get_fact
from compliance.source.routes import Route

_MOST_NAMED: Final = 12
_FEW_LENGTHS: Final = 64


@check("references-resolve")
def references_resolve(document: Document) -> Verdicts:
    """Rules, tables and sections that the text points to are there."""
    there = ReferenceTargets(document)

    def resolved(pointing: tuple[int, InternalReference]) -> Verdict:
        number, reference = pointing
        return _RESOLVERS[reference.kind](there, reference, ("reading", "points-to", number, "to"))

    # General terms point to tables of the documents that they cover: those are looked at with the set.
    own = [kind for kind in _RESOLVERS if kind != "table" or get_fact(document, "document") != "terms"]
    pointing = ((number, reference) for number, reference in enumerate(document.points_to) if reference.kind in own)
    return look_at(
        pointing, resolved, nothing=not_applicable("The text points to no rule, table or section of its own.")
    )


class Numbers(NamedTuple):
    """The numbers of a list, and the same in words."""

    printed: frozenset[str]
    shown: str


class Paid(NamedTuple):
    """What has a pay table, in the order of the document."""

    number: int
    name: str
    route: Route


class ReferenceTargets:
    """What a text may point to in its own document, found once for all references."""

    def __init__(self, document: Document) -> None:
        self._document = document

    @cached_property
    def lists(self) -> dict[str, Numbers]:
        """The numbers that each numbered list prints."""
        lists = self._document.numbered
        return {name: _numbers(printed.numbers) for name, printed in lists.items()} if lists is not None else {}

    @cached_property
    def tables(self) -> dict[str, Route]:
        """Every table by each of its names, in letters."""
        found: dict[str, Route] = {}
        for name, route in _tables(self._document):
            found.setdefault(letters(name), route)
        return found

    @cached_property
    def pay_tables(self) -> dict[str, Paid]:
        """What has a pay table, by each of its names in letters."""
        found: dict[str, Paid] = {}
        for number, (name, route) in enumerate(_list_paid(self._document)):
            found.setdefault(letters(name), Paid(number, name, route))
        return found

    def find_paid(self, text: str) -> Paid | None:
        """The first of them whose name is a part of a text. Where names are of few lengths, the parts of the text are
        looked up, instead of every name in the text."""
        lengths = self._lengths
        if len(lengths) > _FEW_LENGTHS:
            return next((paid for name, paid in self.pay_tables.items() if name in text), None)
        parts = (text[start : start + length] for length in sorted(lengths) for start in range(len(text) - length + 1))
        return min((self.pay_tables[part] for part in parts if part in self.pay_tables), default=None)

    @cached_property
    def _lengths(self) -> frozenset[int]:
        return frozenset(map(len, self.pay_tables))


_NO_NUMBERS: Final = Numbers(frozenset(), "")


def _rule(there: ReferenceTargets, reference: InternalReference, at: Route) -> Verdict:
    """A rule by its number: in the list that is named, or in any."""
    lists = there.lists
    if reference.list is not None:
        lists = {reference.list: lists.get(reference.list, _NO_NUMBERS)}
    for name, numbers in lists.items():
        if reference.to in numbers.printed:
            return passed(f"Rule {reference.to} stands in the list {name}.", at, [(("reading", "numbered", name), "")])
    where = f"the list {reference.list}" if reference.list is not None else "any numbered list of the document"
    printed = ((("reading", "numbered", name), found.shown) for name, found in lists.items() if found.printed)
    also: list[tuple[Route, str]] = list(islice(printed, _MOST_NAMED))
    return failed(f"The text points to rule {reference.to}, which is not in {where}.", at, also, "no such rule")


def _numbers(text: str) -> Numbers:
    parts = [part.strip() for part in text.split(",")]
    return Numbers(frozenset(parts), cut_label(", ".join(parts)))


def _table(there: ReferenceTargets, reference: InternalReference, at: Route) -> Verdict:
    wanted = letters(reference.to)
    if wanted in there.tables:
        return passed(f"{reference.to} is there.", at, [(there.tables[wanted], "")])
    paid = there.find_paid(wanted)
    if paid is not None:
        return passed(f"{reference.to} is there: what {paid.name} pays.", at, [(paid.route, "")])
    return failed(f"The text points to {reference.to}, a table that the document does not have.", at)


def _tables(document: Document) -> Iterator[tuple[str, Route]]:
    """Every table of a document under each of its names."""
    for block in ("tables", "rankings", "reading / numbered"):
        for route, table in find_facts(document, f"{block} / *"):
            yield str(route[-1]), route
            if getattr(table, "title", None):
                yield table.title, route
    for what in ("wagers / * / pays / *", "envy / pays / *", "progressive / pays / *"):
        for route, _ in find_facts(document, what):
            yield str(route[-1]), route


def _list_paid(document: Document) -> Iterator[tuple[str, Route]]:
    """Wagers that have a pay table, under each of their names."""
    for route, wager in find_facts(document, "wagers / *"):
        if any(True for _ in wager.pay_tables()):
            for name in (str(route[-1]), wager.name, *wager.aliases):
                if name:
                    yield name, (*route, "pays")
    for block in ("envy", "progressive"):
        for route, _ in find_facts(document, f"{block} / pays"):
            yield block, route
            yield from ((name, route) for _, name in find_facts(document, f"{block} / name"))


def _section(there: ReferenceTargets, reference: InternalReference, at: Route) -> Verdict:
    if letters(reference.to) in there.tables:
        return passed(f"{reference.to} is there.", at)
    return review(f"The text points to {reference.to}; whether that is there is for a person to see.", at)


_RESOLVERS: Final = {"rule": _rule, "table": _table, "section": _section}
