"""The report of the study."""

from __future__ import annotations

from django.http import HttpResponse

from frontend.views.access import PersonRequest
from frontend.views.quality.access import QualityAccess, quality_view


@quality_view("GET")
def report_page(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    access.require_manager()
    return HttpResponse("")
