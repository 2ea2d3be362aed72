"""Decision tables: what they decide, and where they leave a case open or decide it twice, told as regions.

Nothing here knows of findings: a table goes in, a proof comes out. Its sentences are in `wording`; `written` takes
tables out of a document, and `written.chart_of` gives the chart of one to those who draw it.
"""

from compliance.tables.charts import Cell, Chart, chart
from compliance.tables.domains import Domain
from compliance.tables.grid import MOST_CELLS
from compliance.tables.proof import (
    Conflict,
    Conflicts,
    Idle,
    Proof,
    Room,
    Rule,
    Saying,
    Table,
    Unproved,
    differences,
    prove,
)
from compliance.tables.regions import MOST_BOXES, Box, Regions

__all__ = [
    "MOST_BOXES",
    "MOST_CELLS",
    "Box",
    "Cell",
    "Chart",
    "Conflict",
    "Conflicts",
    "Domain",
    "Idle",
    "Proof",
    "Regions",
    "Room",
    "Rule",
    "Saying",
    "Table",
    "Unproved",
    "chart",
    "differences",
    "prove",
]
