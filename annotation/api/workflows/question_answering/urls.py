"""URL routes of the endpoints of claims that are verified with questions and answers."""

from __future__ import annotations

from django.urls import path

from annotation.api.workflows.question_answering import views

urlpatterns = [
    path("assignments/<str:public_id>/revision/", views.Revision.as_view(), name="api-revision"),
]
