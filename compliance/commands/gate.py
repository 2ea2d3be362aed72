"""`pitboss gate`: whether an edit may pass, by the rules of the revision that it starts from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, Literal

import typer

from compliance.commands.exits import FAILED, NOTHING_FOUND, OK, UNDECIDED, USAGE, Stop, print_text
from compliance.commands.git import Repository
from compliance.commands.inputs import build_catalog, catalog_paths, read_day
from compliance.commands.options import AsOf, CatalogFiles
from compliance.commands.outputs import add
from compliance.commands.papers import SnapshotPapers
from compliance.commands.runs import check_texts
from compliance.commands.snapshots import read_snapshots, try_read
from compliance.engine.findings import Findings
from compliance.gate.baseline import UnusableBaseline
from compliance.gate.edits import review_edit
from compliance.gate.records import RecordChange, compare_catalogs, compare_days
from compliance.gate.rendering import RENDERERS, render_comment
from compliance.gate.snapshots import GateRules, Owners, Record
from compliance.law.catalog import Catalog

_OWNERS: Final = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS")
_EXITS: Final = {"passed": OK, "failed": FAILED, "undecided": UNDECIDED}
# Files that decide whether and how the gate runs.
_PIPELINES: Final = (".github/workflows/", ".pre-commit-config.yaml", ".gitlab-ci.yml", "CODEOWNERS")


def gate(
    base: Annotated[
        str, typer.Option("--base", metavar="REV", help="The revision whose settings and records are trusted.")
    ],
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH...", help="Documents, or folders of them. Default: what the base's settings name."
        ),
    ] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail on every open point of law, not only on new ones.")
    ] = False,
    format: Annotated[
        Literal["terminal", "markdown", "json", "github"], typer.Option("--format", help="How the answer is written.")
    ] = "terminal",
    as_of: AsOf = None,
    catalog: CatalogFiles = None,
) -> int:
    """Judge the edit that is checked out against a revision: pass only where nothing got worse and nothing is asked
    less."""
    repository = Repository(".")
    commit = repository.resolve(base)
    name = f"{base} ({commit[:12]})"
    if not repository.contains(commit):
        message = f"{base}: what is checked out does not contain it; merge or rebase first, so that both sides compare."
        raise Stop(message, USAGE)
    own = _read_catalogs(catalog or [])
    named = [repository.name_path(path) for path in paths or ()]
    base_side, edit_side = read_snapshots(repository, commit, name, named)
    if not base_side.documents and not edit_side.documents:
        raise Stop(
            "no documents (.yaml, .yml) on either side; name their folder, or `paths` in pitboss.toml.", NOTHING_FOUND
        )
    law, more = _laws(base_side.rules, edit_side.rules, own)
    day = read_day(as_of) if as_of else base_side.rules.day or read_day(None)
    owners = Owners(_read_first(repository, commit, _OWNERS))
    more += [*compare_days(base_side.rules, edit_side.rules, law), *_pipeline_changes(repository, commit)]

    def judge(
        documents: Mapping[str, bytes | None], approvals: Mapping[str, bytes], papers: Mapping[str, bytes]
    ) -> Findings:
        return check_texts(law, day, documents, approvals, SnapshotPapers(papers, base_side.rules.papers))

    try:
        review = review_edit(base_side, edit_side, day, strict, judge, more)
    except UnusableBaseline as problem:
        raise Stop(f"{name}: its baseline cannot be used: {problem}.", USAGE) from None
    print_text(RENDERERS[format](review, owners), for_people=format == "terminal")
    if format == "github" and (summary := os.environ.get("GITHUB_STEP_SUMMARY")):
        add(summary, render_comment(review, owners))
    return _EXITS[review.outcome]


# --- law and pipelines ------------------------------------------------------------------------------------------------


def _read_catalogs(paths: Sequence[str]) -> list[tuple[str, bytes]]:
    """Catalogs that the command line names: who calls the gate is trusted."""
    found = []
    for path in catalog_paths(paths):
        data = try_read(path)
        if data is None:
            raise Stop(f"--catalog {path}: cannot be read.", USAGE)
        found.append((path, data))
    return found


def _laws(base: GateRules, edit: GateRules, own: list[tuple[str, bytes]]) -> tuple[Catalog, list[RecordChange]]:
    """The law of the base, by which both sides are judged; and what the edit would make of it."""
    law = build_catalog([*((one.path, one.data) for one in base.catalogs), *own])
    if base.catalogs == edit.catalogs or edit.problem:
        return law, []
    try:
        edited = build_catalog([*((one.path, one.data) for one in edit.catalogs), *own])
    except Stop as stop:
        path = edit.settings or base.settings
        return law, [RecordChange(path, f"A catalog of the edit cannot be used: {stop}", True, "Correct it.")]
    return law, list(compare_catalogs(base, edit, law, edited))


def _read_first(repository: Repository, commit: str, paths: Iterable[str]) -> Record | None:
    for path in paths:
        if (data := repository.read_file(commit, path)) is not None:
            return Record(path, data)
    return None


def _pipeline_changes(repository: Repository, commit: str) -> list[RecordChange]:
    """Files that decide whether the gate runs at all: whoever changes them is told of."""
    names = {
        one.path: one for one in repository.list_files(commit) if one.path.startswith(_PIPELINES) or one.path in _OWNERS
    }
    before = repository.read_files(names.values())
    now = set(before)
    workflows = os.path.join(repository.top, ".github", "workflows")
    if os.path.isdir(workflows):
        now |= {f".github/workflows/{name}" for name in os.listdir(workflows)}
    now |= {name for name in (*_OWNERS, *_PIPELINES[1:]) if os.path.isfile(os.path.join(repository.top, name))}
    changed = [path for path in sorted(now) if before.get(path) != try_read(os.path.join(repository.top, path))]
    return [RecordChange(path, f"{path} decides whether this gate runs, and changed.") for path in changed]
