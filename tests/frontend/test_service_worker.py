"""The service worker's address and script."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from frontend.views.service_worker import service_worker_address, static_version
from tests.frontend.html import select


def test_its_address_names_person_and_version(verifier, writer):
    one, other = (parse_qs(urlsplit(service_worker_address(person)).query) for person in (verifier, writer))
    assert one["user"] != other["user"]
    assert one["version"] == other["version"] == [static_version()]


def test_both_workspaces_name_it_and_it_is_never_kept_by_the_browser(client, verifier, writer, assignment, writing):
    for person, address in ((verifier, f"/verify/{assignment.public_id}/"), (writer, f"/write/{writing.public_id}/")):
        client.force_login(person)
        [room] = select(client.get(address).text, "#workspace")
        assert room.attributes["data-offline"] == service_worker_address(person)
    answer = client.get(service_worker_address(verifier))
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "no-store" in answer.headers["Cache-Control"]


def test_an_opened_title_says_where_it_is_kept(client, verifier, assignment):
    client.force_login(verifier)
    answer = client.get("/p/harbour/find/", {"q": "Harbor League", "go": "1"})
    assert answer.headers["Content-Location"] == "/p/harbour/read/?title=Harbour+League"
    assert "Content-Location" not in client.get("/p/harbour/find/", {"q": "shipowner", "go": "1"}).headers
