"""The models of documents by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compliance.documents.game import Game
    from compliance.documents.schedule import Schedule
    from compliance.documents.terms import GeneralTerms

    AnyDocument = Game | Schedule | GeneralTerms


def get_model(kind: str) -> type[AnyDocument]:
    """Return the model of a kind of document. Loaded when asked for: building models is most of the start-up time."""
    if kind == "game":
        from compliance.documents.game import Game

        return Game
    if kind == "schedule":
        from compliance.documents.schedule import Schedule

        return Schedule
    from compliance.documents.terms import GeneralTerms

    return GeneralTerms
