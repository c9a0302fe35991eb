"""Submissions in the same second: the database takes one a day and system, whoever sends it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from annotation.errors import AnnotationError
from annotation.shared_tasks.files import folder_of, predictions_path
from annotation.shared_tasks.models import SubmissionScore, SubmissionState, TeamSubmission, TeamSystem
from annotation.shared_tasks.submitting import Upload, accept
from jobs.models import Job
from tests.shared_tasks.hosting import player, predictions, score_all, submit

pytestmark = pytest.mark.both_databases
THREADS = 6


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_is_accepted(transactional_db, task, split, manager):
    player("anna", task, "north")
    system, now = TeamSystem.objects.get(), timezone.now()
    folder, start = folder_of(split) / "submissions", Barrier(THREADS)
    folder.mkdir(parents=True)

    def send(number: int) -> str:
        path = folder / f"{number}.partial"
        path.write_text(str(number))
        start.wait(30)
        try:
            accept(split, system, manager, Upload(path, "p.jsonl", "0" * 64, split.gold_sha256), now)
        except AnnotationError as error:
            return error.code
        finally:
            connection.close()
        return "accepted"

    with ThreadPoolExecutor(THREADS) as pool:
        answers = sorted(pool.map(send, range(THREADS)))
    assert answers == ["accepted", *["day_used"] * (THREADS - 1)]
    one = TeamSubmission.objects.get()
    assert predictions_path(one).is_file() and Job.objects.get() == one.job


def test_the_database_itself_refuses_a_second_one_that_did_not_fail(task, split):
    submit(player("anna", task, "north"), split, predictions(3), "north")
    one = TeamSubmission.objects.get()
    one.pk, one.job, one._state.adding = None, None, True
    with pytest.raises(IntegrityError), transaction.atomic():
        one.save()
    TeamSubmission.objects.update(state=SubmissionState.FAILED)
    one.save()
    assert TeamSubmission.objects.count() == 2


def test_the_database_refuses_to_change_or_to_delete_a_score(task, split):
    submit(player("anna", task, "north"), split, predictions(3), "north")
    score_all()
    for change in (lambda: SubmissionScore.objects.update(value=1), lambda: SubmissionScore.objects.all().delete()):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change()
    assert SubmissionScore.objects.get().value == 0.25
