"""Dates on which the law sets nothing: that is no pass."""

from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, not_applicable
from compliance.documents.blocks import Document


@check("no-rule")
def no_rule(document: Document, because: str) -> Verdicts:
    """On these dates nothing of this kind is asked, and the reason is given.

    because: the reason
    """
    yield not_applicable(because)
