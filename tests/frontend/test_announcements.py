"""Announcements and questions as an annotator and as a manager open them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from annotation.models import Announcement, AnnouncementRead, Assignment, FaqEntry, Question
from annotation.projects.announcements import announce
from annotation.projects.questions import answer, ask
from annotation.work.assignment import assign_next
from annotation.work.guidelines import confirm
from annotation.workflows.kinds import TaskKind
from tests.cast import PASSWORD
from tests.frontend.html import levels, select, texts

KIND, WRITING = TaskKind.CLAIM_VERIFICATION, TaskKind.CLAIM_GENERATION


def browser(person):
    client = Client()
    client.force_login(person)
    return client


def said(answer, status=200):
    assert answer.status_code == status, answer.content.decode()[:2000]
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def page(name, project, **of):
    return reverse(name, kwargs={"slug": project.slug} | of)


def readers(answer) -> tuple[str, ...]:
    """How many have read the first announcement of the list, and of how many."""
    return tuple(re.findall(r"\d+", texts(answer.text, "#standing ~ .table-scroll td.number")[0]))


@pytest.fixture
def ready(project, verifier, writer, claims):
    """The guidelines are read already."""
    confirm(person=verifier, project=project, kind=KIND, version=0)
    confirm(person=writer, project=project, kind=WRITING, version=0)
    return project


@pytest.fixture
def important(ready, manager):
    return announce(project=ready, by=manager, title="Tables", text="Cells **count**.", must_read=True)


# --- Who is told -----------------------------------------------------------------------------------------------------
def test_the_header_and_my_work_count_what_is_unread(important, ready, verifier, manager):
    client = browser(verifier)
    html = client.get(reverse("my-work")).text
    for place in (".has-unread[href='/p/harbour/announcements/']", ".work-links [href='/p/harbour/announcements/']"):
        (count,) = select(html, f"{place} .unread-count")
        assert count.text(deep=False).strip() == "1"
    client.post(page("announcement-read", ready, pk=important.pk), {"revision": 1})
    assert "has-unread" not in client.get(reverse("my-work")).content.decode()
    assert "has-unread" not in browser(manager).get(reverse("my-work")).content.decode()


def test_a_manager_sees_them_as_annotators_do_with_nothing_left_to_read(important, ready, manager, outsider):
    announce(project=ready, by=manager, title="Holiday", text="None.", audience="verifier", must_read=False)
    answer = browser(manager).get(page("announcements", ready))
    assert texts(answer.text, ".announcement h3") == ["Holiday", "Tables"] and "Cells count" in said(answer)
    assert not select(answer.text, ".announcement form")
    assert browser(outsider).get(page("announcements", ready)).status_code == 404


def test_for_whom_it_is_stands_in_the_list_in_the_words_of_the_form(ready, manager, verifier):
    announce(project=ready, by=manager, title="Holiday", text="None.", audience="verifier", must_read=False)
    html = browser(manager).get(page("manage-announcements", ready)).text
    (row,) = texts(html, "#standing ~ .table-scroll tbody tr")
    (label,) = texts(html, "[name=audience] option[value=verifier]")
    assert re.search(rf"Holiday {label} 0\b.*\d", row)


def test_the_navigation_says_how_many_questions_wait(ready, manager, verifier):
    waiting = ask(project=ready, asker=verifier, text="Is a caption evidence?")
    client = browser(manager)
    for address in (page("manage-questions", ready), page("manage-question", ready, pk=waiting.pk)):
        (count,) = select(client.get(address).text, ".place-pages .unread-count")
        assert count.text(deep=False).strip() == "1"


def test_the_words_are_markdown_and_nothing_else(ready, manager, verifier):
    announce(project=ready, by=manager, title="<b>Hi</b>", text="**bold** <script>x</script>", must_read=False)
    html = browser(verifier).get(page("announcements", ready)).content.decode()
    assert "<strong>bold</strong>" in html and "<script>x" not in html and "&lt;b&gt;Hi" in html


# --- Before the next task, and never in the middle of one ------------------------------------------------------------
def test_what_must_be_read_comes_before_the_next_claim(important, ready, verifier):
    client = browser(verifier)
    answer = client.post(page("next-task", ready, kind="claim_verification"))
    assert answer.status_code == 302 and answer["Location"] == "/p/harbour/announcements/?then=claim_verification"
    assert not Assignment.objects.exists()
    html = client.get(answer["Location"]).text
    assert select(html, ".notice[role=status]") and not select(html, ".go-on")
    done = client.post(
        page("announcement-read", ready, pk=important.pk), {"revision": 1, "then": KIND.value}, follow=True
    )
    assert select(done.text, ".go-on form[action$='/tasks/claim_verification/next/']")
    assert "/verify/" in client.post(page("next-task", ready, kind="claim_verification"))["Location"]


def test_what_must_be_read_comes_before_the_next_highlight(important, ready, writer, highlight):
    client = browser(writer)
    assert client.post(page("next-task", ready, kind="claim_generation"))["Location"].endswith("?then=claim_generation")
    client.post(page("announcement-read", ready, pk=important.pk), {"revision": 1})
    assert client.post(page("next-task", ready, kind="claim_generation"))["Location"].startswith("/write/")


def test_nobody_is_kept_from_a_task_they_have_begun(ready, manager, verifier):
    held = assign_next(person=verifier, project=ready, kind=KIND)
    announce(project=ready, by=manager, title="Tables", text="Cells count.", must_read=True)
    client = browser(verifier)
    room = reverse("workspace", kwargs={"public_id": held.public_id})
    assert "Tables" not in said(client.get(room)), "nothing comes up in the room"
    assert client.post(page("next-task", ready, kind="claim_verification"))["Location"] == room


def test_other_announcements_stop_nobody(ready, manager, verifier):
    announce(project=ready, by=manager, title="Holidays", text="Next week.", must_read=False)
    assert "/verify/" in browser(verifier).post(page("next-task", ready, kind="claim_verification"))["Location"]


def test_a_wording_that_changed_meanwhile_is_not_read(important, ready, manager, verifier):
    client, boss = browser(verifier), browser(manager)
    client.get(page("announcements", ready))
    form = {"title": "Tables", "text": "Captions count too.", "audience": "", "must_read": "on", "read_again": "on"}
    assert boss.post(page("manage-announcement", ready, pk=important.pk), form).status_code == 302
    answer = client.post(page("announcement-read", ready, pk=important.pk), {"revision": 1}, follow=True)
    assert levels(answer) == ["info"] and not AnnouncementRead.objects.exists()


def test_somebody_elses_announcement_cannot_be_read(ready, manager, verifier):
    row = announce(project=ready, by=manager, title="Writers", text="Hi.", audience="claim_writer", must_read=True)
    answer = browser(verifier).post(page("announcement-read", ready, pk=row.pk), {"revision": 1})
    assert answer.status_code == 404 and "Writers" not in said(browser(verifier).get(page("announcements", ready)))


# --- Managers --------------------------------------------------------------------------------------------------------
def test_a_manager_announces_sees_readers_and_withdraws(ready, manager, verifier, writer):
    boss = browser(manager)
    form = {"title": "Tables", "text": "Cells *count*.", "audience": "", "must_read": "on"}
    assert "<em>count</em>" in boss.post(page("manage-announcements", ready), form | {"preview": 1}).content.decode()
    assert not Announcement.objects.exists(), "looking announces nothing"
    boss.post(page("manage-announcements", ready), form)
    row = Announcement.objects.get()
    assert row.must_read and readers(boss.get(page("manage-announcements", ready))) == ("0", "2")
    browser(verifier).post(page("announcement-read", ready, pk=row.pk), {"revision": 1})
    rows = texts(boss.get(page("manage-announcement", ready, pk=row.pk)).text, "tbody tr")
    assert [line.split()[0] for line in rows] == ["wilma", "vincent"] and re.search(r"\d", rows[1])
    assert readers(boss.get(page("manage-announcements", ready))) == ("1", "2")
    boss.post(page("manage-announcement", ready, pk=row.pk), {"action": "withdraw"})
    assert not select(browser(verifier).get(page("announcements", ready)).text, ".announcement")
    boss.post(page("manage-announcement", ready, pk=row.pk), {"action": "put-back"})
    assert "Tables" in said(browser(verifier).get(page("announcements", ready)))


def test_what_was_typed_stays_when_it_is_refused(ready, manager):
    answer = browser(manager).post(page("manage-announcements", ready), {"title": "", "text": "Cells count."})
    assert answer.status_code == 400 and "Cells count." in answer.content.decode()


# --- Questions -------------------------------------------------------------------------------------------------------
def test_a_question_goes_to_the_managers_and_nobody_else(ready, verifier, other_verifier, manager):
    client = browser(verifier)
    client.post(page("ask-question", ready), {"text": "Is a list a table?"})
    (asked,) = select(client.get(page("announcements", ready)).text, ".panel.asked")
    assert asked.css(".question-text") and not asked.css(".answer")
    assert "Is a list" not in said(browser(other_verifier).get(page("announcements", ready)))
    boss = browser(manager)
    assert texts(boss.get(reverse("my-work")).text, f"[href='{page('manage-questions', ready)}']")[0].startswith("1 ")
    assert "Is a list a table? vincent" in said(boss.get(page("manage-questions", ready)))


def test_an_answer_is_announced_to_its_asker(ready, verifier, manager):
    asked = ask(project=ready, asker=verifier, text="Is a list a table?")
    browser(manager).post(page("manage-question", ready, pk=asked.pk), {"answer": "**No.**"})
    client = browser(verifier)
    assert "has-unread" in client.get(reverse("my-work")).content.decode()
    html = client.get(page("announcements", ready)).text
    assert select(html, ".panel.asked .tag") and texts(html, ".answer") == ["No."] and "maya" not in html
    assert not select(client.get(page("announcements", ready)).text, ".panel.asked .tag")
    assert "has-unread" not in client.get(reverse("my-work")).content.decode()
    assert select(browser(manager).get(page("manage-questions", ready)).text, "[data-test=answer-read]")


def test_a_published_answer_names_nobody(ready, verifier, other_verifier, manager):
    asked = answer(ask(project=ready, asker=verifier, text="I am Vincent: a table?"), by=manager, text="No.")
    boss, address = browser(manager), page("manage-question", ready, pk=asked.pk)
    form = {"action": "publish", "entry-question": "Is a list a table?", "entry-answer": "No: it has *items*."}
    assert boss.post(address, form).status_code == 302
    words = said(browser(other_verifier).get(page("announcements", ready)))
    assert "Is a list a table?" in words and "items" in words and "incent" not in words.replace("vincent", "", 0)
    assert (
        FaqEntry.objects.get().question == "Is a list a table?"
        and Question.objects.get().entry == FaqEntry.objects.get()
    )


def test_frequent_questions_are_added_moved_changed_and_taken_away(ready, manager):
    boss, room = browser(manager), page("manage-questions", ready)
    for word in ("First?", "Second?"):
        boss.post(room, {"question": word, "answer": "Yes."})
    first, second = FaqEntry.objects.all()
    boss.post(page("manage-faq-entry", ready, pk=second.pk), {"action": "up"})
    assert [one.question for one in FaqEntry.objects.all()] == ["Second?", "First?"]
    boss.post(page("manage-faq-entry", ready, pk=first.pk), {"question": "1st?", "answer": "No."})
    boss.post(page("manage-faq-entry", ready, pk=second.pk), {"action": "delete"})
    assert [one.question for one in FaqEntry.objects.all()] == ["1st?"]


def test_an_empty_question_is_refused_and_nothing_is_lost(ready, verifier):
    answer = browser(verifier).post(page("ask-question", ready), {"text": "x" * 5_000})
    assert answer.status_code == 400 and "x" * 5_000 in answer.content.decode() and not Question.objects.exists()


def test_who_is_no_member_sees_none_of_it(important, ready, outsider):
    assert outsider.check_password(PASSWORD)
    for name in ("announcements", "manage-announcements", "manage-questions"):
        assert browser(outsider).get(page(name, ready)).status_code == 404


# --- About one task --------------------------------------------------------------------------------------------------
def test_a_question_about_a_task_goes_to_the_managers_with_the_task(ready, verifier, manager, other_verifier):
    assignment = assign_next(person=verifier, project=ready, kind=KIND)
    assert assignment is not None
    address = reverse("ask-about", args=[assignment.public_id])
    client = browser(verifier)
    assert client.get(address).status_code == 200
    answer_to_it = client.post(address, {"text": "Which season is meant?"})
    assert answer_to_it.url == reverse("work", args=[assignment.public_id])
    client.post(address, {"text": "Which season is meant?"})  # a second click adds nothing
    asked = Question.objects.get()
    assert (asked.task_id, asked.asker) == (assignment.task_id, verifier)
    assignment.refresh_from_db()
    assert assignment.state == "held"
    claim = str(assignment.task.verification_item.claim)
    shown = browser(manager).get(page("manage-question", ready, pk=asked.pk)).text
    assert claim in texts(shown, "[data-test=about]")[0]
    assert claim in texts(client.get(page("announcements", ready)).text, "[data-test=about]")[0]
    assert browser(other_verifier).get(address).status_code == 404


def test_an_empty_question_about_a_task_is_refused(ready, verifier):
    assignment = assign_next(person=verifier, project=ready, kind=KIND)
    assert assignment is not None
    assert browser(verifier).post(reverse("ask-about", args=[assignment.public_id])).status_code == 400
    assert not Question.objects.exists()
