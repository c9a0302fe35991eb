"""Release of a shared task: what is published now in public/, the answers of its test split in sealed/.

    OUT/public/         a release without the claims of the test split, but for their words in the blind files
    OUT/sealed/         the whole release, to be published when the task is over
    OUT/manifest.json   the hash of both manifests

The manifest of public/ has the hash of sealed/manifest.json, which has the hash of every sealed file: when the answers
are published anybody can check that they are those of the day the task began.

Nothing of public/ is made from verdicts, evidence, annotations or logs of the test split. It has therefore no report,
no logs of other work and the whole corpus: the pages that test claims rest on would tell where their evidence is.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from annotation.claims.models import Claim
from annotation.projects.models import Project
from annotation.release.formats.files import sha256_of
from annotation.release.output_directory import MANIFEST
from annotation.release.splits import Sides
from annotation.release.summary import ReleaseOptions

FORMAT = "attest-shared-task"
PUBLIC, SEALED, TEST = "public", "sealed", "test"
ANSWERS = ("feverous/test.jsonl", "fever/test.jsonl")
BLIND = "test_blind.jsonl"


@dataclass(frozen=True, slots=True)
class Held:
    """What public/ has no answers to. `claims`: their keys; `count`: how many of them are released; `sealed`: the
    folder that has the answers."""

    claims: frozenset[int]
    count: int
    sealed: Path


def public_options(settings: ReleaseOptions) -> ReleaseOptions:
    """The settings of public/."""
    return replace(settings, formats=settings.formats - {"report"}, whole_corpus=True)


def hidden_claims(project: Project, sides: Sides) -> frozenset[int]:
    """The keys of the claims of the test split: released, verified and left out, or imported for it."""
    imported = Claim.objects.filter(project=project, release_split=TEST).values_list("pk", flat=True)
    return frozenset([*imported, *(claim for claim, side in sides.of.items() if side == TEST)])


def write_blind(sealed: Path, public: Path, formats: Collection[str]) -> None:
    """Write id and words of the test claims to public/, as FEVEROUS and FEVER publish a test set.

    FEVER's file has all of them too: which claims FEVER has a row for would tell what kind of evidence they have.
    """
    blind = sealed / "feverous" / BLIND
    shutil.copyfile(blind, public / "feverous" / BLIND)
    if "fever" in formats:
        _placeholder, *rows = blind.read_text(encoding="utf-8").splitlines(keepends=True)
        (public / "fever" / BLIND).write_text("".join(rows), encoding="utf-8", newline="")


def commitment(sealed: Path) -> dict[str, Any]:
    """What the manifest of public/ says of the answers: hashes (SHA-256) of the sealed manifest and of their files."""
    return {
        "manifest_sha256": sha256_of(sealed / MANIFEST),
        "answers": {name: sha256_of(sealed / name) for name in ANSWERS if (sealed / name).exists()},
    }
