"""A blind shared task in a real Chromium: three teams submit, a job scores, nothing shows before its time."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from annotation.models import User
from annotation.shared_tasks.models import TaskSplit, TeamSubmission
from tests.browser.axe import violations
from tests.browser.workspace import expect
from tests.cast import PASSWORD
from tests.frontend.test_roles import patterns
from tests.shared_tasks.hosting import HOUR, SECRET, close, gold_rows, make_task, predictions, score_all

pytestmark = [pytest.mark.browser, pytest.mark.extended]
# Words of gold that no submission below has: labels are looked for as the JSON of a gold row has them.
SEALED = re.compile(
    rf"{SECRET}-why|{SECRET} type|{SECRET}\d|{SECRET} piers (9|10|11) |Cherrypicking|\"label\"|macro F1"
)
TEAMS = {"anna": 9, "bert": 8, "carl": 2}


@pytest.fixture
def site(project, manager, settings, tmp_path):
    settings.ATTEST_DATA_DIR = tmp_path
    for name in (*TEAMS, "vera"):
        User.objects.create_user(name, password=PASSWORD)
    return make_task(project, manager, is_listed=False)


def seal(page, tmp_path: Path) -> TaskSplit:
    """The organiser adds the blind split, stores its gold and lists the task."""
    page.goto("/p/harbour/manage/shared-tasks/")
    page.get_by_role("link", name="Piers 2026").click()
    now = timezone.now()
    for name, at in (("opens_at", now - HOUR), ("closes_at", now + HOUR), ("labels_at", now + 2 * HOUR)):
        page.fill(f"#splitform_{name}", f"{at:%Y-%m-%dT%H:%M}")
    page.fill("#splitform_name", "test")
    page.check("#splitform_is_blind")
    page.click("[name=action][value=split]")
    gold = tmp_path / "gold.json"
    gold.write_text(json.dumps(gold_rows()))
    page.set_input_files("#goldform_file", gold)
    page.click("[name=action][value=gold]")
    expect(page.get_by_text("gold.json: 12 claims")).to_be_visible()
    assert violations(page) == []
    page.goto(page.url.split("splits")[0])
    page.check("#taskform_is_listed")
    page.click("[name=action][value=settings]")
    return TaskSplit.objects.get()


def take_part(page, name: str, right: int, tmp_path: Path) -> None:
    """A person makes a team and a system, is refused a bad file and submits a good one."""
    page.goto("/shared-tasks/")
    page.get_by_role("link", name="Piers 2026").click()
    page.get_by_role("link", name="Take part").first.click()
    page.fill("#nameform_name", f"Team {name}")
    page.click("[value=create]")
    page.fill("#systemform_name", f"system-{name}")
    page.click("[value=system]")
    page.get_by_role("link", name="Submit", exact=True).click()
    file = tmp_path / f"{name}.jsonl"
    rows = predictions(right)
    file.write_text("\n".join(json.dumps(row) for row in rows[:-1]))
    page.set_input_files("#submitform_file", file)
    page.click("main [type=submit]")
    expect(page.locator("#submitform_file_error")).to_contain_text("1 of 12 claims")
    file.write_text("\n".join(json.dumps(row) for row in rows))
    page.set_input_files("#submitform_file", file)
    page.click("main [type=submit]")
    expect(page.locator("#state")).to_contain_text("accepted")


def addresses() -> tuple[set[str], set[str]]:
    """The addresses of shared tasks, with every number that there is, and those of the rest of the project and of the
    files themselves, were they served."""
    keys = {str(one.pk) for one in (TaskSplit.objects.get(), *TeamSubmission.objects.all())}
    parts = ("claims", "gold", "sealed", "..%2Fgold.jsonl")
    written = [path.replace("<slug:task>", "piers").replace("<slug:slug>", "harbour") for path, _ in patterns()]
    ours = [path.replace("<str:part>", part) for path in written if "shared-task" in path for part in parts]
    others = {
        re.sub("<int:[a-z]+>", "1", path) for path in written if "/harbour/" in path and "shared-task" not in path
    }
    files = Path(settings.ATTEST_DATA_DIR).rglob("*.json*")
    names = [path.relative_to(settings.ATTEST_DATA_DIR) for path in files]
    others |= {f"/{start}{name}" for name in names if "shared_tasks" in str(name) for start in ("", "static/")}
    found = {re.sub("<int:[a-z]+>", key, path) for path in ours for key in keys}
    found |= {
        f"{path}?file={kind}" for path in found if "leaderboard" in path or "splits" in path for kind in ("csv", "json")
    }
    return {one for one in found if "<" not in one}, {one for one in others if "<" not in one}


def everything_shown(names: tuple[str, ...]) -> str:
    """All that the site answers these people, by GET and by a bad POST; the rest of the project to the first alone."""
    pages, (ours, others) = [], addresses()
    for name in names:
        client = Client(raise_request_exception=False)
        client.force_login(User.objects.get(username=name))
        for address in sorted(ours | (others if name == names[0] else set())):
            for ask in (client.get, client.post) if address in ours and "?" not in address else (client.get,):
                answer = ask(address, {"action": "x", "split": "1"} if ask == client.post else None)
                body = b"".join(answer.streaming_content) if answer.streaming else answer.content
                pages.append(f"{name} {address} {answer.headers}\n{body.decode(errors='replace')}")
    return "\n".join(pages)


def test_three_teams_submit_blind_and_read_a_leaderboard_with_ties(as_person, site, manager, tmp_path):
    split = seal(as_person("maya"), tmp_path)
    for name, right in TEAMS.items():
        take_part(as_person(name), name, right, tmp_path)
    score_all()
    shown = everything_shown((*TEAMS, "vera"))
    assert "The harbour had 3 piers" in shown  # claims are open
    found = [shown[max(0, one.start() - 200) : one.end() + 40] for one in SEALED.finditer(shown)]
    assert found == []
    close(split)
    page = as_person("maya")
    page.goto(f"/p/harbour/manage/shared-tasks/{site.pk}/splits/{split.pk}/")
    page.click("[value=announce]")
    visitor = as_person("vera")
    visitor.goto("/shared-tasks/piers/")
    visitor.get_by_role("link", name="Leaderboard").click()
    assert visitor.locator(".leaderboard .rank").all_inner_texts() == ["1–2", "1–2", "3"]
    expect(visitor.locator(".leaderboard tbody tr").first).to_contain_text("Team anna")
    expect(visitor.locator(".leaderboard tbody tr").first).to_contain_text("75.0")
    assert violations(visitor) == []
