"""Decision tables: what they decide, and where they leave a case open or decide it twice, told as regions.

Nothing here knows of documents or findings: a table goes in, a proof comes out. Its sentences are in `wording`.
"""

from compliance.tables.domains import Domain
from compliance.tables.grid import MOST_CELLS
from compliance.tables.proof import Conflict, Conflicts, Idle, Proof, Rule, Saying, Table, Unproved, differences, prove
from compliance.tables.regions import MOST_BOXES, Box, Regions

__all__ = [
    "MOST_BOXES",
    "MOST_CELLS",
    "Box",
    "Conflict",
    "Conflicts",
    "Domain",
    "Idle",
    "Proof",
    "Regions",
    "Rule",
    "Saying",
    "Table",
    "Unproved",
    "differences",
    "prove",
]
