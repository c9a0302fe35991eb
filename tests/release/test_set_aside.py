"""What managers set aside, and people and periods that are left out: in no file, and counted by reason."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from annotation.actions.run import begin_undo, confirm, draft_on_rows, run, run_undo
from annotation.models import Verification
from annotation.projects.models import Undecided
from annotation.release.job import decode_settings
from annotation.release.row_ids import pseudonym
from annotation.release.summary import ReleaseError, ReleaseOptions
from annotation.release.write import preview, write_release
from tests.release.conftest import DATA
from tests.release.test_whole_release import json_lines, manifest, rows

pytestmark = pytest.mark.both_databases


def set_aside(project, by, verifications, reason="careless"):
    action = draft_on_rows(
        project=project, by=by, kind="set_aside", verifications=[one.pk for one in verifications.order_by("pk")]
    )
    confirm(action, by=by, reason=reason, note="Bob is lazy.")
    run(action)
    return action


def written(project, folder, options=DATA):
    write_release(project, folder, options)
    return manifest(folder), rows(folder)


def text_of(folder):
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix in (".jsonl", ".json", ".csv", ".md")]
    return "".join(path.read_text(encoding="utf-8") for path in files)


def test_set_aside_rows_are_in_no_file_and_counted_by_reason(project, worked, manager, tmp_path):
    before, usual = written(project, tmp_path / "before")
    action = set_aside(project, manager, Verification.objects.filter(claim=worked["plain"]))
    set_aside(project, manager, Verification.objects.filter(claim=worked["unknown"]), reason="test")
    found, released = written(project, tmp_path / "after")
    assert set(usual) - set(released) == {worked["plain"].pk, worked["unknown"].pk}
    assert found["verifications_left_out"] == {"set aside: careless": 1, "set aside: test": 1}
    assert found["excluded"] == before["excluded"] | {"verifications set aside": 2}
    assert found["claims"] == found["released"] + sum(found["excluded"].values())
    ids = {worked["plain"].pk, worked["unknown"].pk}
    assert not [row for row in json_lines(tmp_path / "after" / "annotations.jsonl") if row["id"] in ids]
    assert not [row for row in json_lines(tmp_path / "after" / "origins.jsonl") if row["id"] in ids]
    text = text_of(tmp_path / "after")
    assert "Bob is lazy" not in text  # the log's own words
    readme = (tmp_path / "after" / "README.md").read_text(encoding="utf-8")
    assert "2 verifications" in readme and "set aside: careless: 1" in readme
    begin_undo(action, by=manager)
    run_undo(action)
    assert worked["plain"].pk in written(project, tmp_path / "undone")[1]


def test_the_report_says_how_many_and_why(project, worked, manager, verifier, tmp_path):
    set_aside(project, manager, Verification.objects.filter(claim=worked["unknown"]), reason="test")
    options = ReleaseOptions(formats=frozenset({"report"}), without_people=(verifier.pk,))
    write_release(project, tmp_path / "out", options)
    report = (tmp_path / "out" / "report" / "report.md").read_text(encoding="utf-8")
    for reason, number in manifest(tmp_path / "out")["verifications_left_out"].items():
        assert f"| {reason} | {number} |" in report
    assert "set aside: test" in report and "leaves people or periods out" in report


def test_of_two_that_disagree_the_other_one_is_released(project, worked, manager, tmp_path):
    first = Verification.objects.filter(claim=worked["disagreed"]).order_by("pk")
    action = set_aside(project, manager, Verification.objects.filter(pk=first[0].pk))
    found, released = written(project, tmp_path / "out")
    assert released[worked["disagreed"].pk].label == first[1].verdict and action.items.count() == 1
    assert "verdicts disagree" not in found["excluded"]


def test_what_an_adjudicator_adopted_stays(project, worked, manager, tmp_path):
    decided = worked["adjudicated"].adjudications.get(is_current=True)
    assert decided.chosen_id is not None
    set_aside(project, manager, Verification.objects.filter(claim=worked["adjudicated"]))
    found, released = written(project, tmp_path / "out")
    assert released[worked["adjudicated"].pk].label == decided.verdict
    kept = [row for row in json_lines(tmp_path / "out" / "annotations.jsonl") if row["id"] == worked["adjudicated"].pk]
    assert [row["annotation"] for row in kept] == [decided.chosen_id]
    assert found["verifications_left_out"] == {"set aside: careless": 1}


def test_people_can_be_left_out(project, worked, verifier, tmp_path):
    theirs = Verification.objects.filter(
        submission__assignment__person=verifier, submission__is_current=True, claim__phase=0
    )
    adopted = theirs.filter(adjudications__is_current=True).count()
    found, released = written(project, tmp_path / "out", replace(DATA, without_people=(verifier.pk,)))
    assert found["verifications_left_out"] == {"person left out": theirs.count() - adopted}
    assert found["excluded"]["verifications left out of this release"] >= 1
    assert worked["plain"].pk not in released and found["settings"]["without_people"] == 1  # a number, no ids
    said = json_lines(tmp_path / "out" / "annotations.jsonl")
    assert pseudonym(project.pk, verifier.pk) not in {row["annotator"] for row in said if not row["is_released"]}


def test_what_people_who_are_left_out_wrote_is_left_out(project, worked, writer, tmp_path):
    found, released = written(project, tmp_path / "out", replace(DATA, without_people=(writer.pk,)))
    assert released == {} and json_lines(tmp_path / "out" / "annotations.jsonl") == []
    assert found["excluded"]["verifications left out of this release"] >= 5


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Etc/GMT+12"])  # in one of them it is another day
def test_periods_can_be_left_out(project, worked, zone):
    with timezone.override(zone):
        periods_are_left_out(project)


def periods_are_left_out(project):
    today = datetime.now(UTC).date()
    whole = ((today.isoformat(), today.isoformat()),)
    yesterday = (today - timedelta(days=1)).isoformat()
    usual = preview(project, DATA)
    none = preview(project, replace(DATA, without_periods=whole))
    assert none.counts.released == usual.counts.sources["adjudicated"]
    assert set(none.counts.verifications_left_out) == {"period left out"}
    same = preview(project, replace(DATA, without_periods=((yesterday, yesterday),)))
    assert same.counts.released == usual.counts.released and not same.counts.verifications_left_out


@pytest.mark.parametrize("period", [("2026-03-08", "2026-03-02"), ("yesterday", "today"), ("", "")])
def test_what_is_no_period_is_refused(project, worked, period):
    with pytest.raises(ReleaseError):
        preview(project, replace(DATA, without_periods=(period,)))


def test_somebody_unknown_cannot_be_left_out(project, worked):
    with pytest.raises(ReleaseError):
        preview(project, replace(DATA, without_people=(10**9,)))


def test_the_first_annotation_counts_where_the_project_says_so(project, worked, tmp_path):
    first = Verification.objects.filter(claim=worked["disagreed"]).order_by("pk")[0]
    project.undecided_claims = Undecided.FIRST
    project.save()
    found, released = written(project, tmp_path / "out")
    assert released[worked["disagreed"].pk].label == first.verdict
    assert found["sources"]["first"] == 1 and "verdicts disagree" not in found["excluded"]
    assert found["settings"]["first_counts"] is True and "submitted first" in found["rule"].rpartition(";")[2]
    left_out = preview(project, replace(DATA, first_counts=False))  # a release may choose otherwise
    assert left_out.counts.excluded["verdicts disagree"] == 1


def test_options_survive_the_job_table(project, verifier):
    options = ReleaseOptions(
        without_people=(verifier.pk,), without_periods=(("2026-03-02", "2026-03-08"),), first_counts=True
    )
    assert decode_settings(json.loads(json.dumps(options.to_json()))) == options


def test_the_command_leaves_out_the_same(project, worked, verifier, manager, tmp_path):
    set_aside(project, manager, Verification.objects.filter(claim=worked["plain"]))
    call_command(
        *("export_dataset", "--project", project.slug, "--only", "feverous", "--undecided", "first"),
        *("--without-person", verifier.username, str(tmp_path / "command")),
    )
    options = ReleaseOptions(formats=frozenset({"feverous"}), without_people=(verifier.pk,), first_counts=True)
    page = preview(project, options).counts
    found = manifest(tmp_path / "command")
    assert found["verifications_left_out"] == dict(page.verifications_left_out) and found["released"] == page.released
