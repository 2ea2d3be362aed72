"""Sentences that several formats say alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from compliance.findings import Finding, Findings, LookedUp
from compliance.law.words import AUTHORITY_WORDS, BASES, BASIS_WORDS, SEEN_WORDS
from compliance.verdict import NOT_READY, OPEN, READY, UNDECIDED, FinalVerdict, Side, judge

if TYPE_CHECKING:
    from compliance.law.catalogue import Holding


def number(count: int, thing: str, things: str = "") -> str:
    """A count with its noun: `1 document`, `2 documents`."""
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {things or thing + 's'}"


_RUNS: Final = 60  # stretches of document numbers in one list


def runs(places: Iterable[int]) -> str:
    """Document numbers as people list them: `1-3, 7`."""
    stretches: list[list[int]] = []
    for place in sorted({place for place in places if place}):
        if stretches and place == stretches[-1][1] + 1:
            stretches[-1][1] = place
        else:
            stretches.append([place, place])
    shown = [f"{low}" if low == high else f"{low}-{high}" for low, high in stretches[:_RUNS]]
    if len(stretches) > _RUNS:
        shown.append(f"and {sum(high - low + 1 for low, high in stretches[_RUNS:])} more")
    return ", ".join(shown)


# --- the verdict ---

_ANSWERS: Final = {
    UNDECIDED: "Not decided",
    NOT_READY: "Not ready",
    OPEN: "Open",
    READY: "Ready",
    "": "No verdict",
}


def answer(verdict: FinalVerdict) -> str:
    """The verdict in a word or two; where there is none, why."""
    if verdict.answer:
        return _ANSWERS[verdict.answer]
    if not verdict.law_known or not verdict.law.asked:
        return "No law of this day is known here"
    return "No law that is known here applies"


def verdict_lines(findings: Findings) -> list[str]:
    """The verdict on the whole run, a sentence a line. The first line is the answer."""
    verdict = judge(findings).whole
    said = [f"{answer(verdict)}: {side_words(verdict)}."]
    if verdict.undecided:
        said[0] = f"{answer(verdict)}: {number(verdict.undecided, 'answer')} could not be given; {side_words(verdict)}."
    said += [_people(verdict)] if verdict.left_to_people else []
    return [*said, *_rests_on(findings, verdict)]


def documents_by_answer(findings: Findings) -> str:
    """Of a set, how many documents have errors, and how many are ready."""
    judged = judge(findings)
    law = sum(bool(one.law.errors) for one in judged.documents)
    order = sum(bool(one.order.errors) for one in judged.documents)
    ready = judged.answers()[READY]
    of = number(len(judged.documents), "document")
    return (
        f"{law:,} of {of} have errors of law; {order:,} have errors of good order; "
        f"{ready:,} {'is' if ready == 1 else 'are'} ready."
    )


def last_lines(findings: Findings) -> list[str]:
    """What a report that is read to its end says last: remarks on the run, then the verdict, its answer at the end."""
    first, *rest = verdict_lines(findings)
    return [*remarks(findings), *rest, first]


def side_words(verdict: FinalVerdict) -> str:
    """The law and good order, each in a word with its numbers."""
    law = (
        f"law {verdict.law.word}, {side_counts(verdict.law)}"
        if verdict.law.asked
        else "no requirement of law was asked"
    )
    order = verdict.order
    return f"{law}; good order {order.word}, {side_counts(order)}" if order.asked else law


def side_counts(side: Side) -> str:
    """What was found, by level, and what is open, met and does not apply."""
    levels = ((side.errors, "error"), (side.warnings, "warning"), (side.notes, "note"))
    found = [number(count, level) for count, level in levels if count]
    rest = ((side.reviews, "open"), (side.met, "met"))
    told = found + [f"{count:,} {word}" for count, word in rest if count]
    if side.not_applicable:
        told.append(f"{side.not_applicable:,} {'does' if side.not_applicable == 1 else 'do'} not apply")
    return ", ".join(told)


def _people(verdict: FinalVerdict) -> str:
    return f"Left to people: {number(verdict.left_to_people, 'duty', 'duties')} that no document can show."


def _rests_on(findings: Findings, verdict: FinalVerdict) -> Iterator[str]:
    """What the answers of law rest on, and of which days the law is."""
    bases = verdict.rests_on
    words = ("computed", "stated in words", "by a reading of ours")
    if any(bases.values()):
        told = ", ".join(f"{bases[basis]:,} {word}" for basis, word in zip(BASES, words, strict=True) if bases[basis])
        yield f"{number(sum(bases.values()), 'answer')} of law: {told}."
    looked_up = [f"{place.capitalize()} {_days(days)}" for place, days in sorted(findings.about.looked_up.items())]
    yield f"Law as of {findings.as_of}" + (f"; looked up {', '.join(looked_up)}." if looked_up else ".")


def _days(days: LookedUp) -> str:
    return f"{days.latest}" if days.earliest == days.latest else f"{days.earliest} to {days.latest}"


# --- remarks ---


def remarks(findings: Findings) -> list[str]:
    """What is to be said of the run as a whole, each in a sentence: how far the law behind it is known, and what other
    documents might settle."""
    return [*_unknown_law(findings), *_enjoined_later(findings), *_looked_up(findings), *_alone(findings)]


def unknown_law(findings: Findings) -> str:
    """That no law of the day is known, where that is so: then nothing can be said to have passed."""
    return " ".join(_unknown_law(findings))


def _unknown_law(findings: Findings) -> Iterator[str]:
    for place, first in findings.about.first_law.items():
        yield (
            f"No law of {findings.as_of} is known here for {place.capitalize()}: the earliest that is known is of "
            f"{first}. Nothing was asked by law; the answers are on good order alone."
        )


def _enjoined_later(findings: Findings) -> Iterator[str]:
    for place, count in findings.about.enjoined_later.items():
        rules = number(count, "requirement")
        yield (
            f"{rules} of {place.capitalize()} rest on rules that are reported as in force on {findings.as_of} and were "
            "enjoined later. They were not asked; --show suspended tells them, and what follows is for counsel."
        )


def _looked_up(findings: Findings) -> Iterator[str]:
    for place, (earliest, latest) in findings.about.looked_up.items():
        if findings.as_of.isoformat() > earliest:
            days = f"until {earliest}" if earliest == latest else f"between {earliest} and {latest}"
            yield (
                f"{place.capitalize()} law was looked up {days}; this run reads it as of {findings.as_of}: "
                "what changed since is not known here."
            )


def _alone(findings: Findings) -> Iterator[str]:
    answers, documents = sum(findings.about.alone.values()), len(findings.about.alone)
    if answers:
        whose = "it" if documents == 1 else "them"
        on = "" if len(findings.documents) == 1 else f" on {number(documents, 'document')} that came alone"
        yield (
            f"{number(answers, 'answer')}{on} may be settled by general terms or schedules that were not checked "
            f"with {whose}."
        )


def rests_on(finding: Finding) -> str:
    """What an answer rests on, in words."""
    return BASIS_WORDS.get(finding.basis, finding.basis)


def how_known(finding: Finding) -> str:
    """By what authority, and how it was seen."""
    words = (AUTHORITY_WORDS.get(finding.authority, finding.authority), SEEN_WORDS.get(finding.seen, finding.seen))
    return "; ".join(word for word in words if word)


def since(holding: Holding) -> str:
    """When something holds."""
    if holding.from_ is None:
        return f"until {holding.until}" if holding.until else "no date established"
    known = "known to hold " if holding.from_is == "first seen" else ""
    return known + (f"{holding.from_} to {holding.until}" if holding.until else f"since {holding.from_}")


def how_known_then(holding: Holding) -> str:
    """By what authority it holds, and how that was seen."""
    words = (AUTHORITY_WORDS[holding.authority], SEEN_WORDS.get(holding.seen, ""))
    return "; ".join(word for word in words if word)


def law_label(finding: Finding) -> str:
    """What to call it: good order asks things that no law does."""
    return "Law" if finding.citation else "Asks"


def law(finding: Finding) -> str:
    """Citation, if there is one, what it asks, and how that is known; empty where nothing asks it."""
    if not finding.asks:
        return ""
    known = how_known(finding)
    cited = f"{finding.citation}: " if finding.citation else ""
    return f"{cited}{finding.asks}" + (f" ({known})" if known else "")
