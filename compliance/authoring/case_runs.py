"""The cases of a catalog, run: whether each gives the answer that it names, at the place that it names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from compliance.engine.checking import check
from compliance.law.cases import NOT_ASKED, Case, base_document, cases_of, changed_tree
from compliance.law.catalog import Catalog, Requirement

_DOCUMENT = "document.yaml"


class CaseFault(NamedTuple):
    """A case that does not give the answer that it names: which, and what it gives instead."""

    case: Case
    message: str


def run_cases(requirement: Requirement, catalog: Catalog) -> tuple[int, list[CaseFault]]:
    """Run the cases of a requirement: their number, and what is wrong. Raises ValueError for one that is unreadable."""
    cases = cases_of(requirement)
    # What a requirement answers does not depend on others.
    alone = Catalog([requirement], jurisdictions=catalog.jurisdictions.values())
    return len(cases), [
        CaseFault(case, message) for case in cases for message in _find_faults(case, requirement, alone)
    ]


def _find_faults(case: Case, requirement: Requirement, alone: Catalog) -> Iterator[str]:
    if case.expect == NOT_ASKED:
        if requirement.holding_on(case.on) is not None:
            yield "it is asked on that day"
        return
    tree = changed_tree(base_document(case.base, case.folder), case.set, case.remove)
    documents = [(_DOCUMENT, json.dumps(tree).encode())]
    documents += [(f"{name}.yaml", base_document(name, case.folder).encode()) for name in case.partners]
    findings = check(documents, case.on, alone, suspended=True).findings
    own = [one for one in findings if one.places[0].path == _DOCUMENT]
    given = sorted({one.status for one in own})
    if case.expect not in given:
        told = "; ".join(one.message for one in own) or "nothing"
        yield f"it gives {' and '.join(given) or 'no answer'}: {told}"
        return
    routes = sorted({place.route for one in own if one.status == case.expect for place in one.places})
    if case.at is not None and case.at not in routes:
        yield f"it points to {', '.join(routes) or 'no place'}, not to {case.at}"
