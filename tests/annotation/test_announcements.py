"""What managers tell, who has read it; questions, their answers, and those that everybody may read."""

from __future__ import annotations

import pytest

from annotation.errors import AnnotationError, Invalid
from annotation.models import Announcement, AnnouncementRevision, FaqEntry, Question, User
from annotation.projects.announcements import (
    announce,
    announcements_for,
    change,
    has_required_reading,
    mark_read,
    readers,
    restore,
    unread,
    unread_counts,
    withdraw,
)
from annotation.projects.models import Project, Role
from annotation.projects.questions import (
    MOST_OPEN,
    add_entry,
    answer,
    ask,
    change_entry,
    mark_answers_seen,
    move_entry,
    questions_of,
)
from tests.cast import member

pytestmark = pytest.mark.both_databases


@pytest.fixture
def told_all(project, manager):
    return announce(project=project, by=manager, title="Tables", text="Cells **count**.", must_read=True)


def again(row, manager, **changes):
    same = {name: getattr(row, name) for name in ("title", "text", "audience", "must_read")}
    return change(row, by=manager, **(same | {"read_again": False} | changes))


def test_everybody_of_the_project_is_told(told_all, project, verifier, writer, outsider):
    for person in (verifier, writer):
        assert list(announcements_for(person, project)) == [told_all]
        assert has_required_reading(person, project) and unread_counts(person) == {"harbour": 1}
    assert not announcements_for(outsider, project).exists() and unread_counts(outsider) == {}


def test_its_author_has_read_it(told_all, project, manager):
    assert unread_counts(manager) == {} and manager not in [one.person for one in readers(told_all)]
    assert member(project, "mona", Role.MANAGER) in [one.person for one in readers(told_all)]


def test_what_is_for_a_role_is_for_those_who_have_it(project, manager, verifier, writer):
    row = announce(project=project, by=manager, title="Searching", text="Quote.", audience="verifier", must_read=True)
    assert announcements_for(verifier, project).exists() and not announcements_for(writer, project).exists()
    assert [one.person for one in readers(row)] == [verifier]
    elsewhere = Project.objects.create(slug="elsewhere", name="Elsewhere", corpus=project.corpus)
    member(elsewhere, writer.username, Role.VERIFIER)
    assert not announcements_for(writer, project).exists(), "a role in another project is none here"


def test_a_receipt_says_who_has_read_it_and_when(told_all, project, verifier, writer):
    mark_read(told_all, person=verifier, revision=1)
    mark_read(told_all, person=verifier, revision=1)
    by = {one.person: one for one in readers(told_all)}
    assert by[verifier].read_at is not None and by[writer].read_at is None
    assert readers(told_all)[0].person == writer, "who has not read it comes first"
    assert not has_required_reading(verifier, project) and has_required_reading(writer, project)


def test_who_may_not_log_in_is_not_waited_for(told_all, writer):
    User.objects.filter(pk=writer.pk).update(is_active=False)
    assert writer not in [one.person for one in readers(told_all)]


def test_a_mended_slip_is_not_read_again(told_all, project, manager, verifier):
    mark_read(told_all, person=verifier, revision=1)
    row = again(told_all, manager, text="Cells count.")
    assert not unread(verifier, project).exists()
    assert list(row.revisions.values_list("number", "text")) == [(1, "Cells **count**."), (2, "Cells count.")]


def test_a_change_can_be_asked_to_be_read_again(told_all, project, manager, verifier):
    mark_read(told_all, person=verifier, revision=1)
    row = again(told_all, manager, text="Cells and captions count.", read_again=True)
    assert list(unread(verifier, project)) == [row]
    (reader,) = [one for one in readers(row) if one.person == verifier]
    assert reader.read_at is None and reader.read_before is not None
    mark_read(row, person=verifier, revision=1)  # from a page that stood open all the while
    assert unread(verifier, project).exists()
    mark_read(row, person=verifier, revision=2)
    assert not unread(verifier, project).exists()


def test_changing_whom_it_is_for_is_no_new_version(told_all, manager, project, writer):
    row = again(told_all, manager, audience="verifier", must_read=False)
    assert row.revision == 1 and AnnouncementRevision.objects.count() == 1
    assert not announcements_for(writer, project).exists()


def test_what_is_withdrawn_is_shown_to_nobody_and_its_readers_stay_known(told_all, project, verifier, writer):
    mark_read(told_all, person=verifier, revision=1)
    withdraw(told_all)
    assert not announcements_for(verifier, project).exists() and not has_required_reading(writer, project)
    assert unread_counts(writer) == {}
    assert [one.person for one in readers(told_all) if one.read_at] == [verifier]
    restore(told_all)
    assert not unread(verifier, project).exists() and unread(writer, project).exists()


@pytest.mark.parametrize("wrong", [{"title": " "}, {"text": "\r\n"}, {"text": "a\0b"}, {"audience": "boss"}])
def test_what_says_nothing_is_refused(project, manager, wrong):
    words = {"title": "Tables", "text": "Cells count.", "audience": ""} | wrong
    with pytest.raises(Invalid) as refused:
        announce(project=project, by=manager, must_read=False, **words)
    assert list(refused.value.fields) == list(wrong)
    assert not Announcement.objects.exists()


# --- Questions -------------------------------------------------------------------------------------------------------
def test_an_answer_is_unread_until_its_asker_has_seen_it(project, verifier, writer, manager):
    asked = ask(project=project, asker=verifier, text=" Is a list a table? ")
    assert asked.text == "Is a list a table?" and unread_counts(verifier) == {}
    answer(asked, by=manager, text="No.")
    assert unread_counts(verifier) == {"harbour": 1} and unread_counts(writer) == {}
    mark_answers_seen(verifier, project)
    assert unread_counts(verifier) == {}
    answer(asked, by=manager, text="No.")
    assert unread_counts(verifier) == {}, "the same answer again is none"
    answer(asked, by=manager, text="No: it has items.")
    assert unread_counts(verifier) == {"harbour": 1}


def test_a_second_click_asks_nothing_twice(project, verifier):
    assert ask(project=project, asker=verifier, text="Why?") == ask(project=project, asker=verifier, text="Why?")
    for number in range(MOST_OPEN - 1):
        ask(project=project, asker=verifier, text=f"Why {number}?")
    with pytest.raises(AnnotationError) as refused:
        ask(project=project, asker=verifier, text="And why?")
    assert refused.value.code == "too_many_questions" and Question.objects.count() == MOST_OPEN


def test_one_sees_ones_own_questions_alone(project, verifier, other_verifier):
    ask(project=project, asker=verifier, text="Why?")
    assert not questions_of(other_verifier, project).exists() and questions_of(verifier, project).count() == 1


def test_publishing_twice_changes_the_one_entry(project, verifier, manager):
    asked = answer(ask(project=project, asker=verifier, text="Why me?"), by=manager, text="Because.")
    first = add_entry(project=project, by=manager, question="Why?", answer="Because.", asked=asked)
    second = add_entry(project=project, by=manager, question="Why so?", answer="Because.", asked=asked)
    assert first == second and FaqEntry.objects.get().question == "Why so?"


def test_frequent_questions_keep_the_order_they_are_given(project, manager):
    entries = [add_entry(project=project, by=manager, question=word, answer="Yes.") for word in "abc"]

    def order():
        return "".join(FaqEntry.objects.filter(project=project).values_list("question", flat=True))

    move_entry(entries[2], up=True)
    assert order() == "acb"
    move_entry(entries[0], up=True)
    assert order() == "acb", "the first stays"
    move_entry(entries[0], up=False)
    assert order() == "cab"
    entries[1].delete()
    move_entry(entries[0], up=True)
    assert order() == "ac"
    change_entry(entries[0], by=manager, question="A", answer="No.")
    assert order() == "Ac"
