"""The quality pages: who sees them, that their numbers are the command's, and that every number opens its rows."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections import Counter
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from annotation.actions.models import Action
from annotation.dashboard import status
from annotation.models import Assignment, Calibration, Claim, Project, Task, User, Verification
from annotation.projects.data_version import bump
from annotation.projects.models import Role
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.quality.adjudication.queue import letters
from annotation.quality.agreement import queries
from annotation.quality.agreement.definitions import GROUPINGS
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.queries import agreement_report, items_of
from annotation.quality.agreement.result import value_of
from annotation.quality.audit.dataset import AuditDataset
from annotation.quality.audit.evidence import types_of
from annotation.quality.audit.job import KIND
from annotation.quality.calibration.gold_items import GoldAnswer, make_gold
from annotation.results import store
from annotation.results.job import refresh_now
from annotation.vocabulary.tasks import Phase
from annotation.work.assignment import assign_next
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from jobs.models import Job, JobState
from jobs.runner import run_next
from tests.cast import SENTENCE, claim_of, member
from tests.frontend.html import select
from tests.frontend.submitting import edited, submitted
from tests.prepared import few_resamples, simulated_project

PAGES = [
    "quality",
    "quality-matrix",
    "quality-groups",
    "quality-confusion",
    "quality-habits",
    "quality-items",
    "quality-rows",
    "quality-claims",
    "quality-audit",
    "quality-classifier",
    "quality-evidence",
    "quality-balance",
    "quality-time",
    "quality-production",
    "quality-reported",
    "quality-skipped",
    "quality-suggestions",
    "quality-suggested",
]


@pytest.fixture
def as_manager(client: Client, manager) -> Client:
    client.force_login(manager)
    return client


@pytest.fixture
def large(db, monkeypatch) -> Project:
    few_resamples(monkeypatch)
    project, _planted = simulated_project(annotators=9, claims=60, seed=2, qa=30)
    return project


@pytest.fixture
def managing(client: Client, large) -> Client:
    """Logged in as the manager of the simulated project."""
    client.force_login(member(large, "maya", Role.MANAGER))
    return client


def address(name: str, project: Project, query: str = "", **more: int) -> str:
    return reverse(name, kwargs={"slug": project.slug, **more}) + query


def test_every_page_works_while_nothing_is_there(as_manager, project):
    for name in PAGES:
        answer = as_manager.get(address(name, project))
        assert answer.status_code == 200, name
        assert 'aria-current="page"' in answer.text or 'aria-current="true"' in answer.text, name


@pytest.mark.parametrize("who", ["outsider", "verifier", "writer"])
def test_annotators_and_strangers_do_not_come_in(client, request, project, who):
    client.force_login(request.getfixturevalue(who))
    assert not [name for name in PAGES if client.get(address(name, project)).status_code != 404]


def test_the_side_by_side_page_is_for_the_same_people(client, project, verifier, assignment):
    verification = submitted(assignment)
    page = address("quality-side-by-side", project, pk=verification.claim_id)
    client.force_login(verifier)
    assert client.get(page).status_code == 404
    client.force_login(member(project, "olga", Role.OBSERVER))
    assert client.get(page).status_code == 200


def test_another_projects_claim_is_not_there(as_manager, project, large):
    claim = large.claims.first()
    assert as_manager.get(address("quality-side-by-side", project, pk=claim.pk)).status_code == 404


@pytest.mark.parametrize("role", [Role.ADJUDICATOR, Role.OBSERVER])
def test_others_than_managers_see_the_numbers_without_names(client, large, role):
    client.force_login(member(large, "olga", role))
    people = User.objects.filter(memberships__project=large).exclude(username="olga")
    for name in PAGES:
        answer = client.get(address(name, large))
        assert answer.status_code == 200, name
        assert not [one for one in people if one.username in answer.text], name
        assert reverse("manage", args=[large.slug]) not in answer.text, name


def test_a_person_has_one_number_on_all_pages_for_those_who_see_no_names(client, large):
    client.force_login(member(large, "olga", Role.OBSERVER))
    matrix, time = (client.get(address(name, large)).context for name in ("quality-matrix", "quality-time"))
    beside_others = {row[0]: row[-1] for row in matrix["each"].figure.rows}
    medians = {row[0] for row in time["blocks"][2].figure.rows}
    assert beside_others
    assert set(beside_others) <= medians
    assert all(re.fullmatch(r"\w+ \d+", name) for name in medians)
    someone = next(one for one in agreement_report(large, with_annotators=True).annotators.rows)
    rows = client.get(address("quality-rows", large, f"?person={someone.person}"))
    (name,) = {name for _row, name, _seconds in rows.context["listed"]}
    assert beside_others[name] == len(someone.claims)


def test_page_and_command_get_their_numbers_from_the_same_function(managing, large, monkeypatch):
    called = []
    real = queries.verdict_figures

    def watched(items, labels):
        called.append(len(items))
        return real(items, labels)

    monkeypatch.setattr(queries, "verdict_figures", watched)
    out = io.StringIO()
    call_command("agreement", project=large.slug, json=True, stdout=out)
    store.forget()
    shown = managing.get(address("quality", large)).context
    by_group = managing.get(address("quality-groups", large)).context["report"].groups
    by_group |= shown["report"].groups
    assert called == [len(items_of(large))] * 2
    printed = json.loads(out.getvalue())
    assert {one["name"]: one["value"] for one in printed["figures"]} == {
        one.name: getattr(one.result, "value", None) for one in shown["report"].figures
    }
    for by in GROUPINGS:
        assert [(g["name"], g["kappa"]["value"]) for g in printed["groups"][by]] == [
            (g.name, getattr(g.kappa, "value", None)) for g in by_group[by]
        ]
    written = [one.value for _heading, numbers in shown["sections"] for one in numbers]
    expected = ["–" if one["value"] is None else f"{one['value']:.3f}" for one in printed["figures"]]
    assert sorted(written) == sorted(expected)


def test_every_number_of_agreement_opens_exactly_its_items(managing, large):
    report = agreement_report(large, by=list(GROUPINGS))
    for figure in report.figures:
        page = managing.get(address("quality-items", large, f"?figure={figure.name}"))
        assert page.context["listed"].claims == list(figure.claims)
        assert figure.label in page.text.replace("&#x27;", "'")
    week = managing.get(address("quality", large)).context["week"]
    for block in [week, *managing.get(address("quality-groups", large)).context["blocks"]]:
        counts = [row[block.figure.columns.index("count")] for row in block.figure.rows]
        # A week has a point, unless it has no value, and a column.
        links = list(dict.fromkeys(re.findall(r'<a href="([^"]+)"', block.figure.svg)))
        for link, count in zip(sorted(links) if block is week else links, counts, strict=True):
            listed = managing.get(link.replace("&amp;", "&")).context["listed"]
            assert 0 < len(listed.claims) <= count


def test_a_pair_opens_the_claims_that_both_verified(managing, large):
    report = agreement_report(large, with_annotators=True)
    (one, other), cell = next(iter(report.annotators.cells.items()))
    page = managing.get(address("quality-items", large, f"?pair={one}-{other}"))
    assert sorted(page.context["listed"].claims) == sorted(cell.claims)
    assert report.names[one] in page.text


def test_items_by_verdicts_and_by_evidence(managing, large):
    page = managing.get(address("quality-items", large))
    for value, _words, count in page.context["listed"].patterns:
        narrowed = managing.get(address("quality-items", large), {"verdicts": value})
        assert len(narrowed.context["listed"].claims) == count
    same = managing.get(address("quality-items", large, "?match=identical")).context["listed"].claims
    assert same
    by_claim = {item.claim: item for item in items_of(large)}
    for claim in same:
        sets = [set(rating.evidence) for rating in by_claim[claim].ratings]
        assert any(a & b for n, a in enumerate(sets) for b in sets[n + 1 :])


def test_evidence_stands_side_by_side_with_what_is_shared_and_what_is_not(managing, large):
    item = next(i for i in items_of(large) if len(i.ratings) == 2 and _crossing(i))
    page = managing.get(address("quality-side-by-side", large, "?list=items", pk=item.claim))
    first, second = page.context["sides"]
    assert (first.letter, second.letter) == ("A", "B")
    rated = {rating.verification: frozenset().union(*rating.evidence) for rating in item.ratings}
    one, other = rated[first.verification.pk], rated[second.verification.pk]
    assert {row.evidence.element_id: row.marks for row in page.context["table"]} == {
        element: [element in one, element in other] for element in one | other
    }
    assert {card.kind for side in (first, second) for *_, cards in side.sets for card in cards} == {"all", "one"}
    assert select(page.text, ".side-card.mark-all") and select(page.text, ".side-card.mark-one")
    assert page.context["around"].of == len(items_of(large))


def test_the_letters_are_those_of_adjudication_and_tell_nobody_who_was_first(managing, large):
    orders = set()
    for item in [item for item in items_of(large) if len(item.ratings) == 2]:
        sides = managing.get(address("quality-side-by-side", large, pk=item.claim)).context["sides"]
        assert {side.verification.pk: side.letter for side in sides} == letters(side.verification for side in sides)
        orders.add(sides[0].first_submitted_at < sides[1].first_submitted_at)
    assert orders == {True, False}


def _crossing(item) -> bool:
    one, other = (frozenset().union(*rating.evidence) for rating in item.ratings)
    return bool(one & other) and one != other


def test_the_way_through_a_list_leads_from_each_claim_to_the_next(managing, large):
    claims = managing.get(address("quality-items", large)).context["listed"].claims
    middle = managing.get(address("quality-side-by-side", large, "?list=items", pk=claims[1])).context["around"]
    assert (middle.before, middle.after, middle.place, middle.of) == (claims[0], claims[2], 2, len(claims))
    last = managing.get(address("quality-side-by-side", large, "?list=items", pk=claims[-1])).context["around"]
    assert last.after is None


def test_a_claim_that_nobody_verified_can_be_looked_at(as_manager, project, claims):
    page = as_manager.get(address("quality-side-by-side", project, pk=claims[0].pk))
    assert select(page.text, ".panel > .empty") and not select(page.text, ".side")


def test_text_of_people_is_shown_as_text(as_manager, project, assignment):
    claim = claim_of(assignment)
    type(claim).objects.filter(pk=claim.pk).update(text="<script>alert(1)</script>")
    submitted(assignment)
    for page in (
        address("quality-side-by-side", project, pk=claim.pk),
        address("quality-rows", project),
        address("quality-claims", project),
    ):
        answer = as_manager.get(page)
        assert "<script>alert" not in answer.text
        assert "&lt;script&gt;alert" in answer.text


def test_addresses_that_make_no_sense_are_answered(managing, large):
    for query in (
        "?ways=x&first=never&person=abc&claim_type=IX",
        "?by=week&group=%00",
        "?by=nothing&group=1",
        "?pair=1-",
        "?pair=a-b&verdicts=%00&match=no",
        "?figure=none&page=999",
        "?word=%00&under=1e9&least=.&order=no&at=%00",
        "?file",
    ):
        for name in ("quality-items", "quality-rows", "quality-matrix", "quality-audit", "quality-production"):
            assert managing.get(address(name, large, query)).status_code in (200, 404), (name, query)


def test_a_figure_comes_as_a_file(managing, large):
    drawing = managing.get(address("quality", large, "?file=week.svg"))
    assert drawing["Content-Type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(drawing.text).tag.endswith("svg")
    table = list(csv.reader(io.StringIO(managing.get(address("quality", large, "?file=week.csv")).text)))
    weeks = agreement_report(large, by=["week"]).groups["week"]
    assert [row[0] for row in table[1:]] == [group.name for group in weeks]
    assert managing.get(address("quality", large, "?file=other.svg")).status_code == 404
    assert managing.get(address("quality", large, "?file=week.exe")).status_code == 404


def test_filters_narrow_all_numbers(managing, large):
    narrowed = managing.get(address("quality", large, "?ways=3"))
    assert narrowed.context["report"].figures == agreement_report(large, Filters(ways=3), with_annotators=True).figures
    assert narrowed.context["report"].two_way == 0
    assert "?ways=3&amp;figure=verdict.fleiss" in narrowed.text


def test_a_word_opens_the_verifications_with_it(managing, large):
    page = managing.get(address("quality-audit", large))
    links = re.findall(r'<a href="([^"]*word=[^"]*)"', page.text)
    assert links
    rows = page.context["blocks"][0].figure.rows
    first = next(iter(re.findall(r'<a href="([^"]*)"', page.context["blocks"][0].figure.svg)))
    assert managing.get(first.replace("&amp;", "&")).context["page"].paginator.count == rows[0][-1]


@pytest.mark.parametrize(("name", "query"), [("quality-evidence", ""), ("quality-time", ""), ("quality-balance", "")])
def test_bars_open_as_many_rows_as_they_count(managing, large, name, query):
    page = managing.get(address(name, large, query))
    blocks = page.context.get("blocks") or [block for block, _balance in page.context["judged"]]
    seen = 0
    for block in blocks:
        links = re.findall(r'<a href="([^"]+)"', block.figure.svg)
        if block.figure.name.startswith(("places-", "highlights", "intended", "places", "whole-lines")):
            continue  # these count elements, evidence sets or highlights
        for link, row in zip(links, block.figure.rows, strict=True):
            count = row[-1] if row[-1] is not None else row[1]
            assert managing.get(link.replace("&amp;", "&")).context["page"].paginator.count == count, (link, row)
            seen += 1
    assert seen


def test_the_production_report_adds_up(managing, large):
    out = managing.get(address("quality-production", large, "?file=production.csv")).getvalue().decode()
    rows = list(csv.DictReader(io.StringIO(out)))
    assert sum(int(row["done"]) for row in rows) == Verification.objects.filter(claim__project=large).count()
    page = managing.get(address("quality-production", large))
    for one, _name, link in page.context["people"]:
        assert managing.get(link).context["page"].paginator.count == one.done
    writing = managing.get(address("quality-production", large, "?kind=claim_generation"))
    effort = {"writing-searches", "writing-full-text", "writing-hyperlinks"}
    assert effort <= {block.figure.name for block in writing.context["blocks"]}
    assert not effort & {block.figure.name for block in page.context["blocks"]}
    assert sum(one.done for one, *_ in writing.context["people"]) * 3 == large.claims.count()


def test_reports_are_counted_by_writer_and_reason(managing, large):
    page = managing.get(address("quality-production", large, "?kind=claim_generation"))
    for writer, _name, counts, total in page.context["more"][0][1]["reported"]:
        for reason, count in counts:
            listed = managing.get(address("quality-reported", large, f"?writer={writer}&reason={reason}"))
            assert listed.context["page"].paginator.count == count
        assert total >= 1


def test_calibration_and_silent_gold_count_nowhere(as_manager, project, assignment, verifier):
    submitted(assignment)
    assert as_manager.get(address("quality-rows", project)).context["page"].paginator.count == 1
    store.forget()
    Task.objects.filter(pk=assignment.task_id).update(phase=Phase.SILENT)
    project.claims.filter(pk=claim_of(assignment).pk).update(phase=Phase.SILENT)
    assert as_manager.get(address("quality-rows", project)).context["page"].paginator.count == 0
    assert as_manager.get(address("quality-production", project)).context["people"] == []
    assert as_manager.get(address("quality-time", project)).context["done"] == 0
    assert types_of(project) == {}


def test_what_candidates_write_and_report_in_calibration_counts_nowhere(as_manager, project, claims, verifier, writer):
    """Neither in a number nor in the list behind it."""
    project.claims.update(claim_type="III", mutation="Negation", intended_label="REFUTES")
    assignment = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    report(assignment=assignment, reasons=["language"])
    project.claims.filter(pk=claim_of(assignment).pk).update(phase=Phase.FIRST)
    judged = as_manager.get(address("quality-balance", project)).context["judged"]
    totals = {block.figure.name: found.total for block, found in judged}
    assert (totals["claim-types"], totals["mutations"], totals["intended-labels"]) == (2, 2, 2)
    for query in ("", "?claim_type=III", "?mutation=Negation", "?intended=REFUTES", f"?writer={writer.pk}"):
        assert as_manager.get(address("quality-claims", project, query)).context["page"].paginator.count == 2, query
    assert as_manager.get(address("quality-reported", project)).context["page"].paginator.count == 0
    writing = as_manager.get(address("quality-production", project, "?kind=claim_generation"))
    assert writing.context["more"][0][1]["reported"] == []


def test_a_highlight_that_is_gold_is_not_of_those_drawn_for_production(as_manager, project, highlight):
    def drawn() -> int:
        store.forget()
        judged = as_manager.get(address("quality-balance", project)).context["judged"]
        return next(found.total for block, found in judged if block.figure.name == "highlights")

    assert drawn() == 1
    Task.objects.filter(generation_item__highlight=highlight).update(phase=Phase.FIRST)
    assert drawn() == 0


def test_agreement_is_shown_by_calibration_score(managing, large):
    item = items_of(large)[0]
    for rating, accuracy in zip(item.ratings, (0.5, 0.95), strict=False):
        Calibration.objects.create(
            project=large,
            person_id=rating.person,
            kind=TaskKind.CLAIM_VERIFICATION,
            phase=3,
            scores={"1": {"accuracy": 0.1}, "2": {"accuracy": accuracy}},
        )
    shown = managing.get(address("quality-groups", large)).context["report"].groups
    assert [group.name for group in shown["calibration"]] == ["0.5-0.6", "0.9-1.0"]
    out = io.StringIO()
    call_command("agreement", project=large.slug, json=True, stdout=out)
    printed = json.loads(out.getvalue())["groups"]
    for by in ("calibration", "calibration_all"):
        assert [one["pairs"] for one in printed[by]] == [group.pairs for group in shown[by]] != []


def test_who_only_sees_the_numbers_finds_them_from_any_page(client, large):
    client.force_login(member(large, "olga", Role.OBSERVER))
    assert f'href="{address("quality", large)}"' in client.get(reverse("my-work")).text


def test_the_classifier_is_a_job_that_is_asked_for_once(managing, large):
    page = address("quality-classifier", large)
    assert select(managing.get(page).text, "[data-test=not-computed]")
    for _ in range(2):
        assert managing.post(page).status_code == 302
    assert Job.objects.filter(kind=KIND).count() == 1
    assert "run_jobs" in managing.get(page).text
    run_next()
    job = Job.objects.get(kind=KIND)
    assert (job.state, job.error) == (JobState.DONE, "")
    assert job.result is not None
    shown = managing.get(page)
    accuracy = job.result["verdict"]["accuracy"]["value"]
    assert f"{accuracy:.3f}" in shown.text
    assert job.result["released"] == len(AuditDataset(large).released) < Verification.objects.count()
    assert (shown.context["seen"], shown.context["now"]) == (job.result["released"], job.result["released"])
    assert managing.get(page + "?file=claim-only-verdict.csv").status_code == 200


def test_only_managers_ask_for_the_classifier(client, large):
    client.force_login(member(large, "olga", Role.OBSERVER))
    assert client.post(address("quality-classifier", large)).status_code == 404
    assert not Job.objects.exists()


def test_what_is_handed_in_comes_to_the_page_after_a_while(as_manager, project, assignment, monkeypatch):
    rows = address("quality-rows", project)
    assert as_manager.get(rows).context["page"].paginator.count == 0
    submitted(assignment)
    monkeypatch.setattr(store, "GOOD_FOR", timedelta(0))
    assert as_manager.get(rows).context["page"].paginator.count == 1


def test_what_is_changed_and_decided_comes_to_the_page_too(as_manager, project, assignment, manager, monkeypatch):
    """Also where nobody begins anything any more: at a project's end."""
    monkeypatch.setattr(store, "GOOD_FOR", timedelta(0))

    def rows(query: str = "") -> int:
        return as_manager.get(address("quality-rows", project, query)).context["page"].paginator.count

    submitted(assignment)
    assert (rows("?verdict=SUPPORTS"), rows("?verdict=REFUTES")) == (1, 0)
    edited(assignment, verdict="REFUTES")
    assert (rows("?verdict=SUPPORTS"), rows("?verdict=REFUTES")) == (0, 1)
    claim = Claim.objects.get(pk=claim_of(assignment).pk)
    make_gold(claim=claim, phase=Phase.FIRST, right=GoldAnswer("REFUTES", ["Other"], [[SENTENCE]]), by=manager)
    assert rows() == 0


def test_claims_that_come_in_come_to_the_page(as_manager, project, claims, monkeypatch):
    monkeypatch.setattr(store, "GOOD_FOR", timedelta(0))

    def types() -> int:
        judged = as_manager.get(address("quality-balance", project)).context["judged"]
        return next(found.total for block, found in judged if block.figure.name == "claim-types")

    assert types() == 0
    Claim.objects.create(project=project, text="The league has eight clubs.", claim_type="I")
    bump(project.pk)
    assert types() == 1


def test_competence_is_shown_over_all_claims_and_not_computed_while_somebody_waits(managing, large, monkeypatch):
    page = address("quality-matrix", large)
    shown = managing.get(page)
    figures = {block.figure.name: block.figure for block in shown.context["competence"]}
    assert list(figures) == ["competence-dawid-skene", "competence-mace"]
    people = {row.person for row in shown.context["people"].rows}
    assert len(figures["competence-mace"].rows) == len(people) > 3
    assert managing.get(f"{page}?file=competence-mace.csv").status_code == 200
    assert managing.get(f"{page}?ways=2").context["competence"] == []
    monkeypatch.setattr(status, "LARGE", 1)
    assert managing.get(page).context["competence"] == []  # nothing is stored yet
    refresh_now(large)
    assert len(managing.get(page).context["competence"]) == 2


def test_every_box_of_confusion_and_every_reason_opens_exactly_its_claims(managing, large):
    items, judge = items_of(large), member(large, "ada", Role.ADJUDICATOR)
    for item in items[:4]:
        chosen = Verification.objects.get(pk=item.ratings[0].verification)
        adjudicate(claim=chosen.claim, adjudicator=judge, kind="one", chosen=chosen, error_type="counting")
    blocks = {
        one.figure.name: one.figure for one in managing.get(address("quality-confusion", large)).context["blocks"]
    }
    assert set(blocks) == {"confusion", "confusion-adjudicated", "differences", "reasons"}
    for figure in blocks.values():
        counts = [n for row in figure.rows if (n := row[figure.columns.index("count")])]
        links = map(html.unescape, re.findall(r'<a href="([^"]+)"', figure.svg))
        shown = [len(managing.get(link).context["listed"].claims) for link in links]
        assert [n for n in shown if n] == counts != [], figure.name
    agreeing = sum(count for row, column, count, _share in blocks["confusion"].rows if row == column)
    assert agreeing == sum(len({r.verdict for r in item.ratings}) < len(item.ratings) for item in items)
    assert sum(row[-1] for row in blocks["differences"].rows) == len(items)


def test_habits_show_each_persons_verdicts_and_speed_with_their_rows(managing, large):
    shares, speed = (one.figure for one in managing.get(address("quality-habits", large)).context["blocks"])
    everybody = Counter(Verification.objects.filter(claim__project=large).values_list("verdict", flat=True))
    assert [round(share * shares.rows[0][-1]) for share in shares.rows[0][1:-1]] == [
        everybody[value] for value in ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
    ]
    of_people = [html.unescape(link) for link in re.findall(r'<a href="([^"]+)"', shares.svg) if "person=" in link]
    assert len(managing.get(of_people[0]).context["listed"]) > 0
    people = agreement_report(large, with_annotators=True).annotators
    kappas = [value_of(row.kappa) for row in people.rows]
    assert sorted(row[2] for row in speed.rows) == sorted(kappa for kappa in kappas if kappa is not None)


def test_home_counts_from_highlight_to_release(managing, large):
    home = managing.get(address("manage", large))
    (figure,) = [one.figure for _template, section in home.context["sections"] for one in section.get("blocks", ())]
    counts = [row[1] for row in figure.rows]
    verified = Verification.objects.filter(claim__project=large).values("claim").distinct().count()
    written = large.highlights.filter(claims__isnull=False).distinct().count()
    assert counts[:4] == [large.highlights.count(), written, large.claims.count(), verified]
    assert 0 == counts[4] < counts[5] <= verified
    file = managing.get(address("manage", large, "?file=funnel.csv"))
    assert [line.split(",")[1] for line in file.text.splitlines()[1:]] == [str(count) for count in counts]


def test_rows_read_before_one_was_set_aside_still_give_the_released_claims(large):
    """A page remembers them for two minutes; the times of first submissions are read when they are needed."""
    rows = AuditDataset(large)
    item = next(one for one in items_of(large) if len({rating.verdict for rating in one.ratings}) == 1)
    before = len(rows.verified)
    assignment = Verification.objects.get(pk=item.ratings[0].verification).submission.assignment
    action = Action.objects.create(project=large, by=assignment.person, kind="set_aside", reason="careless")
    Assignment.objects.filter(pk=assignment.pk).update(set_aside=action)
    assert len(rows.released) <= before == len(rows.verified)
