"""The doors of the house (ARCHITECTURE.md, "Rooms"): who may import whom."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = {"jobs", "corpus", "search", "annotation", "baseline", "frontend", "config"}
MAY_IMPORT = {
    "jobs": set(),
    "corpus": set(),
    "search": {"corpus", "jobs"},
    "annotation": {"corpus", "search", "jobs"},
    "baseline": {"corpus", "search"},  # and one module of annotation, below
    "frontend": {"corpus", "search", "annotation", "baseline", "jobs"},
}
# Beyond its rooms, `config` is asked by commands that report on the installation, and knows nobody's insides.
ALSO = {
    ("baseline", "annotation.release.record"),
    ("jobs", "annotation"),
    ("jobs", "search"),
    ("annotation/management/commands/doctor.py", "config.doctor"),
}
CORPUS_ON_DJANGO = (
    "corpus/models.py",
    "corpus/random_order.py",
    "corpus/store.py",
    "corpus/snapshot/",
    "corpus/apps.py",
    "corpus/management/",
    "corpus/migrations/",
)
HEAVY = {"torch", "transformers"}


def python_files(*rooms: str) -> Iterator[Path]:
    for room in rooms:
        yield from sorted((ROOT / room).rglob("*.py"))


def imported_modules(file: Path) -> Iterator[tuple[int, str]]:
    """Line and dotted name of everything a file imports, wherever in it; relative imports made absolute."""
    package = list(file.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def may_import(path: str, module: str) -> bool:
    room, target = path.split("/")[0], module.split(".")[0]
    if target not in ROOMS or target == room or target in MAY_IMPORT[room]:
        return True
    return any(path.startswith(who) and is_within(module, what) for who, what in ALSO)


def violations(allowed, *rooms: str) -> list[str]:
    return [
        f"{path}:{line} imports {module}"
        for file in python_files(*rooms)
        for path in [file.relative_to(ROOT).as_posix()]
        for line, module in imported_modules(file)
        if not allowed(path, module)
    ]


def test_rooms_import_only_the_rooms_below_them():
    assert violations(may_import, *MAY_IMPORT) == []


def test_nobody_imports_the_frontend():
    def allowed(path: str, module: str) -> bool:
        return not is_within(module, "frontend")

    # config names frontend's views as text in urls and settings, which is not an import.
    assert violations(allowed, *(ROOMS - {"frontend"})) == []


def test_the_rooms_do_not_import_the_tests():
    assert violations(lambda path, module: not is_within(module, "tests"), *ROOMS) == []


def test_models_are_loaded_only_in_baseline():
    assert violations(lambda path, module: module.split(".")[0] not in HEAVY, *(ROOMS - {"baseline"})) == []


def test_scikit_learn_is_loaded_only_where_the_classifier_is_fitted():
    def allowed(path: str, module: str) -> bool:
        return not is_within(module, "sklearn") or path == "annotation/quality/audit/classifier.py"

    assert violations(allowed, *ROOMS) == []


def test_no_view_fits_a_classifier():
    """A page shows what a job stored."""
    fitting = ("claim_only", "evaluate_words", "cross_validate", "telling")

    def allowed(_path: str, module: str) -> bool:
        return not any(is_within(module, f"annotation.quality.audit.classifier.{name}") for name in fitting)

    assert violations(allowed, "frontend", "config") == []


def test_elasticsearch_is_loaded_only_by_its_backend():
    def allowed(path: str, module: str) -> bool:
        return not is_within(module, "elasticsearch") or path.startswith("search/elastic")

    assert violations(allowed, *ROOMS) == []


def test_the_core_of_the_corpus_does_not_import_django():
    """Parsing, ids and context are a library: they run in a notebook, and in a pool of processes, without settings."""

    def allowed(path: str, module: str) -> bool:
        on_django = path.startswith(CORPUS_ON_DJANGO)
        return on_django or not (is_within(module, "django") or is_within(module, "corpus.models"))

    assert violations(allowed, "corpus") == []


def test_the_core_of_the_corpus_runs_without_django():
    modules = [
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for file in python_files("corpus")
        if not file.relative_to(ROOT).as_posix().startswith(CORPUS_ON_DJANGO) and file.name != "__init__.py"
    ]
    assert modules
    assert_not_loaded({"django"}, "\n".join(f"import {module}" for module in modules))


@pytest.mark.parametrize("names", [HEAVY | {"elasticsearch", "sklearn", "pyarrow", "pandas"}])
def test_the_web_process_loads_no_models_and_no_elasticsearch(names, tmp_path):
    code = "import django; django.setup()\nfrom django.urls import get_resolver; get_resolver().url_patterns"
    assert_not_loaded(names, code)


def assert_not_loaded(names: set[str], code: str) -> None:
    report = "\nimport sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    result = subprocess.run(
        [sys.executable, "-c", code + report],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert names.isdisjoint(result.stdout.split())


# --- The rules above see what they are meant to see ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("corpus/context.py", "search.api"),
        ("search/api.py", "annotation.models.Claim"),
        ("annotation/work/draft.py", "frontend.views"),
        ("annotation/work/draft.py", "config.doctor.report"),
        ("baseline/rank.py", "annotation.work.models"),
    ],
)
def test_a_closed_door_is_seen(path, module):
    assert not may_import(path, module)


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("search/api.py", "corpus.page_json.read"),
        ("frontend/views/queue.py", "annotation.work.assignment.take"),
        ("baseline/rank.py", "annotation.release.record.Row"),
        ("annotation/management/commands/doctor.py", "config.doctor.report"),
        ("corpus/context.py", "collections.abc"),
    ],
)
def test_an_open_door_is_open(path, module):
    assert may_import(path, module)


def test_relative_imports_are_seen(tmp_path, monkeypatch):
    file = tmp_path / "corpus" / "sources" / "dump.py"
    file.parent.mkdir(parents=True)
    file.write_text("from ..store import save\nfrom . import folder\nimport os.path\n")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert [module for _, module in imported_modules(file)] == ["corpus.store.save", "corpus.sources.folder", "os.path"]
