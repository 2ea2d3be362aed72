"""Edits that bring a document into the present spelling: one module a rule. Only the text of an edit changes."""
