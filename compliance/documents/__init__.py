"""Documents: what a card room writes, as exact values."""
