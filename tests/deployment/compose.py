"""The shipped compose file as Docker Compose reads it: variables substituted, anchors merged."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent
FILE = ROOT / "docker" / "compose.yml"
# $$, ${NAME}, ${NAME:-default}, ${NAME:?message}
VARIABLE = re.compile(r"\$(?:(?P<dollar>\$)|\{(?P<name>\w+)(?::(?P<kind>[-?])(?P<word>[^}]*))?\})")


class Missing(Exception):
    """A variable that Compose would not start without."""


def load(environment: Mapping[str, str]) -> dict[str, Any]:
    """The file with the values of .env. Raises Missing."""
    return substituted(yaml.safe_load(FILE.read_text(encoding="utf-8")), environment)


def substituted(value: Any, environment: Mapping[str, str]) -> Any:
    """Compose substitutes in every text."""
    if isinstance(value, dict):
        return {key: substituted(part, environment) for key, part in value.items()}
    if isinstance(value, list):
        return [substituted(part, environment) for part in value]
    return VARIABLE.sub(lambda found: _value(found, environment), value) if isinstance(value, str) else value


def _value(found: re.Match[str], environment: Mapping[str, str]) -> str:
    if found["dollar"]:
        return "$"
    value = environment.get(found["name"], "")
    if not value and found["kind"] == "?":
        raise Missing(f"{found['name']}: {found['word']}")
    return value or (found["word"] if found["kind"] == "-" else "")


def environment_of(file: Path) -> dict[str, str]:
    """The variables of an .env."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
