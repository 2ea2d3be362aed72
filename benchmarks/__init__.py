"""Benchmarks: they measure, they do not test."""
