"""The arms beside one another, and the managers' page."""

from __future__ import annotations

import csv
import io
import uuid
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import SubmissionCheckArm
from annotation.quality.agreement.result import Value
from annotation.submission_check.dashboard import dashboard
from annotation.submission_check.measures import CheckedWork, measures_of
from annotation.submission_check.queries import works
from annotation.suggestions.comparison import compare, differs
from annotation.vocabulary.verdicts import VERDICTS
from annotation.work.assignment import assign_next
from annotation.work.submission import submit
from annotation.workflows.kinds import TaskKind
from tests.cast import CELL, SENTENCE, tasks_of
from tests.submission_check.test_answer import content
from tests.submission_check.test_arms import setting
from tests.suggestions.test_dashboard import saved


def simulated(claims, seed, *, effect):
    """Half of the claims in each arm; where the check is shown, `effect` more elements and open lines less."""
    dice = Random(f"check {seed}")
    for claim in range(claims):
        is_shown = claim % 2 == 1
        yield CheckedWork(
            verification=claim,
            claim=claim,
            person=1,
            arm="shown" if is_shown else "none",
            verdict=dice.choice(VERDICTS.values),
            elements=dice.randrange(1, 5) + effect * is_shown,
            headers=dice.randrange(0, 4),
            pages=dice.randrange(1, 3),
            opened=dice.randrange(1, 5),
            lines={"part": "acted" if is_shown and effect else "shown"} if dice.random() < 0.6 else {},
            seconds=round(dice.lognormvariate(5, 0.4), 3),
            gold="SUPPORTS" if claim % 5 == 0 else "",
        )


def arm(found, name):
    return next(one for one in found if one.arm == name)


def test_a_planted_effect_shows_and_nothing_else():
    found = compare(simulated(400, 1, effect=1), measures_of(VERDICTS))
    differences = arm(found, "shown").differences
    assert differs(differences["elements"]) and differs(differences["lines"])
    assert not differs(differences["headers"]) and not differs(differences["seconds"])
    assert isinstance(arm(found, "none").values["gold"], Value) and arm(found, "none").differences == {}


def test_without_an_effect_intervals_hold_0():
    found = arm(compare(simulated(400, 2, effect=0), measures_of(VERDICTS)), "shown")
    assert not any(differs(found.differences[name]) for name in ("elements", "headers", "pages", "opened", "lines"))


@pytest.fixture
def worked(project, claims, verifier, other_verifier):
    """Two verifications of the first claim in the arm "shown", one of them with a contradiction."""
    setting(project, check_mode="on")
    project.refresh_from_db()
    tasks_of(claims[0]).update(required_annotations=2)
    lines = [{"code": "part", "subjects": ["1921"], "state": "dismissed", "reason": "follows", "note": "private words"}]
    for person, verdict in ((verifier, "SUPPORTS"), (other_verifier, "REFUTES")):
        held = assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION)
        SubmissionCheckArm.objects.create(assignment=held, arm="shown")
        steps = [{"sequence": 1, "name": "Now on", "value": "Anna Berg", "seconds": 2, "active_seconds": 2}]
        pairs = [[SENTENCE, CELL]] if verdict == "REFUTES" else []
        said = content(
            client_id=str(uuid.uuid4()),
            verdict=verdict,
            evidence_sets=[[SENTENCE, CELL]],
            operations=steps,
            check=lines,
            contradictions=pairs,
        )
        submit(assignment=held, **said)
    return project


def test_a_verification_is_read_as_it_was_made(worked):
    first, second = works(worked)
    assert (first.arm, first.elements, first.headers, first.pages, first.opened) == ("shown", 2, 2, 1, 1)
    assert (first.lines, first.compared, first.agreeing) == ({"part": "dismissed"}, 1, 0)
    assert (second.verdict, second.gold, second.is_gold) == ("REFUTES", "", False)
    (line,) = dashboard(worked).lines
    assert (line.code, line.states, line.reasons, line.shown) == ("part", {"dismissed": 2}, {"follows": 2}, 2)


def opened(person, project, name="quality-check", query=""):
    client = Client()
    client.force_login(person)
    return client.get(reverse(name, kwargs={"slug": project.slug}) + query)


def test_the_managers_page_has_arms_lines_and_contradictions(worked, manager):
    page = opened(manager, worked).content.decode()
    assert 'data-arm="shown"' in page and "data-no-control" in page and 'data-line="part"' in page
    assert page.count("data-contradiction>") == 1 and f'data-passage="{CELL}"' in page
    rows = list(
        csv.DictReader(io.StringIO(opened(manager, worked, query="?file=submission-check.csv").content.decode()))
    )
    assert {row["measure"]: row["value"] for row in rows}["elements"] == "2.0"


def test_each_number_leads_to_its_verifications(worked, manager):
    page = opened(manager, worked, "quality-checked", "?arm=shown&measure=elements").content.decode()
    assert page.count("<tr>") == 3  # the head and two
    assert opened(manager, worked, "quality-checked", "?arm=none").content.decode().count("<tr>") == 0


def test_a_project_without_the_check_has_an_empty_page(project, manager):
    page = opened(manager, project).content.decode()
    assert "data-arm" not in page and "data-line" not in page


@pytest.mark.parametrize("name", ["quality-side-by-side", "quality-adjudicate-claim"])
def test_contradictions_are_seen_where_claims_are_compared(worked, manager, claims, name):
    client = Client()
    client.force_login(manager)
    page = client.get(reverse(name, kwargs={"slug": worked.slug, "pk": claims[0].pk})).content.decode()
    assert page.count("data-contradictions") == 1


def test_the_setting_is_saved(project, manager):
    saved(manager, project, check_mode="random", check_share="30", check_seed="7")
    assert (project.check_mode, project.check_share, project.check_seed) == ("random", 30, 7)
