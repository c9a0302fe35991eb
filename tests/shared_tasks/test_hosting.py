"""A shared task from its first page to the leaderboard, as teams, organisers and visitors see it."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from annotation.models import AuditEntry, Membership, User
from annotation.projects.joining import join_path
from annotation.projects.models import Role
from annotation.shared_tasks.files import folder_of
from annotation.shared_tasks.models import SharedTask, TaskSplit, Team, TeamMember, TeamSubmission, TeamSystem
from annotation.shared_tasks.organising import announce
from annotation.shared_tasks.teams import invitation_path
from annotation.work.registry import workflows
from annotation.workflows.evidence_rating.models import RatedEvidence
from tests.frontend.html import codes, select, texts
from tests.shared_tasks.hosting import (
    CLAIMS,
    HOUR,
    SECRET,
    as_file,
    close,
    gold_rows,
    make_split,
    make_task,
    player,
    predictions,
    score_all,
    submit,
)

MANAGE = "/p/harbour/manage/shared-tasks/"


def text_of(answer) -> str:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return body.decode()


def test_an_organiser_makes_a_task_and_seals_its_gold(project, manager, client, settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path
    client.force_login(manager)
    sent = {"title": "Piers", "slug": "piers", "scored_by": "averitec:paper", "time_zone": "Europe/Oslo"}
    assert client.post(MANAGE, sent).status_code == 302
    task = SharedTask.objects.get()
    assert (task.format, task.scorer, task.measure) == ("averitec", "paper", "score @0.25")
    page = f"{MANAGE}{task.pk}/"
    dates = {"opens_at": "2026-01-02T09:00", "closes_at": "2026-02-02T09:00"}
    refused = client.post(page, {"action": "split", "name": "test", "is_blind": "on", **dates})
    assert refused.status_code == 400 and codes(refused.context["split_form"]).keys() == {"labels_at"}
    sent = {"action": "split", "name": "test", "is_blind": "on", "labels_at": "2026-03-01T00:00", **dates}
    assert client.post(page, sent).status_code == 302
    split = TaskSplit.objects.get()
    assert split.opens_at.isoformat() == "2026-01-02T08:00:00+00:00"  # nine in Oslo
    broken = gold_rows()
    broken[3]["label"] = "Perhaps"
    answer = client.post(f"{page}splits/{split.pk}/", {"action": "gold", "file": as_file(broken, "gold.jsonl")})
    assert answer.status_code == 400 and "gold.jsonl: line 4: label" in texts(answer.text, ".errors")[0]
    whole = SimpleUploadedFile("gold.json", json.dumps(gold_rows()).encode())
    assert client.post(f"{page}splits/{split.pk}/", {"action": "gold", "file": whole}).status_code == 302
    split.refresh_from_db()
    assert (split.claims, split.gold_name) == (CLAIMS, "gold.json")
    first = json.loads((folder_of(split) / "claims.jsonl").read_text().splitlines()[0])
    assert first == {"claim_id": 0, "claim": gold_rows()[0]["claim"], "claim_date": "1-9-2020", "speaker": None}
    acts = list(AuditEntry.objects.order_by("number").values_list("act", flat=True))
    assert acts == ["shared_task_created", "shared_task_changed", "shared_task_gold_stored"]


def test_gold_comes_from_a_release_of_the_project_too(task, manager, client):
    from annotation.models import Release

    release = Release.objects.create(
        project=task.project, folder="r1", settings={"shared_task": True}, counts={}, size=0, manifest_sha256="0" * 64
    )
    folder = release.home / "sealed" / "feverous"
    folder.mkdir(parents=True)
    rows = [
        {"id": n, "claim": f"Claim {n}", "label": "SUPPORTS", "evidence": [{"content": ["A_sentence_0"]}]}
        for n in (7, 9)
    ]
    lines = [{"id": "", "label": "", "evidence": ""}, *rows]
    (folder / "test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in lines))
    hosted = make_task(task.project, manager, slug="ports", format="feverous", scorer="", measure="score")
    split = make_split(hosted, manager, rows)
    client.force_login(manager)
    page = f"{MANAGE}{hosted.pk}/splits/{split.pk}/"
    assert client.post(page, {"action": "gold", "release": "r1/sealed/feverous/test.jsonl"}).status_code == 302
    assert client.post(page, {"action": "gold", "release": "r1/../../secret_key"}).status_code == 400
    split.refresh_from_db()
    assert (split.claims, split.gold_name) == (2, "r1/sealed/feverous/test.jsonl")


def test_people_make_join_rename_and_leave_teams(task):
    anna, bert = player("anna"), player("bert")
    page = "/shared-tasks/piers/team/"
    assert anna.post(page, {"action": "create", "name": "Northern lights"}).status_code == 302
    assert bert.post(page, {"action": "create", "name": "northern LIGHTS"}).status_code == 400  # taken
    team = Team.objects.get()
    link = invitation_path(team)
    assert link in anna.get(page).text and bert.get(link).status_code == 200
    assert bert.post(link).status_code == 302
    assert sorted(team.members.values_list("user__username", flat=True)) == ["anna", "bert"]
    carl = player("carl")
    assert anna.post(page, {"action": "link"}).status_code == 302
    assert carl.post(link).status_code == 404  # ended
    assert bert.post(page, {"action": "rename", "name": "Southern lights"}).status_code == 302
    assert Team.objects.get().name == "Southern lights"
    for client in (anna, bert):
        client.post(page, {"action": "leave"})
    assert not Team.objects.exists() and not TeamMember.objects.exists()


def test_a_blind_split_shows_nothing_until_it_is_announced_and_then_a_leaderboard(task, split, manager, project):
    clients = {name: player(name, task, f"system-{name}") for name in ("anna", "bert", "carl")}
    visitor, boss = player("vera"), Client()
    boss.force_login(manager)
    for (name, client), right in zip(clients.items(), (11, 10, 2), strict=True):
        answer = submit(client, split, predictions(right), f"system-{name}")
        assert answer.status_code == 302, texts(answer.text, ".errors")
    score_all()
    one = TeamSubmission.objects.order_by("pk")[0]
    assert (one.state, round(one.score.value, 4), one.score.scorer) == (
        "scored",
        round(11 / 12, 4),
        "averitec task2024 1",
    )
    own = clients["anna"].get(f"/shared-tasks/piers/submissions/{one.pk}/")
    assert own.context["score"] is None and own.context["tables"] == [] and not select(own.text, ".value")
    assert clients["bert"].get(f"/shared-tasks/piers/submissions/{one.pk}/").status_code == 404
    gold, board = f"/shared-tasks/piers/files/{split.pk}/gold/", f"/shared-tasks/piers/leaderboard/{split.pk}/"
    for client in (*clients.values(), visitor):
        assert {client.get(path).status_code for path in (gold, board, f"{board}?file=csv")} == {404}
    assert SECRET in text_of(boss.get(gold))
    place = f"{MANAGE}{task.pk}/splits/{split.pk}/"
    assert len(select(boss.get(place).text, ".leaderboard tbody tr")) == 3
    boss.post(place, {"action": "announce"})
    assert TaskSplit.objects.get().announced_at is None  # the deadline has not passed
    close(split)
    boss.post(place, {"action": "announce"})
    assert TaskSplit.objects.get().announced_at is not None
    assert AuditEntry.objects.filter(act="shared_task_announced", by=manager, object_id=str(split.pk)).exists()
    page = visitor.get(board)
    assert texts(page.text, ".leaderboard .rank") == ["1–2", "1–2", "3"]
    assert texts(page.text, ".leaderboard tbody th") == ["Team anna", "Team bert", "Team carl"]
    rows = list(csv.DictReader(io.StringIO(text_of(visitor.get(f"{board}?file=csv")))))
    assert [(row["system"], row["rank_first"], row["rank_last"]) for row in rows][2] == ("system-carl", "3", "3")
    assert all(float(row["low"]) <= float(row["value"]) <= float(row["high"]) for row in rows)
    assert visitor.get(f"{board}?file=json").json()["systems"][0]["team"] == "Team anna"
    assert select(clients["anna"].get(f"/shared-tasks/piers/submissions/{one.pk}/").text, ".value")
    assert visitor.get(gold).status_code == 404  # the date of labels is to come
    TaskSplit.objects.update(labels_at=timezone.now() - HOUR)
    assert SECRET in text_of(visitor.get(gold))


def test_on_an_open_split_a_team_sees_gold_and_its_own_scores_at_once(task, manager):
    dev = make_split(task, manager, name="dev", is_blind=False, labels_at=None)
    anna = player("anna", task, "north")
    assert SECRET in text_of(anna.get(f"/shared-tasks/piers/files/{dev.pk}/gold/"))
    submit(anna, dev, predictions(12), "north")
    page = f"/shared-tasks/piers/submissions/{TeamSubmission.objects.get().pk}/"
    assert select(anna.get(page).text, "progress")
    score_all()
    assert select(anna.get(page).text, ".scores .value")
    assert anna.get(f"/shared-tasks/piers/leaderboard/{dev.pk}/").status_code == 404


def test_one_submission_a_day_and_the_last_one_counts_whatever_the_team_is_called(task, split, manager):
    anna = player("anna", task, "north")
    assert submit(anna, split, predictions(3), "north").status_code == 302
    again = submit(anna, split, predictions(12), "north")
    assert again.status_code == 400 and TeamSubmission.objects.count() == 1
    yesterday = timezone.now() - timedelta(days=1)
    TeamSubmission.objects.update(submitted_at=yesterday, day=yesterday.date())
    assert submit(anna, split, predictions(12), "north").status_code == 302
    score_all()
    anna.post("/shared-tasks/piers/team/", {"action": "rename", "name": "Renamed"})
    close(split)
    announce(split, manager)
    split.refresh_from_db()
    (row,) = split.standings
    assert (row["submission"], row["value"]) == (TeamSubmission.objects.latest("pk").pk, 1.0)
    page = anna.get(f"/shared-tasks/piers/leaderboard/{split.pk}/")
    assert texts(page.text, ".leaderboard tbody th") == ["Renamed"]


def test_after_the_deadline_and_before_the_opening_nothing_is_accepted(task, split):
    anna = player("anna", task, "north")
    close(split)
    assert submit(anna, split, predictions(3), "north").status_code == 400
    TaskSplit.objects.update(opens_at=timezone.now() + HOUR, closes_at=timezone.now() + 2 * HOUR)
    assert submit(anna, split, predictions(3), "north").status_code == 400
    assert anna.get(f"/shared-tasks/piers/files/{split.pk}/claims/").status_code == 404
    assert not TeamSubmission.objects.exists()


def test_people_with_a_role_in_the_project_are_marked_on_the_leaderboard(task, split, manager, project):
    anna = player("anna", task, "north")
    Membership.objects.create(project=project, user=User.objects.get(username="anna"), role=Role.VERIFIER)
    submit(anna, split, predictions(3), "north")
    score_all()
    close(split)
    announce(split, manager)
    page = anna.get(f"/shared-tasks/piers/leaderboard/{split.pk}/?file=json")
    assert page.json()["systems"][0]["organisers"] is True


def test_gold_and_measure_hold_once_somebody_has_submitted(task, split, manager, client):
    submit(player("anna", task, "north"), split, predictions(3), "north")
    client.force_login(manager)
    page = f"{MANAGE}{task.pk}/"
    answer = client.post(f"{page}splits/{split.pk}/", {"action": "gold", "file": as_file(gold_rows())})
    assert answer.status_code == 400
    sent = {"title": "Piers", "slug": "piers", "scored_by": "averitec:task2024", "time_zone": "UTC"}
    answer = client.post(page, sent | {"measure": "accuracy"})
    assert answer.status_code == 400 and "measure" in answer.context["form"].errors
    assert client.post(page, sent | {"measure": "score @0.25"}).status_code == 302


def test_a_submission_that_cannot_be_scored_says_so_without_words_of_gold(task, split, manager):
    anna, boss = player("anna", task, "north"), Client()
    boss.force_login(manager)
    submit(anna, split, predictions(3), "north")
    one = TeamSubmission.objects.get()
    gold = folder_of(split) / "gold.jsonl"
    sealed = gold.read_text()
    gold.write_text(sealed.replace('"label": "Supported"', f'"label": "{SECRET}"'))
    score_all()
    one.refresh_from_db()
    assert one.state == "failed" and SECRET in one.detail and SECRET not in one.reason
    assert one.reason in anna.get(f"/shared-tasks/piers/submissions/{one.pk}/").text
    gold.write_text(sealed)
    boss.post(f"{MANAGE}submissions/{one.pk}/")
    score_all()
    one.refresh_from_db()
    assert one.state == "scored"


def test_raters_get_items_of_a_sample_of_every_submission_that_counts(task, split, manager, project, client):
    project.workflows = list(workflows())
    project.save()
    for name in ("anna", "bert"):
        submit(player(name, task, name), split, predictions(6), name)
    score_all()
    client.force_login(manager)
    page = f"{MANAGE}{task.pk}/splits/{split.pk}/"
    client.post(page, {"action": "rate", "count": 4, "seed": 7})
    assert not RatedEvidence.objects.exists()  # before the deadline
    close(split)
    for _ in range(2):
        assert client.post(page, {"action": "rate", "count": 4, "seed": 7}).status_code == 302
    items = RatedEvidence.objects.all()
    assert len(items) == 8 and len({one.system for one in items}) == 2
    assert not {one.system for one in items} & {"anna", "bert"}
    assert {one.excluded.get().username for one in items} == {"anna", "bert"}


def test_what_is_not_listed_is_there_for_its_organisers_alone(task, split, manager, client):
    SharedTask.objects.update(is_listed=False)
    anna = player("anna")
    assert anna.get("/shared-tasks/piers/").status_code == 404
    assert "piers" not in anna.get("/shared-tasks/").text
    client.force_login(manager)
    assert client.get("/shared-tasks/piers/").status_code == 200


def many_entries(split: TaskSplit, count: int) -> None:
    """So many systems of as many teams with a place on the leaderboard."""
    teams = Team.objects.bulk_create(Team(task=split.task, name=f"Team {n}") for n in range(count))
    systems = TeamSystem.objects.bulk_create(TeamSystem(team=team, name="system") for team in teams)
    now = timezone.now()
    values = {"submitted_at": now, "day": now.date(), "file_name": "p", "size": 1, "sha256": "0" * 64}
    sent = TeamSubmission.objects.bulk_create(
        TeamSubmission(split=split, system=one, state="scored", **values) for one in systems
    )
    place = {"value": 0.5, "low": 0.4, "high": 0.6, "first": 1, "last": count}
    split.standings, split.announced_at = [{"submission": one.pk} | place for one in sent], now
    split.save()


def test_a_leaderboard_of_200_systems_asks_no_more_than_a_short_one(task, split, django_assert_max_num_queries):
    many_entries(split, 200)
    vera = player("vera")
    with django_assert_max_num_queries(14):
        page = vera.get(f"/shared-tasks/piers/leaderboard/{split.pk}/")
    assert len(select(page.text, ".leaderboard tbody tr")) == 200


def test_participants_get_an_account_without_a_role(task, manager, client, project):
    client.force_login(manager)
    answer = client.post(f"{MANAGE}{task.pk}/", {"action": "people", "names": "nora, maya"})
    assert answer.status_code == 302 and answer["Location"] == "/p/harbour/manage/people/invitations/"
    (invitation,) = project.invitations.all()  # the manager needs none
    assert (invitation.name, invitation.roles) == ("nora", [])
    assert AuditEntry.objects.filter(act="person_invited", by=manager, object_id=str(invitation.pk)).exists()
    visitor, words = Client(), "tavi-kome-duba-nihe"
    visitor.post(join_path(invitation), {"new_password1": words, "new_password2": words})
    assert visitor.get("/shared-tasks/piers/").status_code == 200 and visitor.get("/p/harbour/").status_code == 404
    assert not User.objects.get(username="nora").memberships.exists()
