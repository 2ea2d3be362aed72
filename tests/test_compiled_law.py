"""The compiled law is the law as read, and a checkout compiles it again whenever it is stale or damaged."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from compliance import __version__
from compliance.engine import compiled_law
from compliance.engine.compiled_law import compile_law, load_law, parse_law
from compliance.law.catalog import catalog_data
from tests.catalogs import files_once, load_catalog

Counted = list[str]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one file of law and one of code."""
    for name in ("schemas/law.yaml", "compliance/law/reading.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("text", "utf-8")
    monkeypatch.setattr(compiled_law, "_CHECKOUT", str(tmp_path))
    monkeypatch.setattr(compiled_law, "_PACKAGE", str(tmp_path / "compliance"))
    return tmp_path


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """The digests under which the law is compiled, which here is a matter of a moment."""
    counted: Counted = []
    data = catalog_data(load_catalog(files_once()))

    def compile_quickly(digest: str) -> str:
        counted.append(digest)
        return json.dumps({"digest": digest, "law": data, "checks": {}}, default=str)

    monkeypatch.setattr(compiled_law, "compile_law", compile_quickly)
    return counted


def test_the_compiled_law_is_the_law_as_it_is_read() -> None:
    compiled, read = (list(one) for one in (parse_law(compile_law()), load_catalog(files_once())))
    # Tuples and lists are told apart by nobody; as text both are lists.
    assert [json.dumps(one, default=str) for one in compiled] == [json.dumps(one, default=str) for one in read]


def test_a_checkout_compiles_the_law_once(checkout: Path, compiled: Counted) -> None:
    assert catalog_data(load_law()) == catalog_data(load_law())
    assert len(compiled) == 1
    assert [path.name for path in (checkout / "build").iterdir()] == ["compiled-law.json"]


@pytest.mark.parametrize("name", ["schemas/law.yaml", "schemas/new.yaml", "compliance/law/reading.py"])
def test_a_change_of_law_or_code_makes_it_stale(checkout: Path, compiled: Counted, name: str) -> None:
    load_law()
    (checkout / name).write_text("changed", "utf-8")
    load_law()
    load_law()
    assert len(compiled) == 2


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"digest": "x", "law": {}, "checks": {}}', "\x00"])
def test_what_is_damaged_is_compiled_again(checkout: Path, compiled: Counted, text: str) -> None:
    wanted = catalog_data(load_law())
    (checkout / "build/compiled-law.json").write_text(text, "utf-8")
    assert catalog_data(load_law()) == wanted
    assert len(compiled) == 2


def test_a_checkout_that_cannot_be_written_to_is_compiled_by_each_run(checkout: Path, compiled: Counted) -> None:
    (checkout / "build").write_text("a file where the folder would be", "utf-8")
    load_law()
    load_law()
    assert len(compiled) == 2
    assert sorted(os.listdir(checkout)) == ["build", "compliance", "schemas"]


def test_an_installed_package_takes_the_law_that_it_brings(checkout: Path, compiled: Counted) -> None:
    text = json.dumps(
        {"digest": __version__, "law": catalog_data(load_catalog(files_once())), "checks": {}}, default=str
    )
    (checkout / "compliance/compiled-law.json").write_text(text, "utf-8")
    assert len(list(load_law())) > 300
    assert not compiled
    assert not (checkout / "build").exists()
