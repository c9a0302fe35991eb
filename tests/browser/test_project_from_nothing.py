"""A project from nothing, in the browser: corpus, people, guidelines, gold, both calibrations, work, a release.

What many people do many times is done once by hand here, and then over the addresses that the pages use.
"""

from __future__ import annotations

import json
import uuid
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from annotation.models import Adjudication, Claim, Highlight, Project, User
from annotation.quality.calibration.models import Calibration, GoldItem
from annotation.set_up.road_map import missing_steps
from jobs.runner import run_next
from tests.browser.workspace import element, expect, log_in, open_page, wait_until_saved

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.browser, pytest.mark.extended]

HOME = "/p/fleet/manage/"
WRITING, VERIFYING = "claim_generation", "claim_verification"
PASSWORD = "a-harbour-in-winter-27"
SHIPS = 8
FIRST = "Ship 0_sentence_0"


def article(number: int) -> str:
    """Eight sentences and a table."""
    sentences = [f"Ship {number} was built in {1900 + number}.", f"It is {20 + number} metres long."]
    sentences += [f"In {1930 + year} it sailed to port {year} of the north." for year in range(6)]
    rows = "".join(f"|-\n| {1950 + row} || Captain {row}\n" for row in range(5))
    return (
        f"'''{sentences[0]}''' "
        + " ".join(sentences[1:])
        + f'\n\n{{| class="wikitable"\n! Year !! Captain\n{rows}|}}\n'
    )


@dataclass
class Person:
    """Somebody who chose a password by their link, and works over the addresses of the pages."""

    link: str = ""
    client: APIClient = field(default_factory=lambda: APIClient(SERVER_NAME="localhost"))

    def __post_init__(self) -> None:
        if not self.link:
            return
        path = "/" + self.link.split("/", 3)[3]
        opened = self.client.get(path, follow=True)
        where = opened.redirect_chain[-1][0] if opened.redirect_chain else path
        self.client.post(where, {"new_password1": PASSWORD, "new_password2": PASSWORD})

    def confirm(self, kind: str, version: int) -> None:
        self.client.post(f"/p/fleet/guidelines/{kind}/confirm/", {"version": str(version)})

    def take(self, kind: str) -> dict[str, Any]:
        taken = self.client.post("/api/v1/projects/fleet/assignments/", {"kind": kind}, format="json").json()
        assert taken.get("assignment"), taken
        return dict(taken["assignment"])

    def submit(self, kind: str, body: dict[str, Any]) -> None:
        address = f"/api/v1/assignments/{self.take(kind)['id']}/submission/"
        answer = self.client.post(address, body | {"client_id": str(uuid.uuid4()), "operations": []}, format="json")
        assert answer.status_code == 200, answer.content

    def read_feedback(self, kind: str, phase: int) -> None:
        for item in GoldItem.objects.filter(task__phase=phase, task__kind=kind):
            self.client.get(reverse("calibration-feedback", args=["fleet", item.pk]))


def verification(verdict: str, *ids: str) -> dict[str, Any]:
    return {"verdict": verdict, "challenge": "Other", "evidence_sets": [list(ids)]}


def three_claims(about: str) -> dict[str, Any]:
    texts = {kind: f"{about} has a claim of type {kind}." for kind in ("I", "II", "III")}
    return {"claims": {kind: {"text": text, "challenge": "Other"} for kind, text in texts.items()}}


def run_jobs() -> None:
    while run_next() is not None:
        pass


@pytest.fixture
def page(context: BrowserContext, transactional_db) -> Page:
    """Whoever runs the site, with nothing on it."""
    User.objects.create_superuser("maya", password=PASSWORD)
    log_in(context, "maya")
    return context.new_page()


def create_with_corpus(page: Page) -> None:
    page.goto("/projects/new/")
    page.fill("#id_name", "Fleet")
    page.click("main button.primary")
    page.wait_for_url(f"**{HOME}set-up/")
    expect(page.locator("[data-step=corpus][data-state=missing]")).to_be_visible()
    page.click("[data-step=corpus] a")
    lines = [json.dumps({"title": f"Ship {n}", "text": article(n)}) for n in range(SHIPS)]
    file = {"name": "fleet.jsonl", "mimeType": "application/jsonl", "buffer": "\n".join(lines).encode()}
    page.set_input_files("#id_file", [file])
    page.click("button[value=upload]")
    expect(page.locator("[data-running]")).to_be_visible()
    run_jobs()
    expect(page.locator(f"[data-found='{SHIPS}']")).to_be_visible()  # without loading the page again
    page.click("button[value=import]")
    run_jobs()
    expect(page.locator("[data-index=current]")).to_be_visible()
    expect(page.locator(f"[data-pages='{SHIPS}']")).to_be_visible()


def set_up(page: Page) -> None:
    page.goto(f"{HOME}settings/")
    while folded := page.locator("details.folded:not([open]) > summary").all():
        folded[0].click()
    page.check("#id_calibration")
    for name, value in (("calibration_items", "1"), ("claim_rest_hours", "0"), ("verifications_per_claim", "2")):
        page.fill(f"#id_{name}", value)
    page.select_option("#id_guided_examples", "off")
    page.click("button[name=save]")
    expect(page.locator(".message.success")).to_be_visible()
    page.goto(f"/p/fleet/guidelines/{VERIFYING}/edit/")
    page.fill("textarea[name=text]", "Read the whole page.")
    page.click("button[name=save]")
    expect(page.locator("main")).to_contain_text("Read the whole page.")


def invite(page: Page) -> dict[str, str]:
    """Name -> link."""
    page.goto(f"{HOME}people/")
    people = "name,roles\nwilma,claim_writer\nvincent,verifier\nvictor,verifier\n"
    page.set_input_files("#id_file", [{"name": "p.csv", "mimeType": "text/csv", "buffer": people.encode("utf-8-sig")}])
    page.locator("form:has(#id_file) button[type=submit]").click()
    page.wait_for_url("**/invitations/")
    rows = page.locator("[data-invited]")
    return {
        str(rows.nth(n).get_attribute("data-invited")): rows.nth(n).locator("code").inner_text()
        for n in range(rows.count())
    }


def draw_and_make_gold(page: Page) -> None:
    page.goto(f"{HOME}highlights/")
    page.fill("#id_size", "6")
    page.fill("#id_seed", "1")
    page.click("button[name=draw]")
    run_jobs()
    page.goto(f"{HOME}highlights/")
    assert Highlight.objects.count() >= 3  # two become gold
    for phase in (1, 2):
        highlight = Highlight.objects.order_by("pk")[phase - 1]
        page.goto(f"/p/fleet/quality/calibration/gold/make/?highlight={highlight.pk}")
        page.select_option("#id_phase", str(phase))
        page.fill("#id_I", "A reference claim.")
        page.locator("main form button.primary").last.click()
        expect(page.locator(".message.success")).to_be_visible()
        page.goto("/p/fleet/quality/calibration/gold/")
        line = {"claim": f"Gold of phase {phase}.", "label": "SUPPORTS", "challenge": "Other", "evidence": [[FIRST]]}
        buffer = json.dumps(line).encode()
        page.set_input_files("#id_file", [{"name": "g.jsonl", "mimeType": "application/jsonl", "buffer": buffer}])
        page.select_option("#id_phase", str(phase))
        page.locator("form:has(#id_file) button[type=submit]").click()
        expect(page.locator(".message.success")).to_be_visible()


def verify_by_hand(page: Page, link: str) -> None:
    """Vincent's first day: his password, the guidelines, one claim with its evidence, and what gold says of it."""
    page.goto(link)
    page.fill("[name=new_password1]", PASSWORD)
    page.fill("[name=new_password2]", PASSWORD)
    page.locator("main form button[type=submit]").click()
    page.wait_for_url("**/my-work/**")
    page.click(f"form[action$='/tasks/{VERIFYING}/next/'] button")
    page.click(".confirm-read [type=submit]")
    page.wait_for_selector("#workspace[data-ready]")
    open_page(page, "Ship 0")
    element(page, FIRST).click()
    page.keyboard.press("1")
    page.select_option("#challenge", "Other")
    wait_until_saved(page)
    page.click("#submit")
    page.click("#confirm-submit")
    expect(page.locator(".thanks")).to_be_visible()
    page.goto("/p/fleet/calibration/")
    page.locator(".feedback-list a").first.click()
    page.wait_for_url("**/calibration/**/")


def grade(page: Page, name: str) -> None:
    person = User.objects.get(username=name)
    page.goto(reverse("quality-candidate", args=["fleet", WRITING, person.pk]))
    for box in page.locator("form.grading input[value=yes]").all():
        box.check()
    page.click("form.grading button.primary")
    expect(page.locator(".message.success")).to_be_visible()


def approve(page: Page, kind: str, name: str) -> None:
    person = User.objects.get(username=name)
    page.goto(reverse("quality-candidate", args=["fleet", kind, person.pk]))
    page.click("button[value=approved]")
    expect(page.locator(".message.success")).to_be_visible()


def adjudicate(page: Page) -> None:
    page.goto("/p/fleet/quality/adjudicate/")
    disagreed = Claim.objects.filter(verifications__verdict="SUPPORTS").get(verifications__verdict="REFUTES")
    page.locator(f"main a[href*='/adjudicate/{disagreed.pk}/']").first.click()
    page.locator("[name=outcome]").first.check()
    page.select_option("#error_type", "accident")
    page.click("#decision [type=submit]")
    expect(page.locator(".message.success")).to_be_visible()


def release(page: Page, path: Path) -> list[dict[str, Any]]:
    page.goto("/p/fleet/releases/")
    run_jobs()
    for name in ("fever", "tables", "datasets", "corpus", "report"):
        page.locator(f'input[value="{name}"]').uncheck()
    page.click("[name=build]")
    expect(page.locator("#building progress")).to_be_visible()
    run_jobs()
    expect(page.locator("#made tbody tr")).to_be_visible()
    with page.expect_download() as download:
        page.locator("#made tbody tr a[download]").first.click()
    download.value.save_as(path)
    with zipfile.ZipFile(path) as archive:
        files = [name for name in archive.namelist() if "/feverous/" in name and name.endswith(".jsonl")]
        files = [name for name in files if "_blind" not in name]  # has what is in the test split once more
        rows = [json.loads(line) for name in files for line in archive.read(name).splitlines()]
    return [row for row in rows if row.get("claim")]


def test_a_project_from_nothing_to_its_release(page, chromium: Browser, live_server, tmp_path):
    create_with_corpus(page)
    set_up(page)
    links = invite(page)
    draw_and_make_gold(page)
    assert missing_steps(Project.objects.get()) == 0
    page.goto(HOME)
    expect(page.locator("[data-missing-steps]")).to_have_count(0)

    by_hand = chromium.new_context(base_url=live_server.url)
    verify_by_hand(by_hand.new_page(), links.pop("vincent"))
    by_hand.close()
    people = {name: Person(link) for name, link in links.items()}
    people["vincent"] = Person()
    people["vincent"].client.force_login(User.objects.get(username="vincent"))
    people["wilma"].confirm(WRITING, 0)
    people["victor"].confirm(VERIFYING, 1)
    gold = verification("SUPPORTS", FIRST)
    people["victor"].submit(VERIFYING, gold)
    people["victor"].read_feedback(VERIFYING, 1)
    for name in ("vincent", "victor"):
        people[name].submit(VERIFYING, gold)
        people[name].read_feedback(VERIFYING, 2)
        approve(page, VERIFYING, name)
    for phase in (1, 2):
        people["wilma"].submit(WRITING, three_claims(f"Phase {phase}"))
        grade(page, "wilma")
        people["wilma"].read_feedback(WRITING, phase)
    approve(page, WRITING, "wilma")
    assert {(row.person.username, row.decision, tuple(sorted(row.scores))) for row in Calibration.objects.all()} == {
        (name, "approved", ("1", "2")) for name in ("wilma", "vincent", "victor")
    }

    people["wilma"].submit(WRITING, three_claims("Ship 0"))
    written = Claim.objects.filter(phase=0, author__username="wilma")
    assert written.count() == 3
    for verdicts in (("SUPPORTS", "SUPPORTS"), ("REFUTES", "REFUTES"), ("SUPPORTS", "REFUTES")):
        for name, verdict in zip(("vincent", "victor"), verdicts, strict=True):
            people[name].submit(VERIFYING, verification(verdict, FIRST, "Ship 0_cell_0_1_1"))
    adjudicate(page)
    assert Adjudication.objects.count() == 1

    rows = release(page, tmp_path / "release.zip")
    assert sorted(row["claim"] for row in rows) == sorted(written.values_list("text", flat=True))
    assert all(FIRST in row["evidence"][0]["content"] for row in rows)
