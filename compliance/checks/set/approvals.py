"""The text that was approved against the text that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.checks.evaluation import look_at
from compliance.checks.parameters import AsOf
from compliance.checks.registry import check
from compliance.checks.set.house import House, Neighbor
from compliance.checks.verdicts import Verdict, Verdicts, failed, not_applicable, passed, review

if TYPE_CHECKING:
    from compliance.comparison.changes import Change


@check("as-approved")
def as_approved(document: Neighbor, documents: House, as_of: AsOf) -> Verdicts:
    """The document says what the newest approval that is kept beside it was given to. Whether an approval covers a
    change of wording alone is left to a person."""
    if document.approvals is None:
        yield not_applicable("No approved text is kept beside the document.")
        return
    if document.approvals.problem:
        yield review(
            f"The approved text that is kept beside the document cannot be used: {document.approvals.problem}."
        )
        return
    given = [held for held in document.approvals.comparisons if held.date <= as_of]
    if not given:
        yield not_applicable("The approvals that are kept beside the document are of a later day.")
        return
    from compliance.comparison.change_classes import PAPER, WORDING, classify_change
    from compliance.comparison.change_text import describe_change

    newest = given[-1]
    approval = f"approval {newest.id} of {newest.date.isoformat()}"

    def judged(change: Change) -> Verdict:
        words = describe_change(change)
        if classify_change(change) == WORDING:
            return review(f"Since {approval} the wording was changed: {words}.", change.new_route)
        return failed(f"This is not what {approval} was given to: {words}.", change.new_route)

    changes = [change for change in newest.changes if classify_change(change) != PAPER]
    remark = f" It was not ready when it was recorded: {newest.remark}." if newest.remark else ""
    clean = passed(f"The document says what {approval} was given to.{remark}", ("approval",))
    yield from look_at([changes], lambda found: [judged(one) for one in found], all_clean=clean)
