"""The options of a schedule, and the schedule as one of several."""

from compliance.checks.document.numbering import numbering, ordinals
from compliance.checks.names import letters, some
from compliance.checks.registry import check
from compliance.checks.verdicts import Verdicts, failed, not_applicable, passed
from compliance.documents.schedule import Schedule
from compliance.routes import Route


@check("options-numbered")
def options_numbered(schedule: Schedule) -> Verdicts:
    """The options of a schedule are numbered one by one; a single one needs no number."""
    marks = [option.option for option in schedule.options]
    if len(marks) < 2:
        yield not_applicable("The schedule has one option only.", ("options",))
        return
    places: list[Route] = [("options", place, "option") for place in range(len(marks))]
    plain = [mark.lower().removeprefix("option").strip() for mark in marks]
    if ordinals(plain) is not None:
        yield numbering("The list of options", plain, places[0], places)
        return
    numbered = [place for place, mark in enumerate(plain) if ordinals([mark]) is not None]
    others = some([marks[number] for number in numbered])
    strange = [place for place in sorted({*range(len(plain))} - {*numbered}) if not plain[place][:1].isdecimal()]
    for place in strange if numbered else ():
        message = f"An option has no number ({marks[place]}); the others are {others}."
        yield failed(message, places[place], label="no number")
    firsts = {mark: place for place, mark in reversed([*enumerate(plain)])}
    twice = [place for place, mark in enumerate(plain) if firsts[mark] != place]
    for place in twice:
        first = places[firsts[plain[place]]]
        yield failed(f"Two options are called {marks[place]}.", places[place], [(first, "the first")], "the second")
    if numbered and strange:
        yield numbering("The list of options", [plain[n] for n in numbered], places[0], [places[n] for n in numbered])
    elif not twice:
        yield passed("Each option has a name of its own.", places[0])


@check("replaced-by-another")
def replaced_by_another(schedule: Schedule) -> Verdicts:
    """A schedule that is superseded is so by another one."""
    by = schedule.superseded_by
    route: Route = ("superseded-by",)
    if by is None:
        yield not_applicable("The schedule is not superseded.")
    elif schedule.id is not None and letters(by) == letters(schedule.id):
        yield failed(f"The schedule says that it is superseded by {by}, which is itself.", route, [(("id",), "its id")])
    else:
        yield passed(f"The schedule is superseded by {by}.", route)
