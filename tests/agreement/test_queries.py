"""Agreement from the database: every current verification once, in few queries, with the rows behind each number."""

from __future__ import annotations

import json
import uuid
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from sklearn.metrics import cohen_kappa_score

from annotation.dashboard.agreement import agreement
from annotation.models import Assignment, Claim, Evidence, EvidenceSet, Project, Task, Verification
from annotation.projects.models import Role
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.queries import ALL_GROUPINGS, agreement_report, items_of
from annotation.quality.agreement.result import Reason, Undefined
from annotation.quality.calibration.gold_items import GoldAnswer, make_gold
from annotation.results import store
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.work.models import Submission
from annotation.work.submission import submit
from annotation.workflows.kinds import TaskKind
from tests.cast import CELL, CLAIMS, OTHER_PAGE, SENTENCE, claim_of, member, tasks_of

pytestmark = pytest.mark.both_databases

S, R, N = "SUPPORTS", "REFUTES", "NOT ENOUGH INFO"


@pytest.fixture
def verify(project, claims):
    """`verify("vera", 0, S, [SENTENCE])`: vera verifies the first claim, through the queue and submission."""
    Task.objects.filter(project=project).update(required_annotations=3)

    def verify(name, claim, verdict, *evidence, challenge="Other"):
        person = member(project, name, Role.VERIFIER)
        Task.objects.filter(project=project).update(position=1)
        tasks_of(claims[claim]).update(position=0)
        taken = assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION)
        assert claim_of(taken) == claims[claim]
        made, _new = submit(
            assignment=taken,
            client_id=uuid.uuid4(),
            verdict=verdict,
            challenge=challenge,
            evidence_sets=[list(ids) for ids in evidence],
        )
        return made

    return verify


@pytest.fixture
def verified(verify):
    """The first claim by two who agree, the second by three of whom one does not, the third by one."""
    return [
        verify("vera", 0, S, [SENTENCE]),
        verify("viktor", 0, S, [SENTENCE], [OTHER_PAGE]),
        verify("vera", 1, S, [CELL, SENTENCE]),
        verify("viktor", 1, R, [CELL]),
        verify("violet", 1, S, [OTHER_PAGE]),
        verify("violet", 2, N, [SENTENCE]),
    ]


def figures(report):
    return {figure.name: figure for figure in report.figures}


def test_items_are_the_claims_that_several_verified(project, claims, verified):
    first, second = items_of(project)
    assert (first.claim, second.claim) == (claims[0].pk, claims[1].pk)
    assert [rating.verification for rating in second.ratings] == [one.pk for one in verified[2:5]]
    assert [rating.verdict for rating in second.ratings] == [S, R, S]
    assert first.ratings[1].evidence == (frozenset({SENTENCE}), frozenset({OTHER_PAGE}))
    assert second.ratings[0].person == verified[2].assignment.person_id


def test_six_queries_whatever_the_size(project, verified, django_assert_num_queries):
    with django_assert_num_queries(6):
        items_of(project)


def test_a_revision_takes_the_place_of_the_one_before(project, verified):
    old = verified[3]
    Submission.objects.filter(verification=old).update(is_current=False)
    second = Submission.objects.create(assignment=old.assignment, revision=2, client_id=uuid.uuid4())
    new = Verification.objects.create(submission=second, claim=old.claim, verdict=S, challenge="Other")
    Evidence.objects.create(
        evidence_set=EvidenceSet.objects.create(submission=second, position=0),
        position=0,
        element_id=SENTENCE,
        context=[],
        page_title="Harbour League",
        content_hash="0" * 64,
    )
    rating = items_of(project)[1].ratings[1]
    assert (rating.verification, rating.verdict, rating.evidence) == (new.pk, S, (frozenset({SENTENCE}),))
    assert figures(agreement_report(project))["verdict.unanimous"].result.value == 1


def test_the_report_by_hand(project, claims, verified):
    report = agreement_report(project, by=["ways", "evidence_match"], with_annotators=True)
    assert (report.items, report.two_way, report.three_way, report.verifications) == (2, 1, 1, 5)
    found = figures(report)
    assert found["verdict.percent"].result.value == pytest.approx((1 + 1 / 3) / 2)
    assert list(found)[:5] == ["verdict.alpha", "verdict.ac1", "verdict.fleiss_2", "verdict.fleiss_3", "verdict.fleiss"]
    assert [found[f"verdict.fleiss_{ways}"].claims for ways in (2, 3)] == [(claims[0].pk,), (claims[1].pk,)]
    assert found["verdict.percent"].claims == (claims[1].pk, claims[0].pk)
    assert found["verdict.not_enough"].result.value == 0
    assert found["verdict.not_enough"].claims == ()
    assert found["verdict.cohen"].result == Undefined(Reason.ONE_CATEGORY, 1)
    assert found["evidence.identical"].result.value == pytest.approx(1 / 4)
    assert found["evidence.proper_subset"].result.value == pytest.approx(1 / 4)
    assert [(group.name, group.pairs) for group in report.groups["ways"]] == [("2", 1), ("3", 3)]
    assert [(g.name, g.pairs) for g in report.groups["evidence_match"]] == [("0", 2), ("0.6-0.7", 1), ("1", 1)]
    assert sorted(report.names.values()) == ["vera", "viktor", "violet"]
    assert all(figure.definition and figure.label for figure in report.figures)


def test_filters_narrow_what_is_looked_at(project, claims, verified):
    assert agreement_report(project, Filters(ways=3)).items == 1
    assert agreement_report(project, Filters(person=verified[4].assignment.person_id)).items == 1
    assert agreement_report(project, Filters(claim_type="II")).items == 0
    today = timezone.now().date()
    assert agreement_report(project, Filters(first=today - timedelta(days=1))).items == 2
    assert agreement_report(project, Filters(last=date(2020, 1, 1))).items == 0


def test_another_project_has_its_own(project, verified, corpus):
    assert items_of(Project.objects.create(slug="other", name="Other", corpus=corpus)) == []


def test_no_verifications_are_no_error(project):
    report = agreement_report(project, by=ALL_GROUPINGS, with_annotators=True)
    assert figures(report)["verdict.fleiss"].result == Undefined(Reason.NO_ITEMS)
    assert all(groups == [] for groups in report.groups.values())


def test_the_command_prints_what_the_function_gives(project, claims, verified):
    out = StringIO()
    call_command("agreement", project=project.slug, json=True, stdout=out)
    found = json.loads(out.getvalue())
    report = agreement_report(project, by=ALL_GROUPINGS, with_annotators=True)
    assert [f["name"] for f in found["figures"]] == [figure.name for figure in report.figures]
    percent, same = next(
        pair for pair in zip(found["figures"], report.figures, strict=True) if "percent" in pair[1].name
    )
    assert (percent["value"], percent["low"]) == (pytest.approx(2 / 3), same.result.interval.low)
    assert percent["claims"] == [claims[1].pk, claims[0].pk]
    assert [one["items"] for one in found["competence"]] == [2, 2, 1]
    assert 0 <= found["competence"][0]["mace"]["value"] <= 1
    undefined = next(f for f in found["figures"] if f["name"] == "verdict.cohen")
    assert (undefined["value"], undefined["reason"]) == (None, "one_category")
    assert "by chance is certain" in undefined["words"]
    assert set(found["groups"]) == set(ALL_GROUPINGS)
    assert len(found["annotators"]["pairs"]) == 3


def test_the_command_in_words(project, verified):
    out = StringIO()
    call_command("agreement", project=project.slug, by=["week"], stdout=out)
    text = out.getvalue()
    assert text.startswith("2 claims were verified by several people: 1 by two, 1 by three.")
    assert "Fleiss' kappa" in text
    assert "violet" in text
    with pytest.raises(CommandError, match="No person"):
        call_command("agreement", project=project.slug, person="nobody")


def test_the_command_takes_groups_one_by_one_or_together(project, verified):
    """`--by week --by ways` is not the last of the two alone."""

    def groups(*given: str) -> list[str]:
        out = StringIO()
        call_command("agreement", "--project", project.slug, "--json", *given, stdout=out)
        return list(json.loads(out.getvalue())["groups"])

    assert groups("--by", "week", "--by", "ways") == groups("--by", "week", "ways") == ["week", "ways"]
    assert groups("--by") == []
    assert groups() == list(ALL_GROUPINGS)


def test_a_snapshot_is_kept_while_it_is_good(project, verified, verify, monkeypatch):
    first = agreement(project)
    assert not first.is_stale
    assert agreement(project).report.figures[0] is first.report.figures[0]
    verify("violet", 0, R, [OTHER_PAGE])
    later = agreement(project)
    assert (later.report.figures[0] is first.report.figures[0], later.is_stale) == (True, True)
    fresh = agreement(project, fresh=True)
    assert (fresh.report.verifications, fresh.is_stale) == (6, False)
    verify("viktor", 2, N, [SENTENCE])
    monkeypatch.setattr(store, "GOOD_FOR", timedelta(0))
    assert agreement(project).report.items == 3


def test_a_snapshot_goes_by_what_managers_decide_too(project, claims, verified, manager, monkeypatch):
    """A claim that becomes gold leaves agreement, though nobody hands anything in after that."""
    monkeypatch.setattr(store, "GOOD_FOR", timedelta(0))
    first = agreement(project)
    assert (first.report.items, first.is_stale) == (2, False)
    make_gold(claim=claims[0], phase=Phase.FIRST, right=GoldAnswer(S, ["Other"], [[SENTENCE]]), by=manager)
    later = agreement(project)
    assert (later.report.items, later.is_stale) == (1, False)
    assert later.report.figures[0].result != first.report.figures[0].result


def test_a_snapshot_says_what_the_report_says(project, verified):
    asked = {"by": ["week", "ways"], "with_annotators": True}
    assert agreement(project, **asked).report == agreement_report(project, **asked)
    assert agreement(project, Filters(ways=3), ["ways"]).report == agreement_report(project, Filters(ways=3), ["ways"])


def test_a_project_under_a_deleted_one_s_number_shows_nothing_of_it(project, verified):
    assert agreement(project).report.items == 2
    later = Project(pk=project.pk, slug=project.slug, corpus=project.corpus, created_at=timezone.now())
    Submission.objects.filter(assignment__project=project).update(is_current=False)
    assert agreement(later).report.items == 0


def test_kappa_is_sklearns_from_the_rows_of_the_database(project, verified):
    """Computed again from plain rows, another way round."""
    pairs = []
    for claim in Claim.objects.filter(text__in=CLAIMS):
        rows = Assignment.objects.filter(task__verification_item__claim=claim, state="submitted").order_by("ended_at")
        if rows.count() == 2:
            pairs.append([row.submissions.get(is_current=True).verification.verdict for row in rows])
    pairs += [[S, R], [R, R], [R, S], [N, N]]
    from annotation.quality.agreement.verdict_agreement import first_and_second
    from tests.agreement.made import voted

    ours = first_and_second([voted(n, *pair) for n, pair in enumerate(pairs)])
    assert ours.value == pytest.approx(cohen_kappa_score(*zip(*pairs, strict=True)))
