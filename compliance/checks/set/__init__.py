"""Checks on a document beside the others of the run."""
