"""Check the folder of a release before it is imported: its version, its parts, and the hashes of its files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.release.formats.files import sha256_of
from annotation.release.importing.parsed import NoDataSet
from annotation.release.manifest import FORMAT_VERSION
from annotation.release.output_directory import MANIFEST
from annotation.release.shared_task import FORMAT, PUBLIC, SEALED

READ = ("annotations.jsonl", "origins.jsonl", "log_heads.csv", "tables/evidence.parquet")  # and those in extra/


def check_folder(source: Path) -> list[str]:
    """Return what is odd about the folder that was named, in sentences.

    `source`: of a release, or of a shared task with its public and sealed part. A folder without a manifest is taken as
    it is. Raises NoDataSet for a release of a newer version, for a file that is read and not the one the manifest
    names, and for a shared task without its public part.
    """
    described = _manifest(source)
    if described is None:
        return []
    if described.get("format") == FORMAT:
        return _check_shared_task(source, described)
    _check_version(source, described)
    return [*_changed_files(source, described), *_answers_missing(described)]


def _check_shared_task(source: Path, described: dict[str, Any]) -> list[str]:
    odd: list[str] = []
    if not (source / PUBLIC / MANIFEST).is_file():
        words = _(
            "%(source)s has no %(part)s/: without it nobody can check that the sealed answers are those that were "
            "promised. Put it back, or name %(sealed)s to import the sealed part as it is."
        )
        raise NoDataSet(words % {"source": source, "part": PUBLIC, "sealed": source / SEALED})
    for part in (PUBLIC, SEALED):
        path = source / part / MANIFEST
        if not path.is_file():
            continue  # the answers may be published later
        promised, found = _named(described, part), sha256_of(path)
        if promised != found:
            raise NoDataSet(_changed(path, found, promised))
        odd += check_folder(source / part)
    return odd if (source / SEALED).is_dir() else list(dict.fromkeys(odd))


def _check_version(source: Path, described: dict[str, Any]) -> None:
    version = described.get("format_version", 1)
    if not isinstance(version, int) or version > FORMAT_VERSION:
        words = _(
            "%(source)s was made by a newer version of Attest (%(code)s: layout %(version)s, and this one reads up to "
            "%(known)d). Update Attest, then import it."
        )
        facts = {"source": source, "code": described.get("code_version"), "version": version, "known": FORMAT_VERSION}
        raise NoDataSet(words % facts)


def _changed_files(source: Path, described: dict[str, Any]) -> list[str]:
    """Files that are not those the manifest names. Raises NoDataSet where one of them is read."""
    odd = []
    files = described.get("files")
    for name, said in sorted(files.items()) if isinstance(files, dict) else ():
        path = source / name
        promised = said.get("sha256") if isinstance(said, dict) else None
        found = sha256_of(path) if path.is_file() else ""
        if found == promised:
            continue
        words = _changed(path, found, promised) if found else _("%(file)s is missing.") % {"file": path}
        if name in READ or name.startswith("extra/"):
            raise NoDataSet(f"{words} " + _("Take the release again, or import it as it is with --changed."))
        odd.append(words)
    return odd


def _changed(path: Path, found: str, promised: Any) -> str:
    words = _("%(file)s is not the file that its manifest names: its SHA-256 is %(found)s and should be %(promised)s.")
    return words % {"file": path, "found": found, "promised": promised}


def _answers_missing(described: dict[str, Any]) -> list[str]:
    sealed = described.get("sealed")
    if not isinstance(sealed, dict):
        return []
    words = _("This is the public part of a shared task: %(count)s claims of its test split have no answers in it.")
    return [words % {"count": sealed.get("claims")}]


def _named(described: dict[str, Any], part: str) -> Any:
    said = described.get(part)
    return said.get("sha256") if isinstance(said, dict) else None


def _manifest(source: Path) -> dict[str, Any] | None:
    try:
        described = json.loads((source / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return described if isinstance(described, dict) else None
