"""PyYAML's own scanner, brought to what libyaml reads: where there is no libyaml, as in a browser, a document must mean
the same. It differs in three things: a question mark or a tab may stand inside a plain text, blanks may be tabs before
what begins no line, and `a:,` is an error. Whole words are taken at once, which also makes it several times faster.
"""

from __future__ import annotations

import re
from typing import Any, Final

from yaml.loader import SafeLoader
from yaml.scanner import ScannerError
from yaml.tokens import ScalarToken

# Where a plain text ends. The text has no carriage returns.
_END: Final = re.compile(r"[\0 \t\n]|:(?=[\0 \t\n])")
_END_IN_BRACES: Final = re.compile(r"[\0 \t\n,\[\]{}]|:(?=[\0 \t\n,?\[\]{}])")
_BLANKS: Final = re.compile(r" *")
_BLANKS_OR_TABS: Final = re.compile(r"[ \t]*")
_COMMENT: Final = re.compile(r"[^\0\n]*")
_SPACES: Final = re.compile(r"[ \t\n]*")
_DOCUMENT: Final = re.compile(r"(?:---|\.\.\.)[\0 \t\n]")


class Scanner(SafeLoader):
    """Events of a text as libyaml gives them."""

    buffer: str
    pointer: int
    index: int
    line: int
    column: int
    flow_level: int
    indent: int
    allow_simple_key: bool

    def _skip(self, length: int) -> None:
        """Forward within a line."""
        self.pointer += length
        self.index += length
        self.column += length

    def forward(self, length: int = 1) -> None:
        passed = self.buffer[self.pointer : self.pointer + length]
        breaks = passed.count("\n")
        self.pointer += length
        self.index += length
        self.line += breaks
        self.column = length - passed.rindex("\n") - 1 if breaks else self.column + length

    def scan_to_next_token(self) -> None:
        while True:
            tabs = self.flow_level or not self.allow_simple_key
            found = (_BLANKS_OR_TABS if tabs else _BLANKS).match(self.buffer, self.pointer)
            assert found is not None
            self._skip(found.end() - self.pointer)
            if self.buffer[self.pointer] == "#":
                comment = _COMMENT.match(self.buffer, self.pointer)
                assert comment is not None
                self._skip(comment.end() - self.pointer)
            if self.buffer[self.pointer] != "\n":
                return
            self.forward()
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_plain(self) -> ScalarToken:
        start = end = self.get_mark()
        chunks: list[str] = []
        spaces = ""
        pattern = _END_IN_BRACES if self.flow_level else _END
        while self.buffer[self.pointer] != "#":
            if self.column == 0 and _DOCUMENT.match(self.buffer, self.pointer):
                break
            found = pattern.search(self.buffer, self.pointer)
            assert found is not None  # the text ends with a null
            length = found.start() - self.pointer
            if self.flow_level and found[0] == ":" and self.buffer[found.end()] not in "\0 \t\n":
                self._skip(length)
                raise ScannerError("while scanning a plain scalar", start, "found unexpected ':'", self.get_mark())
            if length == 0:
                break
            self.allow_simple_key = False
            chunks += (spaces, self.buffer[self.pointer : found.start()])
            self._skip(length)
            end = self.get_mark()
            spaces = self._plain_spaces(start)
            if not spaces or (not self.flow_level and self.column <= self.indent):
                break
        return ScalarToken("".join(chunks), True, start, end)

    def _plain_spaces(self, start: Any) -> str:
        """What stands between two words of a plain text: blanks stay, a line break is a blank, more are one less."""
        found = _SPACES.match(self.buffer, self.pointer)
        assert found is not None
        first, *lines = found[0].split("\n")
        passed = len(first)
        for line in lines:
            passed += 1
            if "\t" in line[: self.indent + 1]:
                self.forward(passed + line.index("\t"))
                message = "found a tab character that violates indentation"
                raise ScannerError("while scanning a plain scalar", start, message, self.get_mark())
            passed += len(line)
        self.forward(passed)
        if not lines:
            return first
        self.allow_simple_key = True
        return "\n" * (len(lines) - 1) or " "
