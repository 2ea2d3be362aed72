"""Words read for what they say: whether they affirm what they are filed under, deny it, or leave it open.

Nothing is affirmed because a keyword occurs: a phrase that affirms must stand without a condition, without a negation
other than its own, and with nothing beside it but words that can neither narrow it nor take it back. A text is read
sentence by sentence, and a negation turns round only what stands in its own clause. What is neither affirmed nor
denied is unclear, and for a person. The phrases are the catalogue's; this module knows only how English says no,
perhaps, and how many.

A phrase is words; `(every|each)` gives a choice of words, `(very)?` words that may be left out, `N` a number, `N%` a
percentage, `N>9` a number above nine (`N>=9`, `N>$9`, `N>9%`; `tenth` is one too), and `...` up to six words of any
kind. Articles do not count. A phrase that begins with `+` says nothing by itself: it may stand beside one that affirms.
Where words are looked for in any text, `house & pays & winners` says that these stand in one sentence, in any order,
none of them denied, and `! fees` behind them that this does not.
"""

import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from compliance.documents.values import LARGER_NUMBER_WORDS, NUMBER_WORDS
from compliance.patterns import late

Reading = Literal["affirms", "denies", "unclear"]
Span = tuple[int, int]

_NUMBER_WORDS: Final = {
    word: str(number) for word, number in {"zero": 0, **NUMBER_WORDS, **LARGER_NUMBER_WORDS}.items()
}
_NUMBER_WORD: Final = late(rf"\b({'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})\b")
_AT_MOST: Final = late(
    r"\b(?:not? more than|not (?:to )?exceed(?:ing)?|up to|(?:a )?maximum of|no longer than) (?=\$?[0-9])"
)
# `Nobody holds it for more than 2 hands` says at most 2, however many words stand in between.
_NONE_MORE: Final = late(r"\b(?:nobody|no 1|no|not|never|none)\b((?: (?!at most)\S+){0,8}?) more than (?=\$?[0-9])")
_NEGATION: Final = late(
    r"\b(?:no|not|none|never|nowhere|nothing|nobody|neither|nor|without|cannot|rather than|instead of|free to|"
    r"any number|unlimited|no limit)\b"
)
_CONDITION: Final = late(
    r"\b(?:unless|except|if|where|when|may|might|at the (?:option|discretion) of|on request|upon request|subject to|"
    r"only (?:at|in|by|on)|provided|sometimes|usually)\b"
)
# What takes back a part of what is affirmed: the game stops, or somebody is found; no interest beyond a share.
_TAKEN_BACK: Final = late(
    r"\b(?:or|but|beyond|other than|apart from|save|usual|normal|normally|general|generally|typical|typically|"
    r"customary|customarily|often|mostly|as a rule|in principle)\b"
)
# What takes something out of what is said.
_EXCEPTION: Final = late(r"\b(?:unless|except|excepting|other than|apart from|as long as|save (?:for|when|that))\b")
# What stands right before a phrase and turns its sense round, or only supposes it.
_NEGATED: Final = late(r"\b(?:no|not|never|nobody|neither|nor|without|cannot)(?: \S+){0,2} $")
_TURNED: Final = late(_NEGATED.pattern + r"|\b(?:unless|except|if)\b(?: \S+){0,6} $")
_NO: Final = late(r"\b(?:no|not|never|nobody|none|neither|nor|without|cannot)\b")
# Words that neither narrow what is affirmed nor take it back, whatever it is.
_HARMLESS: Final = late(
    r"(?<!\S)(?:an?|the|this|these|those|its|their|it|is|are|be|shall|will|must|and|also|both|at once|immediately|"
    r"at all times) |^then "
)
# Where another sentence begins, and what parts clauses of one sentence.
_SENTENCE: Final = late(r"[;:!?()]+|\.(?=\s|$)|\s[-\u2013\u2014]+\s")
_COMMA: Final = late(r",(?=\s)")
_MARK: Final = "//"  # stands for a comma while a text is made plain
_CONNECTED: Final = late(r"(?<!\S)(?:and|then|but|while|whereas) ")
BESIDE: Final = "+ "
_ANY_ORDER: Final = " & "
_NOT_WITH: Final = " ! "
# What denies a phrase that follows within a few words, and what saves it from the denial.
_NEARBY: Final = late(r"(?:\S+ ){0,7}$")
_DENIES: Final = late(
    r"\b(?:no|not|never|nobody|none|neither|nor|without|cannot|barred|precluded?|precludes|prohibited|prohibits?|forbidden|"
    r"forbids?|unlawful|illegal|prevented|prevents?|instead of|rather than)\b"
)
# What bars, behind it, what a phrase says.
_BARRED: Final = late(
    r"(?:\S+ ){0,6}?(?:(?:is|are|be) (?:\S+ly )?"
    r"(?:prohibited|forbidden|barred|precluded|unlawful|illegal|banned|refused|rejected|declined)|"
    r"(?:not|never|cannot) (?:\S+ly )?(?:be )?(?:allowed|permitted|made|accepted|offered|placed|taken|lawful)) "
)
# A clause right behind that bars it, and says nothing more: `a bet between players, which these rules do not allow`.
_BARRED_BEHIND: Final = late(
    r"(?:and |but )?(?:which|that|this|it) (?:"
    r"(?:(?:this|this game|the game|it|here) )?(?:is|are|does|do) not|"
    r"(?:\S+ ){0,3}?(?:not|never|cannot) (?:be )?"
    r"(?:allow|allowed|permit|permitted|accept|accepted|offer|offered|made|done|lawful)|"
    r"(?:\S+ ){0,2}?(?:is|are) (?:\S+ly )?"
    r"(?:prohibited|forbidden|barred|precluded|unlawful|illegal|banned|stopped|void)|"
    r"(?:\S+ ){0,3}?(?:forbids?|prohibits?|bars?|rules? out))"
    r"(?: here| at all| in this game| at this table)? $|"
    r"(?:the )?(?:floor|dealer|house|floor supervisor|floor person|manager) (?:then )?"
    r"(?:stops?|ends?|refuses?|voids?|forbids?) (?:it|them|this|that) $"
)
# A denial of a verb that has its own subject: `winners that the bank cannot pay are` paid by somebody all the same.
_OF_ANOTHER_VERB: Final = late(
    r"(?<!\S)(?:not|never|cannot|no longer)(?: (?!that |whether |how |not |never |and |or |is |are )\S+){1,4}"
    r"(?= (?:is|are|was|were|will|shall|must|may|can)(?: then| not| never| be)*"
    r"(?:(?: \S+){1,2} (?:by|from|out of|to))? $)"
)
_AUXILIARY: Final = late(r"\b(?:does|do|may|will|shall|must|can|is|are) $")
_NOT_FIRST: Final = late(r"(?:not|never) ")
_NEITHER: Final = late(r"\bneither\b(.*?)\bnor\b")
_SAVES: Final = late(r"\b(?:but|except|other than|apart from|only|unless|save)\b")
_MOST_GAPS: Final = 3
_FEW_LEFT: Final = 4  # words of a clause behind a phrase, before one that bars it
_FEW_WORDS: Final = 200  # characters that hold the few words in which a negation reaches
_FEW_TEXTS: Final = 500
_SHORT: Final = 500  # characters of a text that is kept
_SHORT_NOT: Final = late(r"n't\b")
_NO_WORD: Final = late(r"[^a-z0-9$%/.,']+")
_NO_POINT: Final = late(r"[.,](?![0-9])|(?<![0-9])[.,]|(?<![a-z0-9])'|'(?![a-z0-9'])")
_A_NUMBER: Final = {"N": r"\$?[0-9][0-9,.]* ", "N%": r"[0-9][0-9,.]*% "}
_ABOVE: Final = late(r"N>(=?)(\$?)([0-9][0-9,]{0,8})(?:\.0+)?(%?)")
_ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"),
)
# Words that a plain text may have where other words were written.
_MADE: Final = frozenset({"not", "cannot", "will", "at", "most"})
# Words that stand in most texts of a game.
_EVERYWHERE: Final = frozenset(
    (
        *("a", "an", "the", "he", "she", "they", "it", "who", "how", "does", "may", "have", "has", "is", "are", "made"),
        *("after", "before", "next", "same", "once", "over", "when", "any", "all", "each", "every", "set", "sets"),
        *("card", "cards", "hand", "hands", "play", "player", "players", "dealer", "position", "bank", "hold", "deal"),
        *("action", "win", "wins", "paid", "pay", "pays", "rate", "round", "game", "wager", "wagers", "bet", "bets"),
        *("rounds", "hands", "deals"),
    )
)
_ARTICLES: Final = frozenset({"a", "an", "the"})
_ARTICLE: Final = r"(?:an? |the )?"
_CUT: Final = late(r"\|+")
# A whole number of a plain text, which is no amount, no share and no part of a longer number.
A_NUMBER: Final = late(r"(?<![$0-9.,])\b[0-9]{1,4}\b(?![%.,]?[0-9])")
_ITEM: Final = late(r"\(([^()]*)\)(\??)|(\.\.\.)|([^\s()]+)")


def in_digits(text: str) -> str:
    """A text in small letters, with number words as digits."""
    return _NUMBER_WORD.sub(lambda found: _NUMBER_WORDS[found[1]], text.lower())


def plain(text: str) -> str:
    """A text in small letters and single spaces, with number words as digits and every `no more than` as `at most`."""
    if text.isascii() and text.isalpha() and text.islower():
        return _NUMBER_WORDS.get(text, text)  # one word, as most choices of a phrase are
    return _plain_once(text) if len(text) <= _SHORT else _plain_of_long(text)


def _plain(text: str) -> str:
    text = text.lower().replace("’", "'").replace("can't", "cannot").replace("won't", "will not")
    text = _SHORT_NOT.sub(" not", text)
    text = _NO_WORD.sub(" ", text)
    text = _NO_POINT.sub(" ", text)
    text = _NUMBER_WORD.sub(lambda found: _NUMBER_WORDS[found[1]], " ".join(text.split()))
    text = _AT_MOST.sub("at most ", text)
    return _NONE_MORE.sub(r"\1 at most ", text).strip()


# Several requirements read the same texts, and the phrases of the catalogue are read again for each of them.
_plain_once = lru_cache(maxsize=2048)(_plain)
# A long text takes room, and is asked for again only by the next that reads the same one.
_plain_of_long = lru_cache(maxsize=4)(_plain)


class _Words(NamedTuple):
    """A sentence in plain words, with the places where commas stood."""

    words: str
    commas: tuple[int, ...]

    def clauses(self, spans: Sequence[Span]) -> list[int]:
        """Where clauses begin. What joins words of one phrase begins none."""
        within = _covered(self.words, spans)
        joined = (found.end() for found in _CONNECTED.finditer(self.words))
        return sorted({0, *self.commas, *(end for end in joined if not within[end - 1])})

    def without_asides(self) -> "_Words":
        """The same where an aside begins no clause: `nobody, including the house, may bank`."""
        asides = [number for number, at in enumerate(self.commas) if self.words.startswith("including ", at)]
        within = {*asides, *(number + 1 for number in asides)}
        return self._replace(commas=tuple(at for number, at in enumerate(self.commas) if number not in within))


def _before(words: str, start: int, clauses: Sequence[int]) -> str:
    """The last words that stand before a place in its own clause."""
    return words[max(clauses[bisect_right(clauses, start) - 1], start - _FEW_WORDS) : start]


@lru_cache(maxsize=8)
def _sentences(text: str) -> tuple[_Words, ...]:
    """The sentences of a text: read by one requirement after the other, so the last few are kept."""
    return tuple(_split(text))


def _split(text: str) -> Iterator[_Words]:
    for sentence in _SENTENCE.split(text):
        words, commas = "", []
        for word in plain(_COMMA.sub(f" {_MARK} ", sentence)).split():
            if word == _MARK:
                commas.append(len(words))
            else:
                words += word + " "
        if words:
            yield _Words(words, tuple(commas))


class Heard(NamedTuple):
    """How a text reads, and what stands in it beside what affirms, which nobody has read."""

    reading: Reading
    besides: str = ""


def reading_of(text: str, affirm: Sequence[str], deny: Sequence[str]) -> Reading:
    """What a text says of something, by phrases that affirm it and phrases that deny it."""
    return heard(text, affirm, deny).reading


def heard(text: str, affirm: Sequence[str], deny: Sequence[str]) -> Heard:
    """What a text says of something, with what it says besides where that keeps it from being affirmed."""
    hear = _hear_once if len(text) <= _SHORT else _hear
    return hear(text, tuple(affirm), tuple(deny))


def _hear(text: str, affirm: tuple[str, ...], deny: tuple[str, ...]) -> Heard:
    """A text affirms where a sentence does and all others do too, or say nothing."""
    told = [_hear_sentence(sentence, affirm, deny) for sentence in _sentences(text)]
    readings = {one.reading for one in told if one.reading != "unclear" or one.besides}
    if readings == {"affirms"}:
        return Heard("affirms")
    if "denies" in readings and "affirms" not in readings:
        return Heard("denies")
    besides = ", ".join(one.besides for one in told if one.besides)
    return Heard("unclear", besides if mentions(text, affirm) else "")


# The texts of a house are much the same from document to document.
_hear_once = lru_cache(maxsize=2048)(_hear)


def _hear_sentence(sentence: _Words, affirm: tuple[str, ...], deny: tuple[str, ...]) -> Heard:
    words = sentence.words
    affirming = _longest(_found(words, _saying(affirm)))
    # `does not count towards` holds `count towards`: the longer phrase is what is said.
    denials = [span for span in _found(words, deny) if not _held(span, affirming)]
    denied = _covered(words, denials)
    said = [span for span in affirming if denied.find(1, *span) < 0]
    beside = [span for span in _found(words, _beside(affirm)) if denied.find(1, *span) < 0]
    rest = _without(words, [*said, *beside])
    bare, clauses = _without(words, beside), sentence.clauses(said)
    turned = [span for span in said if _NEGATED.search(_before(bare, span[0], clauses))]
    if denials:
        clauses = sentence.clauses(denials)
        plainly = any(_plainly(words[start:end], _before(words, start, clauses)) for start, end in denials)
        return Heard("denies") if plainly and len(turned) == len(said) else Heard("unclear", words.strip())
    if not said:
        return Heard("unclear", _left(rest))
    if turned and not _CONDITION.search(rest) and len(turned) == len(said) and len(_NEGATION.findall(rest)) == 1:
        return Heard("denies")
    taken_back = any(
        pattern.search(f"{rest} {_gaps(words, affirm)}") for pattern in (_CONDITION, _NEGATION, _TAKEN_BACK)
    )
    left = _left(rest) or (words.strip() if taken_back else "")
    return Heard("unclear", left) if left else Heard("affirms")


def _plainly(denial: str, before: str) -> bool:
    """Whether a denial stands as it is said. Two negations of one clause may be a yes, however far apart they stand:
    `no fee is taken without notice`."""
    return not _TURNED.search(before) and not (_NO.search(denial) and _NO.search(before))


def _saying(phrases: Iterable[str]) -> list[str]:
    """The phrases that say something by themselves."""
    return [phrase for phrase in phrases if not phrase.startswith(BESIDE)]


def _beside(phrases: Iterable[str]) -> list[str]:
    """The phrases that may stand beside those, and say nothing by themselves."""
    return [phrase.removeprefix(BESIDE) for phrase in phrases if phrase.startswith(BESIDE)]


def _left(rest: str) -> str:
    """What nobody has read: what stands in no phrase and is not harmless."""
    return " ".join(_CUT.sub(" ", _HARMLESS.sub(" ", _HARMLESS.sub(" ", rest))).split())


def names_all(text: str, affirm: Sequence[str], deny: Sequence[str]) -> Reading:
    """How one entry of a list reads, whose words besides say how it is told and not whether."""
    words = plain(text) + " "
    said = list(_found(words, _saying(affirm)))
    rest = _without(words, said)
    if not said or any(True for _ in _found(rest, deny)):
        return reading_of(text, affirm, deny)
    return "unclear" if any(one.search(rest) for one in (_CONDITION, _NEGATION, _TAKEN_BACK)) else "affirms"


def mentions(text: str, phrases: Sequence[str]) -> bool:
    """Whether any of the phrases stands in a text, whatever is said of it."""
    asked = tuple(phrases)
    mentioned = _mentioned_once if len(text) <= _SHORT else _mentioned
    return _may_say(text, asked) and mentioned(text, asked)


def _mentioned(text: str, phrases: tuple[str, ...]) -> bool:
    return any(True for _ in _found(plain(text) + " ", _saying(phrases)))


_mentioned_once = lru_cache(maxsize=2048)(_mentioned)


def asserted(text: str, phrases: Sequence[str]) -> str:
    """The first sentence that says one of the phrases and does not deny it; nothing where none does. A denial right
    before the phrase, or in a gap of it, denies it; two of them do not, and neither does one with an exception. What
    stands in a phrase that says nothing by itself is passed over."""
    asked = tuple(phrases)
    said = _asserted_once if len(text) <= _SHORT else _asserted
    return said(text, asked) if _may_say(text, asked) else ""


def _asserted(text: str, phrases: tuple[str, ...]) -> str:
    for sentence in _sentences(text):
        if not _may_say(sentence.words, phrases):
            continue
        clauses = _clauses_beside_asides(sentence)
        words = _without(sentence.words, _found(sentence.words, _beside(phrases)))
        for phrase in _saying(phrases):
            said, _, barred = phrase.partition(_NOT_WITH)
            parts = said.split(_ANY_ORDER)
            if all(_undenied(part, words, clauses) for part in parts) and not (barred and any(_matches(barred, words))):
                return sentence.words.strip()
    return ""


@lru_cache(maxsize=64)
def _clauses_beside_asides(sentence: _Words) -> list[int]:
    """Where clauses begin, for all that is looked for in a sentence."""
    return sentence.without_asides().clauses(())


def _undenied(part: str, words: str, clauses: Sequence[int]) -> bool:
    """Whether a phrase, or one part of it, stands somewhere without being denied."""
    for found in _overlapping(part, words):
        parts = [_before(words, found.start(), clauses), *(gap for gap in found.groups() if gap)]
        before, *gaps = (_OF_ANOTHER_VERB.sub("_", part) for part in parts)
        nearby = _NEARBY.search(before)
        around = " ".join([nearby[0] if nearby else "", *gaps])
        around = _NEITHER.sub(r"neither\1", around)
        denials = len(_DENIES.findall(around)) + _denied_after(words, found.end(), clauses)
        if denials % 2 == 0 or _SAVES.search(around):
            return True
    return False


def _overlapping(phrase: str, words: str) -> Iterator[re.Match[str]]:
    """Where a phrase stands, from each of its first words on: one that is denied may begin another that is not."""
    for first in _matches(phrase, words):
        found: re.Match[str] | None = first
        while found is not None and found.start() < first.end():
            yield found
            found = _pattern(phrase).search(words, found.start() + 1)


def _denied_after(words: str, end: int, clauses: Sequence[int]) -> bool:
    """Whether what follows a phrase bars it, without an exception: in its own clause (`side bets are not allowed`), or
    as the clause right behind that (`a side bet, which is forbidden`)."""
    number = bisect_right(clauses, end - 1)
    edges = [*clauses[number : number + 2], len(words), len(words)]
    rest, behind = words[end : edges[0]], words[edges[0] : edges[1]]
    does = _NOT_FIRST.match(rest) is not None and _AUXILIARY.search(words[max(0, end - _FEW_WORDS) : end]) is not None
    follows = rest.count(" ") <= _FEW_LEFT and _BARRED_BEHIND.match(behind) is not None
    return (does or follows or _BARRED.match(rest) is not None) and not _SAVES.search(words[end : end + _FEW_WORDS])


_asserted_once = lru_cache(maxsize=2048)(_asserted)


def denied(text: str) -> bool:
    """Whether anything in a text is negated, holds only on a condition, or is taken back."""
    words = plain(text)
    return any(pattern.search(words) is not None for pattern in (_NEGATION, _CONDITION, _TAKEN_BACK))


def excepts(text: str) -> bool:
    """Whether a text takes something out of what it says, which a fact beside it cannot put back."""
    return _EXCEPTION.search(plain(text)) is not None


def _found(words: str, phrases: Iterable[str]) -> Iterable[Span]:
    return (found.span() for phrase in phrases for found in _matches(phrase, words))


def _matches(phrase: str, words: str) -> Iterable[re.Match[str]]:
    """Where a phrase stands. Most texts have not even its words in their order, which is seen before its pattern is
    made."""
    place = 0
    for choice in _needed(phrase):
        place = min((at for word in choice if (at := words.find(f"{word} ", place)) >= 0), default=-1)
        if place < 0:
            return ()
    return _pattern(phrase).finditer(words)


@lru_cache(maxsize=2048)
def _needed(phrase: str) -> tuple[tuple[str, ...], ...]:
    """One word of each choice that a phrase cannot do without."""
    found = []
    for item in _ITEM.finditer(phrase.partition(_NOT_WITH)[0]):
        if item[3] or item[2]:
            continue
        parts = item[1].split("|") if item[1] is not None else (item[4],)
        words = tuple(map(_telling, parts))
        if "" not in words and not _ARTICLES.issuperset(words):
            found.append(words)
    return tuple(found)


def _telling(part: str) -> str:
    """The word of a choice by which it is known best; nothing where it has none but numbers."""
    words = plain(_but_numbers(part) if "N" in part else part)
    return max(words.split(), key=_tells, default="") if " " in words else words


def _tells(word: str) -> tuple[bool, int]:
    """How well a word tells a text that may say a phrase from the others."""
    return word not in _EVERYWHERE, len(word)


def _may_say(text: str, phrases: tuple[str, ...]) -> bool:
    """Whether any of the phrases can stand in a text: most texts have no word of them, and need not be made plain."""
    signs = _signs(phrases)
    return signs is None or signs.stand_in(text.lower())


class Signs:
    """Words of which a text that is worth reading has one. They are looked for one by one at first: a pattern of them
    lets fewer texts through, but to make it pays only where there are many."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = tuple(sorted(words))
        self._texts = 0
        self._pattern: re.Pattern[str] | None = None

    def stand_in(self, text: str) -> bool:
        """Whether a text, in small letters, may have one of them."""
        if self._texts < _FEW_TEXTS:
            self._texts += 1
            return any(word in text for word in self.words)
        if self._pattern is None:
            words = "|".join(map(re.escape, self.words))
            self._pattern = re.compile(rf"(?<![a-z])(?:{words})(?:(?![a-z])|(?=n['’]t))")
        return self._pattern.search(text) is not None


@lru_cache(maxsize=256)
def _signs(phrases: tuple[str, ...]) -> Signs | None:
    """Words of which every text has one that says one of the phrases; None where no word of a phrase stands in a text
    as it is written."""
    found: set[str] = set()
    for phrase in _saying(phrases):
        as_written = [
            choice
            for choice in _needed(phrase)
            if all(word.isascii() and word.isalpha() and word not in _MADE for word in choice)
        ]
        if not as_written:
            return None
        found.update(max(as_written, key=lambda choice: min(map(_tells, choice))))
    return Signs(found) if found else None


def _gaps(words: str, phrases: Iterable[str]) -> str:
    """What stands in the gaps of phrases: nothing there may take the phrase back. What a phrase without a gap says as
    well is read by that one."""
    saying = _saying(phrases)
    whole = _covered(words, _found(words, (phrase for phrase in saying if "..." not in phrase)))
    gapped = (found for phrase in saying if "..." in phrase for found in _matches(phrase, words))
    return " ".join(gap for found in gapped if whole.find(0, *found.span()) >= 0 for gap in found.groups() if gap)


def _longest(spans: Iterable[Span]) -> list[Span]:
    """Those that stand in no longer one, in their order."""
    found: list[Span] = []
    for span in sorted(set(spans), key=lambda span: (span[0], -span[1])):
        if not found or span[1] > found[-1][1]:
            found.append(span)
    return found


def _held(span: Span, longest: Sequence[Span]) -> bool:
    """Whether a stretch stands in a longer one of those."""
    number = bisect_right(longest, (span[0], sys.maxsize)) - 1
    return number >= 0 and longest[number] != span and longest[number][1] >= span[1]


def _covered(words: str, spans: Iterable[Span]) -> bytearray:
    """Which letters of a text stand in one of the stretches."""
    covered = bytearray(len(words))
    for start, end in spans:
        covered[start:end] = b"\x01" * (end - start)
    return covered


def _without(words: str, spans: Iterable[Span]) -> str:
    """What is left of a text when some stretches of it are cut out, with a mark where each was."""
    letters = list(words)
    for start, end in spans:
        letters[start:end] = "|" * (end - start - 1) + " "
    return "".join(letters)


@lru_cache(maxsize=1024)
def _pattern(phrase: str) -> re.Pattern[str]:
    """A phrase as the pattern that it stands for, each word with the space after it. Nothing that is written in a
    phrase can make the pattern wrong, or slow: one with more gaps than anybody writes finds nothing."""
    if phrase.count("...") > _MOST_GAPS:
        return re.compile(r"(?!)")
    return re.compile(r"(?<!\S)" + "".join(_item(found) for found in _ITEM.finditer(phrase)))


def _item(found: re.Match[str]) -> str:
    if found[3]:
        return r"((?:\S+ ){0,6}?)"
    if found[4]:
        return _words(found[4])
    # Of choices that begin alike the longer one is meant: `breaks up`, not `breaks`.
    choices = sorted((_words(part) for part in found[1].split("|")), key=len, reverse=True)
    if not all(choice.startswith(_ARTICLE) for choice in choices):
        return f"(?:{'|'.join(choices)}){found[2]}"
    # An article that may stand before each of them is looked for once: such a pattern is made in half the time.
    bare = "|".join(choice.removeprefix(_ARTICLE) for choice in choices)
    return f"(?:{_ARTICLE}(?:{bare})){found[2]}" if found[2] else f"{_ARTICLE}(?:{bare})"


def _is_number(text: str) -> bool:
    return text in _A_NUMBER or _ABOVE.fullmatch(text) is not None


def _but_numbers(text: str) -> str:
    return " ".join(part for part in text.split() if not _is_number(part))


def _number_above(found: re.Match[str]) -> str:
    """A number that is above another one, or not below it, as a pattern: by how many digits it has, or by the first in
    which it is larger. Cents count; a number of a thing may be the rank of one."""
    equal, dollars, digits, percent = found[1], found[2], found[3].replace(",", ""), found[4]
    larger = [
        ",?".join([*digits[:place], f"[{int(digit) + 1}-9]", *["[0-9]"] * (len(digits) - place - 1)])
        for place, digit in enumerate(digits)
        if digit != "9"
    ]
    least = ",?".join(digits)
    whole = "|".join([f"[1-9](?:,?[0-9]){{{len(digits)},}}", *larger])
    amount = rf"(?:{whole})(?:\.[0-9]+)?|{least}\.0*[1-9][0-9]*" + (rf"|{least}(?:\.0+)?" if equal else "")
    if dollars or percent:
        return rf"{_ARTICLE}{re.escape(dollars)}(?:{amount}){percent} "
    ranks = "|".join(
        word for rank, word in enumerate(_ORDINALS, 1) if rank > int(digits) or (equal and rank == int(digits))
    )
    ranked = rf"(?:{whole}{'|' + least if equal else ''})(?:st|nd|rd|th)" + ("|" + ranks if ranks else "")
    # `Fifteen, the player` is no number of players.
    return rf"{_ARTICLE}(?:{amount}|{ranked}) (?!(?:an?|the) )"


def _words(text: str) -> str:
    if any(_is_number(part) for part in text.split()):
        return "".join(_number(part) if _is_number(part) else _words(part) for part in text.split())
    return "".join(_word(word) for word in plain(text).split())


def _number(text: str) -> str:
    above = _ABOVE.fullmatch(text)
    return _number_above(above) if above is not None else _A_NUMBER[text]


def _word(word: str) -> str:
    """One word of a phrase, before which an article may stand; an article may be left out."""
    return _ARTICLE if word in _ARTICLES else _ARTICLE + re.escape(word + " ")


def signs_of(phrases: Iterable[str]) -> Signs | None:
    """Words in small letters: every text has one of them that says one of the phrases. None where none can be told."""
    return _signs(tuple(phrases))
