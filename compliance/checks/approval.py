"""Who approved a game, what exactly was approved, and whether the law it cites still says so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from compliance.checks.comparisons import families
from compliance.checks.registry import Verdicts, check, failed, not_applicable, passed, review, unstated
from compliance.documents.values import read_date
from compliance.routes import Route

if TYPE_CHECKING:
    from compliance.documents.blocks import Document
    from compliance.documents.game import Game


@check("rules-approved")
def rules_approved(document: Document) -> Verdicts:
    """The document names its approval, and the rules are not younger than it."""
    approval = document.approval
    if approval is None or (approval.date is None and approval.id is None):
        yield unstated(
            "review", "The document names no approval; without one the game may not be offered.", ("approval",)
        )
        return
    rules = approval.rules_dated or document.dated
    at: Route = ("approval", "date") if approval.date is not None else ("approval", "id")
    if rules is not None and approval.date is not None and rules.first > approval.date.last:
        route: Route = ("approval", "rules-dated") if approval.rules_dated is not None else ("dated",)
        message = f"The rules are dated {rules}, after the approval of {approval.date}: what changed is not approved."
        yield failed(message, route, [(at, "approved on this date")])
    else:
        yield passed(f"An approval is named: {approval.id or approval.date}.", at)


@check("submitter")
def submitter(document: Document, since: str) -> Verdicts:
    """Approvals since a date were asked for by the supplier of the game, not by the card room."""
    approval = document.approval
    if approval is None:
        yield not_applicable("The document describes no request for approval.")
        return
    route: Route = ("approval", "submitted-by")
    if approval.date is not None and approval.date.last < read_date(since):
        yield not_applicable(
            f"Approved {approval.date}, before the rule of {since} on who may ask.", ("approval", "date")
        )
    elif approval.submitted_by is None:
        yield unstated("review", "The document does not state who asked for the approval.", route)
    elif approval.submitted_by == document.owner:
        yield passed(f"{approval.submitted_by}, the owner of the game, asked for the approval.", route)
    elif approval.submitted_by == document.establishment:
        yield failed(f"{approval.submitted_by} is the card room; the supplier of the game must ask.", route)
    else:
        yield review(
            f"Whether {approval.submitted_by} is licensed to supply this game is for a person to find out.", route
        )


@check("listed-game")
def listed_game(game: Game, listed: list[str], others_if_approved: str) -> Verdicts:
    """The game is one of a list, or, where the law opens the list, one that is approved."""
    names = families(game)
    approval = game.approval
    if not names:
        yield unstated("review", "The document does not state the family of the game.", ("family",))
    elif names & set(listed):
        yield passed(f"{sorted(names & set(listed))[0].capitalize()} is one of the listed games.", ("family",))
    elif others_if_approved != "yes":
        yield failed(f"{game.family} is not one of: {', '.join(listed)}.", ("family",), label="not on the list")
    elif approval is not None and (approval.date is not None or approval.id is not None):
        yield passed(f"{game.family} is not on the list; an approval is named.", ("approval",))
    else:
        yield unstated("review", f"{game.family} is not on the list, and no approval is named.", ("approval",))


@check("stale-citations")
def stale_citations(document: Document, stale: Mapping[str, str], about: str = "", but: Sequence[str] = ()) -> Verdicts:
    """No law is cited for something that it no longer says. `stale` gives each such law and what became of it; what is
    cited with one of the words of `but` is what it says now."""
    cited = False
    for number, reference in enumerate(document.references):
        if reference.kind != "law" or about not in (reference.says or ""):
            continue
        cited = True
        route: Route = ("references", number, "to")
        gone = next((law for law in stale if reference.to.startswith(law)), None)
        if gone is not None and not any(str(word) in (reference.says or "").split() for word in but):
            yield failed(
                f"{reference.to} is cited for {reference.says or 'a rule'}. {stale[gone]}", route, label="out of date"
            )
        else:
            yield passed(f"{reference.to} is cited for {reference.says or 'a rule'}.", route)
    if not cited:
        yield not_applicable(f"The document cites no law{' on ' + about if about else ''}.")
