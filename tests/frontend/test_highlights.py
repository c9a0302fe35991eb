"""The manager's pages of highlights, of what was skipped, and of the project's settings."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation.models import Assignment, Highlight, HighlightSample, Project, Task
from annotation.projects.highlight_settings import HighlightSettings
from annotation.projects.models import Role
from annotation.work.assignment import assign_next
from annotation.work.models import AssignmentState
from annotation.work.skipping import skip
from annotation.workflows.kinds import TaskKind
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from jobs.models import Job, JobWorker
from jobs.runner import run_next
from tests.cast import claim_of, member
from tests.frontend.html import codes, levels, select, texts

HIGHLIGHTS = "/p/harbour/manage/highlights/"
SKIPPED = "/p/harbour/manage/skipped/"
WITHDRAWN = "/p/harbour/manage/withdrawn/"
SETTINGS = "/p/harbour/manage/settings/"
ROWS = "\n".join(f"|-\n| club {n} || {n}" for n in range(6))
KIND = TaskKind.CLAIM_GENERATION


@pytest.fixture
def as_manager(client: Client, manager) -> Client:
    client.force_login(manager)
    return client


@pytest.fixture
def clubs(project: Project) -> Project:
    """The project over a corpus of twelve more pages, each with sentences and a wikitable to draw."""
    Project.objects.update(highlight_settings={"infobox": 0})
    text = "The club won all of its matches. " * 5
    built = [build_page(f"Club {n}", f'{text}\n{{| class="wikitable"\n{ROWS}\n|}}').page for n in range(12)]
    save_pages(project.corpus, [PageRecord(page, revision=n) for n, page in enumerate(built) if page is not None])
    return project


def drawing(**changes: object) -> dict[str, object]:
    return {"size": 6, "seed": 3, "titles": "", "after": "", "draw": "1"} | changes


def drawn(client: Client, asked: dict[str, object]) -> HttpResponse:
    """The page that a manager sees once the worker has drawn what they asked for."""
    address = client.post(HIGHLIGHTS, asked)["Location"]
    assert run_next().error == ""
    return client.get(address, follow=True)


def titles() -> list[str]:
    return list(Highlight.objects.order_by("pk").values_list("page_title", flat=True))


def test_excluded_pages_are_not_drawn_and_are_listed(client, clubs, manager):
    client.force_login(manager)
    shown = drawn(client, drawing(size=50, excluded="Club 3\r\nclub_4\r\nNowhere"))
    assert {"Club 3", "Club 4"}.isdisjoint(titles()) and "Club 5" in titles()
    (sample,) = HighlightSample.objects.all()
    assert sample.excluded == ["Club 3", "Club 4"]
    page = client.get(reverse("manage-draw", args=["harbour", sample.pk])).text
    assert texts(page, "[data-test=excluded] li") == ["Club 3", "Club 4"]
    assert shown.status_code == 200


# --- Who comes in ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", [HIGHLIGHTS, SKIPPED, WITHDRAWN, SETTINGS])
def test_only_managers_come_in(client, request, project, address):
    for who in ("outsider", "verifier", "writer"):
        client.force_login(request.getfixturevalue(who))
        assert client.get(address).status_code == 404
    client.force_login(request.getfixturevalue("manager"))
    assert client.get(address).status_code == 200


def test_nobody_else_draws_puts_back_or_sets(client, clubs, writer, highlight):
    client.force_login(writer)
    task = Task.objects.get()
    for address in (HIGHLIGHTS, SETTINGS, f"{WITHDRAWN}{task.pk}/put-back/"):
        assert client.post(address, drawing()).status_code == 404
    assert HighlightSample.objects.count() == 0


def test_forms_need_the_token_of_their_page(clubs, manager):
    client = Client(enforce_csrf_checks=True)
    client.force_login(manager)
    assert client.post(HIGHLIGHTS, drawing()).status_code == 403
    assert HighlightSample.objects.count() == 0


# --- Drawing ---------------------------------------------------------------------------------------------------------


def test_trying_shows_the_report_and_keeps_nothing(as_manager, clubs):
    answer = as_manager.post(HIGHLIGHTS, {"size": 6, "seed": "", "titles": "", "after": "", "try": "1"})
    assert answer.status_code == 200
    assert answer.context["tried"]["drawn"] == 6
    assert (Highlight.objects.count(), HighlightSample.objects.count()) == (0, 0)
    assert str(answer.context["form"]["seed"].value()).isdigit()


def test_what_was_tried_is_what_is_drawn(as_manager, clubs):
    tried = as_manager.post(HIGHLIGHTS, {"size": 6, "seed": "", "titles": "", "after": "", "try": "1"})
    shown = {name: tried.context["form"][name].value() or "" for name in ("size", "seed", "titles", "after")}
    answer = drawn(as_manager, shown | {"draw": "1"})
    assert levels(answer) == ["success"]
    assert answer.context["report"] == tried.context["tried"]
    assert HighlightSample.objects.get().drawn_by.username == "maya"
    assert Task.objects.filter(kind=KIND).count() == 6


def test_pressing_twice_draws_once(as_manager, clubs):
    as_manager.post(HIGHLIGHTS, drawing())
    at_once = as_manager.post(HIGHLIGHTS, drawing(seed=5))
    assert at_once.status_code == 400
    assert at_once.context["job"]
    run_next()
    again = as_manager.post(HIGHLIGHTS, drawing(seed=4))
    assert again.status_code == 400
    assert list(again.context["form"].errors) == ["__all__"]
    assert len(titles()) == 6
    shown = {name: again.context["form"][name].value() or "" for name in ("size", "seed", "titles", "after")}
    drawn(as_manager, shown | {"draw": "1"})
    assert len(titles()) > 6


def test_only_the_listed_pages_are_drawn_and_the_others_named(as_manager, clubs):
    wanted = "Club 3\r\n\r\nclub_4\r\nNowhere <b>\r\n"
    answer = drawn(as_manager, drawing(size=5, titles=wanted))
    assert len(select(answer.text, ".asked-pages li")) == 3
    assert set(titles()) == {"Club 3", "Club 4"}
    assert "Nowhere &lt;b&gt;" in answer.text
    again = drawn(as_manager, drawing(titles="Club 3", after=HighlightSample.objects.get().pk))
    assert "warning" in levels(again)
    assert len(titles()) == 2


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"size": "0"}, "min_value"),
        ({"size": "10001"}, "max_value"),
        ({"size": "many"}, "invalid"),
        ({"seed": "-1"}, "min_value"),
        ({"seed": str(2**63)}, "max_value"),
        ({"titles": "a\0b"}, "null_characters_not_allowed"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_nothing_typed_is_lost(as_manager, clubs, changes, code):
    answer = as_manager.post(HIGHLIGHTS, drawing(titles="Club 3") | changes)
    assert answer.status_code == 400
    assert codes(answer.context["form"]) == {name: [code] for name in changes}
    assert HighlightSample.objects.count() == 0
    if "titles" not in changes:
        assert ">\nClub 3</textarea>" in answer.text


def test_settings_that_cannot_be_used_are_named(as_manager, clubs):
    Project.objects.update(highlight_settings={"sentences": 0, "tables": 0})
    answer = as_manager.post(HIGHLIGHTS, drawing())
    assert answer.status_code == 400
    assert answer.context["form"].errors
    assert HighlightSample.objects.count() == 0


def test_a_draw_stays_to_be_read_with_what_was_missing(as_manager, clubs):
    Project.objects.update(highlight_settings={})  # the paper's: infoboxes too
    answer = drawn(as_manager, drawing(size=10))
    assert "2" in texts(answer.text, ".notice.warning")[0]
    assert all(each["test"] for each in answer.context["report"]["distributions"] if each["test"])
    sample = HighlightSample.objects.get()
    assert f"/draws/{sample.pk}/" in as_manager.get(HIGHLIGHTS).text
    assert as_manager.get(f"{HIGHLIGHTS}draws/{sample.pk}/").context["report"]["drawn"] == sample.report["drawn"]


def test_a_draw_of_another_project_is_not_there(as_manager, clubs, corpus, manager):
    drawn(as_manager, drawing())
    other = Project.objects.create(slug="other", name="Other", corpus=corpus)
    member(other, "maya", Role.MANAGER)
    assert as_manager.get(f"/p/other/manage/highlights/draws/{HighlightSample.objects.get().pk}/").status_code == 404


def test_a_draw_is_watched_until_it_is_there(as_manager, clubs):
    address = as_manager.post(HIGHLIGHTS, drawing())["Location"]
    waiting = as_manager.get(address)
    assert waiting.context["is_waiting_for_nobody"]  # no worker runs in this test
    assert "run_jobs" in waiting.text
    JobWorker.objects.create(name="here", seen_at=timezone.now())
    assert not as_manager.get(address).context["is_waiting_for_nobody"]
    Job.objects.update(state="running", leased_until=timezone.now() + timedelta(minutes=1), done=4, total=6)
    running = as_manager.get(address)
    (bar,) = select(running.text, "#drawing progress")
    assert (bar.attributes["value"], bar.attributes["max"]) == ("4", "6")
    assert 'hx-trigger="every 1s"' in running.text
    assert address in as_manager.get(HIGHLIGHTS).text
    Job.objects.update(state="waiting", leased_until=None)
    run_next()
    polled = as_manager.get(address, headers={"HX-Request": "true"})
    assert (polled["HX-Redirect"], polled.content) == (address, b"")
    assert levels(as_manager.get(address, follow=True)) == ["success"]


def test_a_draw_can_be_stopped_and_a_failed_one_says_why(as_manager, clubs):
    address = as_manager.post(HIGHLIGHTS, drawing())["Location"]
    stopped = as_manager.post(f"{address}stop/", follow=True)
    assert len(levels(stopped)) == 1
    assert Job.objects.get().state == "stopped"
    assert "hx-trigger" not in as_manager.get(address).text
    failed = as_manager.post(HIGHLIGHTS, drawing())["Location"]
    Project.objects.update(highlight_settings={"sentences": 0, "tables": 0})
    run_next()
    assert select(as_manager.get(failed).text, "#drawing [role=alert]")
    assert titles() == []


def test_nobody_else_watches_or_stops_a_draw(as_manager, client, clubs, writer):
    address = as_manager.post(HIGHLIGHTS, drawing())["Location"]
    client.force_login(writer)
    assert client.get(address).status_code == client.post(f"{address}stop/").status_code == 404
    assert Job.objects.get().state == "waiting"


# --- The list --------------------------------------------------------------------------------------------------------


@pytest.fixture
def one_of_each(as_manager, clubs) -> dict[str, Task]:
    """Five highlights: one waiting, taken, done, withdrawn, and one waiting that somebody skipped."""
    drawn(as_manager, drawing(size=5, seed=1))
    names = ("skipped", "withdrawn", "done", "held")
    for name in names:
        person = member(clubs, f"writer-{name}", Role.CLAIM_WRITER)
        assignment = assign_next(person=person, project=clubs, kind=KIND)
        assert assignment is not None
        if name == "skipped":
            skip(assignment=assignment, reason="other", note="I know <them>")
            Task.objects.filter(pk=assignment.task_id).update(position=1_000_000)  # to the end of the queue
        elif name == "withdrawn":
            skip(assignment=assignment, reason="formatting")
        elif name == "done":
            Assignment.objects.filter(pk=assignment.pk).update(state="submitted", ended_at=timezone.now())
    found = {name: Task.objects.get(assignments__person__username=f"writer-{name}") for name in names}
    return found | {"open": Task.objects.get(assignments=None)}


@pytest.mark.parametrize(
    ("state", "names"),
    [
        ("open", ["open", "skipped"]),
        ("held", ["held"]),
        ("done", ["done"]),
        ("withdrawn", ["withdrawn"]),
        ("skipped", ["withdrawn", "skipped"]),
        ("", ["withdrawn", "done", "held", "open", "skipped"]),
        ("nonsense", ["withdrawn", "done", "held", "open", "skipped"]),
    ],
)
def test_each_number_is_that_of_its_rows(as_manager, one_of_each, state, names):
    answer = as_manager.get(HIGHLIGHTS, {"state": state})
    assert {row.highlight.pk for row in answer.context["page"]} == {
        one_of_each[name].generation_item.highlight_id for name in names
    }
    if state != "nonsense":
        assert answer.context["figures"][state or "all"] == len(names)


def test_the_list_says_who_has_it_and_why_others_did_not_want_it(as_manager, one_of_each):
    rows = {row.highlight.pk: row for row in as_manager.get(HIGHLIGHTS).context["page"]}
    people = {name: rows[task.generation_item.highlight_id].worker for name, task in one_of_each.items()}
    assert {name: person and person.username for name, person in people.items()} == {
        "held": "writer-held",
        "done": "writer-done",
        "open": None,
        "skipped": None,
        "withdrawn": None,
    }
    (skipped, *_others) = [
        said for said in texts(as_manager.get(HIGHLIGHTS).text, ".beneath") if "I know <them>" in said
    ]
    assert "writer-skipped" in skipped


def test_a_hold_that_has_run_out_is_waiting_again(as_manager, one_of_each):
    past = timezone.now() - timedelta(minutes=1)
    Assignment.objects.filter(state=AssignmentState.HELD).update(leased_until=past)
    figures = as_manager.get(HIGHLIGHTS).context["figures"]
    assert (figures["held"], figures["open"]) == (0, 3)


def test_the_list_is_narrowed_by_title_kind_and_person(as_manager, one_of_each):
    held = one_of_each["held"]
    highlight, person = held.generation_item.highlight, held.assignments.get().person
    for asked in ({"q": highlight.page_title}, {"person": person.pk}):
        found = as_manager.get(HIGHLIGHTS, asked).context["page"]
        assert [row.highlight for row in found] == [highlight]
    tables = as_manager.get(HIGHLIGHTS, {"kind": "table"}).context["page"]
    assert {row.highlight.kind for row in tables} == {"table"}
    assert select(as_manager.get(HIGHLIGHTS, {"q": "no such page"}).text, "#results .empty")


def test_a_row_leads_to_the_page_with_the_highlight_marked(as_manager, project, highlight):
    text = as_manager.get(HIGHLIGHTS).text
    address = "/p/harbour/wiki/?title=Harbour%20League&amp;mark=Harbour%20League_sentence_0"
    assert address in text
    assert as_manager.get(address.replace("&amp;", "&")).status_code == 200
    assert "II" in texts(text, "[data-test=asked-III]")[0]


def test_a_highlight_that_came_with_claims_is_not_among_the_drawn(as_manager, project):
    Highlight.objects.create(project=project, kind="table", page_title="Anna Berg", element_ids=["Anna Berg_table_0"])
    assert as_manager.get(HIGHLIGHTS).context["figures"]["all"] == 0


# --- Skipped ---------------------------------------------------------------------------------------------------------


def test_skips_are_listed_with_reason_note_and_person(as_manager, one_of_each):
    text = as_manager.get(SKIPPED).text
    assert "I know &lt;them&gt;" in text
    assert len(select(text, "#results .reason")) == 2
    found = as_manager.get(SKIPPED, {"reason": "formatting"}).context["page"]
    assert [row.person.username for row in found] == ["writer-withdrawn"]
    assert len(as_manager.get(SKIPPED, {"kind": "claim_verification"}).context["page"]) == 0
    assert select(as_manager.get(SKIPPED, {"kind": "claim_verification"}).text, "#results .empty")


def test_a_skipped_claim_is_listed_by_its_words(as_manager, assignment):
    skip(assignment=assignment, reason="politics")
    assert claim_of(assignment).text in as_manager.get(SKIPPED).text
    assert claim_of(assignment).text in as_manager.get(WITHDRAWN).text


def test_a_withdrawn_task_is_put_back_for_those_who_have_not_had_it(as_manager, project, highlight, writer):
    assignment = assign_next(person=writer, project=project, kind=KIND)
    assert assignment is not None
    skip(assignment=assignment, reason="formatting")
    assert select(as_manager.get(WITHDRAWN).text, "form[action$='/put-back/'] button")
    answer = as_manager.post(f"{WITHDRAWN}{assignment.task_id}/put-back/", follow=True)
    assert levels(answer) == ["success"]
    assert select(answer.text, ".panel > .empty")
    assert assign_next(person=writer, project=project, kind=KIND) is None
    assert assign_next(person=member(project, "wanda", Role.CLAIM_WRITER), project=project, kind=KIND) is not None
    again = as_manager.post(f"{WITHDRAWN}{assignment.task_id}/put-back/", follow=True)
    assert levels(again) == ["info"]


def test_a_task_of_another_project_cannot_be_put_back(as_manager, project, corpus, one_of_each):
    other = Project.objects.create(slug="other", name="Other", corpus=corpus)
    member(other, "maya", Role.MANAGER)
    task = one_of_each["withdrawn"]
    assert as_manager.post(f"/p/other/manage/withdrawn/{task.pk}/put-back/").status_code == 404
    task.refresh_from_db()
    assert task.withdrawn_at is not None


# --- Settings --------------------------------------------------------------------------------------------------------


def typed(client: Client, **changes: object) -> dict[str, object]:
    """What a browser sends of the page as it is now, with these changes; `initial-` fields as the page had them."""
    sent: dict[str, object] = {}
    for field in client.get(SETTINGS).context["form"]:
        value = field.value()
        sent[field.html_name] = sent[field.html_initial_name] = "" if value is None else value
    return sent | {"save": "1"} | changes


def stored() -> Project:
    return Project.objects.get(slug="harbour")


def test_everything_is_shown_and_saving_the_page_as_it_is_changes_nothing(as_manager, project):
    before = Project.objects.filter(pk=project.pk).values().get()
    answer = as_manager.get(SETTINGS)
    assert set(HighlightSettings().to_json()) <= set(answer.context["form"].fields)
    for kind in ("claim_generation", "claim_verification"):
        assert f"/p/harbour/guidelines/{kind}/edit/" in answer.text
    assert as_manager.post(SETTINGS, typed(as_manager)).status_code == 302
    assert Project.objects.filter(pk=project.pk).values().get() == before


def test_settings_are_saved_and_only_what_differs_from_the_paper_is_kept(as_manager, project):
    changes = {"name": "Boats", "lease_minutes": 45, "verifications_per_person": 7, "infobox": 0, "sentences": "1.5"}
    answer = as_manager.post(SETTINGS, typed(as_manager, **changes), follow=True)
    assert levels(answer) == ["success"]
    now = stored()
    assert (now.name, now.lease_minutes, now.verifications_per_person) == ("Boats", 45, 7)
    assert now.highlight_settings == {"infobox": 0, "sentences": 1.5}
    as_manager.post(SETTINGS, typed(as_manager, verifications_per_person="", infobox="30"))
    assert (stored().verifications_per_person, stored().highlight_settings) == (None, {"sentences": 1.5})


def test_more_verifications_are_wanted_of_claims_to_come_only(as_manager, claims):
    as_manager.post(SETTINGS, typed(as_manager, verifications_per_claim=3))
    as_manager.post("/p/harbour/manage/claims/", {"claims": "A new claim about boats."})
    assert sorted(Task.objects.values_list("required_annotations", flat=True)) == [1, 1, 1, 3]


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"name": " "}, "name", "required"),
        ({"lease_minutes": 1}, "lease_minutes", "min_value"),
        ({"max_evidence_sets": 21}, "max_evidence_sets", "max_value"),
        ({"claim_sets_per_person": 0}, "claim_sets_per_person", "min_value"),
        ({"negation": "-3"}, "negation", ""),
        ({"negation": "nan"}, "negation", "invalid"),
        ({"negation": "1e999"}, "negation", "invalid"),
        ({"sentences_in_a_row": "2.5"}, "sentences_in_a_row", ""),
        ({"least_rows": 60}, "least_rows", ""),
        ({"sentences": 0, "tables": 0}, "sentences", ""),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_typed_is_lost(as_manager, project, changes, field, code):
    answer = as_manager.post(SETTINGS, typed(as_manager, description="Much about boats", **changes))
    assert answer.status_code == 400
    form = answer.context["form"]
    assert codes(form) == {field: [code or None]}
    assert form["description"].value() == "Much about boats"
    assert stored().description == ""


def test_several_wrong_settings_are_said_at_once(as_manager, project):
    changes = {"least_rows": 9, "most_rows": 3, "least_tokens": 0, "negation": -1, "lease_minutes": 0}
    answer = as_manager.post(SETTINGS, typed(as_manager, **changes))
    assert set(answer.context["form"].errors) == {"least_rows", "least_tokens", "negation", "lease_minutes"}


def test_the_papers_numbers_are_filled_in_and_saved_only_when_asked(as_manager, project):
    Project.objects.update(highlight_settings={"infobox": 0, "least_rows": 7})
    sent = typed(as_manager, description="Much about boats", negation="nothing")
    del sent["save"]
    answer = as_manager.post(SETTINGS, sent | {"paper": "1"})
    form = answer.context["form"]
    assert answer.status_code == 200
    assert (form["infobox"].value(), form["least_rows"].value(), form["negation"].value()) == ("30", "5", "30")
    assert form["description"].value() == "Much about boats"
    assert stored().highlight_settings == {"infobox": 0, "least_rows": 7}
    as_manager.post(SETTINGS, sent | {name: form[name].value() for name in HighlightSettings().to_json()} | {"save": 1})
    assert (stored().highlight_settings, stored().description) == ({}, "Much about boats")


def test_two_managers_do_not_undo_each_others_changes(as_manager, project):
    first, second = typed(as_manager, lease_minutes=45), typed(as_manager, infobox=0)
    as_manager.post(SETTINGS, first)
    as_manager.post(SETTINGS, second)
    assert (stored().lease_minutes, stored().highlight_settings) == (45, {"infobox": 0})


def test_changes_of_two_managers_that_do_not_go_together_are_refused(as_manager, project):
    first, second = typed(as_manager, least_rows=20), typed(as_manager, most_rows=10)
    as_manager.post(SETTINGS, first)
    answer = as_manager.post(SETTINGS, second)
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["least_rows"]
    assert stored().highlight_settings == {"least_rows": 20}
