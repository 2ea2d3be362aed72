"""Checks, in a folder for each subject. `CHECKS` finds them by name; a folder is imported when it is first needed."""

from compliance.checks.registry import CHECKS

__all__ = ["CHECKS"]
