"""Checks. `CHECKS` holds all of them; each module below holds a family and registers it when it is imported."""

from compliance.checks import bank, facts, fees, payouts, statements
from compliance.checks.registry import CHECKS

__all__ = ["CHECKS", "bank", "facts", "fees", "payouts", "statements"]
