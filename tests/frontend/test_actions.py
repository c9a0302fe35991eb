"""Pages of managers' actions: from a list or a person to the preview, the confirmation, the log and undo."""

from __future__ import annotations

import pytest
from django.urls import reverse

from annotation.actions.models import Action, ActionState
from annotation.models import Assignment, MemberSettings, Verification
from tests.annotation.disagreeing import said
from tests.cast import CLAIMS, OTHER_PAGE, SENTENCE
from tests.frontend.html import select

LIST = "/p/harbour/manage/verifications/"
NEW = "/p/harbour/manage/actions/new/"
LOG = "/p/harbour/manage/actions/"


@pytest.fixture
def rows(client, project, verifier, other_verifier, manager, claims):
    """Two of the first person, one of the second; the manager is logged in."""
    client.force_login(manager)
    found = [said(project, verifier, verdict, [SENTENCE]) for verdict in ("SUPPORTS", "REFUTES")]
    return [*found, said(project, other_verifier, "REFUTES", [OTHER_PAGE])]


def follow(client, answer):
    assert answer.status_code == 302, answer.content
    return client.get(answer["Location"]).text


def test_ticked_rows_are_previewed_confirmed_logged_and_undone(client, rows):
    page = client.get(LIST).text
    assert len(select(page, "input[name=verification][form=act]")) == 3
    preview = follow(client, client.post(NEW, {"action": "set_aside", "verification": [row.pk for row in rows[:2]]}))
    assert select(preview, "[data-test=rows]")[0].text() == "2"
    action = Action.objects.get()
    address = f"{LOG}{action.pk}/"
    assert client.get(LOG).text.count("data-action") == 0  # a draft is not in the log
    refused = client.post(address, {"step": "confirm", "reason": "", "note": "x"})
    assert refused.status_code == 400 and Assignment.objects.filter(set_aside__isnull=False).count() == 0
    done = follow(client, client.post(address, {"step": "confirm", "reason": "bias", "note": "All are one verdict."}))
    assert select(done, "[data-outcome=done] dd")[0].text() == "2"
    assert len(select(client.get(LIST).text, "input[name=verification]")) == 1  # set aside: not among the counted
    assert len(select(client.get(LIST + "?state=set_aside").text, "tbody tr")) == 2
    log = client.get(LOG).text
    assert f'data-action="{action.pk}"' in log and "All are one verdict." in log and "maya" in log
    undone = follow(client, client.post(address, {"step": "undo", "undo_note": "A misunderstanding."}))
    assert select(undone, "[data-outcome=undone] dd")[0].text() == "2" and "A misunderstanding." in undone
    action.refresh_from_db()
    assert action.state == ActionState.UNDONE and Assignment.objects.filter(set_aside__isnull=False).count() == 0


def test_all_that_match_a_selection_are_acted_on(client, rows, verifier):
    client.post(NEW, {"action": "set_aside", "all": "1", "selection": f"person={verifier.pk}&page=2"})
    action = Action.objects.get()
    assert sorted(action.selected) == sorted(row.pk for row in rows[:2]) and action.person == verifier
    client.post(NEW, {"action": "set_aside", "all": "1", "selection": "verdict=REFUTES"})
    assert sorted(Action.objects.get().selected) == sorted(row.pk for row in rows[1:])
    day = f"{rows[0].created_at:%Y-%m-%d}"
    client.post(NEW, {"action": "set_aside", "all": "1", "selection": f"since={day}&until={day}"})
    assert len(Action.objects.get().selected) == 3


def test_the_rows_behind_a_word_and_a_cell_of_confusion_are_acted_on(client, rows, verifier):
    """The second claim has one verdict and is released; on the first one two people differ."""
    word = rows[1].claim.text.split()[0].lower()
    for source, page, query in (
        ("rows", "quality-rows", f"word={word}&released=yes"),
        ("items", "quality-items", f"person={verifier.pk}&mine=SUPPORTS&theirs=REFUTES"),
    ):
        listed = client.get(reverse(page, args=["harbour"]) + f"?{query}").context["page"].paginator.count
        Action.objects.all().delete()
        client.post(NEW, {"action": "set_aside", "all": "1", "source": source, "selection": query})
        action = Action.objects.first()
        assert action is not None, source
        of_claims = Verification.objects.filter(pk__in=action.selected).values("claim").distinct().count()
        assert of_claims == listed > 0, source


@pytest.mark.parametrize("selection", ["persn=1", "person=999999", "verdict=MAYBE", "since=yesterday"])
def test_a_selection_that_makes_no_sense_selects_nothing(client, rows, selection):
    """A list leaves such a filter out; an action on more rows than were meant would be worse."""
    answer = client.post(NEW, {"action": "set_aside", "all": "1", "selection": selection})
    assert answer.status_code == 302 and answer["Location"] == LIST and not Action.objects.exists()


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"action": "erase", "verification": "1"},
        {"action": "set_aside"},
        {"action": "set_aside", "verification": ["½", "9" * 30]},
    ],
)
def test_what_is_no_action_leads_back(client, rows, sent):
    answer = client.post(NEW, sent | {"next": LIST + "?person=1"})
    assert (answer.status_code, answer["Location"]) == (302, LIST + "?person=1") and not Action.objects.exists()
    assert client.post(NEW, sent | {"next": "https://example.org/"})["Location"] == LIST


def test_rows_behind_numbers_are_acted_on_together(client, rows, verifier):
    """From the rows of an audit, and from the claims of an agreement number."""
    page = client.get("/p/harbour/quality/rows/?verdict=REFUTES").text
    assert len(select(page, "input[name=verification][form=act]")) == 2
    client.post(NEW, {"action": "set_aside", "all": "1", "source": "rows", "selection": "verdict=REFUTES"})
    assert sorted(Action.objects.get().selected) == sorted(row.pk for row in rows[1:])
    page = client.get("/p/harbour/quality/items/").text
    assert [one.attributes["value"] for one in select(page, "input[name=claim][form=act]")] == [str(rows[0].claim_id)]
    client.post(NEW, {"action": "set_aside", "all": "1", "source": "items", "selection": ""})
    both = sorted(row.pk for row in rows if row.claim_id == rows[0].claim_id)
    assert len(both) == 2 and sorted(Action.objects.get().selected) == both
    client.post(NEW, {"action": "set_aside", "claim": [rows[0].claim_id]})
    assert sorted(Action.objects.get().selected) == both
    client.post(NEW, {"action": "set_aside", "all": "1", "source": "rows", "selection": "verdcit=REFUTES"})
    assert sorted(Action.objects.get().selected) == both  # refused: the draft is still the one before


def test_a_decision_on_a_claim_that_one_person_verified_is_listed(client, rows, claims):
    only = next(row for row in rows if sum(one.claim_id == row.claim_id for one in rows) == 1)
    address = f"/p/harbour/quality/adjudicate/{only.claim_id}/"
    assert client.get(address).status_code == 200
    sent = {"action": "decide", "outcome": str(only.pk), "error_type": "accident", "note": "", "base_revision": "0"}
    client.post(address, sent)
    assert only.claim.adjudications.count() == 1
    assert address in client.get("/p/harbour/quality/adjudicate/?show=done").text


def test_rows_of_another_project_are_not_selected(client, rows, corpus):
    from annotation.models import Project

    other = Project.objects.create(slug="other", name="Other", corpus=corpus)
    other.memberships.create(user=rows[0].assignment.person, role="manager")
    client.force_login(rows[0].assignment.person)
    client.post("/p/other/manage/actions/new/", {"action": "set_aside", "verification": [rows[0].pk]})
    assert not Action.objects.exists()


def test_a_verification_and_its_claim_offer_the_actions(client, rows):
    page = client.get(f"{LIST}{rows[0].pk}/").text
    assert {one.attributes["value"] for one in select(page, ".act-buttons button[name=action]")} == {
        *("set_aside", "replace", "verify_again", "send_back", "make_gold")
    }
    side = client.get(reverse("quality-side-by-side", args=["harbour", rows[0].claim_id])).text
    assert len(select(side, ".act-buttons")) == 2
    assert select(side, f"a[href='/p/harbour/quality/adjudicate/{rows[0].claim_id}/']")


def test_a_person_is_paused_and_resumed_from_their_page(client, rows, verifier):
    page = client.get(f"/p/harbour/manage/people/{verifier.pk}/").text
    values = [one.attributes["value"] for one in select(page, ".person-actions button")]
    assert values == ["pause", "qa_share"]
    preview = follow(client, client.post(f"/p/harbour/manage/people/{verifier.pk}/act/", {"action": "pause"}))
    assert select(preview, "form.confirm")
    follow(client, client.post(f"{LOG}{Action.objects.get().pk}/", {"step": "confirm", "reason": "careless"}))
    assert MemberSettings.objects.get().paused_at is not None
    page = client.get(f"/p/harbour/manage/people/{verifier.pk}/").text
    assert [one.attributes["value"] for one in select(page, ".person-actions button")] == ["resume", "qa_share"]
    assert CLAIMS  # the cast is there
    assert client.get(f"{LOG}?person={verifier.pk}").text.count("data-action") == 1
