"""Revision requests to a verifier, who changes the verification or confirms it."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from annotation.errors import AnnotationError
from annotation.quality.adjudication.revision_requests import stand_by
from annotation.work.access import assignment_for
from frontend.views import PersonRequest


@require_POST
@login_required
def stand_by_it(request: PersonRequest, public_id: uuid.UUID) -> HttpResponse:
    assignment = assignment_for(request.user, public_id)
    try:
        answered = stand_by(assignment=assignment, answer=request.POST.get("answer", ""))
    except AnnotationError as error:
        messages.error(request, error.message)
        return redirect("workspace", public_id=public_id)
    if answered:
        messages.success(request, _("Thank you. Your verification stays as it is, with your explanation."))
    return redirect("my-work")
