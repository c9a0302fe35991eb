"""Fingerprint of a source, by which an import recognises it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from corpus.importing.batches import Source


def describe_source(source: Source) -> dict[str, Any]:
    """`name`, `kind` (file, folder, wiki), `bytes` and `sha256` (hex) of a source; the hash alone says what it is.

    Reads every byte of it: half a minute for 20 GB, which an import takes hours for. Raises OSError.
    """
    if not isinstance(source, Path):
        request = {key: value for key, value in asdict(source).items() if key not in ("skip", "manners")}
        text = json.dumps(request, ensure_ascii=False, sort_keys=True)
        return {"name": source.wiki, "kind": "wiki", "sha256": hashlib.sha256(text.encode()).hexdigest(), **request}
    if source.is_dir():
        files = sorted(path for path in source.rglob("*") if path.is_file())
        digest = hashlib.sha256()
        for path in files:
            digest.update(f"{_sha256(path)}  {path.relative_to(source).as_posix()}\n".encode(errors="surrogateescape"))
        size = sum(path.stat().st_size for path in files)
        name = source.resolve().name
        return {"name": name, "kind": "folder", "files": len(files), "bytes": size, "sha256": digest.hexdigest()}
    return {"name": source.name, "kind": "file", "bytes": source.stat().st_size, "sha256": _sha256(source)}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
