"""Addresses of scripts and styles: their version, kept for good, and what leads on from another version."""

from __future__ import annotations

import shutil
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static

from config.static_version import static_version


def test_the_version_follows_paths_and_bytes(tmp_path):
    shutil.copytree(settings.STATIC_FOLDER / "static" / "js" / "page", tmp_path / "static" / "js")
    first = static_version(tmp_path)
    (tmp_path / "page.html").write_text("no script")
    assert static_version(tmp_path) == first
    script = next((tmp_path / "static" / "js").iterdir())
    script.write_bytes(script.read_bytes() + b"\n")
    second = static_version(tmp_path)
    script.rename(script.with_name("other.js"))
    assert len({first, second, static_version(tmp_path)}) == 3


def test_scripts_are_kept_for_good_under_their_version(client):
    assert static_version(Path(settings.STATIC_FOLDER)) in settings.STATIC_URL
    answer = client.get(static("js/wiki.js"))
    assert answer.status_code == 200
    assert "immutable" in answer["Cache-Control"]
    answer.close()


def test_another_version_leads_to_this_one(client):
    answer = client.get("/static/0123456789ab/js/common/dom.js")
    assert (answer.status_code, answer["Location"]) == (302, static("js/common/dom.js"))
    assert "no-store" in answer["Cache-Control"]
    assert client.get("/static/0123456789ab/js/nothing.js").status_code == 404
    assert client.get(static("js/nothing.js")).status_code == 404
    assert finders.find("js/nothing.js") is None
