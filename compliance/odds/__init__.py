"""Exact odds: what hands are, how often they come, and what a wager on them is worth. Integers and fractions only.

`cards` and `conditions` say what a hand is; `definitions` reads that from a document. `rank_classes`, `small_hands` and
`drawing` count, each without listing hands where classes can be counted; `counting` picks one of them, and `memory`
remembers what was counted. `wagers` turns counts into odds, `documents` does so for a whole document, `claims` holds
printed figures against them. Nothing here knows of checks, commands or reports.
"""
