"""What a run answers that it did not answer in a revision of git: the difference of two whole runs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from compliance.commands.config import find_config
from compliance.commands.exits import complain
from compliance.commands.files import STDIN_NAME, Reader
from compliance.commands.git import Repository
from compliance.commands.inputs import build_catalog, catalog_paths
from compliance.commands.papers import SnapshotPapers
from compliance.commands.runs import check_texts
from compliance.commands.snapshots import read_base, read_base_rules, read_papers, try_read
from compliance.comparison.document_comparison import Files
from compliance.disk import STDIN
from compliance.engine.finding_comparison import compare_findings
from compliance.engine.findings import Findings
from compliance.engine.partial_results import narrowed
from compliance.engine.verdict import judge
from compliance.gate.edits import settle_findings

if TYPE_CHECKING:
    from compliance.commands.check import CheckRequest


def keep_new_answers(
    results: Findings, found: Sequence[str], request: CheckRequest, day: date, reader: Reader
) -> Findings:
    """The same run with only the answers that the revision did not give, each side by its own settings and records.

    Documents are kept that changed or have a new answer; one that is gone is named. The verdict is that of the whole
    run. A setting, a catalog or a decision that changed shows in the answers that it changes.
    """
    before, old_files = _run_revision(request, day)
    named = _name_files(found, reader)
    gained, _ = compare_findings(before, results, old_files, named)
    for name in sorted(old_files.keys() - named.keys()):
        complain(f"{name}: gone since {request.changed}.")
    kept = {path for name, (path, data) in named.items() if name not in old_files or old_files[name][1] != data}
    kept |= {finding.path for _, finding in gained}
    # The verdict is on all that is checked: that nothing is new does not make it ready.
    whole = judge(results)
    judgement = whole._replace(documents=tuple(one for one in whole.documents if one.path in kept))
    mine = {id(finding) for _, finding in gained}
    documents = {path for path, _ in named.values()}
    results.findings = [
        one
        for one in results.findings
        if one.status not in ("fail", "review") or id(one) in mine or one.path not in documents
    ]
    told = narrowed(results, kept)
    told.judgement = judgement
    return told


def _run_revision(request: CheckRequest, day: date) -> tuple[Findings, Files]:
    """What the revision answers, by the settings that it had; what the command line names goes before them."""
    repository = Repository(".")
    commit = repository.resolve(request.changed or "HEAD")
    rules = read_base_rules(repository, commit)
    config = find_config(".", request.isolated)
    if list(request.catalog) == list(catalog_paths(config.catalogues)):
        own = [(one.path, one.data) for one in rules.catalogs]
    else:
        own = [(path, try_read(path) or b"") for path in request.catalog]
    if request.as_of == (config.as_of or None):
        day = rules.day or day
    records = [one.path for one in (rules.decisions, rules.baseline) if one is not None]
    paths = [repository.name_path(path) for path in request.paths or ["."] if path != "-"]
    documents, approvals, _ = read_base(repository, commit, paths, records)
    papers, _ = read_papers(documents, rules.papers, partial(repository.read_file, commit))
    shelf = SnapshotPapers(papers, rules.papers)
    findings = check_texts(build_catalog(own), day, documents, approvals, shelf)
    return settle_findings(findings, rules, documents), {path: (path, data) for path, data in documents.items()}


def _name_files(found: Sequence[str], reader: Reader) -> Files:
    """The documents of this run as the repository names them."""
    repository = Repository(".")
    named: dict[str, tuple[str, bytes | None]] = {}
    for path in found:
        name = STDIN_NAME if path == STDIN else repository.name_path(path)
        try:
            named[name] = (STDIN_NAME if path == STDIN else path, reader.read(path))
        except OSError:
            named[name] = (path, None)
    return named
