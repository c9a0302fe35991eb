"""The secret key is made once, kept, and nobody else may read it."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.secret import secret_key_from


def test_the_key_is_made_once_and_kept(tmp_path):
    key = secret_key_from(tmp_path / "var")
    assert len(key) >= 50
    assert secret_key_from(tmp_path / "var") == key


def test_only_the_owner_may_read_it(tmp_path):
    secret_key_from(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_two_installations_have_two_keys(tmp_path):
    assert secret_key_from(tmp_path / "one") != secret_key_from(tmp_path / "two")


def test_processes_that_start_together_agree(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(secret_key_from, [tmp_path] * 40))) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_an_empty_key_is_refused(tmp_path):
    (tmp_path / "secret_key").write_text("\n")
    with pytest.raises(ImproperlyConfigured, match="is empty. Delete it, or set SECRET_KEY"):
        secret_key_from(tmp_path)


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ImproperlyConfigured, match="ATTEST_DATA_DIR"):
        secret_key_from(tmp_path / "file" / "var")
