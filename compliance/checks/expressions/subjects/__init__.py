"""Derived facts, one module a subject."""
