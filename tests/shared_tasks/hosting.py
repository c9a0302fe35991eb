"""Gold, submissions and people of a shared task. Words of gold that nobody may see early begin with `Zqx`."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from annotation.models import Project, User
from annotation.shared_tasks.models import SharedTask, TaskSplit, TeamSubmission
from annotation.shared_tasks.organising import save_split, save_task, store_gold
from annotation.shared_tasks.teams import create_team, save_system
from baseline.scoring.hosted.gold import lines_of, public_row
from jobs.models import JobState
from jobs.runner import run
from tests.cast import PASSWORD

Row = dict[str, Any]
CLAIMS = 12
LABELS = ("Supported", "Refuted", "Not Enough Evidence", "Conflicting Evidence/Cherrypicking")
SECRET = "Zqx"  # in every text of gold that is sealed
HOUR = timedelta(hours=1)


def gold_rows(count: int = CLAIMS) -> list[Row]:
    return [
        {
            "claim": f"The harbour had {number} piers in {1900 + number}.",
            "claim_date": "1-9-2020",
            "speaker": None,
            "label": LABELS[number % 4],
            "justification": f"{SECRET}-why {number} piers are on the chart of the port",
            "fact_checking_article": f"https://example.org/{SECRET}{number}",
            "claim_types": [f"{SECRET} type"],
            "questions": [
                {
                    "question": f"{SECRET} How many piers did chart {number} show",
                    "answers": [{"answer": f"{SECRET} piers {number} north", "answer_type": "Extractive"}],
                }
            ],
        }
        for number in range(count)
    ]


def predictions(right: int, count: int = CLAIMS, **changed: Any) -> list[Row]:
    """A submission for the 2024 task's scorer with the right labels and all evidence of the first `right` claims."""
    rows = []
    for number, gold in enumerate(gold_rows(count)):
        (asked,) = gold["questions"]
        pair = {"question": asked["question"], "answer": asked["answers"][0]["answer"]}
        good = number < right
        row = {"claim_id": number, "claim": gold["claim"], "evidence": [pair] if good else []}
        rows.append(row | {"pred_label": gold["label"] if good else LABELS[(number + 1) % 4]} | changed)
    return rows


def as_file(rows: list[Row], name: str = "predictions.jsonl") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, "".join(json.dumps(row) + "\n" for row in rows).encode())


def make_task(project: Project, manager: User, **changed: Any) -> SharedTask:
    values = {"slug": "piers", "title": "Piers 2026", "format": "averitec", "scorer": "task2024", "is_listed": True}
    return save_task(project, None, values | {"measure": "score @0.25", "time_zone": "UTC"} | changed, manager)


def make_split(task: SharedTask, manager: User, rows: list[Row] | None = None, **changed: Any) -> TaskSplit:
    now = timezone.now()
    values = {"name": "test", "is_blind": True, "opens_at": now - HOUR, "closes_at": now + HOUR}
    split = save_split(task, None, values | {"labels_at": now + 2 * HOUR, "collection_url": ""} | changed, manager)
    number = "claim_id" if task.format == "averitec" else "id"
    gold = [{number: place} | row for place, row in enumerate(gold_rows() if rows is None else rows)]
    public = [public_row(row, task.format) for row in gold]
    return store_gold(split, lines_of(gold), lines_of(public), count=len(gold), name="gold.json", by=manager)


def close(split: TaskSplit) -> None:
    """Let the deadline pass."""
    TaskSplit.objects.filter(pk=split.pk).update(closes_at=timezone.now() - timedelta(seconds=1))
    split.refresh_from_db()


def player(name: str, task: SharedTask | None = None, system: str = "") -> Client:
    """The browser of somebody without a role; with `system` on a team of their own."""
    person = User.objects.create_user(name, password=PASSWORD)
    if task is not None and system:
        save_system(create_team(task, f"Team {name}", person), None, system, "", "")
    client = Client()
    client.force_login(person)
    return client


def submit(client: Client, split: TaskSplit, rows: list[Row] | SimpleUploadedFile, system: str) -> Any:
    team = split.task.teams.get(systems__name=system)
    file = as_file(rows) if isinstance(rows, list) else rows
    sent = {"split": split.pk, "system": team.systems.get(name=system).pk, "file": file}
    return client.post(f"/shared-tasks/{split.task.slug}/submit/", sent)


def score_all() -> None:
    """Run the jobs of submissions that wait."""
    for one in TeamSubmission.objects.filter(state="accepted").order_by("pk"):
        assert one.job is not None
        done = run(one.job.pk)
        assert done is not None and done.state == JobState.DONE, done and done.error
