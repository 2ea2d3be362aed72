"""Pit Boss: card-room rules and collection schedules against the law, requirement by requirement."""

__version__ = "0.1.0"
