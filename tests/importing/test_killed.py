"""An import that is killed is gone on with; the rows are as if nothing had happened."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from annotation.models import Claim, Evidence, Operation, Verification
from tests.conftest import ROOT
from tests.importing.bringing import bring, row, write
from tests.servers.process import django_environment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases, pytest.mark.extended]

ROWS = 4_000


def rows_of(slug: str) -> list[list[tuple[object, ...]]]:
    """What was brought in, keys and times apart."""
    claims = Claim.objects.filter(project__slug=slug).order_by("pk")
    said = Verification.objects.filter(claim__project__slug=slug).order_by("pk")
    evidence = Evidence.objects.filter(evidence_set__submission__verification__claim__project__slug=slug).order_by("pk")
    log = Operation.objects.filter(assignment__project__slug=slug).order_by("assignment", "sequence")
    return [
        list(
            claims.values_list(
                "release_id",
                "text",
                "release_split",
                "verification_item__task__required_annotations",
                "verification_item__task__assigned_count",
            )
        ),
        list(said.values_list("claim__release_id", "verdict", "challenge")),
        list(evidence.values_list("element_id", "position", "evidence_set__position", "content_hash")),
        list(log.values_list("sequence", "name", "value", "seconds")),
    ]


def test_an_import_that_is_killed_twice_gives_the_same_rows(corpus, tmp_path):
    path = write(tmp_path / "train.jsonl", [row(number) for number in range(1, ROWS + 1)])
    bring(path, project="plain")
    command = [sys.executable, "manage.py", "import_dataset", str(path), "--project", "killed"]
    stopped_at = []
    for _again in range(2):
        process = subprocess.Popen(command, cwd=ROOT, env=django_environment(), stdout=subprocess.PIPE)
        before = Claim.objects.filter(project__slug="killed").count()
        while process.poll() is None and Claim.objects.filter(project__slug="killed").count() == before:
            time.sleep(0.01)
        process.kill()
        process.communicate()
        stopped_at.append(Claim.objects.filter(project__slug="killed").count())
    assert 0 < stopped_at[0] < ROWS and stopped_at == sorted(stopped_at)
    bring(path, project="killed")
    assert rows_of("killed") == rows_of("plain")
