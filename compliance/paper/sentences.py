"""Sentences that a document quotes from its paper: the words under `says`, beside the choice made for them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from compliance.documents.paper_comparison import Difference
from compliance.documents.quotations import OTHER, find_quotations
from compliance.documents.values import UNCLEAR
from compliance.paper.coverage import find_running_heads
from compliance.paper.document_figures import get_citation
from compliance.paper.printed_figures import Paper
from compliance.paper.quotes import quote_line, shorten_quote
from compliance.source import Map
from compliance.source.routes import Route

# What a quote leaves out: `the game ... is stopped`.
_LEFT_OUT: Final = re.compile(r"\s*(?:\[?(?:\.\.\.|…)\]?)\s*")
_MISREAD: Final = str.maketrans("oli|sbz", "0111582")


def find_sentence_differences(tree: Map, papers: Sequence[Paper], whole: str) -> Iterator[Difference]:
    """Sentences that the lines cited for them do not print, nor any other paper of the document."""
    heads = find_running_heads(papers[0])
    for quotation in find_quotations(tree):
        words = quotation.says
        if words.strip().lower() in (OTHER, UNCLEAR):
            continue
        lines = papers[0].lines_of(_find_citation(tree, quotation.route) or whole)
        printed = [papers[0].lines[line] for line in lines if line not in heads]
        if _is_printed(words, printed) or any(_is_printed(words, paper.lines) for paper in papers[1:]):
            continue
        nearest = max(lines, key=lambda line: len(_words(words) & _words(papers[0].lines[line])), default=None)
        if nearest is None:  # told as lines that the paper does not have
            continue
        quote = quote_line(papers[0], nearest)
        message = f"The paper does not print `{shorten_quote(words)}`; nearest is {quote.description}: `{quote.words}`."
        yield Difference("sentence", (*quotation.route, "says"), message, (quote,))


def _find_citation(tree: Mapping[str, Any], route: Route) -> str:
    """The lines that are cited for a place: by its block, or by the nearest around it."""
    found = ""
    node: Any = tree
    for step in route:
        node = node[step]
        found = (get_citation(node) if isinstance(node, Mapping) else "") or found
    return found


def _is_printed(words: str, lines: Sequence[str]) -> bool:
    """Whether lines print the words one after the other, but for what the words leave out."""
    text, at = _fold(" ".join(lines)), 0
    for part in map(_fold, _LEFT_OUT.split(words)):
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return True


def _fold(text: str) -> str:
    """Letters and digits alone, small; those that a machine takes for one another are one."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_MISREAD)
    return "".join(letter for letter in plain if letter.isalnum())


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))
