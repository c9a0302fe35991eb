"""Every address of the site, asked with every role: what is for somebody else does not exist for the others.

The rules below go by the beginning of an address, so that a new page is closed to those whom its place does not name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from django.conf import urls
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from annotation.accounts.tokens import Scope, create_token
from annotation.models import Assignment, Claim, Membership, Project, Report, User, Verification
from annotation.projects.models import Role
from annotation.shared_tasks.models import TeamSubmission
from annotation.shared_tasks.teams import invitation_path
from annotation.work.assignment import assign_next
from annotation.work.registry import workflows
from annotation.workflows.claim_verification.reporting import report
from annotation.workflows.kinds import TaskKind
from annotation.workflows.screening.grading import decide
from annotation.workflows.screening.importer import fill_empty_test
from annotation.workflows.screening.models import SCREENED
from search.indexing.build import build_index
from tests.annotation.disagreeing import said
from tests.cast import OTHER_PAGE, SENTENCE, member
from tests.shared_tasks.hosting import make_split, make_task, player, predictions, submit
from tests.web_pages import keep_page

EVERYBODY = frozenset(Role)
NUMBERS = frozenset({Role.MANAGER, Role.ADJUDICATOR, Role.OBSERVER})
MANAGER = frozenset({Role.MANAGER})
VERIFIER, WRITER = frozenset({Role.VERIFIER}), frozenset({Role.CLAIM_WRITER})
WORKER = VERIFIER | WRITER | {Role.ORACLE}

HOME = "/p/harbour/"  # for itself alone: what begins with it has to be named
# The beginning of an address -> who may read it. The longest that fits decides.
READ = {
    HOME: EVERYBODY,
    "/p/harbour/manage/": MANAGER,
    "/p/harbour/manage/verifications/1/route/": NUMBERS,
    "/p/harbour/quality/": NUMBERS,
    "/p/harbour/quality/calibration/": MANAGER,
    "/p/harbour/quality/citation-study/": MANAGER,
    "/p/harbour/quality/suggestions/claims/": MANAGER,
    "/p/harbour/calibration/": WORKER,
    "/p/harbour/guided-examples/": WORKER,
    "/p/harbour/guidelines/": EVERYBODY,
    **{f"/p/harbour/guidelines/{kind}/edit/": MANAGER for kind in workflows()},
    "/p/harbour/announcements/": EVERYBODY,
    "/p/harbour/my-agreement/": WORKER,
    "/p/harbour/my-verifications/": VERIFIER,
    "/p/harbour/discussions/": VERIFIER,
    "/p/harbour/my-claims/": WRITER,
    "/p/harbour/releases/": NUMBERS,
    "/p/harbour/citations/": NUMBERS,
    "/p/harbour/citations/to-study/": frozenset({Role.MANAGER, Role.ADJUDICATOR}),
    "/p/harbour/releases/drift/": MANAGER,
    "/p/harbour/releases/data-statement/": MANAGER,
    "/p/harbour/releases/free-texts/": MANAGER,
    "/p/harbour/releases/webhook/": MANAGER,
    "/p/harbour/read/": EVERYBODY,
    "/p/harbour/find/": EVERYBODY,
    "/p/harbour/lines/": EVERYBODY,
    "/p/harbour/lines/find/": EVERYBODY,
    "/p/harbour/lines/dictionary/": EVERYBODY,
    "/p/harbour/wiki/": EVERYBODY,
    "/p/harbour/web/": EVERYBODY,
    "/projects/new/": MANAGER,
}
# And who may change something there; everybody else is refused, those who may only read included.
CHANGE = {
    "/p/harbour/manage/": MANAGER,
    "/p/harbour/quality/": frozenset({Role.MANAGER, Role.ADJUDICATOR}),
    "/p/harbour/citations/": frozenset({Role.MANAGER, Role.ADJUDICATOR}),
    "/p/harbour/quality/numbers/": MANAGER,
    "/p/harbour/quality/adjudicate/assign/": MANAGER,
    "/p/harbour/quality/calibration/": MANAGER,
    "/p/harbour/announcements/": EVERYBODY,
    "/p/harbour/discussions/": VERIFIER,
    "/p/harbour/guided-examples/": WORKER,
    "/p/harbour/calibration/": WORKER,
    "/p/harbour/guidelines/": EVERYBODY,
    **{f"/p/harbour/guidelines/{kind}/edit/": MANAGER for kind in workflows()},
    **{f"/p/harbour/tasks/{kind}/next/": frozenset(workflow.roles) for kind, workflow in workflows().items()},
    "/p/harbour/releases/": MANAGER,
    "/p/harbour/releases/data-statement/": MANAGER,
    "/projects/new/": MANAGER,
    "/api/v1/projects/harbour/assignments/": WORKER,
    "/api/v1/projects/harbour/claims/": MANAGER,
    "/api/v1/projects/harbour/releases/": MANAGER,
    "/api/v1/projects/harbour/jobs/": MANAGER,
    "/api/v1/projects/harbour/excerpts/": EVERYBODY,
}
# The API is read by managers, but for what everybody's work needs.
READ_API = {
    "/api/v1/projects/harbour/": MANAGER,
    "/api/v1/projects/harbour/search/": EVERYBODY,
    "/api/v1/projects/harbour/suggest/": EVERYBODY,
}
OWN = ("<uuid:public_id>", "<str:public_id>")  # somebody's own work, whatever their role
REFUSED = {403, 404, 405, 415}
# Before "<int:pk>": of what there is a row here.
READABLE = "people|reports|verifications|adjudicate|quality/claims"


@dataclass(frozen=True)
class World:
    people: dict[str, User]
    own: Assignment
    numbers: dict[str, str]  # before "<int:pk>" -> of a row that is there


def patterns(resolver: URLResolver | None = None, before: str = "/") -> list[tuple[str, URLPattern]]:
    found: list[tuple[str, URLPattern]] = []
    for one in (resolver or get_resolver()).url_patterns:
        written = before + str(one.pattern).lstrip("^")
        found += patterns(one, written) if isinstance(one, URLResolver) else [(written, one)]
    return found


WRITTEN = sorted(  # the operators' admin has its own tests (test_admin.py)
    {
        path.replace("<str:kind>", kind)
        for path, pattern in patterns()
        for kind in workflows()
        if pattern.name and "static" not in path and not path.startswith("/admin/")
    }
)
OF_PROJECT = [one for one in WRITTEN if "<slug:slug>" in one]


@pytest.fixture
def world(project, verifier, other_verifier, writer, manager, outsider, claims) -> World:
    """Somebody in each role, a claim that two disagree on, one that was reported, one that is held."""
    build_index(project.corpus)
    said(project, verifier, "SUPPORTS", [SENTENCE])
    said(project, other_verifier, "REFUTES", [OTHER_PAGE])
    held = assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert held is not None
    report(assignment=held, reasons=["language"])
    people = {
        Role.VERIFIER: verifier,
        Role.CLAIM_WRITER: writer,
        Role.MANAGER: manager,
        Role.ADJUDICATOR: member(project, "ada", Role.ADJUDICATOR),
        Role.OBSERVER: member(project, "otto", Role.OBSERVER),
        Role.ORACLE: member(project, "olga", Role.ORACLE),
        "outsider": outsider,
    }
    keep_page(project, "Harbour League", "<p>An archived page.</p>")
    own = assign_next(person=verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert own is not None
    switch_everything_on(project, manager)
    numbers = {
        "reports": str(Report.objects.get().pk),
        "verifications": str(Verification.objects.order_by("pk")[0].pk),
        "": str(Claim.objects.order_by("pk")[0].pk),
    }
    return World({str(role): person for role, person in people.items()}, own, numbers)


def switch_everything_on(project: Project, manager: User) -> None:
    """All workflows are on, and everybody is let in by those that are prerequisites."""
    project.workflows = list(workflows())
    project.save()
    fill_empty_test(project)
    for one in project.memberships.filter(role__in=SCREENED).select_related("user"):
        decide(person=one.user, project=project, role=Role(one.role), approved=True, by=manager)


def address(written: str, world: World) -> str:
    """The address of something that is there, where there is something of its kind."""
    role = next((one.role for kind, one in workflows().items() if f"/{kind}/" in written), Role.VERIFIER)
    values = world.numbers | {"people": str(world.people[role].pk)}
    text = re.sub("<(uuid|str):public_id>", str(world.own.public_id), written.replace("<slug:slug>", "harbour"))
    text = text.replace("<slug:task>", "piers").replace("<uuid:invitation>", str(world.own.public_id))
    text = re.sub(r"/(\w+)/<int:pk>", lambda m: f"/{m[1]}/{values.get(m[1], values[''])}", text)
    return re.sub(r"<int:\w+>", values[""], text)


def allowed(rules: dict[str, frozenset[Role]], path: str) -> frozenset[Role]:
    plain = re.sub(r"/\d+/route/$", "/1/route/", path)
    if plain in rules:
        return rules[plain]
    fitting = [start for start in rules if start != HOME and plain.startswith(start)]
    return rules[max(fitting, key=len)] if fitting else frozenset()


@pytest.fixture(autouse=True)
def nothing_on_the_page_of_404(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of refusals: what their page shows is for test_errors.py to say."""

    def page_not_found(_request: HttpRequest, exception: Exception) -> HttpResponse:
        return HttpResponseNotFound()

    monkeypatch.setattr(urls, "handler404", page_not_found)


def lacking_headers(path: str, answer: HttpResponse) -> list[str]:
    """What an answer lacks of the headers that all have; articles and what is found in them may be kept."""
    may_be_kept = {"/p/harbour/read/", "/p/harbour/wiki/", "/p/harbour/find/"}
    kept = (path in may_be_kept or path.startswith("/p/harbour/lines/")) and answer.status_code == 200
    names = [name for name in ("Permissions-Policy", "Cross-Origin-Resource-Policy") if name not in answer.headers]
    stored = [] if kept or "no-store" in answer.headers.get("Cache-Control", "") else ["no-store"]
    return [f"{path} has no {name}" for name in [*names, *stored]]


def browser(person: User | None) -> Client:
    client = Client(raise_request_exception=False)
    if person is not None:
        client.force_login(person)
    return client


@pytest.mark.parametrize("role", [*Role.values, "outsider"])
def test_pages_are_read_by_those_they_are_for(world, role):
    """A page may still not be there for want of a row; it must not be refused to all whom it is for."""
    client, wrong = browser(world.people[role]), []
    for written in [one for one in OF_PROJECT if not one.startswith("/api/")] + ["/projects/new/"]:
        path = address(written, world)
        answer = client.get(path, {"title": "Harbour League"})
        status = answer.status_code
        wrong += lacking_headers(path, answer)
        may = role in allowed(READ, path)
        there = "<int:" not in re.sub(f"/({READABLE})/<int:pk>", "", written)
        if status >= 500 or (not may and status not in REFUSED):
            wrong.append(f"{role} gets {status} of {path}")
        if may and there and status in {403, 404}:
            wrong.append(f"{role} is refused {path}: {status}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.one_database
@pytest.mark.parametrize("role", [*Role.values, "outsider"])
def test_nothing_is_changed_by_those_it_is_not_for(world, role):
    client, wrong = browser(world.people[role]), []
    for written in [*OF_PROJECT, "/projects/new/"]:
        path = address(written, world)
        if role in allowed(CHANGE, path):
            continue
        for method in (client.post, client.put, client.patch, client.delete):
            status = method(path, {"kind": "claim_verification"}, content_type="application/json").status_code
            if status not in REFUSED:
                wrong.append(f"{role}: {method.__name__} {path} gives {status}")
        form = client.post(path, {"action": "roles", "roles": ["manager"]}).status_code
        if form not in REFUSED:
            wrong.append(f"{role}: a form to {path} gives {form}")
    assert not wrong, "\n".join(wrong)
    assert Membership.objects.filter(role=Role.MANAGER).count() == 1


@pytest.mark.parametrize("role", [role for role in [*Role.values, "outsider"] if role != Role.VERIFIER])
def test_somebodys_work_is_there_for_nobody_else(world, role):
    """Whatever the role: managers read it on pages of their own."""
    client, before = browser(world.people[role]), Assignment.objects.values().get(pk=world.own.pk)
    for written in [one for one in WRITTEN if any(own in one for own in OWN)]:
        path = address(written, world)
        for method in (client.get, client.post, client.put):
            assert method(path, {}, content_type="application/json").status_code in {404, 405}, (role, path)
    assert Assignment.objects.values().get(pk=world.own.pk) == before


def test_nobody_sees_anything_without_logging_in(world):
    client = browser(None)
    for written in WRITTEN:
        path = address(written, world)
        answer = client.get(path)
        assert answer.status_code == 405 or "static" in path or not lacking_headers(path, answer)
        where = answer.headers.get("Location", "")
        is_open = path in {
            "/",
            "/login/",
            "/language/",
            "/api/v1/schema/",
            "/service-worker.js",
            "/login/provider/callback/",
        } or answer.status_code in {401, 405}
        is_open = is_open or path.startswith(("/static/", "/invitation/", "/join/"))
        assert is_open or where.startswith("/login/"), (path, answer.status_code)


@pytest.fixture
def hosted(world, project, manager, settings, tmp_path) -> dict[str, tuple[Client, frozenset[str]]]:
    """Who -> their browser, and the addresses of a shared task with a blind split that are there for them."""
    settings.ATTEST_DATA_DIR = tmp_path
    task = make_task(project, manager)
    split = make_split(task, manager)
    team, other = player("tina", task, "north"), player("theo", task, "south")
    submit(team, split, predictions(3), "north")
    sent = TeamSubmission.objects.get()
    join = invitation_path(sent.system.team)
    start = "/shared-tasks/piers/"
    everybody = frozenset({"/shared-tasks/", start, f"{start}team/", f"{start}files/{split.pk}/claims/", join})
    member = everybody | {f"{start}submit/"}
    organiser = everybody | {f"{start}files/{split.pk}/gold/"}
    place = f"{HOME}manage/shared-tasks/"
    organiser |= {place, f"{place}{task.pk}/", f"{place}{task.pk}/splits/{split.pk}/", f"{place}submissions/{sent.pk}/"}
    found = {"team": (team, member | {f"{start}submissions/{sent.pk}/"}), "other team": (other, member)}
    found |= {name: (browser(one), everybody) for name, one in world.people.items()}
    return found | {str(Role.MANAGER): (browser(manager), organiser)}


def test_a_shared_task_is_open_as_far_as_somebody_takes_part(hosted):
    """Teams and visitors see nothing else of the project; only organisers see gold, results and what others sent."""
    asked = frozenset().union(*(there for _client, there in hosted.values()))
    asked |= {
        path.replace("files", "leaderboard").removesuffix("claims/") for path in asked if path.endswith("claims/")
    }
    for who, (client, there) in hosted.items():
        answers = {path: client.get(path) for path in asked}
        for answer in answers.values():
            b"".join(answer.streaming_content if answer.streaming else [])  # which closes the file
        assert {path for path, answer in answers.items() if answer.status_code == 200} == there, who
        if who in {"team", "other team"}:
            assert {client.get(address).status_code for address in (HOME, f"{HOME}releases/", f"{HOME}quality/")} == {
                404
            }
    assert {browser(None).get(path).status_code for path in asked} == {302}


OF_API = [one for one in OF_PROJECT if one.startswith("/api/")]


@pytest.mark.parametrize("role", [*Role.values, "outsider"])
def test_the_api_is_read_by_those_it_is_for(world, role):
    client, wrong = browser(world.people[role]), []
    for written in OF_API:
        path = address(written, world)
        status = client.get(path, {"q": "harbour", "title": "Harbour League"}).status_code
        may = role in allowed(READ_API, path)
        if status >= 500 or (not may and status not in REFUSED) or (may and status == 403):
            wrong.append(f"{role} gets {status} of {path}")
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def without_a_role(world, project) -> dict[str, User]:
    """People whom the project is nothing to: its manager of yesterday, an operator, a manager of another project."""
    gone = member(project, "gustav", *Role)
    gone.memberships.all().delete()
    operator = User.objects.create_superuser("root-of-all", password="x")
    project.pk, project.slug, project._state.adding = None, "elsewhere", True
    project.save()
    return {"gone": gone, "operator": operator, "elsewhere": member(project, "elsa", *Role)}


@pytest.mark.one_database
@pytest.mark.parametrize("who", ["gone", "operator", "elsewhere"])
def test_whoever_has_no_role_here_reads_and_changes_nothing(world, without_a_role, who):
    client, wrong = browser(without_a_role[who]), []
    for written in [one for one in WRITTEN if one in OF_PROJECT or any(own in one for own in OWN)]:
        path = address(written, world)
        answer = client.get(path)
        wrong += lacking_headers(path, answer)
        changed = [client.post(path, {"action": "roles"}), client.put(path, {}, content_type="application/json")]
        statuses = {answer.status_code, *(one.status_code for one in changed)}
        if not statuses <= {404, 405, 415}:
            wrong.append(f"{who} gets {statuses} of {path}")
    assert not wrong, "\n".join(wrong)


def test_nobody_changes_anything_without_logging_in(world):
    client, before = browser(None), Assignment.objects.values().get(pk=world.own.pk)
    for written in [one for one in WRITTEN if one in OF_PROJECT or any(own in one for own in OWN)]:
        path = address(written, world)
        for method in (client.post, client.put, client.patch, client.delete):
            answer = method(path, {"action": "roles", "roles": ["manager"]}, content_type="application/json")
            to_login = answer.headers.get("Location", "").startswith("/login/")
            assert answer.status_code in {401, 403, 404, 405, 415} or to_login, (method, path, answer.status_code)
    assert Assignment.objects.values().get(pk=world.own.pk) == before


@pytest.mark.parametrize("scope", Scope.values)
def test_a_token_does_what_its_scope_says(world, scope):
    """A manager's token, and for somebody's work a verifier's; on pages no token counts."""
    wrong = []
    for written in [one for one in WRITTEN if one.startswith("/api/v1/") and one.count("/") > 4]:
        path, own = address(written, world), any(one in written for one in OWN)
        work = own or path.endswith("/assignments/")
        person = world.people[Role.VERIFIER if work else Role.MANAGER]
        text = create_token(user=person, name="a script", scope=Scope(scope))[1]
        client = Client(raise_request_exception=False, headers={"Authorization": f"Bearer {text}"})
        needed = Scope.READ if path.endswith("/excerpts/") else Scope.ANNOTATE if work else Scope.MANAGE
        for method in ("post", "put", "patch", "delete"):
            answer = client.generic(method.upper(), path, b"{", content_type="application/json")  # no valid JSON
            refused = answer.status_code == 403 and answer.json()["error"]["code"] == "scope"
            if answer.status_code != 405 and refused == Scope(scope).covers(needed):
                wrong.append(f"{scope}: {method} {path} gives {answer.status_code}")
        if client.get(path).status_code in {401, 403}:
            wrong.append(f"{scope} may not read {path}")
    assert not wrong, "\n".join(wrong)
    assert client.get("/p/harbour/manage/").headers["Location"].startswith("/login/")


def test_people_with_two_roles_may_do_what_both_may(world, project):
    both = member(project, "otto", Role.VERIFIER)
    client = browser(both)
    assert client.get("/p/harbour/quality/adjudicate/").status_code == 200
    assert client.get("/p/harbour/my-verifications/").status_code == 200
    assert client.get("/p/harbour/manage/").status_code == 404


def test_managers_give_the_new_roles(world, manager):
    client = browser(manager)
    path = f"/p/harbour/manage/people/{world.people['verifier'].pk}/"
    assert client.post(path, {"action": "roles", "roles": ["verifier", "adjudicator", "observer"]}).status_code == 302
    roles = world.people["verifier"].memberships.values_list("role", flat=True)
    assert set(roles) == {"verifier", "adjudicator", "observer"}


def test_the_lists_above_are_of_this_site(world):
    paths = [address(written, world) for written in WRITTEN]
    for start in {*READ, *CHANGE}:
        plain = [re.sub(r"/\d+/route/$", "/1/route/", path) for path in paths]
        assert any(path.startswith(start) for path in plain), f"nothing begins with {start}"
    assert len(OF_PROJECT) > 30
