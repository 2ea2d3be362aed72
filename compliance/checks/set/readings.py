"""Statements of a document, or of general terms that cover it, with what their words say."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from compliance.checks.naming import on
from compliance.checks.set.documents import DocumentSet
from compliance.checks.set.extracts import Extract
from compliance.checks.texts import with_term
from compliance.checks.verdicts import Verdict, failed, passed, review
from compliance.checks.wording import unread
from compliance.checks.words import Reading, heard, mentions
from compliance.routes import Route


class Read(NamedTuple):
    """A statement: its words, how they read, where it stands, whose words they are if not the document's own, and what
    of them nobody has read. It `adds` where its value is not what its words say: then a person must read it."""

    words: str
    reading: Reading
    at: Route
    whose: str = ""
    there: tuple[tuple[str, Route, str], ...] = ()
    besides: str = ""
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
                reading, besides = heard(words, affirm, deny)
                own = Read(words, reading, place, besides=besides, adds=adds_to(one, name))
                found.append(own if one.path == document.path else _of_terms(own, one, bool(found)))
    return found


def elsewhere(document: Extract, documents: DocumentSet, but: Sequence[str], phrases: Sequence[str]) -> list[Read]:
    """Statements under other names in which some phrase stands."""
    return [read for read in statements_but(document, documents, but) if mentions(read.words, phrases)]


def statements_but(document: Extract, documents: DocumentSet, but: Sequence[str]) -> Iterator[Read]:
    """Statements under other names, of the document and of terms that cover it. Their words were filed for something
    else, so that what they say here is for a person."""
    for one in (document, *documents.covering(document)):
        for name, words in one.words.items():
            if name not in but:
                read = Read(words, "unclear", ("statements", name))
                yield read if one.path == document.path else _of_terms(read, one, beside_own=True)


def texts_of(document: Extract, documents: DocumentSet) -> Iterator[Read]:
    """The free words that speak of the bank, of the document and of terms that cover it, each with the word of a
    glossary that it explains. What they say is for a person."""
    for one in (document, *documents.covering(document)):
        for route, text in one.texts:
            read = Read(with_term(route, text), "unclear", route)
            yield read if one.path == document.path else _of_terms(read, one, beside_own=True)


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
    message = f"{told} Whether that is what is asked is for a person to read.{unread(read.besides, read.words)}"
    return review(message, read.at)._replace(elsewhere=read.there)
