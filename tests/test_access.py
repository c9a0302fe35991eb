"""Views and endpoints fetch nothing by its key: functions of `access.py` modules hand it out (ARCHITECTURE.md).

Whoever writes a page cannot forget to ask whose a row is: the page never looks among rows that are somebody else's.
Fields of forms that choose a row have a query of the rows to choose from, which is the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("frontend", "annotation/api")
SHORTCUTS = {"get_object_or_404", "get_list_or_404", "aget_object_or_404", "aget_list_or_404", "by_key"} | {
    "by_keys",
    "by_key_or_none",
}
BULK = {"in_bulk", "ain_bulk"}
# With a key among their keywords; `exclude` hands out nothing.
NARROWING = {"filter", "get", "aget", "get_or_create", "aget_or_create", "update_or_create", "Q"}
KEYS = {"pk", "id", "public_id", "slug"}
# A module and a function of it -> why it names rows by their keys.
EXCEPTIONS = {
    "frontend/account_rules.py: _note_use": "the session of the request itself",
    "frontend/site/check_job.py: check_site": "earlier jobs of its own kind",
    "frontend/views/manage.py: claims": "the keys of a page of the project's claims",
    "frontend/views/projects.py: clean": "asks only whether a short name is taken",
    "frontend/views/quality/tasks.py: letters_of": "submissions of the project that agreement was computed of",
    "frontend/views/shared_tasks/scoring_job.py: score_submission": "the submission that the job was made for",
    "frontend/workflows/claim_verification/overview.py: _latest": "the newest keys, each asked for its project before",
    "frontend/workflows/claim_verification/rows.py: measured_page": "the keys of a page of verifications",
    "frontend/workflows/claim_verification/two_decisions.py: of_two": "the person whom a stored row names",
    "annotation/api/planning_views.py: _produced": "names of the people of a computed table",
}


def is_key(name: str) -> bool:
    """Whether a keyword of `filter` names a row by its key: `pk`, `claim_id`, `claim__pk`, `pk__in`."""
    last = name.removesuffix("__in").removesuffix("__exact").split("__")[-1]
    return last in KEYS or last.endswith("_id")


def is_at_hand(value: ast.expr) -> bool:
    """Whether a value is a key of an object that was fetched already, of a query around this one, or of none."""
    if isinstance(value, ast.Attribute):
        return value.attr in {"pk", "id"} or value.attr.endswith("_id")
    if isinstance(value, ast.List):
        return not value.elts
    called = value.func if isinstance(value, ast.Call) else None
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    return name in {"OuterRef", "values", "values_list"}


def fetches(source: str) -> Iterator[tuple[int, str, str]]:
    """Line, name of the function around it and what is fetched by a key there, for all of a module."""
    yield from _fetches(ast.parse(source), "")


def _fetches(node: ast.AST, function: str) -> Iterator[tuple[int, str, str]]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        function = node.name
    if isinstance(node, ast.ImportFrom):
        yield from ((node.lineno, function, alias.name) for alias in node.names if alias.name in SHORTCUTS)
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in SHORTCUTS | BULK:
            yield node.lineno, function, name
        for keyword in node.keywords if name in NARROWING else []:
            if keyword.arg is not None and is_key(keyword.arg) and not is_at_hand(keyword.value):
                yield node.lineno, function, f"{name}({keyword.arg}=)"
    for child in ast.iter_child_nodes(node):
        yield from _fetches(child, function)


def violations() -> dict[str, list[str]]:
    """ "module: function" -> what is fetched by its key there, and where."""
    found: dict[str, list[str]] = {}
    for file in [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]:
        path = file.relative_to(ROOT).as_posix()
        for line, function, what in fetches(file.read_text(encoding="utf-8")):
            found.setdefault(f"{path}: {function}", []).append(f"{path}:{line} {what}")
    return found


def test_views_and_endpoints_fetch_nothing_by_its_key():
    found = violations()
    assert [line for where, lines in found.items() if where not in EXCEPTIONS for line in lines] == []
    assert set(EXCEPTIONS) <= set(found), "an exception that nothing needs any more"


@pytest.mark.parametrize(
    "source",
    [
        "Claim.objects.get(pk=pk)",
        "project.claims.get(id=int(pk))",
        "claims.filter(project=project, pk=number).first()",
        "Claim.objects.filter(pk__in=asked)",
        "Task.objects.filter(claim_id=asked.claim)",
        "Task.objects.filter(claim__pk=given['claim'])",
        "Project.objects.get(slug=slug)",
        "Assignment.objects.filter(public_id=public_id)",
        "Claim.objects.filter(Q(pk=pk))",
        "Claim.objects.in_bulk(keys)",
        "shortcuts.get_object_or_404(Claim, pk=pk)",
        "from django.shortcuts import get_object_or_404, render",
        "from annotation.accounts.access import by_key",
    ],
)
def test_a_row_that_is_fetched_by_its_key_is_seen(source):
    assert [function for _line, function, _what in fetches(f"def view():\n    {source}")] == ["view"]


@pytest.mark.parametrize(
    "source",
    [
        "claim_of(project, pk)",
        "Claim.objects.filter(project=project, phase=0)",
        "Claim.objects.filter(pk=claim.pk).update(text=text)",
        "Task.objects.filter(pk__in=reports.values('task'))",
        "Membership.objects.filter(user_id=OuterRef('pk'))",
        "request.GET.get('pk', '')",
    ],
)
def test_other_queries_are_allowed(source):
    assert list(fetches(f"def view():\n    {source}")) == []
