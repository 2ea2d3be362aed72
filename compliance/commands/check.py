"""`pitboss check`: from a request to findings on the screen and in files. Heavy modules load when they are needed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache, partial
from typing import Annotated, Final, NamedTuple

import typer

from compliance import __version__
from compliance.commands.config import Config, find_config
from compliance.commands.exits import FAILED, OK, UNDECIDED, USAGE, Stop, complain, is_terminal, print_text
from compliance.commands.files import Reader, approved_beside
from compliance.commands.inputs import (
    catalog_paths,
    find_documents,
    find_here,
    find_proposals,
    load_catalog,
    read_day,
)
from compliance.commands.options import (
    AsOf,
    CatalogFiles,
    DecisionsFile,
    Isolated,
    PaperFolders,
    PaperSize,
    WithProposed,
)
from compliance.commands.outputs import STANDARD_OUTPUT, add, check_settings_report, write
from compliance.commands.overwriting import refuse_to_replace
from compliance.commands.papers import PaperFiles
from compliance.commands.runs import check_files, load_again
from compliance.documents.loader import LoadedDocument, load_document
from compliance.documents.paths import APPROVED
from compliance.engine.findings import Findings
from compliance.engine.grouping import ATTENTION
from compliance.engine.verdict import judge
from compliance.law.catalog import Catalog
from compliance.law.levels import LEVELS, Level, side_of
from compliance.reports import FORMATS, Annex, Format, ReportContext, prepare_report, render_report
from compliance.reports.conclusion import describe_unknown_law


class Shown(StrEnum):
    """The parts of a report."""

    LAW = "law"
    MISSING = "missing"
    PRACTICE = "practice"
    DRAFTING = "drafting"
    SUSPENDED = "suspended"
    MET = "met"
    ALL = "all"


class CheckRequest(NamedTuple):
    """What is asked of `pitboss check`: as the command line says, else as the settings of the folder do."""

    paths: list[str]
    as_of: str | None
    format: str
    output: str | None
    report: tuple[str, ...]
    fail_on: str
    show_all: bool
    show: tuple[str, ...]
    jobs: int | None
    catalog: tuple[str, ...]
    paper: str
    decisions: str | None
    baseline: str | None
    changed: str | None
    full: bool
    annex: str
    isolated: bool
    strict: bool
    papers: tuple[str, ...]
    with_proposed: tuple[str, ...]


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
    typer.Option("--show", help="Show this section; may be repeated. suspended: rules that a court stopped."),
]
# Accepted until 0.3.0, and does nothing.
UseCache = Annotated[bool | None, typer.Option("--cache/--no-cache", hidden=True)]
Strict = Annotated[
    bool, typer.Option("--strict", help="Exit 1 for open points of law too, until a decision answers them.")
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
        int | None,
        typer.Option("--jobs", min=1, metavar="N", help="Processes. Default: chosen by the size of the input."),
    ] = None,
    catalog: CatalogFiles = None,
    paper: PaperSize = "letter",
    decisions: DecisionsFile = None,
    baseline: Annotated[
        str | None, typer.Option("--baseline", metavar="FILE", help="Failures that are known: only new ones fail.")
    ] = None,
    changed: Annotated[
        str | None,
        typer.Option(
            "--changed",
            metavar="REV",
            help="Tell only what a revision did not answer: the difference of two whole runs.",
        ),
    ] = None,
    use_cache: UseCache = None,
    strict: Strict = False,
    with_proposed: WithProposed = None,
    isolated: Isolated = False,
    papers: PaperFolders = None,
    annex: Annotated[
        Annex, typer.Option("--annex", help="How much the PDF tells of what was met and does not apply.")
    ] = "short",
) -> int:
    """Check documents and print what was found."""
    if use_cache is not None or "PITBOSS_CACHE" in os.environ:
        complain("nothing is kept between runs any more; leave out --cache, --no-cache and PITBOSS_CACHE.")
    config = find_config(".", isolated)
    shown = tuple(part.value for part in show or ())
    request = CheckRequest(
        paths=paths or list(config.paths),
        as_of=as_of or config.as_of or None,
        format=format,
        output=output,
        report=tuple(report) if report else _settings_reports(config),
        fail_on=fail_on or _settings_level(config),
        show_all=show_all or "all" in shown,
        show=shown,
        jobs=jobs,
        catalog=catalog_paths(catalog or config.catalogues),
        paper=paper,
        decisions=decisions or config.decisions or None,
        baseline=baseline or config.baseline or None,
        changed=changed,
        full=full,
        annex=annex,
        isolated=isolated,
        strict=strict,
        papers=tuple(papers or config.papers),
        with_proposed=tuple(with_proposed or ()),
    )
    return _check(request)


def _check(request: CheckRequest) -> int:
    """Check documents, write what was found, and return the exit code."""
    day = read_day(request.as_of)
    reports = _targets(request)
    beside = [name for name in (request.decisions, request.baseline) if name is not None]
    found = find_documents(request.paths, beside) if request.paths else find_here(beside)
    approvals = [kept for path in found if (kept := approved_beside(path)) is not None]
    refuse_to_replace([target for _, target in reports], [*found, *request.catalog, *approvals, *beside])
    reader = Reader()
    kinds = {request.format, *(kind for kind, _ in reports)}
    law = load_catalog(request.catalog, reader)
    find_proposals(law, request.with_proposed)
    law = law.try_proposals(request.with_proposed) if request.with_proposed else law
    keep, suspended = _select_statuses(kinds, request), "suspended" in request.show
    progress = is_terminal(sys.stderr)
    loaded: dict[str, LoadedDocument] = {}
    results = check_files(found, day, law, reader, keep, request.jobs, progress, suspended, request.papers, loaded)
    papers = PaperFiles(request.papers)
    context = _context(results, found, papers, request, reader, law, loaded)
    fixed = 0
    if request.decisions or request.baseline:
        from compliance.commands.decision_files import take_baseline, take_decisions

        if request.decisions is not None:
            take_decisions(results, request.decisions, reader, context.documents)
        fixed = take_baseline(results, request.baseline, reader, context.documents) if request.baseline else 0
    if request.changed is not None:
        from compliance.commands.new_answers import keep_new_answers

        results = keep_new_answers(results, found, request, day, reader)
    unasked = find_unasked(results)
    whole = _write_reports(results, reports, context, request)
    for name in papers.changed:
        complain(f"{name} changed while it was being checked; nothing of it is quoted. Check it again.")
        whole = False
    if unknown := " ".join(describe_unknown_law(results)):
        complain(unknown)
    if fixed:
        complain(f"{request.baseline}: {fixed} known failures look fixed; `pitboss baseline --prune` takes them out.")
    if unkept := results.about.unkept_approvals:
        complain(describe_unkept_approvals(unkept))
    for path in find_orphans(found, request.paths or ["."]):
        complain(f"{path}: an approval of a document that is not there.")
    for path in unasked:
        complain(f"{path}: no requirement of law was asked of it, so this run cannot pass.")
    if request.strict and (points := count_open_points(results)):
        complain(f"--strict: {points:,} open point{'s' * (points != 1)} of law; `pitboss decide` answers them.")
        unasked, request = [], request._replace(fail_on="")
    return exit_code(results, request.fail_on, unasked) if whole else UNDECIDED


# Formats that tell less than everything, unless everything is asked for, and what they tell.
_TELL: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("terminal", "concise", "markdown", "sarif", "github", "gitlab"), ATTENTION),
    "junit": (*ATTENTION, "pass"),
}


def _select_statuses(kinds: set[str], request: CheckRequest) -> frozenset[str] | None:
    """The answers that some report tells; all others are only counted. None for all."""
    if request.show_all or "met" in request.show or not kinds <= _TELL.keys():
        return None
    return frozenset(status for kind in sorted(kinds) for status in _TELL[kind])


def _settings_level(config: Config) -> str:
    """The level from which on failures fail a run, as the settings have it."""
    if config.fail_on and config.fail_on not in LEVELS:
        raise Stop(f"{config.path}: fail-on: `{config.fail_on}` is none of {', '.join(LEVELS)}.", USAGE)
    return config.fail_on or "error"


def _settings_reports(config: Config) -> tuple[str, ...]:
    """The reports that the settings name, each told."""
    for target in config.reports:
        kind, path = _report_target(target)
        check_settings_report(config.path, kind, path)
        complain(f"{config.path} has a {kind} report written to {path}.")
    return config.reports


def _write_reports(
    results: Findings, reports: list[tuple[str, str]], context: ReportContext, request: CheckRequest
) -> bool:
    """Every report into its file, then, unless it went into a file as well, what is printed. One that cannot be made or
    written is told, and keeps no other from being so. Says whether all were written."""
    plain = context._replace(colour=False, width=100, terminal=False)
    prepared = cache(partial(prepare_report, results, context))

    def write_report(kind: str, target: str) -> None:
        write(target, render_report(kind, prepared(), plain))

    def printed() -> None:
        shown = render_report(request.format, prepared(), context)
        print_text(shown, for_people=request.format in ("terminal", "concise"))
        if request.format == "github" and (summary := os.environ.get("GITHUB_STEP_SUMMARY")):
            add(summary, render_report("markdown", prepared(), plain))

    works = [(f"{kind} report {target}", partial(write_report, kind, target)) for kind, target in reports]
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


def exit_code(results: Findings, fail_on: str, unasked: Sequence[str] = ()) -> int:
    """4 when something could not be read or decided or no law was asked of some document, else 1 when something failed
    (no level: it did), else 0."""
    if results.unread or results.counts["error"] or unasked:
        return UNDECIDED
    return FAILED if not fail_on or results.failed_at(fail_on, LEVELS) else OK


def count_open_points(results: Findings) -> int:
    """How many points of law a person has still to answer."""
    return sum(one.status == "review" and side_of(one.authority) == "law" for one in results.findings)


def describe_unkept_approvals(unkept: Mapping[str, str]) -> str:
    """`fees.yaml: approved as GEGA-1, no text is kept` of the first, and how many others there are."""
    (path, number), *others = unkept.items()
    more = f", and so for {len(others):,} more" if others else ""
    return f"{path}: approved as {number}, no text is kept{more}; `pitboss approve` keeps what was approved."


def find_orphans(found: Sequence[str], paths: Sequence[str]) -> list[str]:
    """Files of approvals beside which no document stands, in the folders that were looked into."""
    folders = {os.path.dirname(path) for path in found} | {path for path in paths if os.path.isdir(path)}
    beside = [os.path.join(folder, name) for folder in sorted(folders) for name in _list_folder(folder or ".")]
    approvals = dict.fromkeys(path for path in beside if path.endswith(APPROVED))
    return [path for path in approvals if not os.path.lexists(path.removesuffix(APPROVED))]


def _list_folder(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def find_unasked(results: Findings) -> list[str]:
    """The documents of which no requirement of law was asked: no law of the day is known, or none speaks to them. That
    nothing was found there says nothing."""
    return [
        one.path
        for one in judge(results).documents
        if not one.undecided and not (one.law_known and one.law.requirements)
    ]


def _context(
    results: Findings,
    paths: list[str],
    papers: PaperFiles,
    request: CheckRequest,
    reader: Reader,
    law: Catalog,
    known: Mapping[str, LoadedDocument],
) -> ReportContext:
    digests = {one.path: one.paper_sha256 for one in results.documents}

    def documents() -> Iterator[LoadedDocument]:
        def reload(path: str) -> LoadedDocument:
            # What cannot be read is a finding already; to a report it is a document that says nothing.
            try:
                loaded = known.get(path) or load_again(path, reader)
                return papers.attach_text(loaded, digests.get(loaded.path, ""))
            except Exception:
                return load_document(path, b"")

        # One after the other: all of a large set at once would take more room than everything else.
        return map(reload, paths)

    terminal = is_terminal(sys.stdout)
    colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = min(shutil.get_terminal_size((100, 24)).columns, 120) if terminal else 100
    return ReportContext(
        reader.lines(),
        documents,
        lambda: law,
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


def _targets(request: CheckRequest) -> list[tuple[str, str]]:
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
