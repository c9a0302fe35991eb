"""Scripts and styles of another version of the site: for pages that are open while it is upgraded."""

from __future__ import annotations

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET


@require_GET
@never_cache
def other_version(request: HttpRequest, version: str, name: str) -> HttpResponse:
    """Lead to the file of the version that this process has."""
    address = static(name)
    if request.path == address or finders.find(name) is None:
        raise Http404
    return redirect(address)
