"""What hostile and broken PDFs cost: message, seconds and memory of each.

python -m tests.paper.hostile
"""

from __future__ import annotations

import resource
import time

from compliance.documents.paper_text import UnreadablePaper
from compliance.paper.attachment import read_paper_text
from tests.paper.pdfs import HOSTILE


def main() -> None:
    for title, (make, _) in HOSTILE.items():
        data = make()
        before = time.perf_counter()
        try:
            paper = read_paper_text("harbor.pdf", data)
            said = f"{len(paper.lines):,} lines {paper.warning}"
        except UnreadablePaper as problem:
            said = str(problem)
        seconds = time.perf_counter() - before
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(f"{title}: {len(data) / 1024:,.0f} KiB, {seconds:.2f} s, processes so far at most {most} MiB: {said}")


if __name__ == "__main__":
    main()
