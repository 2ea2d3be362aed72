"""Decision tables: what they decide, and where they leave a case open or decide it twice, as regions.

Nothing here knows of findings: a table goes in, a proof comes out. Its sentences are in `messages`; `document_tables`
takes tables out of a document, and builds the chart of one for those who draw it.
"""

from compliance.documents.domains import Domain
from compliance.tables.charts import Chart, ChartCell, build_chart
from compliance.tables.grid import MOST_CELLS
from compliance.tables.proof import (
    Conflict,
    Conflicts,
    IdleRule,
    Proof,
    ProofBudget,
    Rule,
    RuleOutcome,
    RuleTable,
    UnprovedTable,
    find_differences,
    prove,
)
from compliance.tables.regions import MOST_BOXES, Box, Regions

__all__ = [
    "MOST_BOXES",
    "MOST_CELLS",
    "Box",
    "Chart",
    "ChartCell",
    "Conflict",
    "Conflicts",
    "Domain",
    "IdleRule",
    "Proof",
    "ProofBudget",
    "Regions",
    "Rule",
    "RuleOutcome",
    "RuleTable",
    "UnprovedTable",
    "build_chart",
    "find_differences",
    "prove",
]
