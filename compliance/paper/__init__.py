"""The paper that a document was transcribed from: its figures compared with the document's, and what it says quoted."""
