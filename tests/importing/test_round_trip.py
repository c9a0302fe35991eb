"""Whatever a project is, its release comes back: imported into an empty project, it is released again as it was."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from hypothesis import HealthCheck, Phase, given, seed, settings

from annotation.models import Claim, Project, Verification
from annotation.projects.models import Role
from annotation.release.queries import batches
from annotation.release.row_ids import pseudonym
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from corpus.models import Corpus
from tests.annotation.disagreeing import submit_work
from tests.cast import SENTENCE, member, tasks_of
from tests.importing.bringing import bring, write
from tests.importing.generated import Answer, Plan, Written, make, plans
from tests.release.conftest import hold

# What says how the project is called, and not what is in it.
NAMED = {"README.md", "LICENSE.md", "DATA_STATEMENT.md", "CITATION.cff", "croissant.json", "manifest.json"}
# What only the project itself knows: claims that were never released nor reported, and what happened to its groups.
OWN_REASONS = {"calibration", "known answer among the work", "not verified"}
FEW, MANY, PARTS = 5, int(os.environ.get("ATTEST_TEST_PROJECTS", "80")), 8
# The first plan that fails is shown as it is: to make it smaller takes minutes.
GENERATE = (Phase.explicit, Phase.generate)
quietly: dict[str, Any] = {
    "deadline": None,
    "phases": GENERATE,
    "database": None,
    "suppress_health_check": list(HealthCheck),
}


ANSWER = Answer("SUPPORTS", "Other", [[SENTENCE]], unsure=False, day=0, search="", suggested=None, contradicts=False)
PLAN = Plan(
    claims=[
        Written(
            words=["harbour", "league"],
            highlight=0,
            claim_type="I",
            mutation="",
            mutates=False,
            intended="",
            writer=0,
            phase=0,
            answers=[[ANSWER]],
            decisions=[],
            reported=None,
            is_sample=False,
        )
    ],
    lost=None,
    changed=False,
    settings=ReleaseOptions(formats=frozenset({"feverous"})),
)


class Undone(Exception):
    """Ends a transaction."""


@contextmanager
def undone() -> Iterator[None]:
    """What happens in it leaves the database as it was."""
    try:
        with transaction.atomic():
            yield
            raise Undone
    except Undone:
        pseudonym.cache_clear()


def content(folder: Path) -> dict[str, Any]:
    """The files of a release that have data, and what the manifest counts."""
    files: dict[str, Any] = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name not in NAMED
    }
    splits = json.loads(files["splits.json"])
    splits["groups"].pop("claims_moved_by_a_later_link")
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    left_out = {reason: count for reason, count in manifest["excluded"].items() if reason not in OWN_REASONS}
    counted = {name: manifest[name] for name in ("released", "labels", "sources", "verifications", "without_evidence")}
    return files | {"splits.json": splits, "excluded": left_out, **counted}


def lines(found: Any) -> Any:
    """The lines of a text file, so that the one that differs is shown; names of things begin with the project's."""
    return found.replace(b"urn:attest:again:", b"urn:attest:made:").splitlines() if isinstance(found, bytes) else found


def assert_comes_back(project: Project, options: ReleaseOptions) -> dict[str, Any]:
    """Release the project, import that, release it again: the same rows in every file. Returns them."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_release(project, folder / "first", options)
        code, said = bring(folder / "first", "--corpus", project.corpus.slug, project="again")
        assert code == 0, said
        write_release(Project.objects.get(slug="again"), folder / "second", options)
        first, second = content(folder / "first"), content(folder / "second")
    assert first.keys() == second.keys()
    for name, was in first.items():
        assert lines(was) == lines(second[name]), name
    return first


def comes_back(corpus: Corpus, plan: Plan) -> None:
    with undone():
        project = Project.objects.create(slug="made", name="Made", corpus=corpus, claim_rest_hours=0)
        make(project, plan)
        assert_comes_back(project, plan.settings)


@pytest.fixture(autouse=True)
def nothing_waits_for_the_disk(monkeypatch):
    """That a release is on the disk before it is called whole is no matter here, and takes most of the time."""
    monkeypatch.setattr("annotation.release.output_directory._sync", lambda _folder: None)


def test_a_generated_project_comes_back(corpus):
    @seed(0)
    @settings(max_examples=FEW, **quietly)
    @given(plans)
    def check(plan: Plan) -> None:
        comes_back(corpus, plan)

    check()


@pytest.mark.extended
@pytest.mark.parametrize(
    "part", [1, 2, 3, *(pytest.param(part, marks=pytest.mark.one_database) for part in range(4, PARTS + 1))]
)
def test_many_generated_projects_come_back(corpus, part):
    """In parts, since no test may take minutes. ATTEST_TEST_PROJECTS=1000 makes it a long search."""
    ran: list[int] = []

    @seed(part)
    @settings(max_examples=MANY // PARTS, **quietly)
    @given(plans)
    def check(plan: Plan) -> None:
        ran.append(1)
        comes_back(corpus, plan)

    check()
    assert len(ran) >= MANY // PARTS


# --- Rows of others ---------------------------------------------------------------------------------------------------


def json_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_train_rows_come_back_through_our_own_folder_key_by_key(corpus, shared_data, tmp_path):
    """What these rows lack is the challenge: there the format's own word stands."""
    source = shared_data / "feverous" / "train_rows.jsonl"
    assert bring(source, project="made")[0] == 0
    options = ReleaseOptions(splits=(1, 0, 0), formats=frozenset({"feverous", "fever", "tables"}))
    assert_comes_back(Project.objects.get(slug="made"), options)
    write_release(Project.objects.get(slug="again"), tmp_path / "out", options)
    _header, *went = json_rows(tmp_path / "out/feverous/train.jsonl")
    assert went == [one | {"challenge": "Other"} for one in json_rows(source)]


@pytest.mark.parametrize("count", [300, pytest.param(2_000, marks=[pytest.mark.extended, pytest.mark.one_database])])
def test_rows_of_fever_come_back_through_our_own_folder_key_by_key(corpus, shared_data, tmp_path, count):
    """Without evidence too, in their numbers and order. They lack `verifiable`, and so do the rows that go out."""
    came = json_rows(shared_data / "fever" / "dev_rows.jsonl")[:count]
    assert bring(write(tmp_path / "paper_dev.jsonl", came, header=False), project="made")[0] == 0
    options = ReleaseOptions(formats=frozenset({"feverous", "fever", "tables", "datasets"}))
    files = assert_comes_back(Project.objects.get(slug="made"), options)
    went = [json.loads(line) for line in files["fever/dev.jsonl"].splitlines()]
    assert [[*row.items()] for row in went] == [[*row.items()] for row in came]
    # One number of released claims, whichever file is counted.
    without = sum(not any(part[2] for each in row["evidence"] for part in each) for row in came)
    assert without > 0 and files["without_evidence"] == without
    assert files["released"] == count == sum(files["splits.json"]["rows"].values())
    lines_of_file = [len(files[f"feverous/{name}.jsonl"].splitlines()) - 1 for name in ("dev", "dev_no_evidence")]
    assert lines_of_file == [count - without, without]
    assert len(files["sources.jsonl"].splitlines()) == count


def test_what_is_done_after_an_import_is_numbered_beyond_it(corpus):
    """Keys of this database may be numbers of annotations elsewhere."""
    with undone():
        project = Project.objects.create(slug="made", name="Made", corpus=corpus, claim_rest_hours=0)
        make(project, PLAN)
        assert_comes_back(project, PLAN.settings)
        again = Project.objects.get(slug="again")
        Verification.objects.filter(claim__project=again).update(release_id=F("release_id") + 1_000)
        claim = Claim.objects.get(project=again)
        tasks_of(claim).update(required_annotations=3)
        submit_work(hold(claim, member(again, "vera", Role.VERIFIER)), "SUPPORTS", [SENTENCE])
        own = Verification.objects.latest("pk")
        numbers = [one.number for read in batches(again) for one in read.said[claim.pk]]
        assert (
            own.release_id is None and numbers[-1] == own.pk + max(numbers[:-1]) and len(set(numbers)) == len(numbers)
        )
