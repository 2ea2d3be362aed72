"""Explain syntax errors of the YAML parser to people who write documents, not parsers.

The parser says what it was doing (`context`) and what it met (`problem`); the two select one explanation from the
table at the end. Both libyaml's sentences and those of PyYAML's own parser are known.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from compliance.source import problems
from compliance.source.characters import ODD_SPACES
from compliance.source.problems import quote_text
from compliance.source.tree import Lines, Problem, Span

_INDENT = re.compile(rf"[ \t{ODD_SPACES}]*")
_ODD_OR_TAB = re.compile(rf"[\t{ODD_SPACES}]")
_ODD_AFTER_COLON = re.compile(rf":([{ODD_SPACES}])")
_KEY_BEFORE = re.compile(r"\s*(?:- +)*[^\s:#][^#]*?:\s+")
_ESCAPE = re.compile(r"\\(?:x\w{0,2}|u\w{0,4}|U\w{0,8}|.)?")
_QUOTES = {"'": "single", '"': "double"}
_LabeledPlaces = tuple[tuple[Span, str], ...]


class _ParserError(NamedTuple):
    """A parser error with its context. Positions are offsets into the text."""

    text: str
    message: str
    offset: int  # where the parser gave up
    start: int  # where what it was reading began
    last_event: Any  # the last event that was read whole
    bracket: int | None  # the innermost bracket still open

    def rest_of_line(self, start: int) -> str:
        """Return the text from an offset to the end of its line, without a comment."""
        line = self.text[start:].split("\n", 1)[0]
        return re.split(r"\s#", line, maxsplit=1)[0].rstrip()

    def span(self, start: int, end: int) -> Span:
        return Lines(self.text).span(start, end)

    def rest_of_line_span(self, start: int) -> Span:
        return self.span(start, start + len(self.rest_of_line(start)))

    def character_span(self, start: int) -> Span:
        return self.span(start, start + (self.text[start : start + 1] not in ("", "\n")))

    def line_start(self) -> int:
        return self.text.rfind("\n", 0, self.offset) + 1

    def previous_line_start(self) -> int | None:
        """Return where the nearest line above that is not blank starts."""
        above = self.text[: self.line_start()].rstrip()
        return above.rfind("\n") + 1 if above else None


def explain_syntax_error(error: Exception, text: str, last_event: Any, bracket: int | None) -> Problem:
    """Return the problem with its explanation. `last_event` is the last event that was read whole, `bracket` the
    innermost bracket still open at that point."""
    mark = getattr(error, "problem_mark", None) or getattr(last_event, "end_mark", None)
    at = mark.index if mark else 0
    context_mark = getattr(error, "context_mark", None)
    message = f"{getattr(error, 'context', None)}: {getattr(error, 'problem', None) or error}"
    facts = _ParserError(text, message, at, context_mark.index if context_mark else at, last_event, bracket)
    for pattern, explanation in _EXPLANATIONS:
        if re.search(pattern, message):
            return explanation(facts)
    return _explain_unknown(facts)


def _explain_unknown(error: _ParserError) -> Problem:
    written = error.rest_of_line(error.offset)
    message = f"The file is not valid YAML at {quote_text(written) if written else 'this point'}."
    said = error.message.removeprefix("None: ")
    help_ = f"Check the quotes, brackets and indentation just before it. (The parser says: {said}.)"
    return Problem("syntax", message, help_, error.character_span(error.offset))


def _explain_open_quote(error: _ParserError) -> Problem:
    quote = error.text[error.start : error.start + 1]
    message = f"The text that begins with this {_QUOTES.get(quote, '')} quote is never closed."
    help_ = f"Write the closing {quote} where the text ends."
    also = ((error.character_span(error.offset), "read up to here without finding it"),)
    return Problem("unclosed-quote", message, help_, error.character_span(error.start), also)


def _explain_escape(error: _ParserError) -> Problem:
    start = error.text.rfind("\\", 0, error.offset + 1)
    found = _ESCAPE.match(error.text, start)
    written = found[0] if found else "\\"
    message = f'"{written}" in a text in double quotes is not an escape that YAML knows.'
    help_ = "Put the text in single quotes, or write the backslash twice."
    return Problem("bad-escape", message, help_, error.span(start, start + len(written)))


def _explain_tab(error: _ParserError) -> Problem:
    return problems.tab_character(error.character_span(error.offset))


def _explain_bad_start(error: _ParserError) -> Problem:
    if error.text.startswith("\t", error.offset):
        return _explain_tab(error)
    return _explain_needs_quotes(error._replace(start=error.offset))


def _explain_needs_quotes(error: _ParserError) -> Problem:
    written = error.rest_of_line(error.start)
    message = f'A text cannot begin with "{written[:1]}" unless it is in quotes.'
    return Problem(
        "needs-quotes", message, f"Put it in quotes: {_add_quotes(written)}", error.rest_of_line_span(error.start)
    )


def _add_quotes(text: str) -> str:
    return f'"{text}"' if '"' not in text and "\\" not in text else "'" + text.replace("'", "''") + "'"


def _explain_colon(error: _ParserError) -> Problem:
    if hidden := _find_hidden_space(error):
        return hidden
    line_start = error.line_start()
    before = error.text[line_start : error.offset]
    if key := _KEY_BEFORE.match(before):
        value = error.rest_of_line(line_start + key.end())
        message = f"The value {quote_text(value)} holds a colon, which makes it look like a key."
        help_ = f"Put the value in quotes: {_add_quotes(value)}"
        return Problem("colon", message, help_, error.rest_of_line_span(line_start + key.end()))
    message = (
        f"The key {quote_text(before)} cannot stand here: it is indented wrongly, or the line above is not finished."
    )
    help_ = (
        "Line it up with the keys of the same level. Check that the line above has a colon and a blank after its key, "
        "and that a value with a colon is in quotes."
    )
    start = error.offset - len(before.lstrip())
    return Problem("colon", message, help_, error.span(start, error.offset), _label_previous_line(error))


def _explain_missing_colon(error: _ParserError) -> Problem:
    if hidden := _find_hidden_space(error._replace(offset=error.start)):
        return hidden
    written = error.rest_of_line(error.start)
    return problems.missing_colon(written, error.rest_of_line_span(error.start))


def _explain_list_item(error: _ParserError) -> Problem:
    written = error.rest_of_line(error.offset)
    message = (
        f"The list item {quote_text(written)} cannot begin here, after other text on the same line or out of line."
    )
    help_ = f"Put each item on a line of its own below the key; if a text is meant, quote it: {_add_quotes(written)}"
    return Problem("list-item", message, help_, error.rest_of_line_span(error.offset))


def _explain_expected_key(error: _ParserError) -> Problem:
    if problem := _explain_text_after_quote(error) or _find_hidden_space(error) or _explain_stray_sign(error):
        return problem
    written, place = error.rest_of_line(error.offset), error.rest_of_line_span(error.offset)
    if re.match(r"-(?:\s|$)", written):
        message = f"The list item {quote_text(written)} stands among keys; a block holds either keys or list items."
        help_ = "Indent it below the key it belongs to, or check that key: it may have a value already."
        return Problem("list-item", message, help_, place, _label_start(error, "these keys begin here"))
    if error.text[error.line_start() : error.offset].strip():
        message = f"{quote_text(written)} stands after a value that is already complete."
        help_ = "Put the whole value in quotes, or put what follows on a line of its own."
        return Problem("after-value", message, help_, place)
    return _explain_indentation(error, "keys")


def _explain_expected_item(error: _ParserError) -> Problem:
    return (
        _explain_text_after_quote(error)
        or _find_hidden_space(error)
        or _explain_stray_sign(error)
        or _explain_indentation(error, "list items")
    )


def _explain_indentation(error: _ParserError, what: str) -> Problem:
    message = f"{quote_text(error.rest_of_line(error.offset))} does not line up with the {what} above it."
    help_ = f"Indent the line with as many blanks as the {what} it belongs with."
    also = _label_start(error, f"these {what} begin here")
    return Problem("indentation", message, help_, error.rest_of_line_span(error.offset), also)


def _explain_text_after_quote(error: _ParserError) -> Problem | None:
    """Text after a closing quote: either it belongs inside, or an earlier quote was left open and closed here."""
    style = getattr(error.last_event, "style", None)
    if style not in _QUOTES or error.last_event.end_mark.index <= error.line_start():
        return None
    start, end = error.last_event.start_mark, error.last_event.end_mark
    also = ((error.character_span(start.index), "the quote was opened here"),)
    if start.line != end.line:
        message = f"The {_QUOTES[style]} quote opened on line {start.line + 1} is closed only here."
        help_ = f"Write the closing {style} at the end of the text on line {start.line + 1}."
        return Problem("unclosed-quote", message, help_, error.span(end.index - 1, end.index), also)
    message = f"{quote_text(error.rest_of_line(error.offset))} stands after the closing quote."
    inside = "''" if style == "'" else '\\"'
    help_ = f"Put the whole value in quotes; a quote inside it is written {inside}"
    return Problem("after-quote", message, help_, error.rest_of_line_span(error.offset), also)


def _explain_stray_sign(error: _ParserError) -> Problem | None:
    character, place = error.text[error.offset : error.offset + 1], error.character_span(error.offset)
    if character == ":":
        return problems.null_key("", place)
    if character not in ("]", "}", ","):
        return None
    message = f'"{character}" stands here without an opening bracket before it.'
    help_ = f'Delete it, or put the value in quotes if "{character}" belongs to the text.'
    return Problem("stray-comma" if character == "," else "stray-bracket", message, help_, place)


def _explain_brackets(error: _ParserError) -> Problem:
    opening = error.text[error.start : error.start + 1]
    closing = "]" if opening == "[" else "}"
    here, opened = error.character_span(error.offset), error.character_span(error.start)
    if error.start < error.line_start():
        message = f'The "{opening}" is not closed, or a comma is missing after one of its entries.'
        help_ = f'Write "{closing}" after the last entry, and a comma between any two.'
        also = ((here, f'expected a comma or "{closing}" before this'),)
        return Problem("unclosed-bracket", message, help_, opened, also)
    written = error.rest_of_line(error.offset)
    message = f'Expected a comma or "{closing}" before {quote_text(written) if written else "the end of the line"}.'
    help_ = f'Write "{closing}" after the last entry and a comma between any two; quote text with brackets or colons.'
    return Problem("unclosed-bracket", message, help_, here, ((opened, f'"{opening}" opened here'),))


def _explain_no_content(error: _ParserError) -> Problem:
    if error.bracket is None:
        return (
            problems.empty_file()
            if error.rest_of_line(error.offset) == "..."
            else _explain_stray_sign(error) or _explain_unknown(error)
        )
    if error.text.startswith(",", error.offset):
        message = "There is nothing before this comma."
        help_ = "Delete it, or write the missing entry before it."
        return Problem("stray-comma", message, help_, error.character_span(error.offset))
    if error.text.startswith(":", error.offset):
        return problems.null_key("", error.character_span(error.offset))
    if error.bracket < error.line_start() or error.text[error.offset : error.offset + 1] in ("", "]", "}"):
        return _explain_brackets(error._replace(start=error.bracket))
    return _explain_needs_quotes(error._replace(start=error.offset))


def _explain_block_text(error: _ParserError) -> Problem:
    sign = error.text[error.start : error.start + 1]
    message = (
        f'{quote_text(error.rest_of_line(error.offset))} cannot follow "{sign}": the text begins on the next line.'
    )
    help_ = f'Move it to the next line, indented; or put the value in quotes if "{sign}" belongs to the text.'
    return Problem("block-text", message, help_, error.rest_of_line_span(error.offset))


def _explain_tag(error: _ParserError) -> Problem:
    written = error.rest_of_line(error.start).split(" ", 1)[0]
    return problems.yaml_tag(written, error.span(error.start, error.start + len(written)))


def _explain_text_after_end(error: _ParserError) -> Problem:
    written = error.rest_of_line(error.offset)
    message = f'{quote_text(written)} stands outside the document, after its end or before its first line "---".'
    help_ = 'Delete any line that is only "..." above it; after a line that begins with "%", write the line "---".'
    return Problem("after-end", message, help_, error.rest_of_line_span(error.offset))


def _find_hidden_space(error: _ParserError) -> Problem | None:
    """Find a tab or an odd space in the indentation of this line, or an odd space after a colon above: it explains
    all."""
    line = error.line_start()
    indent = _INDENT.match(error.text, line)
    if indent and (found := _ODD_OR_TAB.search(indent[0])):
        place = error.character_span(line + found.start())
        return problems.tab_character(place) if found[0] == "\t" else problems.odd_space(found[0], place)
    for start in (error.previous_line_start(), line):
        if start is not None and (found := _ODD_AFTER_COLON.search(error.rest_of_line(start))):
            return problems.odd_space(found[1], error.character_span(start + found.start(1)))
    return None


def _label_start(error: _ParserError, label: str) -> _LabeledPlaces:
    return ((error.rest_of_line_span(error.start), label),)


def _label_previous_line(error: _ParserError) -> _LabeledPlaces:
    start = error.previous_line_start()
    if start is None:
        return ()
    line = error.rest_of_line(start)
    return ((error.rest_of_line_span(start + len(line) - len(line.lstrip())), "the line above"),)


_EXPLANATIONS: tuple[tuple[str, Callable[[_ParserError], Problem]], ...] = (
    (r"quoted scalar: found unexpected (end of stream|document)", _explain_open_quote),
    (r"quoted scalar: ", _explain_escape),
    (r"found a tab character", _explain_tab),
    (r"cannot start any token", _explain_bad_start),
    (r"mapping values are not allowed|found unexpected ':'", _explain_colon),
    (r"could not find expected ':'", _explain_missing_colon),
    (r"sequence entries are not allowed", _explain_list_item),
    (r"mapping keys are not allowed", _explain_bad_start),
    (r"block mapping: ", _explain_expected_key),
    (r"block collection: ", _explain_expected_item),
    (r"flow (sequence|mapping): ", _explain_brackets),
    (r"(block|flow) node: ", _explain_no_content),
    (r"an (alias|anchor): | directive: ", _explain_needs_quotes),
    (r"block scalar: ", _explain_block_text),
    (r" tag: | node: found undefined tag handle", _explain_tag),
    (r"<document start>", _explain_text_after_end),
)
