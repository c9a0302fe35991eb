"""Readers of the environment: what is wrong stops the start, with its name and a remedy."""

from __future__ import annotations

import os

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.env import env_bool, env_int, env_list, env_str, env_time_zone, read_env_file


@pytest.mark.parametrize(("value", "meant"), [("1", True), ("Yes", True), (" on ", True), ("0", False), ("", False)])
def test_yes_and_no_have_several_words(monkeypatch, value, meant):
    monkeypatch.setenv("DEBUG", value)
    assert env_bool("DEBUG", default=not meant) is meant


def test_a_switch_that_is_neither_yes_nor_no_is_refused(monkeypatch):
    monkeypatch.setenv("DEBUG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="DEBUG='maybe' is neither yes nor no. Write DEBUG=1 or DEBUG=0"):
        env_bool("DEBUG", default=False)


@pytest.mark.parametrize(
    ("value", "words"),
    [("eighty", "not a whole number"), ("0", "below its minimum of 1"), ("70000", "above its maximum of 65535")],
)
def test_a_wrong_number_is_refused(monkeypatch, value, words):
    monkeypatch.setenv("PORT", value)
    with pytest.raises(ImproperlyConfigured, match=f"PORT.*{words}"):
        env_int("PORT", 8000, minimum=1, maximum=65535)


def test_a_blank_number_is_the_default(monkeypatch):
    monkeypatch.setenv("PORT", " ")
    assert env_int("PORT", 8000) == 8000


def test_a_blank_text_is_the_default(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "")
    assert env_str("DATABASE_URL", "sqlite:///x") == "sqlite:///x"


def test_lists_are_cut_at_commas(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example.org, b.example.org,")
    assert env_list("ALLOWED_HOSTS", []) == ["a.example.org", "b.example.org"]


def test_a_value_may_lie_in_a_file(monkeypatch, tmp_path):
    (tmp_path / "secret").write_text("hush\n")
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "secret"))
    monkeypatch.setenv("SECRET_KEY", "loud")
    assert env_str("SECRET_KEY") == "hush"


def test_a_file_that_is_missing_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "nowhere"))
    with pytest.raises(ImproperlyConfigured, match=r"SECRET_KEY_FILE=.*nowhere cannot be read"):
        env_str("SECRET_KEY")


def test_time_zones_are_checked(monkeypatch):
    monkeypatch.setenv("TIME_ZONE", "Europe/Oslo")
    assert env_time_zone("TIME_ZONE", "UTC") == "Europe/Oslo"


@pytest.mark.parametrize("value", ["Mars/Olympus", "Europe", "../etc/passwd"])
def test_an_unknown_time_zone_is_refused(monkeypatch, value):
    monkeypatch.setenv("TIME_ZONE", value)
    with pytest.raises(ImproperlyConfigured, match="TIME_ZONE=.* is no time zone"):
        env_time_zone("TIME_ZONE", "UTC")


# --- .env ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def environment(monkeypatch):
    """An environment of the test's own, without ATTEST_ENV_FILE."""
    monkeypatch.setattr(os, "environ", {key: value for key, value in os.environ.items() if key != "ATTEST_ENV_FILE"})
    return os.environ


def test_env_file_fills_what_the_environment_leaves_open(environment, tmp_path):
    environment["PORT"] = "9000"
    (tmp_path / ".env").write_text(
        "# a comment\n\nPORT=8001\nexport HTTPS=1\nALLOWED_HOSTS='a.example.org,b.example.org'\n"
        'SECRET_KEY="with # and = inside"\nTIME_ZONE = Europe/Oslo  # where we are\nREDIS_URL=\n'
    )
    read_env_file(tmp_path)
    assert environment["PORT"] == "9000"
    assert environment["HTTPS"] == "1"
    assert environment["ALLOWED_HOSTS"] == "a.example.org,b.example.org"
    assert environment["SECRET_KEY"] == "with # and = inside"
    assert environment["TIME_ZONE"] == "Europe/Oslo"
    assert environment["REDIS_URL"] == ""


def test_without_an_env_file_nothing_happens(environment, tmp_path):
    before = dict(environment)
    read_env_file(tmp_path)
    assert environment == before


def test_another_env_file_can_be_named(environment, tmp_path):
    environment["ATTEST_ENV_FILE"] = "production.env"
    (tmp_path / "production.env").write_text("PORT=80\n")
    (tmp_path / ".env").write_text("PORT=81\n")
    read_env_file(tmp_path)
    assert environment["PORT"] == "80"


def test_an_empty_name_means_no_env_file(environment, tmp_path):
    environment["ATTEST_ENV_FILE"] = ""
    (tmp_path / ".env").write_text("ATTEST_TEST_WORD=1\n")
    read_env_file(tmp_path)
    assert "ATTEST_TEST_WORD" not in environment


def test_a_named_env_file_must_exist(environment, tmp_path):
    environment["ATTEST_ENV_FILE"] = "production.env"
    with pytest.raises(ImproperlyConfigured, match=r"production\.env .* cannot be read"):
        read_env_file(tmp_path)


@pytest.mark.parametrize("content", [None, b"SECRET_KEY=\xff\xfe"])
def test_one_that_cannot_be_read_is_named_with_the_user(environment, tmp_path, content):
    """A folder, as Docker makes of a file that is missing; or no text. Root reads whatever its mode is."""
    if content is None:
        (tmp_path / ".env").mkdir()
    else:
        (tmp_path / ".env").write_bytes(content)
    with pytest.raises(
        ImproperlyConfigured, match=r"\.env .*cannot be read.*Copy \.env\.example .* readable to user \d+"
    ):
        read_env_file(tmp_path)


def test_a_line_that_is_no_assignment_is_named(environment, tmp_path):
    (tmp_path / ".env").write_text("PORT=8000\nnonsense here\n")
    with pytest.raises(ImproperlyConfigured, match="line 2: not NAME=value"):
        read_env_file(tmp_path)
