"""Guesses: a delay that grows, one count for all processes, and a person who still gets in."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from annotation.accounts.addresses import client_address, network_of, shortened
from annotation.accounts.known_devices import device_of
from annotation.accounts.throttling import (
    ADDRESS,
    KNOWN_DEVICE,
    NAME,
    NAME_AT_ADDRESS,
    STILL_RUNNING,
    Limit,
    TooSoon,
    key_of,
    take_turn,
)
from annotation.models import Attempts
from tests.cast import PASSWORD
from tests.frontend.html import select

ELSEWHERE = "192.0.2.7"


def log_in(client: Client, username: str, password: str = "wrong"):
    return client.post("/login/", {"username": username, "password": password})


def guess(times: int, username: str = "vincent", **meta: str) -> list[int]:
    """Statuses of so many wrong passwords; delays that a slow machine would sit out are over at once."""
    found = []
    for number in range(times):
        found.append(log_in(Client(**meta), username.format(number)).status_code)
        Attempts.objects.filter(failures__gt=0).update(blocked_until=timezone.now())
    return found


def hold(limit: Limit, subject: str) -> None:
    """Make what has failed too often wait for an hour."""
    row = Attempts.objects.get(key=key_of(limit, subject))
    assert limit.delay(row.failures)
    Attempts.objects.filter(pk=row.pk).update(blocked_until=timezone.now() + timedelta(hours=1))


@pytest.mark.parametrize(
    ("limit", "delays"),
    [(NAME_AT_ADDRESS, [0, 4, 8, 16]), (ADDRESS, [0, 4, 8, 16]), (NAME, [0, 4, 5, 5]), (KNOWN_DEVICE, [0, 4, 8, 16])],
)
def test_the_delay_doubles_up_to_an_end(limit, delays):
    waits = [limit.delay(limit.free - 1 + n).total_seconds() for n in range(4)]
    assert waits == delays
    assert limit.delay(10_000).total_seconds() == limit.longest


def test_the_sixth_wrong_password_waits_and_so_would_the_right_one(db, verifier):
    assert guess(NAME_AT_ADDRESS.free) == [200] * NAME_AT_ADDRESS.free
    Attempts.objects.update(blocked_until=timezone.now() + timedelta(seconds=90))
    before = list(Attempts.objects.order_by("pk").values())
    answer = log_in(Client(), "vincent", PASSWORD)
    assert answer.status_code == 429 and 80 <= int(answer.headers["Retry-After"]) <= 90
    (shown,) = select(answer.text, "[data-test=wait]")
    assert shown.attributes["data-seconds"] == answer.headers["Retry-After"]
    assert list(Attempts.objects.order_by("pk").values()) == before, "trying too early lengthens nothing"
    Attempts.objects.update(blocked_until=timezone.now())
    assert log_in(Client(), "vincent", PASSWORD).status_code == 302


def test_a_stranger_keeps_nobody_out(db, verifier):
    """Neither from another address, nor in a browser that the person has logged in with before, behind the same one."""
    known = Client()
    assert log_in(known, "vincent", PASSWORD).status_code == 302
    known.post("/logout/")
    guess(8)
    hold(NAME_AT_ADDRESS, "password vincent 127.0.0.1")
    assert log_in(Client(), "vincent", PASSWORD).status_code == 429
    assert log_in(Client(REMOTE_ADDR=ELSEWHERE), "vincent", PASSWORD).status_code == 302
    assert log_in(known, "vincent", PASSWORD).status_code == 302
    known.post("/logout/")
    assert log_in(known, "violet", PASSWORD).status_code == 200, "the browser is known for its own person alone"


def test_a_known_browser_has_its_own_limit(db, verifier):
    known = Client()
    log_in(known, "vincent", PASSWORD)
    known.post("/logout/")
    for _ in range(KNOWN_DEVICE.free):
        assert log_in(known, "vincent").status_code == 200
    number = device_of(known.cookies["attest_device"].value).number
    hold(KNOWN_DEVICE, f"{number} password vincent")
    assert log_in(known, "vincent", PASSWORD).status_code == 429
    known.cookies["attest_device"] = known.cookies["attest_device"].value[:-3] + "abc"
    assert log_in(known, "vincent", PASSWORD).status_code == 302, "a forged cookie is none"


def test_forty_names_from_one_address_are_slowed(db, verifier, other_verifier):
    guess(ADDRESS.free, "name-{}")
    hold(ADDRESS, "127.0.0.1")
    assert log_in(Client(), "another-name").status_code == 429
    assert log_in(Client(REMOTE_ADDR=ELSEWHERE), "another-name").status_code == 200


def test_a_right_password_forgets_the_wrong_ones_of_its_name_and_no_others(db, verifier, other_verifier):
    guess(4, "violet")
    assert log_in(Client(), "vincent", PASSWORD).status_code == 302
    assert sorted(Attempts.objects.filter(failures__gt=0).values_list("failures", flat=True)) == [4, 4, 4]
    assert log_in(Client(), "violet", PASSWORD).status_code == 302
    assert sorted(Attempts.objects.filter(failures__gt=0).values_list("failures", flat=True)) == [4, 4]


def test_failures_are_forgiven_one_after_the_other(db):
    """Also while others go on: an hour forgives as many as are free."""
    for _ in range(8):
        take_turn((KNOWN_DEVICE, "x"))
    Attempts.objects.update(forgiven_at=timezone.now() - 3.5 * KNOWN_DEVICE.forgiven_every)
    take_turn((KNOWN_DEVICE, "x"))
    take_turn((KNOWN_DEVICE, "x"))
    assert Attempts.objects.get().failures == 8 - 3 + 2
    Attempts.objects.update(forgiven_at=timezone.now() - timedelta(days=1))
    take_turn((KNOWN_DEVICE, "x"))
    assert Attempts.objects.get().failures == 1
    assert timezone.now() - Attempts.objects.get().forgiven_at < timedelta(hours=1)


def test_what_is_old_is_deleted(db, verifier):
    guess(8)
    Attempts.objects.update(
        last_at=timezone.now() - timedelta(hours=3), forgiven_at=timezone.now() - timedelta(hours=3)
    )
    guess(1, "somebody")
    assert Attempts.objects.count() == 3 and not Attempts.objects.filter(failures__gt=1).exists()


def test_neither_names_nor_addresses_are_stored(db):
    guess(1)
    assert not [key for key in Attempts.objects.values_list("key", flat=True) if "vincent" in key or "127.0.0.1" in key]


def test_an_attempt_counts_before_it_is_judged(db):
    """Ten at once are ten."""
    for _ in range(NAME_AT_ADDRESS.free):
        take_turn((NAME_AT_ADDRESS, "x"))
    with pytest.raises(TooSoon):
        take_turn((NAME_AT_ADDRESS, "x"), (ADDRESS, "y"))
    assert Attempts.objects.count() == 1


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "203.0.113.9", "192.0.2.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "1.1.1.1, 203.0.113.9", "203.0.113.9"),
        (2, "1.1.1.1, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
        (2, "203.0.113.9", "192.0.2.1"),
        (1, "", "192.0.2.1"),
        (1, "nonsense", "192.0.2.1"),
        (1, "203.0.113.9:4711", "203.0.113.9"),
        (1, "[2001:db8::1]:4711", "2001:db8::1"),
        (1, "::ffff:203.0.113.9", "203.0.113.9"),
    ],
)
def test_the_address_is_counted_from_the_right(settings, proxies, forwarded, address):
    settings.ATTEST_PROXIES = proxies
    assert client_address({"REMOTE_ADDR": "192.0.2.1", "HTTP_X_FORWARDED_FOR": forwarded}) == address


def test_addresses_are_shortened_and_a_network_is_one_place():
    assert [shortened(one) for one in ("192.0.2.7", "2001:db8:1:2::7", "unknown")] == ["192.0.2.x", "2001:db8:1::x", ""]
    assert network_of("2001:db8:1:2::7") == network_of("2001:db8:1:2:ffff::1") != network_of("2001:db8:1:3::7")


def test_an_office_logs_in_at_the_same_moment(db):
    """Forty attempts that have not ended keep nobody of the same address waiting; those that fail count then."""
    running = [take_turn((ADDRESS, "office")) for _ in range(ADDRESS.free + 20)]
    for turn in running[:30]:
        turn.succeeded()
    assert Attempts.objects.get().failures == Attempts.objects.get().running == 10
    for turn in running[30:]:
        turn.failed()
    again = [take_turn((ADDRESS, "office")) for _ in range(ADDRESS.free - 10)]
    for turn in again[:-1]:
        turn.failed()
    assert (Attempts.objects.get().failures, Attempts.objects.get().running) == (ADDRESS.free, 1)
    again[-1].failed()
    with pytest.raises(TooSoon):
        take_turn((ADDRESS, "office"))


def test_no_more_than_some_guesses_run_at_once(db):
    for _ in range(ADDRESS.free + ADDRESS.at_once):
        take_turn((ADDRESS, "stranger"))
    with pytest.raises(TooSoon):
        take_turn((ADDRESS, "stranger"))


def test_what_never_ends_counts_after_a_while(db):
    for _ in range(ADDRESS.free):
        take_turn((ADDRESS, "killed"))
    Attempts.objects.update(running_since=timezone.now() - 2 * STILL_RUNNING)
    take_turn((ADDRESS, "killed"))
    with pytest.raises(TooSoon):
        take_turn((ADDRESS, "killed"))


def test_an_attempt_by_a_clock_that_is_a_little_ahead_blocks_nobody(db, monkeypatch):
    """Of another machine, or of a process that read its clock a moment later."""
    with monkeypatch.context() as ahead:
        later = timezone.now() + timedelta(seconds=2)
        ahead.setattr(timezone, "now", lambda: later)
        take_turn((ADDRESS, "office")).succeeded()
        take_turn((ADDRESS, "office"))
    take_turn((ADDRESS, "office"))
