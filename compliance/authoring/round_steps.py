"""Steps of the round that are named by number, in what is said again: by their words, which no new step can shift."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from compliance.authoring.edits import Edit, RenameKey
from compliance.source import Map, Seq


def fix_step_names(tree: Map) -> Iterator[Edit]:
    """`round / 12 / order` is `round / settle / order`."""
    reading, steps = tree.get("reading"), tree.get("round")
    again = reading.get("said-again") if isinstance(reading, Map) else None
    if not isinstance(again, Seq) or not isinstance(steps, Seq):
        return
    named = (step.get("step") if isinstance(step, Map) else None for step in steps)
    words = [name if isinstance(name, str) else None for name in named]
    often = Counter(words)
    for number, entry in enumerate(again):
        for route in list(entry) if isinstance(entry, Map) else ():
            found = re.fullmatch(r"round / ([0-9]{1,4}) / (.+)", route)
            step = words[int(found[1]) - 1] if found and 0 < int(found[1]) <= len(words) else None
            if found and isinstance(step, str) and often[step] == 1 and "/" not in step and not step.isdigit():
                yield RenameKey(("reading", "said-again", number, route), f"round / {step} / {found[2]}")
