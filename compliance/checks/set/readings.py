"""Statements of a document, or of general terms that cover it, with what their words say."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from compliance.checks.naming import on
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract
from compliance.checks.verdicts import Verdict, failed, passed, review
from compliance.checks.words import Reading, mentions, reading_of
from compliance.routes import Route


class Read(NamedTuple):
    """A statement: its words, how they read, where it stands, and whose words they are if not the document's own. It
    `adds` where its value is not what its words say: then a person must read it."""

    words: str
    reading: Reading
    at: Route
    whose: str = ""
    there: tuple[tuple[str, Route, str], ...] = ()
    adds: bool = False

    @property
    def told(self) -> str:
        """The statement as a message quotes it."""
        return f"the text says: {self.words}{self.whose}" if self.words else f"a statement has no words{self.whose}"


def adds_to(document: Extract, statement: str) -> bool:
    """Whether the value of a statement is not what its words say."""
    return any(one.why == "value" and one.route[-1] == statement for one in document.open)


def statements_read(
    document: Extract, documents: DocumentSet, names: Sequence[str], affirm: Sequence[str], deny: Sequence[str]
) -> list[Read]:
    """The statements of these names, of the document itself and of all general terms that cover it."""
    found: list[Read] = []
    for one in (document, *documents.covering(document)):
        for name in names:
            if name in one.statements:
                words, place = one.words.get(name, ""), ("statements", name)
                own = Read(words, reading_of(words, affirm, deny), place, adds=adds_to(one, name))
                found.append(own if one.path == document.path else _of_terms(own, one, bool(found)))
    return found


def elsewhere(document: Extract, documents: DocumentSet, but: Sequence[str], phrases: Sequence[str]) -> list[Read]:
    """Statements under other names, of the document and of terms that cover it, in which some phrase stands. Their
    words were filed for something else, so that what they say here is for a person."""
    found: list[Read] = []
    for one in (document, *documents.covering(document)):
        for name, words in one.words.items():
            if name not in but and mentions(words, phrases):
                read = Read(words, "unclear", ("statements", name))
                found.append(read if one.path == document.path else _of_terms(read, one, bool(found)))
    return found


def _of_terms(read: Read, terms: Extract, beside_own: bool) -> Read:
    """A statement that general terms make, told of the document that they cover; it may make one itself."""
    where = "in general terms that name it" if beside_own else "only in general terms that name this document"
    whose = f" ({where}: {terms.title}, {terms.path})"
    return read._replace(at=(), whose=whose, there=((terms.path, read.at, ""),))


def counted(reads: Sequence[Read], judge: Callable[[Read], Verdict], beside: bool) -> list[Verdict]:
    """What statements answer. Beside something else that answers, those count that have words and do not affirm it."""
    answers = [(one, _with_value(one, judge(one))) for one in reads]
    return [verdict for one, verdict in answers if not beside or (one.words and verdict.status != "pass")]


def _with_value(read: Read, verdict: Verdict) -> Verdict:
    """An answer of a statement, which its value may take back."""
    if not read.adds or verdict.status != "pass":
        return verdict
    return verdict._replace(status="review", message=f"{verdict.message} Its value is for a person to read.")


def judged(read: Read, about: str) -> Verdict:
    """What a statement answers by its words alone."""
    told = f"{on(about)} {read.told}."
    if read.reading == "affirms":
        return _with_value(read, passed(told, read.at)._replace(elsewhere=read.there))
    if read.reading == "denies":
        return failed(f"{told} That is the opposite of what is asked.", read.at)._replace(elsewhere=read.there)
    return review(f"{told} Whether that is what is asked is for a person to read.", read.at)._replace(
        elsewhere=read.there
    )
