"""The two states of a repository that a gate compares: the base as git has it, and the edit as it is on disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from compliance.commands import files
from compliance.commands.config import SETTINGS_FILES, Config, find_config, folders_up_to, parse_config, parse_table
from compliance.commands.exits import USAGE, Stop
from compliance.commands.git import Repository, TreeEntry
from compliance.commands.inputs import read_day
from compliance.commands.papers import list_paper_paths, read_paper
from compliance.commands.sides import has_document_name
from compliance.disk import read_bytes
from compliance.documents.paper_text import UnreadablePaper, find_paper_names
from compliance.documents.paths import APPROVED, ENDINGS, NO_DOCUMENTS
from compliance.gate.snapshots import GateRules, Record, Snapshot
from compliance.law.levels import LEVELS
from compliance.source import read_source


def read_snapshots(repository: Repository, commit: str, name: str, paths: list[str]) -> tuple[Snapshot, Snapshot]:
    """The base as git has it, and the edit as it is on disk; both below the paths of either."""
    base_rules, edit_rules = read_base_rules(repository, commit), read_edit_rules(repository)
    base_paths = paths or list(base_rules.paths)
    both = sorted({*base_paths, *(paths or edit_rules.paths)}) if base_paths else ["."]
    records = [one.path for rules in (base_rules, edit_rules) for one in _records(rules)]
    documents, approvals, left_out = read_base(repository, commit, both, records)
    papers, compared = read_papers(documents, base_rules.papers, partial(repository.read_file, commit))
    before = Snapshot(name, base_rules, documents, approvals, left_out, frozenset(documents), papers, compared)
    documents, approvals, left_out = _read_edit(repository, both, records)
    papers, compared = read_papers(documents, base_rules.papers, partial(_try_read_paper, repository))
    named = paths or list(edit_rules.paths) or ["."]
    mine = frozenset(path for path in documents if any(_is_below(path, one) for one in named))
    theirs = frozenset(
        path for path in (*before.documents, *documents) if any(_is_below(path, one) for one in base_paths or ["."])
    )
    after = Snapshot("the edit", edit_rules, documents, approvals, left_out, mine, papers, compared)
    settings = [edit_rules.settings, *(f"{path}{APPROVED}" for path in approvals)]
    judged = {*documents, *settings, *(one.path for one in _records(edit_rules))}
    changed = repository.list_changed(commit)
    after = after._replace(
        is_base=not changed,
        unread=_find_unread(repository, commit, changed, documents, both, base_rules.paths),
        unwatched={path: why for path, why in repository.list_unwatched(commit).items() if path in judged},
    )
    return before._replace(named=theirs), after


def _find_unread(
    repository: Repository,
    commit: str,
    changed: Mapping[str, TreeEntry | None],
    read: Mapping[str, bytes | None],
    paths: Sequence[str],
    elsewhere: Sequence[str],
) -> dict[str, str]:
    """Documents that the edit adds where nobody reads them: hidden, under another ending, or below none of the paths.
    Those that another run reads, by the settings of the base, are not meant."""
    found = {path: _try_read_unlinked(repository, path) for path in changed if path not in read}
    staged = [
        entry for path, entry in changed.items() if entry is not None and entry.is_file and found.get(path) is None
    ]
    found |= repository.read_files(entry for entry in staged if entry.path in found)
    documents = [path for path, data in found.items() if data is not None and files.can_be_document(path, data)]
    before = repository.read_files(
        one for one in repository.list_files(commit) if one.path in documents and one.is_file
    )
    unread = {}
    for path in sorted(documents):
        if path in before and files.can_be_document(path, before[path]):
            continue  # no news: it was left out before
        if why := _explain_unread(path, paths, elsewhere):
            unread[path] = why
    return unread


def _try_read_unlinked(repository: Repository, path: str) -> bytes | None:
    whole = os.path.join(repository.top, path)
    return None if os.path.islink(whole) else try_read(whole)


def _explain_unread(path: str, paths: Sequence[str], elsewhere: Sequence[str]) -> str:
    if any(part.startswith(".") for part in path.split("/")):
        return "it is hidden, or in a hidden folder"
    if not path.lower().endswith(ENDINGS):
        return "its name does not end in .yaml or .yml"
    if any(_is_below(path, one) for one in paths):
        return "git has it, and it is not on disk"
    return "" if any(_is_below(path, one) for one in elsewhere) else "none of the paths names it"


def _is_below(path: str, folder: str) -> bool:
    return folder == "." or path == folder or path.startswith(f"{folder}/")


def _records(rules: GateRules) -> list[Record]:
    return [*rules.catalogs, *(one for one in (rules.decisions, rules.baseline) if one is not None)]


def read_base_rules(repository: Repository, commit: str) -> GateRules:
    """The settings of the base, with the files that they name."""
    start, top = os.path.realpath("."), os.path.realpath(repository.top)
    for folder in folders_up_to(start, top):
        for file, names in SETTINGS_FILES:
            path = repository.name_path(os.path.join(folder, file))
            entries = [one for one in repository.list_files(commit, [path]) if one.path == path]
            if not names and any(not one.is_file for one in entries):
                raise Stop(f"{commit[:12]}:{path}: {entries[0].kind}; settings are read only from a file.", USAGE)
            data = repository.read_file(commit, path)
            table = parse_table(f"{commit[:12]}:{path}", data, names) if data is not None else None
            if table is not None:
                config = parse_config(path, table, folder)
                return _rules(repository, config, path, partial(repository.read_file, commit))
    return _rules(repository, Config(), "", partial(repository.read_file, commit))


def read_edit_rules(repository: Repository) -> GateRules:
    """The settings of the edit. Where they cannot be used, that is what is to be said of them."""

    def read(path: str) -> bytes | None:
        whole = os.path.join(repository.top, path)
        try:
            return read_bytes(whole) if not os.path.islink(whole) else b""
        except OSError:
            return None

    try:
        config = find_config(".")
        path = repository.name_path(config.path) if config.path else ""
        if os.path.islink(config.path):
            raise Stop(f"{path}: a link; settings are read only from a file.", USAGE)
        return _rules(repository, config, path, read)
    except Stop as stop:
        return GateRules(problem=str(stop))


def _rules(repository: Repository, config: Config, path: str, read: Callable[[str], bytes | None]) -> GateRules:
    fail_on = config.fail_on or "error"
    if fail_on not in LEVELS:
        raise Stop(f"{path}: fail-on: `{fail_on}` is none of {', '.join(LEVELS)}.", USAGE)

    def record(named: str, what: str) -> Record | None:
        if not named:
            return None
        inside = repository.name_path(named)
        data = read(inside)
        if data is None:
            raise Stop(f"{path}: {what}: there is no {inside}.", USAGE)
        return Record(inside, data)

    catalogs = [one for named in config.catalogues if (one := record(named, "catalogues")) is not None]
    day = read_day(config.as_of, f"{path}: as-of") if config.as_of else None
    paths = tuple(repository.name_path(one) for one in config.paths)
    decisions, baseline = record(config.decisions, "decisions"), record(config.baseline, "baseline")
    text = (read(path) or b"") if path else b""
    papers = tuple(repository.name_path(one) for one in config.papers)
    return GateRules(path, text, paths, day, fail_on, tuple(catalogs), decisions, baseline, papers)


Read = tuple[dict[str, bytes | None], dict[str, bytes], dict[str, str]]


def read_base(repository: Repository, commit: str, paths: Sequence[str], records: Sequence[str]) -> Read:
    """Documents, approvals and what is left out, as a commit has them."""
    entries = repository.list_files(commit, paths)
    left_out = {one.path: one.kind for one in entries if not one.is_file and has_document_name(one.path)}
    texts = repository.read_files(one for one in entries if one.is_file and has_document_name(one.path))
    whole = paths == ["."]
    documents: dict[str, bytes | None] = {}
    for path, data in texts.items():
        if (whole or path in records or _is_reserved(path)) and not files.is_document(data):
            left_out[path] = "no document: it has no key `document`"
        else:
            documents[path] = data
    beside = [one for one in entries if one.path.endswith(APPROVED) and one.is_file]
    approvals = {path.removesuffix(APPROVED): data for path, data in repository.read_files(beside).items()}
    return documents, approvals, left_out


def _read_edit(repository: Repository, paths: Sequence[str], records: Sequence[str]) -> Read:
    """The same as they are on disk."""
    on_disk = [os.path.join(repository.top, path) for path in paths]
    told: list[str] = []
    found = files.find([path for path in on_disk if os.path.lexists(path)], told)
    left_out = {repository.name_path(path): why for path, _, why in (one.partition(": ") for one in told)}
    documents: dict[str, bytes | None] = {}
    approvals: dict[str, bytes] = {}
    for whole in found:
        path = repository.name_path(whole)
        data = try_read(whole)
        kept = paths == ["."] or path in records or _is_reserved(path)
        if data is not None and kept and not files.is_document(data):
            left_out[path] = "no document: it has no key `document`"
        else:
            documents[path] = data
    for folder in sorted({os.path.dirname(path) for path in found} | {path for path in on_disk if os.path.isdir(path)}):
        for name in sorted(os.listdir(folder)):
            if name.endswith(APPROVED):
                whole = os.path.join(folder, name)
                data = b"" if os.path.islink(whole) else try_read(whole)
                approvals[repository.name_path(whole).removesuffix(APPROVED)] = data or b""
    return documents, approvals, left_out


def read_papers(
    documents: Mapping[str, bytes | None], folders: Sequence[str], read: Callable[[str], bytes | None]
) -> tuple[dict[str, bytes], dict[str, str]]:
    """The papers that documents name, by path; and which document has which."""
    papers: dict[str, bytes] = {}
    compared: dict[str, str] = {}
    for document, data in documents.items():
        names = find_paper_names(read_source(data).tree) if data is not None and b"reading" in data else None
        for name in (names.file, names.text) if names is not None else ():
            for path in list_paper_paths(document, name, folders) if name else ():
                if path in papers or (found := read(path)) is None:
                    continue
                papers[path] = found
                compared.setdefault(document, path)
    return papers, compared


def _try_read_paper(repository: Repository, path: str) -> bytes | None:
    """A file of the edit, through no link."""
    whole = os.path.join(repository.top, path)
    try:
        return read_paper(whole, path) if os.path.realpath(whole) == whole else None
    except UnreadablePaper:
        return None


def _is_reserved(path: str) -> bool:
    return os.path.basename(path) in NO_DOCUMENTS


def try_read(path: str) -> bytes | None:
    try:
        return read_bytes(path)
    except OSError:
        return None
