"""The four things that operators change most, as forms: fee bands, pay tables, the bank's rotation, approval.

A form is only another look at the text: every field and row says at which route it stands, and `form_edit` gives the
edit of the text for a change of one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, Literal, TypedDict

from compliance.authoring.pages import UneditableText
from compliance.documents import meanings
from compliance.documents.kinds import KINDS
from compliance.editor import format_keys
from compliance.editor.cursor import outline_text
from compliance.editor.entry_edits import (
    add_entry,
    append_item,
    build_edits,
    build_list_edit,
    fill_value,
    load_page,
    remove_entry,
    rename_key,
    set_value,
)
from compliance.editor.positions import Edit, Range, Sheet
from compliance.source import Map, Seq, Source, Value
from compliance.source.routes import Route, is_written, show_route, value_at

Op = Literal["set", "add-row", "remove-row", "rename-row"]

_SOURCE: Final = "source"
_COLLECTION_KEYS: Final = ("payer", "also-from", "by", "per", "counts", "fee", "jackpot-drop", "at-most", "collected")
_BANK_KEYS: Final = ("by", "pays-up-to", "wager-limit", "uncovered-wagers", "seated", "may-be-held-by")
_APPROVAL_KEYS: Final = ("authority", "status", "id", "date", "submitted", "rules-dated", "submitted-by", "conditions")


class FormRow(TypedDict):
    """An entry of a table or an item of a list. A list has no keys. `fixed` says why it can only be changed in the
    text; it is empty where it can be changed here."""

    key: str | None
    value: str
    route: list[str | int]
    range: Range
    fixed: str


class Field(TypedDict):
    """One fact. What is not stated has no value and no range. A list has rows and no value; one text that stands for a
    list of one is its one row."""

    label: str
    route: list[str | int]
    value: str | None
    range: Range | None
    choices: list[str]
    kinds: list[str]
    example: str
    meaning: str
    required: bool
    is_list: bool
    rows: list[FormRow]
    fixed: str


class EditForm(TypedDict):
    """A part of a document as a form. `rows_route` is the group of the rows, to which rows are added; it is None where
    there is no table. `also_at` are the places for which the same is written by an alias: they follow its changes."""

    form: str
    title: str
    route: list[str | int]
    range: Range
    fields: list[Field]
    rows_route: list[str | int] | None
    row_key: str
    row_value: str
    rows: list[FormRow]
    also_at: list[str]


def build_forms(text: str) -> list[EditForm]:
    """The forms of a document. A text that is no document has none until it is one."""
    sheet = Sheet(text)
    try:
        page = load_page(sheet.flat)
    except UneditableText:
        return []
    kind = page.tree.get("document")
    if not isinstance(kind, str) or kind not in KINDS:
        return []
    maker = _FormBuilder(sheet, page.source, kind)
    return [*maker.build_bands(), *maker.build_pay_tables(), *maker.build_bank(), *maker.build_approval()]


class _FormBuilder:
    """Makes the forms of one document."""

    def __init__(self, sheet: Sheet, source: Source, kind: str) -> None:
        self.sheet = sheet
        self.source = source
        self.kind = kind

    def build_bands(self) -> Iterator[EditForm]:
        """One form for each fee of a schedule."""
        if self.kind != "schedule":
            return
        for route, title in self._list_collections():
            collection = value_at(self.source, route)
            if isinstance(collection, Map) and ("bands" in collection or "fee" in collection):
                payer = collection.get("payer")
                called = f"{title}: {payer}" if isinstance(payer, str) else title
                fields = [self._build_field((*route, key)) for key in _COLLECTION_KEYS]
                has_bands = "bands" in collection
                yield self._build_form("bands", called, route, fields, (*route, "bands") if has_bands else None)

    def _list_collections(self) -> Iterator[tuple[Route, str]]:
        options = value_at(self.source, ("options",))
        for number, option in enumerate(options if isinstance(options, Seq) else ()):
            called = option.get("option") if isinstance(option, Map) else None
            title = f"Option {called if isinstance(called, str) else number + 1}"
            yield from ((route, title) for route in self._list_items(("options", number, "collections")))
        rates = value_at(self.source, ("rates",))
        yield from ((("rates", name), f"Rate {name}") for name in (rates if isinstance(rates, Map) else ()))
        yield from ((route, "All options") for route in self._list_items(("shared", "collections")))
        groups = value_at(self.source, ("groups",))
        for name in groups if isinstance(groups, Map) else ():
            yield from ((route, f"Group {name}") for route in self._list_items(("groups", name, "collections")))

    def _list_items(self, route: Route) -> list[Route]:
        items = value_at(self.source, route)
        return [(*route, number) for number in range(len(items))] if isinstance(items, Seq) else []

    def build_pay_tables(self) -> Iterator[EditForm]:
        """One form for each table of payouts; a wager with one payout for all is a form with one field."""
        for route, title in self._list_paying_blocks() if self.kind == "game" else ():
            pays = value_at(self.source, (*route, "pays"))
            if isinstance(pays, Map) and any(isinstance(table, Map) for table in pays.values()):
                for name, table in pays.items():
                    if isinstance(table, Map):
                        inner: Route = (*route, "pays", name)
                        yield self._build_form("pay-table", f"{title}: {name}", inner, [], inner)
                    elif name != _SOURCE:
                        field = self._build_field((*route, "pays", name))
                        yield self._build_form("pay-table", f"{title}: {name}", (*route, "pays", name), [field], None)
            elif isinstance(pays, Map):
                yield self._build_form("pay-table", title, (*route, "pays"), [], (*route, "pays"))
            elif pays is not None:
                yield self._build_form(
                    "pay-table", title, (*route, "pays"), [self._build_field((*route, "pays"))], None
                )

    def _list_paying_blocks(self) -> Iterator[tuple[Route, str]]:
        wagers = value_at(self.source, ("wagers",))
        for name, wager in wagers.items() if isinstance(wagers, Map) else ():
            if isinstance(wager, Map):
                called = wager.get("name")
                yield ("wagers", name), called if isinstance(called, str) else name
        for one, several, title in (("envy", "envies", "Envy"), ("progressive", "progressives", "Jackpot")):
            if isinstance(value_at(self.source, (one,)), Map):
                yield (one,), title
            yield from ((route, f"{title} {number + 1}") for number, route in enumerate(self._list_items((several,))))

    def build_bank(self) -> Iterator[EditForm]:
        """Who banks, and how the bank moves on."""
        if self.kind == "schedule" or (self.kind == "terms" and value_at(self.source, ("bank",)) is None):
            return
        rotation = [key.name for key in format_keys.keys_at(self.kind, ("bank", "rotation")) if key.name != _SOURCE]
        routes: list[Route] = [("bank", key) for key in _BANK_KEYS]
        routes[1:1] = [("bank", "rotation", key) for key in rotation]
        yield self._build_form(
            "bank", "The bank and its rotation", ("bank",), [self._build_field(one) for one in routes], None
        )

    def build_approval(self) -> Iterator[EditForm]:
        """Who approved the document, under which number, and when."""
        fields = [self._build_field(("approval", key)) for key in _APPROVAL_KEYS]
        yield self._build_form("approval", "Approval", ("approval",), fields, None)

    def _build_form(self, form: str, title: str, route: Route, fields: list[Field], rows: Route | None) -> EditForm:
        there = is_written(self.source, route)
        return EditForm(
            form=form,
            title=title,
            route=list(route),
            range=self.find_range(route if there else ()),
            fields=fields,
            rows_route=None if rows is None else list(rows),
            row_key="" if rows is None else "band" if form == "bands" else "hand",
            row_value="" if rows is None else "fee" if form == "bands" else "payout",
            rows=[] if rows is None else self._build_rows(rows),
            also_at=self._list_alias_places(route),
        )

    def _list_alias_places(self, route: Route) -> list[str]:
        node = value_at(self.source, route)
        uses = self._alias_routes.get(id(node), []) if isinstance(node, Map | Seq) else []
        return [show_route(one) for one in uses if one != route]

    @cached_property
    def _alias_routes(self) -> dict[int, list[Route]]:
        found: dict[int, list[Route]] = {}
        waiting: list[tuple[Route, Value]] = [((), self.source.tree)]
        while waiting:
            route, node = waiting.pop()
            if isinstance(node, Map | Seq):
                found.setdefault(id(node), []).append(route)
                below = node.items() if isinstance(node, Map) else enumerate(node)
                waiting += [((*route, step), value) for step, value in below]
        return found

    def _build_rows(self, route: Route) -> list[FormRow]:
        group = value_at(self.source, route)
        keys: list[str | int] = [key for key in group if key != _SOURCE] if isinstance(group, Map) else []
        if isinstance(group, Seq):
            keys = list(range(len(group)))
        return [self._build_row((*route, key), value_at(self.source, (*route, key))) for key in keys]

    def _build_item_rows(self, route: Route, value: Value) -> list[FormRow]:
        """The items of a list. One text may stand for a list of one."""
        if isinstance(value, str):
            return [{**self._build_row(route, value), "key": None}]
        return self._build_rows(route) if isinstance(value, Seq) else []

    def _build_row(self, route: Route, value: Value) -> FormRow:
        key = route[-1]
        return FormRow(
            key=key if isinstance(key, str) else None,
            value=value if isinstance(value, str) else "",
            route=list(route),
            range=self.find_range(route),
            fixed=self._explain_fixed(route, value),
        )

    def _build_field(self, route: Route) -> Field:
        value = value_at(self.source, route)
        key = format_keys.key_at(self.kind, route)
        kinds = key.kinds if key is not None else format_keys.kinds_at(self.kind, route)
        is_list = format_keys.is_list(self.kind, route)
        example = key.example if key is not None else ""
        if not example and kinds and (told := meanings.find_kind_meaning(kinds[0])) is not None:
            example = told.example
        return Field(
            label=" / ".join(str(step) for step in route[1:] or route) if route[0] == "bank" else str(route[-1]),
            route=list(route),
            value=value if isinstance(value, str) and not is_list else None,
            range=self.find_range(route) if is_written(self.source, route) else None,
            choices=list(key.choices if key is not None else ()),
            kinds=list(kinds),
            example=example,
            meaning=key.sentence if key is not None else "",
            required=key.required if key is not None else False,
            is_list=is_list,
            rows=self._build_item_rows(route, value) if is_list else [],
            fixed=self._explain_fixed(route, value) if not isinstance(value, Seq) else "",
        )

    def _explain_fixed(self, route: Route, value: Value) -> str:
        """Why a value can only be changed in the text."""
        place = self.source.place(route)
        if place.anchor is not None:
            return "It is written elsewhere, behind an alias."
        if isinstance(value, Map | Seq):
            return "It is a group or a list of its own."
        if is_written(self.source, route) and place.value.line != place.value.end_line:
            return "It runs over several lines."
        return ""

    def find_range(self, route: Route) -> Range:
        """The stretch of an entry, its key included."""
        place = self.source.place(route)
        whole = self.sheet.range_of(place.value)
        return {"start": self.sheet.range_of(place.key)["start"], "end": whole["end"]} if place.key else whole


def build_form_edit(
    text: str, route: Route, op: Op = "set", value: str | None = None, key: str | None = None, after: str | None = None
) -> list[Edit]:
    """The edits of a text for a change in a form. Raises UneditableText, with the reason in words.

    `set` gives the entry at a route another value, makes it where there is none, and takes it away for None; `add-row`
    adds an entry `key: value` to the group at a route, behind the row `after` or as the last, or an item to the list;
    `remove-row` takes the entry or item at a route away; `rename-row` gives it the key `key`.
    """
    if op == "set":
        return _set_value(text, route, value)
    if op == "add-row":
        return _add_row(text, route, key, _require(value), after)
    if op == "remove-row":
        return _remove_entry(text, route)
    return build_edits(text, rename_key, route, _require(key, "key"))


def _require(value: str | None, what: str = "value") -> str:
    if value is None or not value.strip():
        raise UneditableText(f"a {what} is missing; write one")
    return value.strip()


def _parse_source(text: str) -> tuple[Source, str]:
    try:
        return load_page(Sheet(text).flat).source, outline_text(text).kind
    except UneditableText:
        raise UneditableText("the text is not YAML at the moment; mend it first") from None


def _set_value(text: str, route: Route, value: str | None) -> list[Edit]:
    source, kind = _parse_source(text)
    group = value_at(source, route[:-1])
    there = (isinstance(group, Map) and route[-1] in group) or isinstance(group, Seq)
    if value is None or not value.strip():
        return _remove_entry(text, route) if there else []
    if there:
        return build_edits(text, set_value, route, value.strip())
    is_list = format_keys.is_list(kind, route)
    return _add_value(text, source, kind, route, [value.strip()] if is_list else value.strip())


def _add_value(text: str, source: Source, kind: str, route: Route, value: object) -> list[Edit]:
    """A new entry where there is none; with the group that it stands in, where that is not there either."""
    group, step = value_at(source, route[:-1]), route[-1]
    if not isinstance(step, str):
        raise UneditableText(f"there is no {show_route(route)}")
    if isinstance(group, Map) and group:
        return build_edits(text, add_entry, route[:-1], step, value, _previous_key(kind, route, group))
    if isinstance(group, Map):
        return build_edits(text, add_entry, route[:-1], step, value, None)
    if group is not None or len(route) < 2:
        raise UneditableText(f"{show_route(route[:-1])} is no group of entries")
    above, key = value_at(source, route[:-2]), route[-2]
    if isinstance(above, Map) and key in above:
        return build_edits(text, fill_value, route[:-1], {step: value})
    return _add_value(text, source, kind, route[:-1], {step: value})


def _previous_key(kind: str, route: Route, group: Map) -> str | None:
    """The entry behind which a new one stands: in the order in which the format tells its keys."""
    order = [key.name for key in format_keys.keys_at(kind, route[:-1])]
    names = [name for name in group if name != _SOURCE]
    if route[-1] not in order:
        return names[-1] if names else None
    earlier = order[: order.index(str(route[-1]))]
    return next((name for name in reversed(names) if name in earlier), None)


def _add_row(text: str, route: Route, key: str | None, value: str, after: str | None) -> list[Edit]:
    source, kind = _parse_source(text)
    group = value_at(source, route)
    if isinstance(group, Seq) or (group is None and format_keys.is_list(kind, route)):
        there = isinstance(group, Seq)
        return build_edits(text, append_item, route, value) if there else _add_value(text, source, kind, route, [value])
    if isinstance(group, str) and format_keys.is_list(kind, route):
        return build_edits(text, build_list_edit, route, value)
    name = _require(key, "key")
    if group is None:
        return _add_value(text, source, kind, (*route, name), value)
    if not isinstance(group, Map):
        raise UneditableText(f"{show_route(route)} is one value and no table; change it in the text")
    rows = [row for row in group if row != _SOURCE]
    if after is not None and after not in group:
        raise UneditableText(f"there is no row {after}")
    return build_edits(text, add_entry, route, name, value, after if after is not None else rows[-1] if rows else None)


def _remove_entry(text: str, route: Route) -> list[Edit]:
    """An entry goes; with it the group that would be left without entries, where it is no table."""
    source, kind = _parse_source(text)
    group = value_at(source, route[:-1])
    known_key = format_keys.key_at(kind, route)
    if known_key is not None and known_key.required:
        raise UneditableText(f"`{route[-1]}` must be said; choose another value")
    alone = isinstance(group, Map | Seq) and len(group) == 1
    if alone and known_key is None and not isinstance(group, Seq):
        raise UneditableText("the last row of a table cannot go; take the table away in the text")
    return _remove_entry(text, route[:-1]) if alone and len(route) > 1 else build_edits(text, remove_entry, route)
