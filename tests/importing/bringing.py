"""Data sets made for a test, and the commands that bring them in and out."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import CommandError, call_command

HEADER = {"id": "", "label": "", "claim": "", "evidence": "", "annotator_operations": "", "challenge": ""}
LOG = [("start", "start", "0"), ("Now on", "Rey Ling", "2.5"), ("finish", "finish", "40")]


def row(number: int, **changes: Any) -> dict[str, Any]:
    """A row as FEVEROUS' files write them, keys in their order."""
    content = changes.pop("content", ["Rey Ling_sentence_0"])
    operations = changes.pop("operations", LOG)
    made = {
        "evidence": [{"content": content, "context": {each: ["Rey Ling_title"] for each in content}}],
        "id": number,
        "claim": f"Rey Ling won {number} races.",
        "label": "SUPPORTS",
        "annotator_operations": [{"operation": o, "value": v, "time": t} for o, v, t in operations],
        "challenge": "Other",
    }
    return made | changes


def write(path: Path, rows: list[dict[str, Any] | str], *, header: bool = True) -> Path:
    """A file of these rows; a text is a line as it is."""
    lines = [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in rows]
    path.write_text("\n".join([*([json.dumps(HEADER)] if header else []), *lines]) + "\n", encoding="utf-8")
    return path


def bring(source: Path, *options: str, project: str = "brought") -> tuple[int, str]:
    """The exit code, and all that was said."""
    out = StringIO()
    try:
        call_command("import_dataset", str(source), "--project", project, *options, stdout=out, stderr=out)
    except CommandError as error:
        return error.returncode, f"{out.getvalue()}{error}"
    return 0, out.getvalue()


def taken_out(folder: Path, project: str = "brought") -> list[dict[str, Any]]:
    """The rows of a release of the project, in FEVEROUS' format."""
    call_command("export_dataset", "--project", project, "--format", "feverous", str(folder), stdout=StringIO())
    lines = (folder / "train.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0]) == HEADER
    return [json.loads(line) for line in lines[1:]]
