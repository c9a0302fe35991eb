"""The write lock of SQLite connections: held for the length of a transaction, and always released."""

from __future__ import annotations

import threading

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError, ProgrammingError, connection, transaction

from config.sqlite.write_lock import write_lock

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.sqlite,
]


def is_free() -> bool:
    name = str(connection.settings_dict["NAME"])
    return not write_lock(name, in_memory=connection.is_in_memory_db()).locked()


def test_the_lock_is_released_however_a_transaction_ends():
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


def test_a_transaction_that_cannot_begin_releases_the_lock(monkeypatch):
    def locked(*_arguments: object, **_named: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("django.db.backends.sqlite3.base.DatabaseWrapper.set_autocommit", locked)
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


def test_a_hook_after_the_commit_may_write():
    with transaction.atomic():
        transaction.on_commit(lambda: get_user_model().objects.create(username="later"))
        transaction.on_commit(write_in_a_transaction)
    assert get_user_model().objects.count() == 2
    assert is_free()


def write_in_a_transaction() -> None:
    with transaction.atomic():
        assert not is_free()
        get_user_model().objects.create(username="within")
