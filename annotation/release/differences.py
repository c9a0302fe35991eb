"""Differences between two releases of a project: claims, verdicts, evidence, splits, and agreement before and after.

Read from the folders alone, so that anybody who has two versions can ask. Memory: some hundred bytes a claim.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from annotation.quality.agreement.output import result_json
from annotation.quality.agreement.verdict_agreement import label_agreement
from annotation.release.formats.feverous import no_evidence
from annotation.release.formats.files import sha256_of
from annotation.release.importing.files import folder_of
from annotation.release.importing.lines import lines_of
from annotation.release.output_directory import MANIFEST
from annotation.release.summary import SPLITS, ReleaseError

ANNOTATIONS = "annotations.jsonl"
READ = (*(f"feverous/{split}.jsonl" for split in SPLITS), ANNOTATIONS)


class Field(StrEnum):
    """What of a released claim can change."""

    CLAIM = "claim"
    VERDICT = "label"
    CHALLENGE = "challenge"
    EVIDENCE = "evidence"
    SPLIT = "split"


Evidence = frozenset[frozenset[str]]


@dataclass(frozen=True, slots=True)
class Released:
    """A released claim: its evidence as sets of element ids, without their context."""

    claim: str
    label: str
    challenge: str
    evidence: Evidence
    split: str


@dataclass(frozen=True, slots=True)
class Change:
    """A claim of both releases. `fields`: what changed, with its value before and after; of evidence sorted ids that
    stand in some set of the one release and in none of the other."""

    id: int
    claim: str
    fields: Mapping[Field, tuple[Any, Any]]


@dataclass(slots=True)
class Differences:
    """`before`, `after`: what each manifest says of itself. `removed`: with the reason that the later release gives,
    "" where it gives none. `agreement`: measure -> its value before and after, with intervals, as JSON."""

    before: dict[str, Any]
    after: dict[str, Any]
    added: dict[int, Released] = field(default_factory=dict)
    removed: dict[int, tuple[Released, str]] = field(default_factory=dict)
    changed: list[Change] = field(default_factory=list)
    unchanged: int = 0
    agreement: dict[str, tuple[Any, Any]] = field(default_factory=dict)

    def counts(self) -> dict[str, int]:
        """Number of claims by what became of them; one that changed in two ways counts in both."""
        of_field = {one.value: sum(one in change.fields for change in self.changed) for one in Field}
        return {"added": len(self.added), "removed": len(self.removed), **of_field, "unchanged": self.unchanged}

    def to_json(self) -> dict[str, Any]:
        """Plain values, claims in the order of their ids."""
        return {
            "before": self.before,
            "after": self.after,
            "counts": self.counts(),
            "agreement": {name: {"before": one, "after": other} for name, (one, other) in self.agreement.items()},
            "added": [_named(number, one) for number, one in sorted(self.added.items())],
            "removed": [_named(number, one) | {"reason": why} for number, (one, why) in sorted(self.removed.items())],
            "changed": [
                {"id": one.id, "claim": one.claim}
                | {name.value: {"before": pair[0], "after": pair[1]} for name, pair in one.fields.items()}
                for one in self.changed
            ],
        }


def differences(before: Path, after: Path, after_is: dict[str, Any] | None = None) -> Differences:
    """Compare two folders of releases; of a shared task the sealed part is taken. Raises ReleaseError and OSError.

    `after_is`: what the later one says of itself, where its manifest is not written yet.
    """
    before, after = folder_of(before), folder_of(after)
    found = Differences(described(before), described(after) if after_is is None else after_is)
    olds, news = dict(_rows(before)), dict(_rows(after))
    answers_before, _reasons = _annotations(before)
    answers_after, reasons = _annotations(after)
    found.added = {number: one for number, one in news.items() if number not in olds}
    found.removed = {number: (one, reasons.get(number, "")) for number, one in olds.items() if number not in news}
    for number in sorted(olds.keys() & news.keys()):
        fields = _changes(olds[number], news[number])
        if fields:
            found.changed.append(Change(number, news[number].claim, fields))
        else:
            found.unchanged += 1
    one, other = (label_agreement(answers) for answers in (answers_before, answers_after))
    found.agreement = {name: (result_json(one[name]), result_json(other[name])) for name in one}
    return found


def _named(number: int, one: Released) -> dict[str, Any]:
    return {"id": number, "claim": one.claim, "label": one.label, "split": one.split}


def _changes(old: Released, new: Released) -> dict[Field, tuple[Any, Any]]:
    found: dict[Field, tuple[Any, Any]] = {
        name: (was, now) for name in Field if (was := getattr(old, name)) != (now := getattr(new, name))
    }
    if Field.EVIDENCE in found:
        was, now = (frozenset[str]().union(*one.evidence) for one in (old, new))
        found[Field.EVIDENCE] = (sorted(was - now), sorted(now - was))
    return found


def described(folder: Path) -> dict[str, Any]:
    """Facts of the manifest, once the files that are compared have the hashes it names. Raises ReleaseError."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        files = {name: manifest["files"][name]["sha256"] for name in READ if name in manifest["files"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        words = _("%(folder)s is no complete release: its manifest.json is missing or cannot be read.")
        raise ReleaseError(words % {"folder": folder}) from error
    if len(files) < len(READ):
        words = _("%(folder)s has no %(file)s. Compare releases that have the FEVEROUS files and the annotations.")
        missing = next(name for name in READ if name not in files)
        raise ReleaseError(words % {"folder": folder, "file": missing})
    for name, sha256 in files.items():
        if not (folder / name).is_file() or sha256_of(folder / name) != sha256:
            words = _(
                "%(file)s is not the file that manifest.json names (its SHA-256 differs). Take the release again."
            )
            raise ReleaseError(words % {"file": folder / name})
    facts = ("project", "version", "as_of", "released", "code_version")
    return {name: manifest.get(name) for name in facts} | {"manifest_sha256": sha256_of(path)}


def _rows(folder: Path) -> Iterator[tuple[int, Released]]:
    files = [(split, name) for split in SPLITS for name in (f"{split}.jsonl", no_evidence(split))]
    for split, name in files:
        path = folder / "feverous" / name
        for line in lines_of(path) if path.exists() else ():
            row = line.row
            if line.problem:
                raise ReleaseError(f"{line.place}: {line.problem}")
            sets = frozenset(frozenset(one["content"]) for one in row["evidence"])
            yield row["id"], Released(row["claim"], row["label"], row["challenge"], sets, split)


def _annotations(folder: Path) -> tuple[list[list[str]], dict[int, str]]:
    """The current verdicts on each claim that several people verified, and why claims are left out."""
    verdicts: defaultdict[int, list[str]] = defaultdict(list)
    reasons: dict[int, str] = {}
    for line in lines_of(folder / ANNOTATIONS):
        row = line.row
        if row.get("is_current"):
            verdicts[row["id"]].append(row["verdict"])
        if row.get("claim_left_out"):
            reasons[row["id"]] = row["claim_left_out"]
    return [given for _number, given in sorted(verdicts.items()) if len(given) > 1], reasons
