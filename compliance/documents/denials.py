"""Sentences that seem to deny the choice that was made of them: a person must read those again.

A few words for each choice, and English negation. Nothing passes or fails by what is found here, and a sentence in
which nothing is found was not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from compliance.documents.statement_facts import list_facts_of

_NEGATION: Final = re.compile(
    r"\b(?:no|not|never|none|nobody|neither|nor|without|cannot|prohibit\w*|forbid\w*|forbidden|barred|bars?|preclud\w*|"
    r"exclud\w*|rather than|instead of|only)\b"
)
# What takes a part of a rule back, whatever the rule is.
_HEDGE: Final = re.compile(
    r"\bunless\b|\bexcept (?:when|where|if|that|in|at|as|during|on|for)\b|\b(?:discretion|option) of\b|'s discretion|"
    r"\b(?:usually|normally|generally|typically|ordinarily|customarily|sometimes|often|as a rule|in principle|"
    r"where practicable|if possible|when possible|reasonable efforts?|should|ought|tries|intends?|endeavors?|"
    r"subject to|not always|free to|need not|not required to|not obliged to|not necessarily|as long as|waive this|"
    r"may (?:choose|decide|elect|permit|allow|extend|change|waive)|if the (?:house|floor|manager|casino) )"
)
# Exceptions that leave a rule as it is: a game that is over goes on when somebody takes the bank.
_HARMLESS: Final = re.compile(
    r"\b(?:unless|until) (?:and until )?(?:an?|another|some|the next|an intervening|a different|a new)"
    r"(?: \S+){0,3}? (?:takes?|accepts?|agrees?|becomes?|assumes?|is found|does|volunteers?)\b"
)
# Who does not take the bank is no denial of what then follows.
_NOBODY: Final = re.compile(
    r"\b(?:if|when|whenever|where|should|once|in the event(?: that)?|because|since) "
    r"(?:no|none|nobody|there is no)\b[^,;.]*?"
    r"(?:\b(?:takes?|accepts?|wants?|wishes|desires?|agrees?|assumes?|willing|declines?|found|does|elects?)\b|(?=,))"
)
# What the bank does not cover is no denial of what becomes of it.
_UNCOVERED: Final = re.compile(r"\b(?:not|never|cannot)(?: be)? (?:covered|cover|matched|accepted)\b|\bno action\b")
_CLAUSE: Final = re.compile(
    r"[.;:!?]|(?<!nobody )(?<!none )(?<!one )\b(?:but|however|although|though|while|whereas|yet)\b"
)
_MAY: Final = re.compile(
    r"\b(?:may|can|might|is allowed to|are allowed to|is permitted to|are permitted to)\b(?! (?:not|never|only))"
)
_NEAR: Final = 4  # words before a word in which a negation is its own


class _Signs(NamedTuple):
    """Words by which a choice is known: those that say it, unless they are negated, and those that say the opposite,
    unless they are, and those that do so in any case; `negative` where the choice is itself a denial."""

    says: str = ""
    against: str = ""
    negative: bool = False
    in_any_case: str = ""


_KEEPS: Final = (
    r"continu\w*|goes on|go on|resum\w*|keeps?|kept|retains?|(?:stays?|remains?) with|hold it again|nothing changes"
)
_LATER: Final = (
    r"after (?:the |each |every )?(?:hand|play|deal|flop|round|showdown|cards)|from the pot|at the end|"
    r"afterwards?|later"
)
_ELSEWHERE: Final = r"nowhere|at the cage|in the office|upon request|on request|online|website|hidden|entrance only"
_SEVERAL: Final = (
    r"several|any number|more than one|more than 1|two|both|unlimited|no limit|combin\w+|any option|all options"
)
_NOTHING_OF_IT: Final = _Signs(negative=True)
_SIGNS: Final[Mapping[tuple[str, str], _Signs]] = {
    ("bank / rotation / verb", "rotates"): _Signs(
        r"rotat\w*|moves?|pass(?:es|ed)?", r"stays?|remains?|fixed|permanent\w*|for the session|does not leave"
    ),
    ("bank / rotation / at-most", "2 hands"): _Signs(
        "",
        r"as many|any number|no limit|unlimited|without limit|indefinite\w*|"
        r"more than (?:three|four|five|ten|3|4|5|10)|(?:three|four|five|six|ten|[3-9]|[1-9][0-9])"
        r"(?: \S+)?(?: \S+)? (?:hands|rounds|deals|turns)",
        in_any_case=r"at least|minimum|fewer than|less than|or more",
    ),
    ("bank / rotation / intervening", "required"): _Signs(
        r"interven\w*", r"same (?:player|person|holder)|not required|no interven\w*|turn after turn"
    ),
    ("bank / rotation / if-nobody-takes-it", "game stops"): _Signs(
        r"stop\w*|end|ends|ended|clos\w*|break|breaks|broken|ceas\w*|halt\w*|suspend\w*|terminat\w*|discontinu\w*",
        _KEEPS,
    ),
    ("bank / rotation / if-nobody-takes-it", "another takes it"): _Signs("", _KEEPS),
    ("bank / house / takes-part", "never"): _NOTHING_OF_IT,
    ("bank / house / interest", "none"): _NOTHING_OF_IT,
    ("bank / house / bars-other-banks", "yes"): _NOTHING_OF_IT,
    ("bank / backed-by-others", "never"): _NOTHING_OF_IT,
    ("bank / third-party / consecutive-turns", "never"): _NOTHING_OF_IT,
    ("bank / third-party / per-table", "1"): _Signs("", _SEVERAL),
    ("bank / third-party / wagers-only-as-bank", "yes"): _Signs(
        "", r"whether or not|any seat|not only|also|at any time|other times"
    ),
    ("bank / pays-up-to", "its wager"): _Signs(
        "",
        r"without (?:any )?limit|no limit|unlimited|no maximum|cover (?:all|every)|covers (?:all|every)|"
        r"more than|beyond|in full|regardless|from (?:its|his|her) own",
    ),
    ("bank / uncovered-wagers", "returned"): _Signs(
        r"return\w*|refund\w*|given back|goes? back|push\w*", r"forfeit\w*|lost|kept|(?:stays?|remains?) in"
    ),
    ("bank / seated", "yes"): _Signs(r"seat\w*|sits?|sitting", r"stand\w*|whether or not|from behind"),
    ("terms / fees-collected", "before play"): _Signs(r"before|prior to|in advance", _LATER),
    ("terms / fees-determined", "before play"): _Signs(
        r"before\w*|prior to|in advance", rf"{_LATER}|depends?|by the size"
    ),
    ("terms / options-in-use", "one per table"): _Signs("", _SEVERAL),
    ("terms / posted", "at every table"): _Signs(r"post\w*|display\w*|shown|visible|conspicuous\w*", _ELSEWHERE),
    ("terms / notice", "given"): _Signs(
        r"notice|inform\w*|notif\w*|told|advis\w*|announc\w*", r"(?:up)?on leaving|without notice|confidential"
    ),
    ("terms / waiver-notice", "given"): _Signs(r"notice|inform\w*|notif\w*|told|advis\w*|announc\w*", "without notice"),
}


def seems_denied(fact: str, value: Any, sentence: str) -> bool:
    """Whether a sentence of the paper seems to deny, or to take back, what was chosen of a fact."""
    signs = _SIGNS.get((fact, _show(value)), _Signs())
    text = _simplify(sentence)
    for harmless in (_NOBODY, _HARMLESS, _UNCOVERED):
        text = harmless.sub(" ", text)
    return _contradicts(text, signs)


def seems_denied_statement(name: str, sentence: str) -> bool:
    """The same of a statement that is said to say what it is called by."""
    return any(seems_denied(fact, value, sentence) for fact, value in list_facts_of(name) or [("", "")])


def _show(value: Any) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


def _simplify(sentence: str) -> str:
    text = sentence.lower().replace("\u2019", "'").replace("can't", "cannot").replace("n't", " not").replace("-", " ")
    return " ".join(text.split())


def _contradicts(text: str, signs: _Signs) -> bool:
    clauses = [clause for clause in _CLAUSE.split(text) if clause.strip()]
    if _HEDGE.search(text) or (signs.in_any_case and _compile(signs.in_any_case).search(text)):
        return True
    if signs.negative:
        allowed = any(_is_allowed(clause) for clause in clauses)
        return allowed or _NEGATION.search(text) is None
    if any(_find_plain(signs.against, clause) for clause in clauses):
        return True
    found = [negated for clause in clauses for negated in _find_negations(signs.says, clause)]
    return bool(found) and all(found)


def _is_allowed(clause: str) -> bool:
    """Whether a clause lets somebody do what the choice rules out."""
    found = _MAY.search(clause)
    return found is not None and _NEGATION.search(clause) is None


def _find_plain(pattern: str, clause: str) -> bool:
    """Whether one of some words stands in a clause with no negation before it."""
    found = (_compile(pattern).finditer(clause)) if pattern else ()
    return any(not _negations_before(clause, one.start(), len(clause)) for one in found)


def _find_negations(pattern: str, clause: str) -> Iterator[bool]:
    """Whether each of some words is negated right where it stands."""
    for one in _compile(pattern).finditer(clause) if pattern else ():
        yield _negations_before(clause, one.start(), _NEAR) % 2 == 1


def _negations_before(clause: str, place: int, words: int) -> int:
    near = " ".join(clause[:place].split()[-words:])
    return sum(1 for one in _NEGATION.finditer(near) if one[0] != "only")


@lru_cache(maxsize=128)
def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b")
