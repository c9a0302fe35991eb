"""Import rules between packages and between the folders of `annotation` (ARCHITECTURE.md)."""

from __future__ import annotations

import ast
import functools
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"observation", "jobs", "corpus", "search", "annotation", "baseline", "frontend", "config"}
MAY_IMPORT = {
    "observation": set(),
    "jobs": {"observation"},
    "corpus": set(),
    "search": {"corpus", "jobs", "observation"},
    "annotation": {"corpus", "search", "jobs", "observation"},
    "baseline": {"corpus", "search"},  # and a few pure modules of annotation, below
    "frontend": {"corpus", "search", "annotation", "baseline", "jobs", "observation"},
}
# Modules that a package may import beyond MAY_IMPORT.
ALSO = {
    ("baseline", "annotation.release.record"),  # pure: the format of a released line
    ("baseline", "annotation.quality.agreement.bootstrap"),  # pure: the one bootstrap
    ("baseline", "annotation.quality.agreement.result"),  # pure: its interval
    ("baseline", "annotation.figures"),  # pure: accessible SVG
    ("baseline", "annotation.averitec"),  # pure: labels and shapes of AVeriTeC's files
    ("baseline", "annotation.similarity"),  # pure: METEOR and the matching of texts
    # What `doctor` says: config has the checks that need no database, and the shape of all findings.
    ("annotation/management/commands/doctor.py", "config"),
    ("annotation/installation/", "config.doctor"),
    ("annotation/installation/", "config.start_checks"),
}
# Folders and modules of `annotation`: each may import those of the levels before its own, and none of its own level.
ANNOTATION_LEVELS = (
    {"vocabulary", "errors", "figures", "hash_chain", "averitec", "similarity"},
    {"audit_log"},
    {"accounts"},
    {"projects"},
    {"work"},
    {"evidence", "claims"},
    {"workflows"},
    {"quality"},
    {"discussion"},
    {"suggestions"},
    {"submission_check"},
    {"results"},
    {"dashboard"},
    {"planning"},
    {"alerts"},
    {"release"},
    {"shared_tasks"},
    {"citations"},
    {"actions"},
    {"set_up"},
    {"backup"},
    {"installation"},
    {"api"},
    {"demo"},
)
# They gather from all folders, and no folder imports them.
ANNOTATION_TOP = {"models", "apps", "admin", "composition", "management"}
CORPUS_ON_DJANGO = (
    "corpus/models.py",
    "corpus/bulk_writing.py",
    "corpus/citation_export.py",
    "corpus/introductions.py",
    "corpus/random_order.py",
    "corpus/dictionary.py",
    "corpus/store.py",
    "corpus/citation_",
    "corpus/snapshot/",
    "corpus/apps.py",
    "corpus/management/",
    "corpus/migrations/",
)
HEAVY = {"torch", "transformers"}
FROM_PAPER = ("claim_generation", "claim_verification")


def python_files(*packages: str) -> Iterator[Path]:
    """The modules of these packages, without migrations: those name models of their own time."""
    for package in packages:
        yield from (file for file in sorted((ROOT / package).rglob("*.py")) if file.parent.name != "migrations")


@functools.cache
def imported_modules(file: Path) -> list[tuple[int, str]]:
    """Line and dotted name of everything a file imports, wherever in it; relative imports made absolute."""
    found: list[tuple[int, str]] = []
    package = list(file.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.extend((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found.extend((node.lineno, f"{module}.{alias.name}") for alias in node.names)
    return found


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def may_import(path: str, module: str) -> bool:
    package, target = path.split("/")[0], module.split(".")[0]
    if target not in PACKAGES or target == package or target in MAY_IMPORT[package]:
        return True
    return any(path.startswith(who) and is_within(module, what) for who, what in ALSO)


def may_import_in_annotation(path: str, module: str) -> bool:
    """Whether an import between two folders of `annotation` points to a lower level. Raises KeyError for a folder that
    has no level yet."""
    package, _, target = module.partition(".")
    mine, theirs = path.split("/")[1].removesuffix(".py"), target.split(".")[0]
    if package != "annotation" or not target or mine == theirs or mine in ANNOTATION_TOP:
        return True
    level = {name: number for number, names in enumerate(ANNOTATION_LEVELS) for name in names}
    return theirs not in ANNOTATION_TOP and level[theirs] < level[mine]


def violations(allowed, *packages: str) -> list[str]:
    return [
        f"{path}:{line} imports {module}"
        for file in python_files(*packages)
        for path in [file.relative_to(ROOT).as_posix()]
        for line, module in imported_modules(file)
        if not allowed(path, module)
    ]


def test_packages_import_only_the_packages_below_them():
    assert violations(may_import, *MAY_IMPORT) == []


def test_folders_of_annotation_import_only_the_folders_below_them():
    assert violations(may_import_in_annotation, "annotation") == []


@pytest.mark.parametrize("package", ["annotation", "annotation/quality", "search", "corpus"])
def test_no_folders_import_each_other_in_a_circle(package):
    assert circles(folder_imports(package)) == []


A_WORKFLOW = re.compile("CLAIM_(GENERATION|VERIFICATION)|claim_(generation|verification)")


def lines_naming_a_workflow() -> dict[str, list[str]]:
    """File -> its lines that name a workflow which comes with Attest; without the folders of workflows."""
    found: dict[str, list[str]] = {}
    for file in python_files("annotation", "frontend", "config"):
        if "workflows" not in file.relative_to(ROOT).parts[:-1]:
            lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines() if A_WORKFLOW.search(line)]
            if lines:
                found[file.relative_to(ROOT).as_posix()] = lines
    return found


def test_only_the_registry_names_a_workflow():
    registry = [f'"annotation.workflows.{slug}.workflow.WORKFLOW",' for slug in FROM_PAPER]
    assert lines_naming_a_workflow() == {"config/settings.py": registry}


def test_nobody_imports_the_frontend():
    def allowed(path: str, module: str) -> bool:
        return not is_within(module, "frontend")

    # config names frontend's views as text in urls and settings, which is not an import.
    assert violations(allowed, *(PACKAGES - {"frontend"})) == []


ROOMS_OF_WORKFLOWS = (
    "frontend.workflows",
    "annotation.api.workflows",
    "annotation.quality.workflows",
    "annotation.release.workflows",
)


@pytest.mark.parametrize("package", ROOMS_OF_WORKFLOWS)
def test_what_a_workflow_adds_is_imported_in_its_folders_alone(package):
    """Whatever its room: pages may import audits of the same workflow."""

    def allowed(path: str, module: str) -> bool:
        slug = module.removeprefix(package).lstrip(".").partition(".")[0]
        return not is_within(module, package) or not slug or f"/workflows/{slug}/" in path

    assert violations(allowed, "annotation", "frontend", "config") == []


def test_nobody_imports_the_tests():
    assert violations(lambda path, module: not is_within(module, "tests"), *PACKAGES) == []


def test_models_are_loaded_only_in_baseline():
    assert violations(lambda path, module: module.split(".")[0] not in HEAVY, *(PACKAGES - {"baseline"})) == []


# They import it inside a function, because that takes a second.
ON_SCIKIT_LEARN = {
    "annotation/quality/audit/classifier.py",  # fits the claim-only classifier
    "baseline/training/tfidf.py",  # fits what the claim alone gives away
    "baseline/dense/lsa.py",  # decomposes a corpus, in a command
    "baseline/entity_tfidf/ngrams.py",  # counts hashed n-grams, by murmurhash as DrQA does
}


def test_scikit_learn_is_loaded_only_where_something_is_fitted_and_n_grams_are_hashed():
    def allowed(path: str, module: str) -> bool:
        return not is_within(module, "sklearn") or path in ON_SCIKIT_LEARN

    assert violations(allowed, *PACKAGES) == []


def test_no_view_fits_a_classifier():
    """A page shows what a job stored."""
    fitting = ("claim_only", "evaluate_words", "cross_validate", "telling")

    def allowed(_path: str, module: str) -> bool:
        return not any(is_within(module, f"annotation.quality.audit.classifier.{name}") for name in fitting)

    assert violations(allowed, "frontend", "config") == []


def test_elasticsearch_is_loaded_only_by_its_backend():
    def allowed(path: str, module: str) -> bool:
        return not is_within(module, "elasticsearch") or path.startswith("search/elastic")

    assert violations(allowed, *PACKAGES) == []


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


def folder_imports(package: str) -> dict[str, set[str]]:
    """Direct children (folders and modules) of a package -> those that they import; commands may import anything."""
    prefix = f"{package}/"
    children = {child.stem for child in (ROOT / package).iterdir() if child.is_dir() or child.suffix == ".py"}
    imports: dict[str, set[str]] = {}
    for file in python_files(package):
        path = file.relative_to(ROOT).as_posix()
        child = path.removeprefix(prefix).split("/")[0].removesuffix(".py")
        if child in {"__init__", "management"}:
            continue
        for _line, module in imported_modules(file):
            if is_within(module, package.replace("/", ".")):
                target = module.replace(".", "/").removeprefix(package).removeprefix("/").split("/")[0]
                if target in children - {child}:
                    imports.setdefault(child, set()).add(target)
    return imports


def circles(imports: dict[str, set[str]]) -> list[set[str]]:
    """The strongly connected components of more than one node: nodes that reach each other."""
    reached = {node: reachable(node, imports) for node in imports}
    found: list[set[str]] = []
    for node, others in reached.items():
        circle = {other for other in others if node in reached.get(other, set())}
        if len(circle) > 1 and circle not in found:
            found.append(circle)
    return found


def reachable(start: str, imports: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for node in imports.get(waiting.pop(), set()) - found:
            found.add(node)
            waiting.append(node)
    return found


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
        ("corpus/page/context.py", "search.api"),
        ("search/api.py", "annotation.models.Claim"),
        ("annotation/work/draft.py", "frontend.views"),
        ("annotation/work/draft.py", "config.doctor.report"),
        ("baseline/rank.py", "annotation.work.models"),
    ],
)
def test_a_forbidden_import_is_seen(path, module):
    assert not may_import(path, module)


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("search/api.py", "corpus.page.page_json.read"),
        ("frontend/views/queue.py", "annotation.work.assignment.assign_next"),
        ("baseline/rank.py", "annotation.release.record.Row"),
        ("annotation/management/commands/doctor.py", "config.doctor.report"),
        ("corpus/page/context.py", "collections.abc"),
    ],
)
def test_an_allowed_import_is_allowed(path, module):
    assert may_import(path, module)


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("annotation/work/assignment.py", "annotation.quality.calibration.eligibility"),
        ("annotation/claims/claim_importer.py", "annotation.evidence.models"),
        ("annotation/suggestions/queries.py", "annotation.demo.dataset"),
        ("annotation/work/queue.py", "annotation.composition"),
        ("annotation/errors.py", "annotation.work.models"),
        ("annotation/api/views.py", "annotation.models.Claim"),
    ],
)
def test_an_import_of_a_higher_folder_is_seen(path, module):
    assert not may_import_in_annotation(path, module)


@pytest.mark.parametrize(
    ("path", "module"),
    [
        ("annotation/quality/audit/reports.py", "annotation.work.models"),
        ("annotation/work/queue.py", "annotation.work.models"),
        ("annotation/composition.py", "annotation.suggestions.enqueue"),
        ("annotation/management/commands/setup_demo.py", "annotation.demo.setup"),
        ("annotation/work/queue.py", "corpus.store"),
    ],
)
def test_an_import_of_a_lower_folder_is_allowed(path, module):
    assert may_import_in_annotation(path, module)


def test_circles_are_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}}) == [{"a", "b", "c"}]
    assert circles({"a": {"b", "c"}, "b": {"c"}}) == []


def test_relative_imports_are_seen(tmp_path, monkeypatch):
    file = tmp_path / "corpus" / "sources" / "dump.py"
    file.parent.mkdir(parents=True)
    file.write_text("from ..store import save\nfrom . import folder\nimport os.path\n")
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    assert [module for _, module in imported_modules(file)] == ["corpus.store.save", "corpus.sources.folder", "os.path"]
