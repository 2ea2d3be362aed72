"""`pitboss check`: from a request to findings on the screen and in files. Heavy modules load when they are needed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from datetime import date
from enum import StrEnum
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from compliance import __version__
from compliance.commands.deciding import same_file, take_baseline, take_decisions
from compliance.commands.ending import FAILED, OK, UNDECIDED, USAGE, Stop, complain, put_out
from compliance.commands.inputs import catalogue_paths, find, load_catalogue, read_day
from compliance.commands.narrowing import touched
from compliance.commands.options import AsOf, CatalogueFiles, Command, DecisionsFile, PaperSize
from compliance.commands.outputs import STANDARD_OUTPUT, add, write
from compliance.grouping import ATTENTION
from compliance.law.words import LEVELS, Level
from compliance.reports import FORMATS, Annex, Format
from compliance.reports.sentences import unknown_law

if TYPE_CHECKING:
    from compliance.commands.files import Reader
    from compliance.documents.reading import Loaded
    from compliance.findings import Findings
    from compliance.law.catalogue import Catalogue
    from compliance.reports import Context


class Shown(StrEnum):
    """The parts of a report."""

    LAW = "law"
    ORDER = "order"
    OPEN = "open"
    SUSPENDED = "suspended"
    PASS = "pass"
    ALL = "all"


class Request(NamedTuple):
    """What is asked of `pitboss check`."""

    paths: list[str]
    as_of: str | None
    format: str
    output: str | None
    report: tuple[str, ...]
    fail_on: str
    show_all: bool
    show: tuple[str, ...]
    jobs: int | None
    catalogue: tuple[str, ...]
    use_cache: bool
    paper: str
    decisions: str | None = None
    baseline: str | None = None
    changed: str | None = None
    full: bool = False
    annex: str = "short"


Paths = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH...", help="Documents, or folders of them; - reads standard input."),
]
Reports = Annotated[
    list[str] | None,
    typer.Option("--report", metavar="FORMAT=FILE", help="Write a further report. May be repeated."),
]
Parts = Annotated[
    list[Shown] | None,
    typer.Option("--show", help="Tell this part, in words; may be repeated. suspended: law that is stopped."),
]
UseCache = Annotated[
    bool,
    typer.Option(
        "--cache/--no-cache",
        help="Remember answers for unchanged files, and the law as parsed. PITBOSS_CACHE=off does so for good.",
    ),
]


def check(
    paths: Paths = None,
    as_of: AsOf = None,
    format: Annotated[Format, typer.Option("--format", help="How findings are written.")] = "terminal",
    output: Annotated[
        str | None, typer.Option("--output", metavar="FILE", help="Write to a file instead; - is standard output.")
    ] = None,
    report: Reports = None,
    fail_on: Annotated[
        Level | None, typer.Option("--fail-on", help="Exit 1 for failures of this level and above. Default: error.")
    ] = None,
    show_all: Annotated[bool, typer.Option("--all", help="List what passed and what does not apply, too.")] = False,
    show: Parts = None,
    full: Annotated[bool, typer.Option("--full", help="Each finding with its lines, the law and the remedy.")] = False,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, metavar="N", help="Processes. Default: as many as pay.")
    ] = None,
    catalogue: CatalogueFiles = None,
    use_cache: UseCache = True,
    paper: PaperSize = "letter",
    decisions: DecisionsFile = None,
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="FILE", help="Failures that are known: only new ones fail.")
    ] = None,
    changed: Annotated[
        str | None,
        typer.Option("--changed", metavar="REV", help="Tell only of what changed since, and of what depends on it."),
    ] = None,
    annex: Annotated[
        Annex, typer.Option("--annex", help="How much the PDF tells of what was met and does not apply.")
    ] = "short",
) -> Command:
    """Check documents and print what was found."""
    reports, shown, laws = tuple(report or ()), tuple(part.value for part in show or ()), tuple(catalogue or ())
    request = Request(
        paths=paths or [],
        as_of=as_of,
        format=format,
        output=output,
        report=reports,
        fail_on=fail_on or "",
        show_all=show_all or "all" in shown,
        show=shown,
        jobs=jobs,
        catalogue=laws,
        use_cache=use_cache,
        paper=paper,
        decisions=decisions,
        baseline=baseline,
        changed=changed,
        full=full,
        annex=annex,
    )
    return partial(run, request)


def run(request: Request) -> int:
    """Check documents, write what was found, and return the exit code."""
    from compliance.commands.files import Reader, approved_beside
    from compliance.commands.guarding import refuse_to_replace

    request = _configured(request)
    day = read_day(request.as_of)
    reports = _targets(request)
    beside = [name for name in (request.decisions, request.baseline) if name is not None]
    found = [path for path in find(request.paths) if not any(same_file(path, name) for name in beside)]
    request = request._replace(catalogue=catalogue_paths(request.catalogue))
    approvals = [kept for path in found if (kept := approved_beside(path)) is not None]
    refuse_to_replace([target for _, target in reports], [*found, *request.catalogue, *approvals, *beside])
    reader = Reader()
    kinds = {request.format, *(kind for kind, _ in reports)}
    keep = _told(kinds, request)
    # Some reports tell the law as well as the answers: it is read once, and only if somebody asks.
    law = cache(partial(load_catalogue, request.catalogue, reader, request.use_cache))
    results = _results(found, day, request, keep, reader, law)
    context = _context(found, request, reader, law)
    if request.decisions is not None:
        take_decisions(results, request.decisions, reader, context.documents)
    fixed = take_baseline(results, request.baseline, reader, context.documents) if request.baseline else 0
    if request.changed is not None:
        from compliance.narrowing import narrowed

        results = narrowed(results, touched(found, request.changed, reader))
    whole = _write_reports(results, reports, context, request)
    if unknown := unknown_law(results):
        complain(unknown)
    if fixed:
        complain(f"{request.baseline}: {fixed} known failures look fixed; `pitboss baseline --prune` takes them out.")
    return exit_code(results, request.fail_on) if whole else UNDECIDED


# Formats that tell less than everything, unless everything is asked for, and what they tell.
_TELL: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("terminal", "concise", "markdown", "sarif", "github", "gitlab"), ATTENTION),
    "junit": (*ATTENTION, "pass"),
}


def _told(kinds: set[str], request: Request) -> tuple[str, ...] | None:
    """The answers that some report tells; all others are only counted. None for all."""
    if request.show_all or "pass" in request.show or not kinds <= _TELL.keys():
        return None
    return max((_TELL[kind] for kind in kinds), key=len)


def _configured(request: Request) -> Request:
    """A request with what the configuration of the folder sets and the command line does not."""
    from compliance.commands.config import find_config

    config = find_config(".")
    paths = request.paths or list(config.paths)
    if not paths:
        raise Stop("expected PATH, documents or folders to check, such as `pitboss check rulesets`.", USAGE)
    fail_on = request.fail_on or config.fail_on or "error"
    if fail_on not in LEVELS:
        raise Stop(f"{config.path}: fail-on: `{fail_on}` is none of {', '.join(LEVELS)}.", USAGE)
    return request._replace(
        paths=paths,
        as_of=request.as_of or config.as_of or None,
        report=request.report or config.reports,
        fail_on=fail_on,
        catalogue=request.catalogue or config.catalogues,
        decisions=request.decisions or config.decisions or None,
        baseline=request.baseline or config.baseline or None,
    )


def _results(
    found: list[str],
    day: date,
    request: Request,
    keep: tuple[str, ...] | None,
    reader: Reader,
    law: Callable[[], Catalogue],
) -> Findings:
    """What is found: as remembered, or asked anew."""
    from compliance.commands.cache import cache_for, cache_home, counts_kept

    home = cache_home(dict(os.environ)) if request.use_cache else None
    asked = (str(day), str(keep), str(_suspended(request)), __version__)
    memory = cache_for(found, request.catalogue, asked, home, reader)
    results = memory.recall() if memory is not None else None
    if results is None:
        with counts_kept(home):
            results = _run(found, day, request, keep, reader, law())
        if memory is not None:
            memory.remember(results)
    return results


def _run(
    paths: list[str], day: date, request: Request, keep: tuple[str, ...] | None, reader: Reader, law: Catalogue
) -> Findings:
    from compliance.commands import running

    kept = frozenset(keep) if keep is not None else None
    progress = sys.stderr is not None and sys.stderr.isatty()
    return running.run(paths, day, law, kept, request.jobs, progress, reader, _suspended(request))


def _suspended(request: Request) -> bool:
    return "suspended" in request.show


def _write_reports(results: Findings, reports: list[tuple[str, str]], context: Context, request: Request) -> bool:
    """Every report into its file, then, unless it went into a file as well, what is printed. One that cannot be made or
    written is told, and keeps no other from being so. Says whether all were written."""
    from compliance.reports import render_bounded
    from compliance.reports.bounds import bounded

    plain = context._replace(colour=False, width=100, terminal=False)
    within_bounds = cache(partial(bounded, results))

    def into_file(kind: str, target: str) -> None:
        write(target, render_bounded(kind, within_bounds(), plain))

    def printed() -> None:
        shown = render_bounded(request.format, within_bounds(), context)
        put_out(shown, for_people=request.format in ("terminal", "concise"))
        if request.format == "github" and (summary := os.environ.get("GITHUB_STEP_SUMMARY")):
            add(summary, render_bounded("markdown", within_bounds(), plain))

    works = [(f"{kind} report {target}", partial(into_file, kind, target)) for kind, target in reports]
    if request.output in (None, STANDARD_OUTPUT):
        works.append((f"{request.format} report", partial(printed)))
    failures = [told for name, work in works if (told := _failure(name, work))]
    for told in failures:
        complain(told)
    return not failures


def _failure(name: str, work: Callable[[], None]) -> str:
    """Do something for one report; what went wrong with it, if anything did."""
    try:
        work()
    except Stop as stop:
        return str(stop)
    except Exception as error:  # a renderer that breaks is one report less, not all of them
        return f"the {name} could not be made ({type(error).__name__}: {error}). Please report it with the files."
    return ""


def exit_code(results: Findings, fail_on: str) -> int:
    """4 when something could not be read or decided, else 1 when something failed, else 0."""
    if results.unread or results.counts["error"]:
        return UNDECIDED
    return FAILED if results.failed_at(fail_on, LEVELS) else OK


def _context(paths: list[str], request: Request, reader: Reader, law: Callable[[], Catalogue]) -> Context:
    from compliance.reports import Context

    def documents() -> Iterator[Loaded]:
        from compliance.commands.running import load_again
        from compliance.documents.reading import load

        def again(path: str) -> Loaded:
            # What cannot be opened is a finding already; to a report it is a document that says nothing.
            try:
                return load_again(path, reader)
            except OSError:
                return load(path, b"")

        # One after the other: all of a large set at once would take more room than everything else.
        return map(again, paths)

    terminal = sys.stdout is not None and sys.stdout.isatty()
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = min(shutil.get_terminal_size((100, 24)).columns, 120) if terminal else 100
    return Context(
        reader.lines(),
        documents,
        law,
        __version__,
        request.show_all,
        width,
        colour,
        request.paper,
        _folder(),
        terminal,
        request.full,
        request.show,
        request.fail_on,
        request.annex,
    )


def _folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was removed meanwhile
        return ""


def _targets(request: Request) -> list[tuple[str, str]]:
    """Every report that goes into a file: its format and its path."""
    reports = [_report_target(target) for target in request.report]
    if request.output not in (None, STANDARD_OUTPUT):
        reports.append((request.format, str(request.output)))
    return reports


def _report_target(target: str) -> tuple[str, str]:
    name, equals, path = target.partition("=")
    if not equals or path in ("", STANDARD_OUTPUT) or name not in FORMATS:
        known = ", ".join(FORMATS)
        raise Stop(f"--report {target}: expected FORMAT=FILE, with FORMAT one of {known}.", USAGE)
    return name, path
