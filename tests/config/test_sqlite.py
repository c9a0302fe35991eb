"""SQLite's one writer: threads of a process wait for one another, and nobody keeps the others waiting for ever."""

from __future__ import annotations

import threading

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError, ProgrammingError, connection, transaction

from config.sqlite.base import DatabaseWrapper

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.sqlite,
]


def is_free() -> bool:
    return not DatabaseWrapper._one_writer.locked()


def test_the_turn_is_over_however_a_transaction_ends():
    with transaction.atomic():
        assert not is_free()
    assert is_free()
    with pytest.raises(ZeroDivisionError), transaction.atomic(), transaction.atomic():
        raise ZeroDivisionError
    assert is_free()
    with pytest.raises(ProgrammingError), transaction.atomic():
        connection.close()
        get_user_model().objects.count()
    assert is_free()


def test_a_transaction_that_cannot_begin_gives_its_turn_back(monkeypatch):
    def locked(*_arguments: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("django.db.backends.sqlite3.base.DatabaseWrapper._start_transaction_under_autocommit", locked)
    with pytest.raises(OperationalError), transaction.atomic():
        pass
    assert is_free()


def test_threads_write_one_after_the_other_and_lose_nothing():
    def add(number: int) -> None:
        try:
            for n in range(5):
                with transaction.atomic():
                    users = get_user_model().objects
                    users.create(username=f"{number}-{n}-{users.count()}")
        finally:
            connection.close()

    threads = [threading.Thread(target=add, args=[number]) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = get_user_model().objects.values_list("username", flat=True)
    assert sorted(int(name.rpartition("-")[2]) for name in names) == list(range(30))
    assert is_free()
