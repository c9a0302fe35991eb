"""Write CHANGELOG.md: what changed since the release before, above the changes that that release tells of.

Claims are named by their ids alone: a claim that was taken back is not published again. `diff_releases` has the rest.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.projects.models import Project
from annotation.release.cards.statement import statement_of
from annotation.release.differences import Differences, Field, described, differences
from annotation.release.importing.files import folder_of
from annotation.release.markdown import escaped, rendered
from annotation.release.summary import ReleaseError, ReleaseSummary

CHANGELOG = "CHANGELOG.md"
HEADING = "# Changes\n"
KINDS = {
    "added": "added",
    "removed": "removed",
    Field.CLAIM.value: "other words",
    Field.VERDICT.value: "another verdict",
    Field.CHALLENGE.value: "another challenge",
    Field.EVIDENCE.value: "other evidence",
    Field.SPLIT.value: "moved to another split",
    "unchanged": "unchanged",
}


def require_comparable(project: Project, previous: Path) -> None:
    """Raises ReleaseError where `previous` is no whole release of the project."""
    told = described(folder_of(previous))
    if told["project"] != project.slug:
        words = _("%(folder)s is a release of the project %(other)s. Name the release before of %(project)s.")
        raise ReleaseError(words % {"folder": previous, "other": told["project"], "project": project.slug})


def previous_facts(previous: Path) -> dict[str, Any]:
    """What a manifest says of the release before: version, newest decision, claims, hash of its manifest."""
    told = described(folder_of(previous))
    return {name: told[name] for name in ("version", "as_of", "released", "manifest_sha256")}


def write_changelog(facts: ReleaseSummary, previous: Path) -> None:
    """Write the file to the folder of the release, whose rows are there. Raises ReleaseError and OSError."""
    version = statement_of(facts.project).get("version")
    as_of = facts.as_of.isoformat(timespec="seconds") if facts.as_of is not None else None
    found = differences(previous, facts.folder, {"version": version, "as_of": as_of})
    before = folder_of(previous) / CHANGELOG
    earlier = before.read_text(encoding="utf-8").removeprefix(HEADING) if before.is_file() else ""
    text = HEADING + rendered("changes.md", _shown(found)) + earlier
    (facts.folder / CHANGELOG).write_text(text, encoding="utf-8", newline="")


def _shown(found: Differences) -> dict[str, Any]:
    """What `cards/templates/changes.md` shows."""
    name, counts = _name(found.after), found.counts()
    ids = {"Added": sorted(found.added), "Removed": sorted(found.removed)}
    for field in Field:
        ids[KINDS[field.value].capitalize()] = [one.id for one in found.changed if field in one.fields]
    return {
        "heading": name[:1].upper() + name[1:],
        "before": _name(found.before),
        "sha256": found.before["manifest_sha256"],
        "count_columns": ("Claims", "Number"),
        "counts": [(words, counts[kind]) for kind, words in KINDS.items()],
        "agreement_columns": ("Agreement", "Before", "After"),
        "agreement": [(one, *(each["value"] for each in pair)) for one, pair in found.agreement.items()],
        "ids": [(words, ", ".join(map(str, numbers))) for words, numbers in ids.items() if numbers],
    }


def _name(told: dict[str, Any]) -> str:
    """ "1.1.0 (2026-11-25T10:00:00+00:00)"; the moment is that of the newest decision in it."""
    version = f"version {escaped(str(told['version']))}" if told.get("version") else "a release without a version"
    return f"{version} ({told['as_of'] or 'empty'})"
