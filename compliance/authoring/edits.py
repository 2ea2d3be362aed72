"""Edits of a document. Each knows two things: what it does to the tree, and what it does to the text.

The two are worked out apart and compared by whoever edits: a text whose tree is another than was foreseen is not given.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from compliance.authoring.pages import Page, Splice, UneditableText, format_value
from compliance.source.routes import Route, get_value, show_route


class RenameKey(NamedTuple):
    """Another key for the same value."""

    route: Route
    to: str

    def foresee(self, tree: Any) -> None:
        group = get_value(tree, self.route[:-1])
        entries = [(self.to if key == self.route[-1] else key, value) for key, value in group.items()]
        if self.to in group and self.to != self.route[-1]:
            raise UneditableText(f"{show_route(self.route)} and {self.to} are both there")
        group.clear()
        group.update(entries)

    def splice(self, page: Page) -> Splice:
        _, place = page.find_node(self.route)
        if place.key is None or place.key_end is None:
            raise UneditableText(f"{show_route(self.route)} has no key")
        return place.key, place.key_end, format_value(self.to)


class SetValue(NamedTuple):
    """Another value, in the same place."""

    route: Route
    value: Any

    def foresee(self, tree: Any) -> None:
        get_value(tree, self.route[:-1])[self.route[-1]] = self.value

    def splice(self, page: Page) -> Splice:
        node, place = page.find_node(self.route)
        if not isinstance(node, str) or "\n" in page.text[place.value : place.value_end]:
            raise UneditableText(f"{show_route(self.route)} runs over several lines")
        return place.value, place.value_end, format_value(self.value)


Edit: TypeAlias = RenameKey | SetValue
