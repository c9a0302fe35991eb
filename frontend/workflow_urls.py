"""URLs of the pages that the folders of `frontend/workflows` bring."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from django.urls import URLPattern, URLResolver

from annotation.projects.models import Project
from annotation.work import registry
from annotation.work.folders import modules_of
from frontend import workflows

Patterns = list[URLPattern | URLResolver]


def site_patterns() -> Patterns:
    """Return the patterns of all workflows below the root of the site: `urlpatterns` of their `urls`."""
    return _patterns("urlpatterns")


def project_patterns() -> Patterns:
    """Return the patterns of all workflows below `/p/<slug>/`: `project_urlpatterns` of their `urls`."""
    return _patterns("project_urlpatterns")


def _patterns(name: str) -> Patterns:
    return [pattern for urls in modules_of(workflows, "urls").values() for pattern in getattr(urls, name, [])]


def is_reachable(project: Project, page: str) -> bool:
    """Check whether the page of this name exists in the project: a workflow of its folder is on, if it is in one."""
    owner = _folder_of_page().get(page)
    if owner is not None and not set(registry.folders().get(owner, ())) & registry.workflows_of(project).keys():
        return False
    return registry.is_reachable(project, page)


@functools.cache
def _folder_of_page() -> dict[str, str]:
    """Name of a page -> the folder of workflows that it is in."""
    found: dict[str, str] = {}
    for folder, urls in modules_of(workflows, "urls").items():
        for name in ("urlpatterns", "project_urlpatterns"):
            found |= dict.fromkeys(_names(getattr(urls, name, [])), folder)
    return found


def _names(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[str]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from _names(one.url_patterns)
        elif one.name:
            yield one.name
