"""Pit Boss: card-room rules and collection schedules against the law, requirement by requirement."""

__version__ = "0.2.0"
