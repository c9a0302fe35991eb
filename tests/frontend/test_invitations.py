"""Accounts are made without a password; a link that works once lets their people choose one."""

from __future__ import annotations

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from annotation.accounts.invitations import OF_NOBODY
from annotation.models import Membership, Project, User
from annotation.projects.models import Role
from tests.cast import member
from tests.frontend.html import select

PEOPLE, INVITATIONS = "/p/harbour/manage/people/", "/p/harbour/manage/people/invitations/"
CHOSEN = "a-harbour-in-winter-27"


@pytest.fixture
def as_manager(client: Client, manager, project) -> Client:
    client.force_login(manager)
    return client


def links(manager: Client) -> dict[str, str]:
    page = manager.get(INVITATIONS)
    assert "no-store" in page.headers["Cache-Control"]
    return {
        row.attributes["data-invited"]: select(row.html, "code")[0].text()
        for row in select(page.text, "[data-invited]")
    }


def path_of(link: str) -> str:
    return link.removeprefix("http://testserver")


def chosen(link: str, password: str = CHOSEN) -> Client:
    """A browser in which the link was opened and a password sent."""
    browser = Client()
    page = browser.get(path_of(link), follow=True)
    where = page.redirect_chain[-1][0] if page.redirect_chain else path_of(link)
    browser.post(where, {"new_password1": password, "new_password2": password})
    return browser


def upload(content: str, encoding: str = "utf-8-sig") -> dict[str, object]:
    return {"names": "", "file": SimpleUploadedFile("people.csv", content.encode(encoding)), "roles": ["verifier"]}


def test_a_link_lets_its_person_choose_a_password_once(as_manager):
    answer = as_manager.post(PEOPLE, {"names": "zoe", "roles": ["verifier"]})
    assert (answer.status_code, answer["Location"]) == (302, INVITATIONS)
    link = links(as_manager)["zoe"]
    inside = chosen(link)
    assert inside.get("/my-work/").status_code == 200
    assert User.objects.get(username="zoe").check_password(CHOSEN)
    assert links(as_manager) == {}
    assert select(Client().get(path_of(link), follow=True).text, "[data-test=invalid-link]")
    chosen(link, "another-password-28")
    assert User.objects.get(username="zoe").check_password(CHOSEN)


def test_the_page_of_a_link_keeps_its_token_out_of_its_own_address(as_manager):
    as_manager.post(PEOPLE, {"names": "zoe", "roles": ["verifier"]})
    link = path_of(links(as_manager)["zoe"])
    page = Client().get(link, follow=True)
    assert page.redirect_chain[-1][0].endswith("/choose/")
    assert "no-store" in page.headers["Cache-Control"]


def test_a_weak_password_is_refused(as_manager):
    as_manager.post(PEOPLE, {"names": "zoe", "roles": ["verifier"]})
    chosen(links(as_manager)["zoe"], "zoe")
    assert not User.objects.get(username="zoe").has_usable_password()


@pytest.mark.parametrize("why", ["expired", "closed", "other account", "damaged"])
def test_links_that_are_not_valid(why, as_manager, settings):
    as_manager.post(PEOPLE, {"names": "zoe zack", "roles": ["verifier"]})
    path = path_of(links(as_manager)["zoe"])
    if why == "expired":
        settings.PASSWORD_RESET_TIMEOUT = -1
    elif why == "closed":
        User.objects.filter(username="zoe").update(is_active=False)
    elif why == "other account":
        _empty, word, _uid, token, _end = path.split("/")
        other = path_of(links(as_manager)["zack"]).split("/")[2]
        path = f"/{word}/{other}/{token}/"
    else:
        path = path[:-3] + "/"
    assert select(Client().get(path, follow=True).text, "[data-test=invalid-link]")


def test_a_lost_password_is_replaced_by_a_new_link(as_manager, verifier):
    inside = Client()
    inside.force_login(verifier)
    answer = as_manager.post(reverse("manage-person", args=["harbour", verifier.pk]), {"action": "invite"})
    assert answer["Location"] == INVITATIONS
    assert inside.get("/my-work/").status_code == 302
    assert chosen(links(as_manager)["vincent"]).get("/my-work/").status_code == 200


def test_no_link_for_an_account_that_is_in_projects_of_others(as_manager, corpus):
    other = Project.objects.create(slug="other", name="Other", corpus=corpus)
    as_manager.post(PEOPLE, {"names": "zoe", "roles": ["verifier"]})
    member(other, "zoe", Role.VERIFIER)
    assert links(as_manager) == {}
    assert "zoe" not in as_manager.get("/p/harbour/manage/people/invitations.csv").text


def test_hundreds_of_people_come_from_a_file_in_few_queries(
    as_manager, project, outsider, django_assert_max_num_queries
):
    rows = "".join(f"P{n:03};{'Verifier' if n % 2 else 'claim_writer, verifier'}\r\n" for n in range(240))
    with django_assert_max_num_queries(40):
        answer = as_manager.post(PEOPLE, upload(f"Name;Roles\r\n{rows}P001;verifier\r\n;\r\noscar;\r\n"))
    assert answer["Location"] == INVITATIONS
    new = Membership.objects.filter(project=project, user__username__startswith="P")
    assert new.filter(role=Role.VERIFIER).count() == 240
    assert new.filter(role=Role.CLAIM_WRITER).count() == 120
    assert set(outsider.memberships.filter(project=project).values_list("role", flat=True)) == {Role.VERIFIER}
    assert len(links(as_manager)) == 240


def test_the_links_as_a_file_hold_no_formula(as_manager):
    as_manager.post(PEOPLE, {"names": "@SUM zoe", "roles": ["verifier", "claim_writer"]})
    answer = as_manager.get("/p/harbour/manage/people/invitations.csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(row["name"], row["roles"]) for row in rows] == [
        ("'@SUM", "claim_writer;verifier"),
        ("zoe", "claim_writer;verifier"),
    ]
    assert chosen(rows[1]["link"]).get("/my-work/").status_code == 200


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("name,roles\nzoe,verifier\n=1+1,verifier\n,verifier\n", (3, 4)),
        ("name,roles\nzoe,king\n", (2,)),
        ("who\nzoe\n", ()),
        ("name,roles\n", ()),
        ("x" * 200_000, (1,)),
        ("name\n" + "x" * 200_000, (2,)),
        ("", ()),
    ],
)
def test_a_bad_file_names_its_lines_and_nobody_is_added(as_manager, project, content, lines):
    answer = as_manager.post(PEOPLE, upload(content))
    errors = answer.context["form"].errors["file"]
    assert [any(f"{line}:" in error for error in errors) for line in lines] == [True] * len(lines)
    assert not User.objects.filter(username="zoe").exists()


def test_a_file_in_another_encoding_is_refused(as_manager, project):
    answer = as_manager.post(PEOPLE, upload("name\nzoé\n", "latin-1"))
    assert list(answer.context["form"].errors) == ["file"]


def test_scripts_are_invited_by_nobody(as_manager, project):
    member(project, "script", Role.VERIFIER)
    User.objects.filter(username="script").update(password=OF_NOBODY)
    assert links(as_manager) == {}
