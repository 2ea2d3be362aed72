"""What a document means, apart from how it is written: a canonical form, its fingerprint, and changes between two."""
