"""`python -m tests.odds.keep`: write down the exact edges of the library, to be looked at before they are committed."""

from collections.abc import Iterator
from pathlib import Path

import yaml

from compliance.odds.documents import odds_of
from compliance.odds.wagers import places

KEPT = Path(__file__).with_name("library.tsv")
HEAD = "game\twager\ttable\tdecks\treading\tothers\tedge\tsix places"


def figures(path: Path) -> Iterator[str]:
    """Every edge of a document, with each number of other players; a jackpot at its seed."""
    document = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)
    if "odds" not in document:
        return
    for odds in odds_of(document).wagers:
        for others, (_, edge) in enumerate(odds.edges()):
            cells = (path.stem, odds.wager, odds.table, odds.decks, odds.reading, others, edge, places(edge))
            yield "\t".join(map(str, cells))


def library() -> Iterator[str]:
    yield HEAD
    for path in sorted((Path(__file__).resolve().parents[2] / "rulesets").rglob("*.yaml")):
        yield from figures(path)


if __name__ == "__main__":
    KEPT.write_text("".join(f"{line}\n" for line in library()), encoding="utf-8")
