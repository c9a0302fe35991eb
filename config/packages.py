"""What `doctor` says of the packages of this Python: each that pyproject.toml asks for, in a version that it allows."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from packaging.requirements import Requirement

from config.doctor import Finding


def packages(project: Path) -> Finding:
    """Compare what is installed with the dependencies of a pyproject.toml. It imports none of them."""
    if not project.is_file():
        return Finding("packages", f"not looked at: there is no {project}")
    asked = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["dependencies"]
    wrong = list(lacking(map(Requirement, asked)))
    if wrong:
        remedy = "python3 bin/setup web, or docker compose up -d --build"
        return Finding("packages", "; ".join(wrong[:5]), remedy, "packages-missing")
    return Finding("packages", f"all {len(asked)} that pyproject.toml asks for")


def lacking(requirements: Iterable[Requirement]) -> Iterable[str]:
    """What is wrong with each that is missing, or of another version."""
    for requirement in requirements:
        try:
            found = version(requirement.name)
        except PackageNotFoundError:
            yield f"{requirement.name} is not installed"
            continue
        if not requirement.specifier.contains(found, prereleases=True):
            yield f"{requirement.name} is {found}, and not {requirement.specifier}"
