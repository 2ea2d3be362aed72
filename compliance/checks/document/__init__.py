"""Checks on a document of any kind, as a text with names, numbers and an approval."""
