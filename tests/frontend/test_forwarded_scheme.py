"""A proxy that lies about TLS, or a visitor who does in its place."""

from __future__ import annotations

import pytest
from django.test import Client

from frontend import forwarded_scheme

pytestmark = pytest.mark.django_db
FORWARDED = {"X-Forwarded-For": "203.0.113.9"}


@pytest.fixture
def lines(monkeypatch, caplog):
    monkeypatch.setattr(forwarded_scheme, "_said", set())
    return lambda: [line.getMessage() for line in caplog.records if line.name == forwarded_scheme.__name__]


@pytest.mark.parametrize("scheme", ["http", None])
def test_a_proxy_that_does_not_say_https_is_named_once(client: Client, settings, lines, scheme):
    settings.HTTPS, settings.SECURE_PROXY_SSL_HEADER = True, ("HTTP_X_FORWARDED_PROTO", "https")
    headers = FORWARDED | ({"X-Forwarded-Proto": scheme} if scheme else {})
    for _again in range(3):
        assert client.get("/login/", headers=headers).status_code == 200
    (line,) = lines()
    assert "X-Forwarded-Proto" in line and "docker/nginx/site.conf" in line


def test_one_that_says_it_and_a_health_check_are_not(client: Client, settings, lines):
    settings.HTTPS, settings.SECURE_PROXY_SSL_HEADER = True, ("HTTP_X_FORWARDED_PROTO", "https")
    client.get("/login/", headers=FORWARDED | {"X-Forwarded-Proto": "https"})
    client.get("/login/")
    assert lines() == []


def test_without_https_a_visitor_is_not_believed(client: Client, settings):
    """Nobody would mark cookies as secure, or trust an origin, because of it."""
    answer = client.get("/login/", headers={"X-Forwarded-Proto": "https"})
    assert not answer.wsgi_request.is_secure() and "Strict-Transport-Security" not in answer
