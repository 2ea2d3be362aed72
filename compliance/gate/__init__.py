"""What people decided, what was known and what was approved: applied to a run, and compared between two revisions."""
