"""What every page keeps to: no inline code, one look, words one can read."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from annotation.projects.models import Role
from tests.cast import member
from tests.frontend.submitting import inline_code, submitted

STATIC = Path(settings.BASE_DIR) / "frontend" / "static"
STYLES = sorted([*STATIC.glob("css/*.css"), *STATIC.parent.glob("workflows/*/static/css/*.css")])
VENDOR = STATIC / "js" / "vendor"


def pages(slug: str, verification: int, person: int) -> list[str]:
    return [
        "/login/",
        "/my-work/",
        reverse("my-verifications", args=[slug]),
        reverse("my-claims", args=[slug]),
        reverse("manage", args=[slug]),
        reverse("manage-claims", args=[slug]),
        reverse("manage-verifications", args=[slug]),
        reverse("manage-verification", args=[slug, verification]),
        reverse("manage-people", args=[slug]),
        *(reverse(f"manage-{name}", args=[slug]) for name in ("highlights", "skipped", "withdrawn", "settings")),
        reverse("manage-person", args=[slug, person]),
        reverse("password"),
        reverse("project-new"),
        "/nothing/here/",
    ]


@pytest.mark.parametrize("logged_in", [True, False])
def test_no_page_has_inline_code_and_each_has_the_policy(client, project, assignment, logged_in):
    verification = submitted(assignment)
    everything = member(project, "ada", Role.MANAGER, Role.VERIFIER, Role.CLAIM_WRITER)
    if logged_in:
        client.force_login(everything)
    for address in pages(project.slug, verification.pk, everything.pk):
        answer = client.get(address)
        assert answer.status_code == 200 or not logged_in or address in ("/login/", "/nothing/here/")
        assert not inline_code(answer.text), address
        policy = answer.headers["Content-Security-Policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy


def test_the_walk_would_find_inline_code():
    assert inline_code('<p style="color: red">')
    assert inline_code("<script>x</script>")
    assert inline_code('<button onclick="x()">')
    assert not inline_code('<script src="/x.js"></script><p class="style">on time = now</p>')


def test_a_page_names_itself_and_can_be_skipped_into(client, verifier):
    client.force_login(verifier)
    text = client.get("/my-work/").text
    assert "<title>My work · Attest</title>" in text
    assert 'href="#content"' in text
    assert '<main id="content"' in text
    assert '<html lang="en"' in text


def test_the_header_shows_what_ones_roles_reach(client, verifier, manager, project, corpus):
    client.force_login(verifier)
    assert "/manage/" not in client.get("/my-work/").text
    client.force_login(manager)
    assert 'href="/p/harbour/manage/"' in client.get("/my-work/").text


def test_who_has_several_projects_can_switch(client, verifier, project, corpus):
    from annotation.models import Project

    client.force_login(verifier)
    assert 'href="/my-work/#harbour"' not in client.get("/my-work/").text
    member(Project.objects.create(slug="second", name="The second", corpus=corpus), "vincent", Role.MANAGER)
    text = client.get("/my-work/").text
    assert 'href="/my-work/#harbour"' in text
    assert 'href="/p/second/manage/"' in text


def test_vendored_scripts_are_what_they_say():
    listed = json.loads((VENDOR / "vendor.json").read_text())
    for script in listed:
        assert hashlib.sha256((VENDOR / script["file"]).read_bytes()).hexdigest() == script["sha256"]
        assert (VENDOR / script["licence_file"]).is_file()
        assert script["version"] in (VENDOR / script["file"]).read_text()
    here = {path.name for path in VENDOR.iterdir()} - {"vendor.json"}
    assert here == {script[key] for script in listed for key in ("file", "licence_file")}


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.name)
def test_colours_come_from_the_palette(style):
    if style.name == "variables.css":
        return
    text = re.sub(r"/\*.*?\*/", "", style.read_text(), flags=re.DOTALL)
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)|\brgba?\(|\bhsla?\(", text)
    known = set(re.findall(r"(--[a-z0-9-]+)\s*:", (STATIC / "css" / "variables.css").read_text() + text))
    assert set(re.findall(r"var\((--[a-z0-9-]+)\)", text)) <= known


def palette(theme: int) -> dict[str, str]:
    text = (STATIC / "css" / "variables.css").read_text()
    both = dict(re.findall(r"(--[a-z0-9-]+): light-dark\((#[0-9a-f]{6}, #[0-9a-f]{6})\);", text))
    single = dict(re.findall(r"(--[a-z0-9-]+): (#[0-9a-f]{6});", text))
    return {name: pair.split(", ")[theme] for name, pair in both.items()} | single


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, relative luminance."""

    def luminance(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


GROUNDS = ["--surface", "--surface-raised", "--surface-sunken", "--surface-hover"]
WORDS = ["--text", "--text-muted", "--link", "--link-visited", "--accent", "--danger", "--success", "--warning"]
PAIRS = [
    *((word, ground, 4.5) for word in WORDS for ground in GROUNDS),
    ("--accent-text", "--accent", 4.5),
    ("--accent-text", "--accent-hover", 4.5),
    ("--evidence-text", "--evidence", 4.5),
    ("--evidence-text", "--evidence-context", 4.5),
    ("--find-text", "--find", 4.5),
    ("--find-current-text", "--find-current", 4.5),
    *(("--text", f"--{state}-soft", 4.5) for state in ("accent", "danger", "success", "warning")),
    *((f"--{state}", f"--{state}-soft", 4.5) for state in ("danger", "success", "warning")),
    *(("--text-muted", f"--{state}-soft", 4.5) for state in ("accent", "danger", "success", "warning")),
    *((line, ground, 3.0) for line in ("--border-strong", "--focus", "--evidence-border") for ground in GROUNDS[:3]),
    *((f"--verdict-{verdict}", ground, 3.0) for verdict in ("supports", "refutes", "not-enough") for ground in GROUNDS),
    *(("--suggested", ground, 3.0) for ground in (*GROUNDS, "--evidence-context")),
    ("--evidence-link", "--evidence", 4.5),
    ("--evidence-link", "--evidence-context", 4.5),
]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_words_can_be_read_in_both_themes(theme):
    colours = palette(theme)
    faint = {
        f"{one} on {other}": round(contrast(colours[one], colours[other]), 2)
        for one, other, least in PAIRS
        if contrast(colours[one], colours[other]) < least
    }
    assert faint == {}
