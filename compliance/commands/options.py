"""Options that several commands have. What may be chosen is listed where it is used, and nowhere again."""

from typing import Annotated, Literal

import typer

Paper = Literal["letter", "a4"]

AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="Read the law as it stood on this day (2024-07-01). Default: today."),
]
CatalogFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--catalog",
        "--catalogue",
        metavar="PATH",
        help="A further catalog, a file or a folder, such as that of a city or another state. May be repeated.",
    ),
]
WithProposed = Annotated[
    list[str] | None,
    typer.Option("--with-proposed", metavar="NAME", help="Ask proposed law as if it were in force. May be repeated."),
]
Isolated = Annotated[bool, typer.Option("--isolated", help="Read no settings: no pitboss.toml, no pyproject.toml.")]
PaperFolders = Annotated[
    list[str] | None,
    typer.Option("--papers", metavar="FOLDER", help="Papers are looked for here, too. May be repeated."),
]
Title = Annotated[str | None, typer.Option("--title", metavar="WORDS", help="Its name, as it is printed.")]
Id = Annotated[
    str | None, typer.Option("--id", metavar="NAME", help="By what others speak of it. Default: from the title.")
]
State = Annotated[
    str | None, typer.Option("--jurisdiction", metavar="STATE", help="The state whose law is asked of it.")
]
Establishment = Annotated[
    str | None, typer.Option("--establishment", metavar="WORDS", help="The card room whose document it is.")
]
PaperSize = Annotated[Paper, typer.Option("--paper", help="Paper of a printed report.")]
DecisionsFile = Annotated[
    str | None,
    typer.Option("--decisions", metavar="FILE", help="What people decided: waivers of failures, answers to reviews."),
]
