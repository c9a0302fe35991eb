"""Error pages. Each names the next step."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template.loader import render_to_string


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/403.html", status=403)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form without its token: mostly a page that stayed open while one logged in elsewhere."""
    return render(request, "errors/csrf.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Rendered without the request: neither session nor database may be there."""
    return HttpResponseServerError(render_to_string("errors/500.html"))
