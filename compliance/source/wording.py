"""What a syntax error of the YAML parser means, in the words of someone who writes documents, not parsers.

The parser says what it was doing (`context`) and what it met (`problem`); the two select one explanation from the
table at the end. Both libyaml's sentences and those of PyYAML's own parser are known.
"""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from compliance.patterns import late
from compliance.source import problems
from compliance.source.characters import ODD_SPACES
from compliance.source.problems import shown
from compliance.source.tree import Lines, Problem, Span

_INDENT = late(rf"[ \t{ODD_SPACES}]*")
_ODD_OR_TAB = late(rf"[\t{ODD_SPACES}]")
_ODD_AFTER_COLON = late(rf":([{ODD_SPACES}])")
_KEY_BEFORE = late(r"\s*(?:- +)*[^\s:#][^#]*?:\s+")
_ESCAPE = late(r"\\(?:x\w{0,2}|u\w{0,4}|U\w{0,8}|.)?")
_QUOTES = {"'": "single", '"': "double"}
_Also = tuple[tuple[Span, str], ...]


class _Error(NamedTuple):
    """A parser error with all that helps to explain it. Positions are offsets into the text."""

    text: str
    said: str
    at: int  # where the parser gave up
    since: int  # where what it was reading began
    before: Any  # the last event that was read whole
    bracket: int | None  # the innermost bracket still open

    def written(self, start: int) -> str:
        """What stands from there to the end of the line, without a comment."""
        line = self.text[start:].split("\n", 1)[0]
        return re.split(r"\s#", line, maxsplit=1)[0].rstrip()

    def span(self, start: int, end: int) -> Span:
        return Lines(self.text).span(start, end)

    def written_span(self, start: int) -> Span:
        return self.span(start, start + len(self.written(start)))

    def character_span(self, start: int) -> Span:
        return self.span(start, start + (self.text[start : start + 1] not in ("", "\n")))

    def line_start(self) -> int:
        return self.text.rfind("\n", 0, self.at) + 1

    def line_above(self) -> int | None:
        """Where the nearest line above that has anything on it starts."""
        above = self.text[: self.line_start()].rstrip()
        return above.rfind("\n") + 1 if above else None


def explain(error: Exception, text: str, before: Any, bracket: int | None) -> Problem:
    """`before` is the last event that was read whole, `bracket` the innermost bracket still open at that point."""
    mark = getattr(error, "problem_mark", None) or getattr(before, "end_mark", None)
    at = mark.index if mark else 0
    context_mark = getattr(error, "context_mark", None)
    said = f"{getattr(error, 'context', None)}: {getattr(error, 'problem', None) or error}"
    facts = _Error(text, said, at, context_mark.index if context_mark else at, before, bracket)
    for pattern, explanation in _EXPLANATIONS:
        if re.search(pattern, said):
            return explanation(facts)
    return _unknown(facts)


def _unknown(error: _Error) -> Problem:
    written = error.written(error.at)
    message = f"The file is not valid YAML at {shown(written) if written else 'this point'}."
    said = error.said.removeprefix("None: ")
    help_ = f"Check the quotes, brackets and indentation just before it. (The parser says: {said}.)"
    return Problem("syntax", message, help_, error.character_span(error.at))


def _open_quote(error: _Error) -> Problem:
    quote = error.text[error.since : error.since + 1]
    message = f"The text that begins with this {_QUOTES.get(quote, '')} quote is never closed."
    help_ = f"Write the closing {quote} where the text ends."
    also = ((error.character_span(error.at), "read up to here without finding it"),)
    return Problem("unclosed-quote", message, help_, error.character_span(error.since), also)


def _escape(error: _Error) -> Problem:
    start = error.text.rfind("\\", 0, error.at + 1)
    found = _ESCAPE.match(error.text, start)
    written = found[0] if found else "\\"
    message = f'"{written}" in a text in double quotes is not an escape that YAML knows.'
    help_ = "Put the text in single quotes, or write the backslash twice."
    return Problem("bad-escape", message, help_, error.span(start, start + len(written)))


def _tab(error: _Error) -> Problem:
    return problems.tab(error.character_span(error.at))


def _bad_start(error: _Error) -> Problem:
    if error.text.startswith("\t", error.at):
        return _tab(error)
    return _needs_quotes(error._replace(since=error.at))


def _needs_quotes(error: _Error) -> Problem:
    written = error.written(error.since)
    message = f'A text cannot begin with "{written[:1]}" unless it is in quotes.'
    return Problem("needs-quotes", message, f"Put it in quotes: {_quoted(written)}", error.written_span(error.since))


def _quoted(text: str) -> str:
    return f'"{text}"' if '"' not in text and "\\" not in text else "'" + text.replace("'", "''") + "'"


def _colon(error: _Error) -> Problem:
    if hidden := _hidden_space(error):
        return hidden
    line_start = error.line_start()
    before = error.text[line_start : error.at]
    if key := _KEY_BEFORE.match(before):
        value = error.written(line_start + key.end())
        message = f"The value {shown(value)} holds a colon, which makes it look like a key."
        help_ = f"Put the value in quotes: {_quoted(value)}"
        return Problem("colon", message, help_, error.written_span(line_start + key.end()))
    message = f"The key {shown(before)} cannot stand here: it is indented wrongly, or the line above is not finished."
    help_ = (
        "Line it up with the keys of the same level. Check that the line above has a colon and a blank after its key, "
        "and that a value with a colon is in quotes."
    )
    start = error.at - len(before.lstrip())
    return Problem("colon", message, help_, error.span(start, error.at), _line_above(error))


def _missing_colon(error: _Error) -> Problem:
    if hidden := _hidden_space(error._replace(at=error.since)):
        return hidden
    written = error.written(error.since)
    message = f'{shown(written)} has no colon after it; a key and its value are written as in "key: value".'
    help_ = "Add the colon and a blank after the key. If this continues the text above, indent it further than its key."
    return Problem("missing-colon", message, help_, error.written_span(error.since))


def _list_item(error: _Error) -> Problem:
    written = error.written(error.at)
    message = f"The list item {shown(written)} cannot begin here, after other text on the same line or out of line."
    help_ = f"Put each item on a line of its own below the key; if a text is meant, quote it: {_quoted(written)}"
    return Problem("list-item", message, help_, error.written_span(error.at))


def _expected_key(error: _Error) -> Problem:
    if problem := _after_quote(error) or _hidden_space(error) or _stray(error):
        return problem
    written, place = error.written(error.at), error.written_span(error.at)
    if re.match(r"-(?:\s|$)", written):
        message = f"The list item {shown(written)} stands among keys; a block holds either keys or list items."
        help_ = "Indent it below the key it belongs to, or check that key: it may have a value already."
        return Problem("list-item", message, help_, place, _since(error, "these keys begin here"))
    if error.text[error.line_start() : error.at].strip():
        message = f"{shown(written)} stands after a value that is already complete."
        help_ = "Put the whole value in quotes, or put what follows on a line of its own."
        return Problem("after-value", message, help_, place)
    return _indentation(error, "keys")


def _expected_item(error: _Error) -> Problem:
    return _after_quote(error) or _hidden_space(error) or _stray(error) or _indentation(error, "list items")


def _indentation(error: _Error, what: str) -> Problem:
    message = f"{shown(error.written(error.at))} does not line up with the {what} above it."
    help_ = f"Indent the line with as many blanks as the {what} it belongs with."
    also = _since(error, f"these {what} begin here")
    return Problem("indentation", message, help_, error.written_span(error.at), also)


def _after_quote(error: _Error) -> Problem | None:
    """Text after a closing quote: either it belongs inside, or an earlier quote was left open and closed here."""
    style = getattr(error.before, "style", None)
    if style not in _QUOTES or error.before.end_mark.index <= error.line_start():
        return None
    start, end = error.before.start_mark, error.before.end_mark
    also = ((error.character_span(start.index), "the quote was opened here"),)
    if start.line != end.line:
        message = f"The {_QUOTES[style]} quote opened on line {start.line + 1} is closed only here."
        help_ = f"Write the closing {style} at the end of the text on line {start.line + 1}."
        return Problem("unclosed-quote", message, help_, error.span(end.index - 1, end.index), also)
    message = f"{shown(error.written(error.at))} stands after the closing quote."
    inside = "''" if style == "'" else '\\"'
    help_ = f"Put the whole value in quotes; a quote inside it is written {inside}"
    return Problem("after-quote", message, help_, error.written_span(error.at), also)


def _stray(error: _Error) -> Problem | None:
    character, place = error.text[error.at : error.at + 1], error.character_span(error.at)
    if character == ":":
        return problems.null_key("", place)
    if character not in ("]", "}", ","):
        return None
    message = f'"{character}" stands here without an opening bracket before it.'
    help_ = f'Delete it, or put the value in quotes if "{character}" belongs to the text.'
    return Problem("stray-comma" if character == "," else "stray-bracket", message, help_, place)


def _in_brackets(error: _Error) -> Problem:
    opening = error.text[error.since : error.since + 1]
    closing = "]" if opening == "[" else "}"
    here, opened = error.character_span(error.at), error.character_span(error.since)
    if error.since < error.line_start():
        message = f'The "{opening}" is not closed, or a comma is missing after one of its entries.'
        help_ = f'Write "{closing}" after the last entry, and a comma between any two.'
        also = ((here, f'expected a comma or "{closing}" before this'),)
        return Problem("unclosed-bracket", message, help_, opened, also)
    written = error.written(error.at)
    message = f'Expected a comma or "{closing}" before {shown(written) if written else "the end of the line"}.'
    help_ = f'Write "{closing}" after the last entry and a comma between any two; quote text with brackets or colons.'
    return Problem("unclosed-bracket", message, help_, here, ((opened, f'"{opening}" opened here'),))


def _no_content(error: _Error) -> Problem:
    if error.bracket is None:
        return problems.empty() if error.written(error.at) == "..." else _stray(error) or _unknown(error)
    if error.text.startswith(",", error.at):
        message = "There is nothing before this comma."
        help_ = "Delete it, or write the missing entry before it."
        return Problem("stray-comma", message, help_, error.character_span(error.at))
    if error.text.startswith(":", error.at):
        return problems.null_key("", error.character_span(error.at))
    if error.bracket < error.line_start() or error.text[error.at : error.at + 1] in ("", "]", "}"):
        return _in_brackets(error._replace(since=error.bracket))
    return _needs_quotes(error._replace(since=error.at))


def _block_text(error: _Error) -> Problem:
    sign = error.text[error.since : error.since + 1]
    message = f'{shown(error.written(error.at))} cannot follow "{sign}": the text begins on the next line.'
    help_ = f'Move it to the next line, indented; or put the value in quotes if "{sign}" belongs to the text.'
    return Problem("block-text", message, help_, error.written_span(error.at))


def _tag(error: _Error) -> Problem:
    written = error.written(error.since).split(" ", 1)[0]
    return problems.tag(written, error.span(error.since, error.since + len(written)))


def _after_end(error: _Error) -> Problem:
    written = error.written(error.at)
    message = f'{shown(written)} stands outside the document, after its end or before its first line "---".'
    help_ = 'Delete any line that is only "..." above it; after a line that begins with "%", write the line "---".'
    return Problem("after-end", message, help_, error.written_span(error.at))


def _hidden_space(error: _Error) -> Problem | None:
    """A tab or an odd space in the indentation of this line, or an odd one after a colon above, explains it all."""
    line = error.line_start()
    indent = _INDENT.match(error.text, line)
    if indent and (found := _ODD_OR_TAB.search(indent[0])):
        place = error.character_span(line + found.start())
        return problems.tab(place) if found[0] == "\t" else problems.odd_space(found[0], place)
    for start in (error.line_above(), line):
        if start is not None and (found := _ODD_AFTER_COLON.search(error.written(start))):
            return problems.odd_space(found[1], error.character_span(start + found.start(1)))
    return None


def _since(error: _Error, label: str) -> _Also:
    return ((error.written_span(error.since), label),)


def _line_above(error: _Error) -> _Also:
    start = error.line_above()
    if start is None:
        return ()
    line = error.written(start)
    return ((error.written_span(start + len(line) - len(line.lstrip())), "the line above"),)


_EXPLANATIONS: tuple[tuple[str, Callable[[_Error], Problem]], ...] = (
    (r"quoted scalar: found unexpected (end of stream|document)", _open_quote),
    (r"quoted scalar: ", _escape),
    (r"found a tab character", _tab),
    (r"cannot start any token", _bad_start),
    (r"mapping values are not allowed|found unexpected ':'", _colon),
    (r"could not find expected ':'", _missing_colon),
    (r"sequence entries are not allowed", _list_item),
    (r"mapping keys are not allowed", _bad_start),
    (r"block mapping: ", _expected_key),
    (r"block collection: ", _expected_item),
    (r"flow (sequence|mapping): ", _in_brackets),
    (r"(block|flow) node: ", _no_content),
    (r"an (alias|anchor): | directive: ", _needs_quotes),
    (r"block scalar: ", _block_text),
    (r" tag: | node: found undefined tag handle", _tag),
    (r"<document start>", _after_end),
)
