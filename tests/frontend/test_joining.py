"""Joining a project takes consent: who is asked accepts by a link or on My work, and managers own nobody's account."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import F
from django.test import Client
from django.urls import reverse

from annotation.models import Assignment, Project, ProjectInvitation, User
from annotation.projects.models import Role
from frontend.views.people import may_change_account
from tests.cast import PASSWORD, member
from tests.frontend.html import select

PEOPLE, INVITATIONS = "/p/harbour/manage/people/", "/p/harbour/manage/people/invitations/"
CHOSEN = "a-harbour-in-winter-27"


@pytest.fixture
def as_manager(client: Client, manager, project) -> Client:
    client.force_login(manager)
    return client


def ask(manager: Client, names: str, *roles: str):
    return manager.post(PEOPLE, {"names": names, "roles": roles or ["verifier"]})


def links(manager: Client) -> dict[str, str]:
    """Name -> path, "" where the link holds no more."""
    rows = select(manager.get(INVITATIONS).text, "[data-invited]")
    found = {row.attributes["data-invited"]: select(row.html, "code") for row in rows}
    return {name: code[0].text().removeprefix("http://testserver") if code else "" for name, code in found.items()}


def choose(path: str, password: str = CHOSEN) -> Client:
    """A browser in which a password was chosen by a link."""
    browser = Client()
    browser.post(path, {"new_password1": password, "new_password2": password})
    return browser


def roles(person: User) -> set[str]:
    return set(person.memberships.filter(project__slug="harbour").values_list("role", flat=True))


def invalid(path: str) -> bool:
    answer = Client().get(path)
    return answer.status_code == 404 and bool(select(answer.text, "[data-test=invalid-link]"))


def test_a_new_person_chooses_a_password_once_and_is_a_member_then(as_manager, manager):
    assert ask(as_manager, "zoe", "verifier", "claim_writer")["Location"] == INVITATIONS
    assert not User.objects.filter(username="zoe").exists()
    path = links(as_manager)["zoe"]
    inside = choose(path)
    assert inside.get("/my-work/").status_code == 200
    zoe = User.objects.get(username="zoe")
    assert zoe.check_password(CHOSEN) and zoe.created_by == manager and roles(zoe) == {"verifier", "claim_writer"}
    assert links(as_manager) == {} and invalid(path)
    choose(path, "another-password-28")
    zoe.refresh_from_db()
    assert zoe.check_password(CHOSEN)


def test_somebody_with_an_account_is_asked_and_answers_after_logging_in(as_manager, outsider):
    ask(as_manager, "oscar")
    path = links(as_manager)["oscar"]
    assert roles(outsider) == set()
    theirs = Client()
    theirs.post("/login/", {"username": "oscar", "password": PASSWORD})
    (offer,) = select(theirs.get("/my-work/").text, "[data-invitation=harbour] form")
    assert offer.attributes["action"] == path
    theirs.post(path, {"decline": ""})
    assert roles(outsider) == set() and links(as_manager) == {"oscar": ""} and invalid(path)
    again = ProjectInvitation.objects.get()
    as_manager.post(INVITATIONS, {"invitation": again.pk, "action": "again"})
    assert invalid(path)
    theirs.post(links(as_manager)["oscar"], {"accept": ""})
    assert roles(outsider) == {"verifier"} and links(as_manager) == {}


def test_asking_tells_nobody_which_names_exist(as_manager, outsider):
    """The same answer, the same row, the same page behind the link, for an account and for none."""
    ask(as_manager, "oscar")
    ask(as_manager, "zoe12")
    page = as_manager.get(INVITATIONS).text
    paths = links(as_manager)
    seen = [row.html for row in select(page, "[data-invited]")]
    marks = [str(one.pk) for one in ProjectInvitation.objects.order_by("name")]
    plain = [
        row.replace(path, "").replace(name, "").replace(f'value="{mark}"', "")
        for row, (name, path), mark in zip(seen, sorted(paths.items()), marks, strict=True)
    ]
    assert plain[0].split("<time")[0] == plain[1].split("<time")[0]
    opened = [len(select(Client().get(path).text, "main form, main a")) for path in paths.values()]
    assert opened[0] == opened[1]
    # Choosing a password for a name that is taken does not do, and its person keeps theirs.
    choose(paths["oscar"])
    outsider.refresh_from_db()
    assert outsider.check_password(PASSWORD) and roles(outsider) == set()
    assert not invalid(paths["oscar"])


def test_a_link_is_for_its_name_alone(as_manager, verifier, outsider):
    ask(as_manager, "oscar", "manager")
    other = Client()
    other.force_login(verifier)
    path = links(as_manager)["oscar"]
    assert select(other.get(path).text, "[data-test=other-person]")
    other.post(path, {"accept": ""})
    assert roles(verifier) == {"verifier"} and roles(outsider) == set()


@pytest.mark.parametrize("why", ["expired", "withdrawn", "damaged", "asked again"])
def test_invitations_that_hold_no_more(why, as_manager):
    ask(as_manager, "zoe")
    path = links(as_manager)["zoe"]
    if why == "expired":
        ProjectInvitation.objects.update(expires_at=F("asked_at") - timedelta(days=1))
    elif why == "withdrawn":
        as_manager.post(INVITATIONS, {"invitation": ProjectInvitation.objects.get().pk, "action": "withdraw"})
    elif why == "asked again":
        ask(as_manager, "zoe", "claim_writer")
        assert ProjectInvitation.objects.get().roles == ["claim_writer", "verifier"]
    else:
        path = path[:-3] + "/"
    assert invalid(path)
    choose(path)
    assert not User.objects.filter(username="zoe").exists()


def test_an_ex_member_cannot_be_taken_over_by_the_manager_of_an_empty_project(as_manager, manager, verifier, corpus):
    """Somebody who left all projects: no link for their account by asking them, and none by their old page."""
    as_manager.post(reverse("manage-person", args=["harbour", verifier.pk]), {"action": "roles"})
    assert not verifier.memberships.exists() and not may_change_account(manager, verifier)
    ask(as_manager, "vincent")
    choose(links(as_manager)["vincent"])
    answer = as_manager.post(reverse("manage-person", args=["harbour", verifier.pk]), {"action": "invite"})
    assert answer.status_code == 404
    verifier.refresh_from_db()
    assert verifier.check_password(PASSWORD)


def test_who_may_reset_an_account(project, manager, verifier, corpus, claims):
    """Managers of all its projects; who made it, while it is in none of others; operators."""
    other = Project.objects.create(slug="other", name="Other", corpus=corpus)
    stranger = member(other, "otto", Role.MANAGER)
    assert may_change_account(manager, verifier) and not may_change_account(stranger, verifier)
    member(other, "vincent", Role.VERIFIER)
    assert not may_change_account(manager, verifier)
    verifier.created_by = manager
    assert not may_change_account(manager, verifier)
    verifier.memberships.all().delete()
    assert may_change_account(manager, verifier) and not may_change_account(stranger, verifier)
    stranger.is_superuser = True
    assert may_change_account(stranger, verifier) and not may_change_account(manager, stranger)


def test_who_made_an_account_resets_it_by_the_page_of_its_work(as_manager, manager, verifier, assignment):
    assert Assignment.objects.filter(person=verifier).exists()
    User.objects.filter(pk=verifier.pk).update(created_by=manager)
    page = reverse("manage-person", args=["harbour", verifier.pk])
    as_manager.post(page, {"action": "roles"})
    assert select(as_manager.get(page).text, "[name=action][value=invite]")
    as_manager.post(page, {"action": "invite"})
    verifier.refresh_from_db()
    assert not verifier.has_usable_password()


def test_hundreds_of_people_come_from_a_file_in_few_queries(
    as_manager, project, outsider, verifier, django_assert_max_num_queries
):
    rows = "".join(f"P{n:03};{'Verifier' if n % 2 else 'claim_writer, verifier'}\r\n" for n in range(240))
    sent = f"Name;Roles\r\n{rows}P001;verifier\r\n;\r\noscar;\r\nvincent;claim_writer\r\n"
    with django_assert_max_num_queries(30):
        answer = as_manager.post(PEOPLE, upload(sent))
    assert answer["Location"] == INVITATIONS
    asked = dict(ProjectInvitation.objects.values_list("name", "roles"))
    assert len(asked) == 241 and asked["oscar"] == asked["P001"] == ["verifier"]
    assert asked["P002"] == ["claim_writer", "verifier"] and roles(verifier) == {"verifier", "claim_writer"}
    with django_assert_max_num_queries(30):
        assert len(links(as_manager)) == 241


def test_the_links_as_a_file_hold_no_formula(as_manager):
    ask(as_manager, "@SUM zoe", "verifier", "claim_writer")
    answer = as_manager.get("/p/harbour/manage/people/invitations.csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(row["name"], row["roles"]) for row in rows] == [
        ("'@SUM", "claim_writer;verifier"),
        ("zoe", "claim_writer;verifier"),
    ]
    assert choose(rows[1]["link"].removeprefix("http://testserver")).get("/my-work/").status_code == 200


def upload(content: str, encoding: str = "utf-8-sig") -> dict[str, object]:
    return {"names": "", "file": SimpleUploadedFile("people.csv", content.encode(encoding)), "roles": ["verifier"]}


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
def test_a_bad_file_names_its_lines_and_nobody_is_invited(as_manager, project, content, lines):
    answer = as_manager.post(PEOPLE, upload(content))
    errors = answer.context["form"].errors["file"]
    assert [any(f"{line}:" in error for error in errors) for line in lines] == [True] * len(lines)
    assert not ProjectInvitation.objects.exists()


def test_a_file_in_another_encoding_is_refused(as_manager, project):
    answer = as_manager.post(PEOPLE, upload("name\nzoé\n", "latin-1"))
    assert list(answer.context["form"].errors) == ["file"]
