"""What stands behind a verdict, in the words that open the HTML and the PDF."""

from __future__ import annotations

from compliance.reports.sentences import number
from compliance.verdict import FinalVerdict, Side


def verdict_sentence(verdict: FinalVerdict, documents: int) -> str:
    """What stands behind the verdict."""
    law, order = verdict.law, verdict.order
    said = []
    if verdict.undecided:
        said.append(f"{number(verdict.undecided, 'answer')} could not be given.")
    if law.found:
        said.append(f"{found_words(law)} of law.")
    if law.reviews:
        where = "the document does not settle" if documents == 1 else "the documents do not settle"
        said.append(f"{number(law.reviews, 'point')} of law that {where}.")
    if not law.found and not law.reviews and law.met:
        met = f"All {law.met:,} requirements" if law.met > 1 else "The one requirement"
        said.append(f"{met} of law that {'apply are' if law.met > 1 else 'applies is'} met.")
    if order.found:
        said.append(f"{found_words(order)} of good order.")
    if not law.asked or not verdict.law_known:
        said.append("Nothing was asked by law.")
    return " ".join([*said, "This says what the text in hand shows; it says nothing of what is lawful."])


def found_words(side: Side) -> str:
    counts = ((side.errors, "error"), (side.warnings, "warning"), (side.notes, "note"))
    return ", ".join(number(count, word) for count, word in counts if count)
