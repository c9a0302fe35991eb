"""The service worker, at the root of the site: from there it may keep workspaces (`static/js/service-worker.js`)."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from annotation.accounts.models import User

FRONTEND = Path(settings.BASE_DIR) / "frontend"


@require_GET
@never_cache
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The same script for everybody; person and version are in its address."""
    found = finders.find("js/service-worker.js")
    assert isinstance(found, str)  # it is ours
    return HttpResponse(Path(found).read_bytes(), content_type="text/javascript; charset=utf-8")


def service_worker_address(person: User) -> str:
    """Address of the worker: another one for each person, and after each upgrade."""
    key = salted_hmac("frontend.service_worker", str(person.pk)).hexdigest()[:16]
    return f"{reverse('service-worker')}?{urlencode({'user': key, 'version': static_version()})}"


@cache
def static_version() -> str:
    """Hash of all scripts and styles, and of the templates that load them."""
    digest = hashlib.sha256()
    for path in sorted(FRONTEND.rglob("*")):
        if path.suffix in (".js", ".css", ".html") and path.is_file():
            digest.update(str(path.relative_to(FRONTEND)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
