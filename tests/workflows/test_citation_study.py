"""The citation study: items, who may judge which, blindness in both orders, controls, what is stored and released."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from annotation.actions.rules.gold_pause import below_gold
from annotation.actions.rules.models import QualityRules
from annotation.models import Assignment, Membership, Project, Task, User
from annotation.projects.models import Role
from annotation.quality.calibration.models import GoldItem
from annotation.release.write import write_release
from annotation.vocabulary.tasks import Phase
from annotation.workflows.citation_study.exclusions import leave_out
from annotation.workflows.citation_study.importing import add_items
from annotation.workflows.citation_study.models import (
    SLUG,
    Preference,
    ShownOrder,
    StudyExclusion,
    StudyItem,
    StudySettings,
)
from annotation.workflows.citation_study.settings import read
from annotation.workflows.citation_study.texts import shown_text
from annotation.workflows.citation_study.workflow import WORKFLOW
from tests.cast import member
from tests.workflows.fact_checks import send, take

pytestmark = pytest.mark.django_db
ENOUGH, NONE = {"grade": "enough", "reason": ""}, {"grade": "none", "reason": "paywall"}


def source(name: str, passages: int = 3) -> dict[str, Any]:
    """A source whose passages name it, with an address and a title that must not be seen."""
    texts = [f"Passage {place} of {name} says that it rained." for place in range(passages)]
    return {"url": f"https://www.z{name}.example/page", "title": f"Ztitle {name}", "passages": texts, "selected": 1}


def item(number: int, **more: Any) -> dict[str, Any]:
    return {
        "claim_id": f"claim-{number}",
        "title": "Rain",
        "section": "History",
        "text": f"It rained {number} times.[CIT] Then it stopped.",
        "original": source("old"),
        "suggested": source("new"),
        "scores": {"Zscore": -1.5, "other": 2},
        "control": "",
    } | more


@pytest.fixture
def study(project: Project) -> Project:
    project.workflows = [SLUG]
    project.verifications_per_person = None
    project.save()
    return project


def on_side(taken: dict[str, Any], name: str) -> str:
    """Where the source of this name stands."""
    return next(side for side, one in zip(("left", "right"), taken["sources"], strict=True) if name in one["best"])


def judge(project: Project, person: User, prefers: str = "new", **changed: Any) -> dict[str, Any]:
    """Take the next and prefer the source of this name, or a choice as it is sent; what was shown."""
    taken = take(person, project, SLUG)
    assert taken is not None
    choice = prefers if prefers in ("left", "right", "neither", "both") else on_side(taken, prefers)
    grades = {"left": NONE, "right": NONE} | ({choice: ENOUGH} if choice in ("left", "right") else {})
    answer = send(person, taken, {"choice": choice} | grades | changed)
    assert answer.status_code == 200, answer.content
    return taken


def test_items_are_added_once_and_whoever_imports_them_judges_none(study, manager, verifier):
    rows = [item(1), item(1), item(2, text="no mark"), item(2, control="wrong_source")]
    added = add_items(study, rows, verifier)
    assert (added.created, added.known, [place for place, _why in added.problems]) == (2, 1, [2])
    assert add_items(study, [item(1, text="It rained 1 times [CIT]. THEN it stopped.")], manager).known == 1
    assert Task.objects.get(kind=SLUG, phase=Phase.PRODUCTION).required_annotations == 5
    assert take(verifier, study, SLUG) is None
    assert take(member(study, "vera", Role.VERIFIER), study, SLUG) is not None


def test_what_is_wrong_with_a_row_is_named(study):
    wrong = {
        "claim_id": item(1, claim_id=True),
        "section": item(1, section=5),
        "text": item(1, text="two [CIT] [CIT]"),
        "control": item(1, control="other"),
        "original": item(1, original="no source"),
        "original.url": item(1, original=source("a") | {"url": 7}),
        "original.passages": item(1, original=source("a") | {"passages": []}),
        "suggested.passages[1]": item(1, suggested=source("a") | {"passages": ["a", "b\x00"]}),
        "suggested.selected": item(1, suggested=source("a") | {"selected": 3}),
        "suggested": item(1, suggested=None),
        "scores.x": item(1, scores={"x": float("nan")}),
        "scores": item(1, scores=[1]),
    }
    found = add_items(study, wrong.values(), None)
    assert [why.partition(":")[0] for _place, why in found.problems] == list(wrong)
    assert not Task.objects.filter(kind=SLUG).exists()


def test_a_file_is_imported_on_the_page_and_by_the_command(study, manager, tmp_path):
    client = Client()
    client.force_login(manager)
    address = reverse("manage-citation-study", args=["harbour"])
    bad = "\n".join([json.dumps(item(1)), "{", json.dumps(item(2, scores=3)), json.dumps(item(3))])
    answer = client.post(address, {"file": SimpleUploadedFile("items.jsonl", bad.encode())})
    assert answer.status_code == 400
    assert re.findall(r"(?:Line) (\d+): (\w+)", answer.text)[-1] == ("3", "scores")
    assert StudyItem.objects.count() == 2
    path = tmp_path / "items.jsonl"
    path.write_text("\n".join(json.dumps(item(number)) for number in (3, 4)))
    call_command("import_dataset", str(path), project="harbour")
    assert StudyItem.objects.count() == 3
    assert client.post(address, {"person": "nobody-here"}).status_code == 400
    named = member(study, "vera", Role.VERIFIER)
    assert client.post(address, {"person": "vera"}).status_code == 302
    assert set(StudyExclusion.objects.values_list("person", "reason")) == {
        (manager.pk, "imported"),
        (named.pk, "named"),
    }
    assert client.get(address).status_code == 200


@pytest.mark.both_databases
def test_a_judgement_is_stored_by_source_whatever_the_order(study):
    """Whoever sees the new source on the left, and whoever sees it on the right, say the same of it."""
    study.citation_study_settings = StudySettings.objects.create(project=study, annotators=12)
    add_items(study, [item(1)], None)
    people = [member(study, f"person-{number}", Role.VERIFIER) for number in range(12)]
    for person in people:
        judge(study, person)
    new = "source_a" if StudyItem.objects.get().is_turned else "source_b"
    assert set(Preference.objects.values_list("label", flat=True)) == {new}
    end = new[-1]
    assert set(Preference.objects.values_list(f"grade_{end}", f"reason_{end}")) == {("enough", "")}
    assert len(set(ShownOrder.objects.values_list("is_swapped", flat=True))) == 2  # by chance equal: once in 2,048 runs


def test_a_judgement_is_refused_and_changed(study, verifier):
    StudySettings.objects.create(project=study, allow_both=False)
    add_items(study, [item(1)], None)
    taken = take(verifier, study, SLUG)
    assert taken is not None
    assert [one["value"] for one in taken["form"]["choices"]] == ["left", "right", "neither"]
    wrong = {"choice": "both", "left": {"grade": "enough", "reason": "paywall"}, "right": {"grade": "much"}}
    assert set(send(verifier, taken, wrong).json()["error"]["fields"]) == {"choice", "left", "right"}
    assert set(send(verifier, taken, {}).json()["error"]["fields"]) == {"choice", "left", "right"}
    assert send(verifier, taken, {"choice": "left", "left": ENOUGH, "right": NONE}).status_code == 200
    client = Client()
    client.force_login(verifier)
    page = reverse("work", args=[taken["id"]])
    assert "?change" in client.get(page).text
    shown = json.loads(re.search(r'id="assignment"[^>]*>(.*?)</script>', client.get(f"{page}?change").text)[1])
    assert shown["draft"]["body"] == {"choice": "left", "left": ENOUGH, "right": NONE}


@pytest.mark.parametrize("is_swapped", [False, True])
@pytest.mark.parametrize("full_text", [False, True])
def test_nothing_tells_which_source_is_whose(study, verifier, manager, is_swapped, full_text):
    """Payloads of both orders have the same keys in the same order, and differ in the two texts alone."""
    StudySettings.objects.create(project=study, full_text=full_text)
    same = {"original": source("old"), "suggested": source("new")}
    add_items(study, [item(1, **same), item(2, control="wrong_source")], None)
    observer = member(study, "olga", Role.OBSERVER)
    taken = take(verifier, study, SLUG)
    assert taken is not None
    held = Assignment.objects.get()
    stored = held.task.study_item
    ShownOrder.objects.filter(assignment=held).update(is_swapped=is_swapped)
    client = Client()
    client.force_login(verifier)
    page = reverse("work", args=[taken["id"]])
    api = client.get(f"/api/v1/assignments/{taken['id']}/").json()
    left = "old" if stored.is_turned == is_swapped else "new"
    assert on_side(api, left) == "left"
    assert set(api) == {
        *("id", "kind", "state", "leased_until", "elapsed_seconds", "active_seconds", "project", "claim"),
        *("sources", "form", "draft", "operations_received", "submitted"),
    }
    assert [list(one) for one in api["sources"]] == [["title", "domain", "before", "best", "after"]] * 2
    if not full_text:
        assert {one[name] for one in api["sources"] for name in ("title", "domain", "before", "after")} == {""}
    texts = [json.dumps(api), client.get(page).text]
    send(verifier, taken, {"choice": "left", "left": ENOUGH, "right": NONE})
    texts += [client.get(page).text, client.get(f"{page}?change").text, client.get("/my-work/").text]
    texts += [client.get(f"/api/v1/assignments/{taken['id']}/").content.decode()]
    for person in (observer, manager):
        other = Client()
        other.force_login(person)
        texts += [other.get(page).text, other.get(f"/api/v1/assignments/{taken['id']}/").content.decode()]
        for name in ("quality", "quality-tasks", "manage-citation-study"):
            texts.append(other.get(reverse(name, args=["harbour"])).text)
        texts.append(other.get(reverse("quality-task", args=["harbour", held.task_id])).text)
    words = ["zold.example", "znew.example", "Zscore", "-1.5", "is_turned", "is_swapped", stored.digest]
    words += ["original", "wrong_source", "random_passage"] if not full_text else []
    found = [(word, text[:80]) for word in words for text in texts[:6] if re.search(rf"\b{re.escape(word)}\b", text)]
    assert found == []
    assert not [text for text in texts[6:] for word in ("is_turned", "is_swapped") if word in text]


def test_passages_that_overlap_make_the_text_of_passages_that_do_not():
    words = [f"w{number}" for number in range(350)]
    apart = [" ".join(words[start : start + 100]) for start in range(0, 350, 100)]
    overlapping = [" ".join(words[start : start + 100]) for start in range(0, 300, 50)]
    two = [shown_text(apart, 1, full_text=True), shown_text(overlapping, 2, full_text=True)]
    assert two[0] == two[1]
    assert " ".join([two[0].before, two[0].best, two[0].after]).split() == words


def test_a_claim_comes_once_and_controls_of_passages_only_where_they_do_not_show(study, verifier):
    """A control of a claim beside its item would tell which source the two have in common."""
    study.silent_gold_rate = 100
    study.save()
    control = {"control": "random_passage", "suggested": None}
    add_items(study, [item(1), item(1, **control), item(2, **control)], None)
    drawn = StudyItem.objects.filter(control="random_passage").values_list("suggested", flat=True)
    assert all(one["selected"] != 1 and one["url"] == source("old")["url"] for one in drawn)
    settings = StudySettings.objects.create(project=study, show_domain=True)
    taken = take(verifier, study, SLUG)
    assert taken is not None
    assert sorted(one["domain"] for one in taken["sources"]) == ["znew.example", "zold.example"]
    send(verifier, taken, {"choice": "left", "left": ENOUGH, "right": NONE})
    assert take(verifier, study, SLUG) is None
    settings.show_domain = False
    settings.save()
    add_items(study, [item(3)], None)  # a check is given in the place of an item
    taken = take(verifier, study, SLUG)
    assert taken is not None
    assert Assignment.objects.get(public_id=taken["id"]).task.study_item.claim_id == "claim-2"


@pytest.mark.parametrize("role", [Role.MANAGER, Role.ADJUDICATOR, Role.OBSERVER])
def test_who_can_read_which_source_is_cited_judges_none_not_even_in_another_project(study, verifier, role):
    add_items(study, [item(1)], None)
    other = Project.objects.create(slug="other", name="Other", corpus=study.corpus)
    both = member(study, "both", Role.VERIFIER, role)
    Membership.objects.create(project=other, user=verifier, role=role)
    assert (take(both, study, SLUG), take(verifier, study, SLUG)) == (None, None)


def test_domains_and_spellings_are_those_of_any_source(study, verifier):
    """An archive's address is typical of a cited source, and decomposed accents of one way to import."""
    StudySettings.objects.create(project=study, full_text=True, show_domain=True)
    url = "https://web.archive.org/web/20190401000000/http://www.zold.example/page"
    old = source("old") | {"url": url, "title": "Cafe\u0301", "passages": ["A  cafe\u0301."], "selected": 0}
    add_items(study, [item(1, original=old)], None)
    taken = take(verifier, study, SLUG)
    assert taken is not None
    shown = {one["domain"]: (one["title"], one["best"]) for one in taken["sources"]}
    assert shown["zold.example"] == ("Caf\u00e9", "A caf\u00e9.")


def test_the_order_of_items_tells_no_score(study):
    """The place in the queue follows from claim and control, whatever the scores and the order of the rows are."""
    orders = []
    for turn in (1, -1):
        rows = [item(number, scores={"support": turn * number}) for number in range(20)][::turn]
        add_items(study, rows, None)
        orders.append([*StudyItem.objects.order_by("task__position").values_list("claim_id", flat=True)])
        Task.objects.all().delete()
    assert orders[0] == orders[1]
    assert orders[0] not in (sorted(orders[0]), [f"claim-{number}" for number in range(20)])


def test_controls_are_hidden_gold_by_which_the_rule_pauses(study, manager):
    study.silent_gold_rate = 100
    study.save()
    add_items(study, [item(number, control="wrong_source") for number in range(8)] + [item(8)], None)
    assert GoldItem.objects.filter(task__phase=Phase.SILENT).count() == 8
    good, bad = (member(study, name, Role.VERIFIER) for name in ("vera", "viktor"))
    for _ in range(8):
        judge(study, good, "old")
        judge(study, bad, "new")
    rules = QualityRules.objects.create(project=study, gold_pause=True, gold_least=8, gold_below=60)
    assert [(one.person, one.right, one.n) for one in below_gold(study, rules)] == [(bad.pk, 0, 8)]


def test_who_decided_on_citations_is_left_out(study, verifier):
    add_items(study, [item(1)], None)
    assert leave_out(study, verifier, StudyExclusion.Reason.DECIDED)
    assert not leave_out(study, verifier, StudyExclusion.Reason.DECIDED)
    assert take(verifier, study, SLUG) is None


def test_settings_are_read_and_written(study, manager):
    client = Client()
    client.force_login(manager)
    add_items(study, [item(1)], None)
    address = reverse("manage-citation-study-settings", args=["harbour"])
    sent = {"annotators": "3", "allow_neither": "on", "majority": "relative", "ties": "both", "unit": "annotation"}
    assert client.post(address, sent | {"annotators": "0"}).status_code == 400
    assert client.post(address, sent).status_code == 302
    assert Task.objects.get(kind=SLUG).required_annotations == 3
    stored = read(study)
    assert (stored["annotators"], stored["allow_both"], stored["unit"]) == (3, False, "annotation")
    other = Project.objects.create(slug="other", name="Other", corpus=study.corpus)
    assert WORKFLOW.settings is not None
    WORKFLOW.settings.write(other, stored)
    assert read(other) == stored


def test_a_release_tells_who_was_who_under_pseudonyms(study, manager, tmp_path):
    add_items(study, [item(1), item(2)], None)
    for name, prefers in (("vera", "new"), ("viktor", "old")):
        judge(study, member(study, name, Role.VERIFIER), prefers)
    write_release(study, tmp_path / "out")
    rows = [json.loads(line) for line in (tmp_path / "out" / "citation_preferences.jsonl").read_text().splitlines()]
    assert sorted((row["choice"], row["suggested_grade"], row["original_grade"]) for row in rows) == [
        ("original", "none", "enough"),
        ("suggested", "enough", "none"),
    ]
    assert {row["left"] for row in rows} <= {"original", "suggested"}
    assert rows[0]["scores"] == {"Zscore": -1.5, "other": 2}
    assert not {"vera", "viktor"} & {row["annotator"] for row in rows}
    items = [json.loads(line) for line in (tmp_path / "out" / f"{SLUG}.jsonl").read_text().splitlines()]
    assert {row["source_a"] for row in items} <= {"original", "suggested"}
