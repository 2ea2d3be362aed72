"""Checks on a collection schedule."""
