"""What people decided about findings: waivers and answers, read from one file and held against a run."""

from compliance.decisions.applying import decided
from compliance.decisions.reading import Decision, Malformed, read_decisions

__all__ = ["Decision", "Malformed", "decided", "read_decisions"]
