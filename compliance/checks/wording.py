"""Texts of a document answered by the phrases of a requirement: what says it passes, what says the opposite fails, and
whatever else is said is for a person."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from compliance.checks.verdicts import Verdict, failed, passed, review
from compliance.checks.words import BESIDE, Heard, Reading, denied, heard, plain
from compliance.patterns import late
from compliance.routes import Route

_BARE_DENIALS: Final = frozenset(
    {"no", "none", "not", "never", "nowhere", "nothing", "nobody", "neither", "not at all", "not any", "n/a", "false"}
)
_A_HOUSE: Final = late(r"(?:[A-Z][A-Za-z'’&-]+ ){1,3}(?:Club|Casino|Cardroom|Room|Parlor|House)")
_CHOICE: Final = late(r"\(([^()|]*)[^()]*\)(\?)?")


class Phrases(NamedTuple):
    """What says a thing, and what says the opposite, in the words of the catalogue."""

    affirms: Sequence[str] = ()
    denies: Sequence[str] = ()

    @property
    def example(self) -> str:
        """The first phrase that says it, as somebody would write it: of what may be left out only `the` stays."""
        whole = next((phrase for phrase in self.affirms if "..." not in phrase and not phrase.startswith(BESIDE)), "")
        kept = _CHOICE.sub(lambda found: found[1] if not found[2] or found[1] == "the" else "", whole)
        return " ".join(kept.split())


def read_words(text: str, phrases: Phrases) -> Reading:
    """What a text says by the phrases. A text of a bare `none` or `nowhere` denies, unless that is what is wanted."""
    return _hear(text, phrases).reading


def _hear(text: str, phrases: Phrases) -> Heard:
    words = plain(text)
    if any(words == plain(phrase) for phrase in phrases.affirms if not phrase.startswith(BESIDE)):
        return Heard("affirms")
    if words in _BARE_DENIALS:
        return Heard("denies")
    return heard(text, phrases.affirms, phrases.denies)


def by_no_name(text: str, house: str | None) -> str:
    """A text in which the house is called the house, and not by its name: where that is written as the name of a house
    is, and has no word that narrows anything."""
    if house is None or house not in text or _A_HOUSE.fullmatch(house) is None or denied(house):
        return text
    return text.replace(house, "the house")


def by_common_names(text: str, house: str | None, title: str) -> str:
    """A text in which the house is called the house, and the game that it is about this game."""
    if len(title.split()) > 1 and title in text and not denied(title):
        text = text.replace(title, "this game")
    return by_no_name(text, house)


def unread(besides: str, text: str) -> str:
    """What of a text kept it from being read, as a message quotes it; nothing where that is all of it."""
    return f' Not read: "{besides}".' if besides and besides != plain(text) else ""


def answer_words(told: str, text: str, phrases: Phrases, at: Route, wanted: str = "what is asked") -> Verdict:
    """The answer to a text: `told` says where it stands and what it says."""
    reading, besides = _hear(text, phrases)
    if reading == "affirms":
        return passed(told, at)
    such = f' Words that would do: "{phrases.example}".' if phrases.example else ""
    if reading == "denies":
        return failed(f"{told} That is not {wanted}.{such}", at, label="not what is asked")
    return review(f"{told} Whether that is {wanted} is for a person to read.{unread(besides, text)}{such}", at)
