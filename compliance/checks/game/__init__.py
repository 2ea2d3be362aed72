"""Checks on the rules of a game."""
