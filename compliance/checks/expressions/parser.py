"""Text to expression: a parser by precedence, whose messages say what was meant and what to write.

expression = both { "or" both }              both = one { "and" one }
one        = "not" one | ("some" | "no") NAME "in" sum ["where" one] ["unless" one] | compare
compare    = sum [ "is" ["not"] predicate | "includes" ["all of" | "none of"] word or list ]
sum        = product { ("+" | "-") product }        product = atom { "*" atom }
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final, NamedTuple, NoReturn

from compliance.checks.expressions.syntax import (
    GATHERERS,
    LANGUAGE,
    Arithmetic,
    Call,
    Choice,
    Compare,
    Each,
    FirstOf,
    Gathered,
    Joined,
    LawValue,
    Literal,
    Node,
    Not,
    Pair,
    Path,
    Sayings,
    Some,
    State,
    Word,
    Words,
)
from compliance.documents.dates import read_date_range
from compliance.documents.values import Unreadable, read_value

_DEEPEST: Final = 20
_LONGEST: Final = 2_000
_NAME: Final = r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*"
_TOKEN: Final = re.compile(
    rf"""(?P<space>\s+)
    |(?P<quoted>"[^"]*"|'[^']*')
    |(?P<law>\{{\s*[a-z0-9-]*\s*\}})
    |(?P<date>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}(?![0-9A-Za-z-]))
    |(?P<number>\$?[0-9]+(?:,[0-9]{{3}}(?![0-9]))*(?:\.[0-9]+)?%?)
    |(?P<name>{_NAME})
    |(?P<sign><=|>=|==|!=|<>|≤|≥|&&|\|\||\.\*|[-+*/(){{}}\[\],.<>=!?:;"'])
    """,
    re.VERBOSE,
)
# Signs of other languages, and the words that stand for them here.
_SIGNS: Final = {
    "<=": "is at most",
    "≤": "is at most",
    ">=": "is at least",
    "≥": "is at least",
    "<": "is below",
    ">": "is above",
    "==": "is the same as",
    "=": "is the same as",
    "!=": "is not the same as",
    "<>": "is not the same as",
    "&&": "and",
    "||": "or",
    "!": "not",
    "/": "a dot between the keys of a fact, such as bank.by",
    ":": "quotes around the whole expression, and no colon in it",
}
_UNITS: Final = frozenset(
    word + plural
    for word in ("hand", "round", "turn", "time", "game", "deal", "minute", "hour", "day", "week")
    for plural in ("", "s")
)
_PREDICATES: Final = (
    "stated, empty, at most, at least, above, below, before, after, the same as, one of, none of, or a word"
)


class ExpressionError(ValueError):
    """Why an expression cannot be used: what is wrong, what to write, and where in the text."""

    def __init__(self, message: str, help: str, at: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.at = at


class Token(NamedTuple):
    """A piece of text: its kind, what it says, where it begins, and whether a space stands before it."""

    kind: str
    text: str
    at: int
    spaced: bool


@lru_cache(maxsize=4096)
def parse_expression(text: str) -> Node:
    """An expression. Raises ExpressionError."""
    parser = _Parser(text)
    found = parser.parse_either()
    parser.expect_end()
    return found


@lru_cache(maxsize=1024)
def parse_each(text: str) -> Each:
    """A line of `each`: `wager in wagers where ... unless ...`."""
    parser = _Parser(text)
    at = parser.current.at
    name = parser.take_new_name("each")
    parser.expect("in", f"each: {name} in LIST")
    sources = [parser.parse_sum()]
    while parser.take(","):
        sources.append(parser.parse_sum())
    where = parser.parse_either() if parser.take("where") else None
    unless = parser.parse_either() if parser.take("unless") else None
    parser.expect_end()
    return Each(name, tuple(sources), where, unless, at)


@lru_cache(maxsize=256)
def parse_pairs(text: str) -> Pair:
    """The line of `pairs`: `lower, higher in fee.bands`."""
    parser = _Parser(text)
    at = parser.current.at
    first = parser.take_new_name("pairs")
    parser.expect(",", "pairs: lower, higher in LIST")
    second = parser.take_new_name("pairs")
    parser.expect("in", "pairs: lower, higher in LIST")
    source = parser.parse_sum()
    parser.expect_end()
    return Pair(first, second, source, at)


def _split(text: str) -> list[Token]:
    if len(text) > _LONGEST:
        raise ExpressionError(f"This expression has {len(text):,} characters.", "Name parts of it under `let`.")
    found: list[Token] = []
    place, spaced = 0, True
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            message = f"`{text[place]}` has no meaning in an expression."
            raise ExpressionError(message, "Leave it out, or put words of the vocabulary in quotes.", place)
        kind = str(match.lastgroup)
        if kind != "space":
            found.append(Token(kind, match[0], place, spaced))
        spaced = kind == "space"
        place = match.end()
    found.append(Token("end", "", len(text), True))
    return found


class _Parser:
    """One text on its way to an expression."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _split(text)
        self._next = 0
        self._depth = 0

    # --- tokens ---

    @property
    def current(self) -> Token:
        return self._tokens[self._next]

    def _peek(self, number: int = 1) -> Token:
        return self._tokens[min(self._next + number, len(self._tokens) - 1)]

    def _is_next(self, *texts: str) -> bool:
        """Whether these words or signs come next."""
        following = [self._peek(number) for number in range(len(texts))]
        return all(t.kind in ("name", "sign") and t.text == text for t, text in zip(following, texts, strict=True))

    def take(self, *texts: str) -> bool:
        """Take these words or signs if they come next."""
        if not self._is_next(*texts):
            return False
        self._next += len(texts)
        return True

    def _advance(self) -> Token:
        token = self.current
        self._next += 1
        return token

    def _fail(self, message: str, help: str, at: int | None = None) -> NoReturn:
        raise ExpressionError(message, help, self.current.at if at is None else at)

    def expect(self, text: str, form: str) -> None:
        if not self.take(text):
            self._fail(f"{self._show_here()} stands where `{text}` is expected.", f"Write `{form}`.")

    def expect_end(self) -> None:
        token = self.current
        if token.kind == "end":
            return
        before = self._tokens[self._next - 1]
        if token.text in (")", "]"):
            self._fail(f"`{token.text}` closes nothing.", "Leave it out, or open it before.")
        self._refuse_sign(token)
        if token.kind == "name" and before.kind == "name" and token.text not in LANGUAGE:
            words = f"{before.text} {token.text}"
            self._fail(f"`{words}` are two words.", f'Put them in quotes: `"{words}"`, or join them by `and`.')
        self._fail(f"{self._show_here()} does not belong here.", "Join conditions by `and` or `or`.")

    def _show_here(self) -> str:
        return f"`{self.current.text}`" if self.current.kind != "end" else "The end of the expression"

    def _refuse_sign(self, token: Token) -> None:
        if token.kind == "sign" and token.text in _SIGNS:
            self._fail(f"`{token.text}` is not used here.", f"Write {_quote(_SIGNS[token.text])}.", token.at)
        if token.text in ("'", '"'):
            self._fail("This quote is never closed.", "Close it, or leave it out.", token.at)

    def take_new_name(self, form: str) -> str:
        """A name that the writer chooses."""
        token = self._advance()
        if token.kind != "name":
            shown = f"`{token.text}`" if token.text else "nothing"
            self._fail(
                f"A name is expected here, and {shown} is written.", f"Write `{form}: wager in wagers`.", token.at
            )
        if token.text in LANGUAGE or token.text in GATHERERS:
            self._fail(f"`{token.text}` is a word of the language.", "Choose another name.", token.at)
        return token.text

    # --- conditions ---

    def _go_deeper(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            self._fail(f"Parentheses are nested more than {_DEEPEST} deep.", "Name parts of it under `let`.")

    def parse_either(self) -> Node:
        """Conditions joined by `or`."""
        return self._join("or", self._parse_both)

    def _parse_both(self) -> Node:
        return self._join("and", self.parse_one)

    def _join(self, word: str, below: Any) -> Node:
        at = self.current.at
        items = [below()]
        while self.take(word):
            items.append(below())
        return items[0] if len(items) == 1 else Joined(word, tuple(items), at)

    def parse_one(self) -> Node:
        """One condition."""
        token = self.current
        if token.text == "not" and token.kind == "name":
            self._advance()
            return Not(self.parse_one(), token.at)
        if token.text in ("some", "no") and token.kind == "name" and self._peek(2).text == "in":
            return self._parse_some()
        return self._parse_comparison()

    def _parse_some(self) -> Node:
        token = self._advance()
        name = self.take_new_name(token.text)
        self.expect("in", f"{token.text} {name} in LIST where ...")
        source = self.parse_sum()
        where = self.parse_one() if self.take("where") else None
        unless = self.parse_one() if self.take("unless") else None
        return Some(token.text, name, source, where, unless, token.at)

    def _parse_comparison(self) -> Node:
        left = self.parse_sum()
        token = self.current
        if self.take("includes"):
            return self._parse_includes(left, token.at)
        if not self.take("is"):
            self._refuse_sign(token)
            if token.kind == "name" and token.text in ("are", "has", "must", "equals"):
                self._fail(f"`{token.text}` is not used here.", "Write `is ...`: `bank.by is house`.", token.at)
            return left
        negative = self.take("not")
        found = self._parse_predicate(left, token.at)
        return Not(found, token.at) if negative else found

    def _parse_includes(self, left: Node, at: int) -> Node:
        for how in ("all", "none"):
            if self.take(how, "of"):
                return Compare(f"includes {how} of", left, self._parse_list(), at)
        return Compare("includes", left, self._parse_word_or_value(), at)

    def _parse_predicate(self, left: Node, at: int) -> Node:
        if self.current.kind == "name" and self.current.text in ("at-most", "at-least"):
            written = self.current.text
            self._fail(f"`{written}` is one name here.", f"Write `{written.replace('-', ' ')}` without a hyphen.")
        for how in ("stated", "empty"):
            if self.take(how):
                return State(how, left, at)
        for how in ("at most", "at least", "above", "below", "before", "after", "the same as"):
            if self.take(*how.split()):
                return Compare(how, left, self.parse_sum(), at)
        for how in ("one of", "none of"):
            if self.take(*how.split()):
                return Compare(how, left, self._parse_list(), at)
        if self._is_next("more", "than") or self._is_next("less", "than"):
            said = "above" if self._is_next("more") else "below"
            self._fail(f"`{self.current.text} than` is not used here.", f"Write `is {said}`.")
        return Compare("is", left, self._parse_word(), at)

    def _parse_word(self) -> Node:
        token = self._advance()
        if token.kind == "quoted":
            return Word(token.text[1:-1], token.at)
        if token.kind == "law":
            return self._parse_law(token)
        if token.kind == "number":
            help = f"Write `is the same as {token.text}`, `is at most {token.text}` or `is at least {token.text}`."
            self._fail(f"After `is` stands a word, and `{token.text}` is a number.", help, token.at)
        if token.kind != "name":
            self._refuse_sign(token)
            shown = f"`{token.text}`" if token.text else "nothing"
            self._fail(f"After `is`, {shown} is written.", f"Expected: {_PREDICATES}.", token.at)
        if self.take("."):
            help = f"Write `is the same as {token.text}.{self.current.text}` to compare two facts."
            self._fail(f"`{token.text}.{self.current.text}` is a fact, and after `is` stands a word.", help, token.at)
        following = self.current
        if following.kind == "name" and following.text not in LANGUAGE and following.text not in _UNITS:
            self._fail_unquoted(token)
        return Word(token.text, token.at)

    def _fail_unquoted(self, first: Token) -> NoReturn:
        """Several words without quotes."""
        words = [first.text]
        while self.current.kind == "name" and self.current.text not in ("and", "or", "where", "unless", "then", "else"):
            words.append(self._advance().text)
        said = " ".join(words)
        self._fail(f"`{said}` is several words.", f'Put them in quotes: `is "{said}"`.', first.at)

    def _parse_word_or_value(self) -> Node:
        """What a list includes: a word of the vocabulary, or the value of a fact."""
        token = self.current
        following = self._peek()
        is_path = token.kind == "name" and following.kind == "sign" and following.text in (".", "(")
        return self.parse_sum() if is_path or token.kind == "number" else self._parse_word()

    def _parse_list(self) -> Node:
        token = self._advance()
        if token.kind == "law":
            return self._parse_law(token)
        if token.text != "[":
            self._refuse_sign(token)
            shown = f"`{token.text}`" if token.text else "nothing"
            help = "Write words in brackets, `[time, hand]`, or a list of the law, `{named-families}`."
            self._fail(f"A list is expected here, and {shown} is written.", help, token.at)
        items: list[Node] = []
        while not self._is_next("]"):
            items.append(self._parse_item())
            if not self.take(",") and not self._is_next("]"):
                if self.current.kind == "end":
                    self._fail("`[` is never closed.", "Write `]` after the last word.", token.at)
                help = f'Separate words by commas, and put several words in quotes: `["{_get_text(items[-1])} ..."]`.'
                self._fail(f"{self._show_here()} stands where a comma or `]` is expected.", help)
        self.take("]")
        if not items:
            self._fail("This list is empty.", "Write the words that are meant.", token.at)
        return Words(tuple(items), token.at)

    def _parse_item(self) -> Node:
        token = self.current
        if token.kind == "number":
            return self._parse_number()
        if token.kind not in ("name", "quoted", "law"):
            if token.kind == "end":
                self._fail("`[` is never closed.", "Write `]` after the last word.")
            self._fail(f"{self._show_here()} stands where a word is expected.", "Write words, separated by commas.")
        self._advance()
        if token.kind == "law":
            return self._parse_law(token)
        return Word(token.text if token.kind == "name" else token.text[1:-1], token.at)

    # --- values ---

    def parse_sum(self) -> Node:
        """A sum of products."""
        left = self._parse_product()
        while self.current.kind == "sign" and self.current.text in ("+", "-"):
            token = self._advance()
            if token.text == "-" and not (token.spaced and self.current.spaced):
                self._fail(
                    "A minus stands without a space on each side.", "Write `a - b`; `a-b` is one name.", token.at
                )
            left = Arithmetic(token.text, left, self._parse_product(), token.at)
        return left

    def _parse_product(self) -> Node:
        left = self._parse_atom()
        while self.current.kind == "sign" and self.current.text == "*":
            token = self._advance()
            left = Arithmetic("*", left, self._parse_atom(), token.at)
        return left

    def _parse_atom(self) -> Node:
        token = self.current
        if token.kind == "number":
            return self._parse_number()
        if token.kind == "date":
            return self._parse_date()
        if token.kind == "law":
            return self._parse_law(self._advance())
        if token.kind == "quoted":
            self._fail("A fact is expected here, and quoted words stand.", "Quote words after `is` or in a list only.")
        if token.kind == "sign":
            return self._parse_parenthesis(token)
        if token.kind == "end":
            self._fail("The expression ends too early.", "Write a fact or a value after the last word.")
        return self._parse_named(token)

    def _parse_parenthesis(self, token: Token) -> Node:
        if token.text == "[":
            return self._parse_list()
        if token.text == "(":
            self._advance()
            self._go_deeper()
            found = self.parse_either()
            if not self.take(")"):
                self._refuse_sign(self.current)
                self._fail("`(` is never closed.", "Write `)` where it ends.", token.at)
            self._depth -= 1
            return found
        self._refuse_sign(token)
        if token.text == "{":
            help = "Write the name of a value of the law in small letters: `{wager-limit}`."
            self._fail("`{` begins no name of a value of the law.", help)
        self._fail(f"`{token.text}` stands where a fact or a value is expected.", "Write a fact such as `bank.by`.")

    def _parse_named(self, token: Token) -> Node:
        text, following = token.text, self._peek()
        opens = following.kind == "sign" and following.text == "("
        if text == "if":
            return self._parse_choice()
        if text == "first" and self._peek().text == "of":
            return self._parse_first()
        if text == "sayings" and following.text == "of":
            self._next += 2
            return Sayings(self._parse_path(), token.at)
        if text in GATHERERS and opens:
            return self._parse_gathered()
        if text in LANGUAGE and not (following.kind == "sign" and following.text == "."):
            self._fail(f"`{text}` is a word of the language and names no fact.", "Write a fact such as `bank.by`.")
        if opens:
            return self._parse_call()
        return self._parse_path()

    def _parse_number(self) -> Node:
        token = self._advance()
        following = self.current
        text = token.text
        if following.kind == "name" and following.text in _UNITS:
            text = f"{text} {self._advance().text}"
        try:
            value = read_value(text)
        except Unreadable:
            value = text
        if isinstance(value, str):
            self._fail(f"`{text}` is no number.", "Write it such as 7, $5,000, 5% or 2 hands.", token.at)
        return Literal(value, token.at)

    def _parse_date(self) -> Node:
        token = self._advance()
        try:
            return Literal(read_date_range(token.text), token.at)
        except Unreadable:
            self._fail(f"`{token.text}` is no day.", "Write it such as 2021-06-14.", token.at)

    def _parse_law(self, token: Token) -> Node:
        name = token.text[1:-1].strip()
        if not name:
            self._fail("`{}` names no value of the law.", "Write its name between them: `{wager-limit}`.", token.at)
        return LawValue(name, token.at)

    def _parse_path(self) -> Node:
        token = self._advance()
        if token.kind != "name":
            self._fail(
                f"A fact is expected here, and `{token.text}` is written.", "Write it such as `bank.by`.", token.at
            )
        steps = [token.text]
        while self.current.kind == "sign" and self.current.text in (".", ".*") and not self.current.spaced:
            if self._advance().text == ".*":
                steps.append("*")
                continue
            step = self._advance()
            if step.kind not in ("name", "number"):
                self._fail(f"After the dot `{step.text}` is written.", "Write the key that comes next.", step.at)
            steps.append(step.text)
        return Path(tuple(steps), token.at)

    def _parse_call(self) -> Node:
        token = self._advance()
        self._go_deeper()
        return Call(token.text, self._parse_arguments(token), token.at)

    def _parse_arguments(self, token: Token) -> tuple[Node, ...]:
        self.take("(")
        found = [self.parse_sum()]
        while self.take(","):
            found.append(self.parse_sum())
        if not self.take(")"):
            self._refuse_sign(self.current)
            self._fail(f"The parenthesis of `{token.text}` is never closed.", "Write `)` where it ends.", token.at)
        self._depth -= 1
        return tuple(found)

    def _parse_choice(self) -> Node:
        token = self._advance()
        self._go_deeper()
        condition = self.parse_either()
        self.expect("then", "if CONDITION then VALUE else VALUE")
        then = self.parse_sum()
        self.expect("else", "if CONDITION then VALUE else VALUE")
        otherwise = self.parse_sum()
        self._depth -= 1
        return Choice(condition, then, otherwise, token.at)

    def _parse_first(self) -> Node:
        token = self._advance()
        self._advance()
        if not self._is_next("("):
            self._fail(f"{self._show_here()} stands where `(` is expected.", "Write `first of (a, b)`.")
        self._go_deeper()
        return FirstOf(self._parse_arguments(token), token.at)

    def _parse_gathered(self) -> Node:
        token = self._advance()
        self.take("(")
        self._go_deeper()
        item = self.parse_sum()
        name, source, where = "", None, None
        if self.take("for"):
            name = self.take_new_name("for")
            self.expect("in", f"{token.text}(VALUE for {name} in LIST)")
            source = self.parse_sum()
            where = self.parse_either() if self.take("where") else None
        if not self.take(")"):
            self._refuse_sign(self.current)
            self._fail(f"The parenthesis of `{token.text}` is never closed.", "Write `)` where it ends.", token.at)
        self._depth -= 1
        return Gathered(token.text, item, name, source, where, token.at)


def _quote(words: str) -> str:
    return words if words.startswith(("a dot", "quotes")) else f"`{words}`"


def _get_text(node: Node) -> str:
    return node.text if isinstance(node, Word) else ""


def find_nearest(name: str, known: list[str]) -> str:
    """The known name that was probably meant; empty where none is near."""
    close = get_close_matches(name, known, 1, 0.6)
    return close[0] if close else ""
