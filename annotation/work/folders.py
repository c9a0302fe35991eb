"""Folders named by the slugs of workflows, beside the records: pages, endpoints."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def modules_of(package: ModuleType, name: str) -> dict[str, ModuleType]:
    """Return the module of this name of each folder of the package that has one, by folder, in alphabetical order."""
    folders = sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg)
    paths = {folder: f"{package.__name__}.{folder}.{name}" for folder in folders}
    return {folder: import_module(path) for folder, path in paths.items() if find_spec(path) is not None}
