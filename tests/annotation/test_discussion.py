"""Discussions of claims: who reads them and when, by which names, and what is unread."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation.discussion.discussing import LONGEST_MESSAGE, answer, set_open, write
from annotation.discussion.models import DiscussionEntry, Speaker
from annotation.discussion.visibility import discussions_of, most_edit_hours
from annotation.errors import AnnotationError, Invalid
from annotation.models import Assignment, Discussion, GoldItem, Project, RevisionRequest, Submission, Task, User
from annotation.projects.models import Role
from annotation.vocabulary.tasks import Phase
from annotation.work.append_only import removal_allowed
from annotation.workflows.kinds import TaskKind
from tests.annotation.disagreeing import said
from tests.cast import OTHER_PAGE, SENTENCE, member
from tests.frontend.html import select, texts

HOURS = 48


def later(hours: int = HOURS + 1) -> None:
    """Everything was submitted so many hours ago."""
    past = timezone.now() - timedelta(hours=hours)
    Assignment.objects.filter(ended_at__isnull=False).update(ended_at=past)
    Submission.objects.update(created_at=past)


@pytest.fixture
def first(project, verifier, other_verifier, claims):
    """The first claim, verified by two, closed to changes; its discussion is open, with one message of a manager."""
    said(project, verifier, "SUPPORTS", [SENTENCE])
    said(project, other_verifier, "REFUTES", [OTHER_PAGE])
    Task.objects.update(required_annotations=2)
    later()
    return claims[0]


@pytest.fixture
def discussion(first, manager):
    write(claim=first, by=manager, speaker=Speaker.MANAGER, text="Which <b>season</b>?")
    return set_open(claim=first, by=manager, speaker=Speaker.MANAGER, is_open=True)


@pytest.fixture
def people(project, verifier, other_verifier, writer, manager, outsider) -> dict[str, User]:
    """One of each; nobody's name is part of a word of the site."""
    found = {
        "verifier": verifier,
        "other": other_verifier,
        "third": member(project, "thirdxx", Role.VERIFIER),
        "writer": writer,
        "manager": manager,
        "adjudicator": member(project, "adaxx", Role.ADJUDICATOR),
        "observer": member(project, "ottoxx", Role.OBSERVER),
        "judge": member(project, other_verifier.username, Role.ADJUDICATOR),
        "outsider": outsider,
    }
    for name in ("verifier", "other", "manager"):
        User.objects.filter(pk=found[name].pk).update(username=f"{found[name].username}xx")
    return found


def get(person: User, name: str, *args: object, **data: object) -> tuple[int, str]:
    client = Client()
    client.force_login(person)
    address = reverse(name, args=["harbour", *args])
    found = client.post(address, data, follow=True) if data else client.get(address)
    return found.status_code, found.content.decode()


@pytest.mark.parametrize(
    ("who", "at_quality", "as_annotator"),
    [
        ("manager", 200, 404),
        ("adjudicator", 200, 404),
        ("observer", 200, 404),
        ("judge", 404, 200),  # verified it too: reads as an annotator alone
        ("verifier", 404, 200),
        ("third", 404, 404),
        ("writer", 404, 404),
        ("outsider", 404, 404),
    ],
)
def test_who_reads_it(discussion, people, who, at_quality, as_annotator):
    person = people[who]
    assert get(person, "quality-discussion", discussion.claim_id)[0] == at_quality
    assert get(person, "my-discussion", discussion.pk)[0] == as_annotator
    assert get(person, "my-discussion", discussion.pk, text="Mine.")[0] == as_annotator
    get(person, "quality-discussion", discussion.claim_id, text="Of the house.")
    said_now = set(DiscussionEntry.objects.filter(author=person, kind="message").values_list("speaker", "text"))
    assert ((Speaker.ANNOTATOR, "Mine.") in said_now) == (as_annotator == 200)
    assert ("Of the house." in {text for _who, text in said_now}) == (who in {"manager", "adjudicator"})
    if who == "judge":
        assert not select(get(person, "quality-discussions")[1], "[data-claim]")


def test_only_managers_see_names_and_letters_are_those_of_adjudication(discussion, people):
    answer(discussion=discussion, by=people["verifier"], text="The first.")
    answer(discussion=discussion, by=people["other"], text="The second.")
    write(claim=discussion.claim, by=people["adjudicator"], speaker=Speaker.ADJUDICATOR, text="Neither.")
    by_id = Assignment.objects.filter(task__verification_item__claim=discussion.claim).order_by("public_id")
    letter = {one.person_id: f"Annotator {'AB'[n]}" for n, one in enumerate(by_id)}
    expected = ["Manager", letter[people["verifier"].pk], letter[people["other"].pk], "Adjudicator"]
    names = {one.username: one for one in User.objects.all()}
    for who in ("verifier", "adjudicator", "observer", "manager"):
        is_own = who == "verifier"
        name = "my-discussion" if is_own else "quality-discussion"
        html = get(people[who], name, discussion.pk if is_own else discussion.claim_id)[1]
        assert texts(html, ".discussion-line strong") == expected
        assert "<b>season" not in html and "&lt;b&gt;season" in html
        seen = {one for one in names if one in html} - {User.objects.get(pk=people[who].pk).username}
        assert len(seen) >= 3 if who == "manager" else not seen
        assert len(select(html, ".is-mine")) == (who != "observer")


def places(discussion):
    Task.objects.update(required_annotations=3)


def held(discussion):
    task = discussion.claim.verification_item.task_id
    person = User.objects.create_user("thirdxx")
    Task.objects.filter(pk=task).update(required_annotations=3, assigned_count=3)
    Assignment.objects.create(
        task_id=task,
        project=discussion.claim.project,
        kind=TaskKind.CLAIM_VERIFICATION,
        person=person,
        leased_until=timezone.now() + timedelta(hours=1),
    )


def editable(discussion):
    later(HOURS - 1)


def edited(discussion):
    Submission.objects.update(created_at=timezone.now())


def without_end(discussion):
    Project.objects.update(edit_hours=0)


def returned(discussion):
    one = discussion.claim.verifications.first()
    by = User.objects.get(username="maya")
    RevisionRequest.objects.create(verification=one, assignment=one.assignment, by=by, note="Look again.")


def gold(discussion):
    GoldItem.objects.create(task=discussion.claim.verification_item.task, verdict="SUPPORTS")


def phase(number: Phase):
    def change(discussion):
        Task.objects.update(phase=number)

    return change


def closed(discussion):
    by = User.objects.get(username="maya")
    set_open(claim=discussion.claim, by=by, speaker=Speaker.MANAGER, is_open=False)


@pytest.mark.parametrize(
    "change",
    [
        *(places, held, editable, edited, without_end, returned, gold, closed),
        *(pytest.param(phase(one), id=one.name) for one in Phase if one != Phase.PRODUCTION),
    ],
)
def test_annotators_read_nothing_while_anybody_could_be_influenced(discussion, project, verifier, change):
    assert discussions_of(verifier, project).exists()
    change(discussion)
    project.refresh_from_db()
    assert not discussions_of(verifier, project).exists()
    assert get(verifier, "my-discussion", discussion.pk)[0] == 404
    assert get(verifier, "my-discussion", discussion.pk, text="Still?")[0] == 404
    assert not select(get(verifier, "my-discussions")[1], "[data-unread]")
    with pytest.raises(AnnotationError) as error:
        answer(discussion=Discussion.objects.get(), by=verifier, text="Still?")
    assert error.value.code == "discussion_closed"
    assert DiscussionEntry.objects.filter(kind="message").count() == 1  # kept


@pytest.mark.parametrize("change", [gold, phase(Phase.FIRST), phase(Phase.SILENT)])
def test_gold_is_not_discussed(discussion, manager, change):
    change(discussion)
    for act in (
        lambda: write(claim=discussion.claim, by=manager, speaker=Speaker.MANAGER, text="More."),
        lambda: set_open(claim=discussion.claim, by=manager, speaker=Speaker.MANAGER, is_open=False),
    ):
        with pytest.raises(AnnotationError) as error:
            act()
        assert error.value.code == "not_discussable"
    html = get(manager, "quality-discussion", discussion.claim_id)[1]
    assert select(html, "[data-test=not-discussable]") and not select(html, "textarea")


@pytest.mark.both_databases
def test_unread_messages_are_counted_for_each_reader(discussion, people, project):
    verifier, manager = people["verifier"], people["manager"]
    own = reverse("workspace", args=[Assignment.objects.get(person=verifier).public_id])
    client = Client()
    client.force_login(verifier)
    listed = reverse("my-discussions", args=["harbour"])
    page = reverse("my-discussion", args=["harbour", discussion.pk])

    def shown() -> list[str]:
        found = ((reverse("my-work"), listed), (own, page))
        return [one for at, link in found for one in texts(client.get(at).text, f'a[href="{link}"]')]

    assert ["1" in one for one in shown()] == [True, True]
    client.get(page)
    assert ["1" in one for one in shown()] == [False, False]
    answer(discussion=discussion, by=verifier, text="2001.")
    answer(discussion=discussion, by=verifier, text="2001.")  # sent twice
    assert ["1" in one for one in shown()] == [False, False]
    (row,) = select(get(manager, "quality-discussions")[1], "[data-unread]")
    assert row.attributes["data-unread"] == "1"
    get(manager, "quality-discussion", discussion.claim_id)
    (row,) = select(get(manager, "quality-discussions")[1], "[data-unread]")
    assert row.attributes["data-unread"] == "0"
    # Read once, no answer may be opened to changes again.
    assert most_edit_hours(project) == HOURS + 1


@pytest.mark.both_databases
def test_unread_come_first_and_the_list_asks_as_much_for_many(
    discussion, manager, claims, django_assert_max_num_queries, client
):
    write(claim=claims[1], by=manager, speaker=Speaker.MANAGER, text="Own, so read.")
    ada = member(discussion.claim.project, "adaxx", Role.ADJUDICATOR)
    write(claim=claims[2], by=ada, speaker=Speaker.ADJUDICATOR, text="New to her.")
    client.force_login(manager)
    with django_assert_max_num_queries(25) as asked:
        html = client.get(reverse("quality-discussions", args=["harbour"])).text
    order = [one.attributes["data-claim"] for one in select(html, "[data-claim]")]
    assert order == [str(claims[2].pk), str(claims[1].pk), str(claims[0].pk)]
    with removal_allowed():
        Discussion.objects.exclude(pk=discussion.pk).delete()
    with django_assert_max_num_queries(len(asked)) as fewer:
        client.get(reverse("quality-discussions", args=["harbour"]))
    assert len(fewer) == len(asked)


@pytest.mark.parametrize("text", ["", "  \r\n", "a\0b", "a" * (LONGEST_MESSAGE + 1)])
def test_a_message_has_text_of_a_limited_length(first, manager, text):
    with pytest.raises(Invalid):
        write(claim=first, by=manager, speaker=Speaker.MANAGER, text=text)
    assert get(manager, "quality-discussion", first.pk, text=text or " ")[0] == 400
    assert not DiscussionEntry.objects.exists()


def test_it_is_opened_and_closed_on_its_page(first, manager, verifier, project):
    assert get(manager, "quality-discussion", first.pk, step="open")[0] == 200
    assert discussions_of(verifier, project).exists()
    assert get(manager, "quality-discussion", first.pk, step="open")[0] == 200  # a second click
    get(manager, "quality-discussion", first.pk, step="close")
    assert not discussions_of(verifier, project).exists()
    assert list(DiscussionEntry.objects.values_list("kind", flat=True)) == ["opened", "closed"]
    Project.objects.update(workflows=["claim_generation"])
    assert get(manager, "quality-discussion", first.pk)[0] == 404


@pytest.mark.both_databases
def test_entries_are_never_changed_and_go_with_their_claim(discussion):
    with pytest.raises(DatabaseError), transaction.atomic():
        DiscussionEntry.objects.update(text="Another.")
    kinds = list(DiscussionEntry.objects.values_list("kind", flat=True))
    assert kinds == ["message", "opened"]
    with removal_allowed():
        discussion.delete()
    assert not DiscussionEntry.objects.exists()
