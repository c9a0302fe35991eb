"""The page on which a manager says what no number can tell."""

from __future__ import annotations

import re
from html import unescape

import pytest

from annotation.models import DataStatement
from annotation.release.cards.fields import FIELDS, GROUPS, OPTIONAL
from tests.frontend.html import texts

pytestmark = pytest.mark.both_databases

PAGE = "/p/harbour/releases/data-statement/"
WANTED = len(FIELDS) - len(OPTIONAL)


@pytest.fixture
def managing(client, manager):
    client.force_login(manager)
    return client


def given(html) -> list[str]:
    """How many fields are given, and of how many."""
    return re.findall(r"\d+", texts(html, "#state")[0])


def filled(page, **answers):
    """What a browser would send: every field, with what it was when the page was opened beside it."""
    hidden = re.findall(r'<input type="hidden" name="(initial-\w+)"(?: value="([^"]*)")?', page.text)
    initial = {name: unescape(value) for name, value in hidden}
    shown = {name: initial.get(f"initial-{name}", "") for name in FIELDS}
    return {**shown, **initial, **answers}


def test_every_field_is_asked_with_a_sentence_on_what_belongs_there(managing):
    text = managing.get(PAGE).text
    for group in GROUPS:
        for field in group.fields:
            assert f'name="{field.name}"' in text
            assert f'id="id_{field.name}_helptext"' in text
    assert given(text) == ["0", str(WANTED)]


def test_a_manager_says_something_and_finds_it_again(managing, project, manager):
    sent = filled(managing.get(PAGE), summary="Claims of a harbour.\r\nAnd more.", licence=" CC-BY-SA-4.0 ")
    assert managing.post(PAGE, sent).status_code == 302
    stored = DataStatement.objects.get(project=project)
    assert stored.answers == {"summary": "Claims of a harbour.\nAnd more.", "licence": "CC-BY-SA-4.0"}
    assert stored.changed_by == manager
    text = managing.get(PAGE).text
    assert given(text) == ["2", str(WANTED)]
    assert "Claims of a harbour." in text


def test_what_is_emptied_is_gone(managing, project):
    DataStatement.objects.create(project=project, answers={"summary": "Old.", "pay": "Fair."})
    managing.post(PAGE, filled(managing.get(PAGE), summary=""))
    assert DataStatement.objects.get(project=project).answers == {"pay": "Fair."}


def test_two_managers_do_not_undo_each_other(managing, project):
    first, second = managing.get(PAGE), managing.get(PAGE)
    managing.post(PAGE, filled(first, pay="Above the minimum wage."))
    managing.post(PAGE, filled(second, ethics="Approved."))
    assert DataStatement.objects.get(project=project).answers == {
        "pay": "Above the minimum wage.",
        "ethics": "Approved.",
    }


def test_what_is_wrong_is_said_and_what_was_typed_stays(managing, project):
    answer = managing.post(PAGE, filled(managing.get(PAGE), wiki="en.wikipedia.org", pay="Fair."))
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == ["wiki"]
    assert "Fair." in answer.text
    assert not DataStatement.objects.filter(project=project).exists()


def test_what_is_said_is_shown_as_text(managing, project):
    DataStatement.objects.create(project=project, answers={"summary": "</textarea><script>x</script>"})
    assert "<script>x" not in managing.get(PAGE).text


def test_others_do_not_find_it(client, verifier, outsider, project):
    for person in (verifier, outsider):
        client.force_login(person)
        assert client.get(PAGE).status_code == 404
        assert client.post(PAGE, {"pay": "x"}).status_code == 404
    assert not DataStatement.objects.exists()


def test_it_speaks_german(managing):
    text = managing.get(PAGE, headers={"accept-language": "de"}).text
    assert "Datenerklärung" in text
    assert "Bezahlung" in text
