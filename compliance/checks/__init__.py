"""Checks, in a folder for each subject. `CHECKS` finds them by name; what is needed is imported then."""

from compliance.checks.registry import CHECKS

__all__ = ["CHECKS"]
