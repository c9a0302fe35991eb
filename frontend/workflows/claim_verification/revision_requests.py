"""A verification that an adjudicator returned: stand by it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.quality.workflows.claim_verification.revision_requests import stand_by
from annotation.work.models import Assignment
from frontend.views.access import PersonRequest, assignment_view


@assignment_view("POST")
def stand_by_it(request: PersonRequest, assignment: Assignment) -> HttpResponse:
    try:
        answered = stand_by(assignment=assignment, answer=request.POST.get("answer", ""))
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect("workspace", public_id=assignment.public_id)
    if answered:
        messages.success(request, _("Thank you. Your verification stays as it is, with your explanation."))
    return redirect("my-work")
