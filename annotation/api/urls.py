"""URL routes of the HTTP API."""

from __future__ import annotations

from django.urls import path, re_path
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import IsAuthenticated

from annotation.api import claims_views, corpus_views, views, workflows
from annotation.work.folders import modules_of

urlpatterns = [
    path("projects/<slug:slug>/assignments/", views.Assignments.as_view(), name="api-assignments"),
    path("projects/<slug:slug>/claims/", claims_views.ClaimsOfProject.as_view(), name="api-project-claims"),
    path("projects/<slug:slug>/suggest/", corpus_views.Suggest.as_view(), name="api-suggest"),
    path("projects/<slug:slug>/search/", corpus_views.Search.as_view(), name="api-search"),
    path("projects/<slug:slug>/excerpts/", corpus_views.Excerpts.as_view(), name="api-excerpts"),
    path("assignments/<str:public_id>/", views.OneAssignment.as_view(), name="api-assignment"),
    path("assignments/<str:public_id>/draft/", views.DraftOfAssignment.as_view(), name="api-draft"),
    path("assignments/<str:public_id>/operations/", views.OperationsOfAssignment.as_view(), name="api-operations"),
    path("assignments/<str:public_id>/heartbeat/", views.Heartbeat.as_view(), name="api-heartbeat"),
    path("assignments/<str:public_id>/release/", views.Release.as_view(), name="api-release"),
    path("assignments/<str:public_id>/skip/", views.Skip.as_view(), name="api-skip"),
    path("assignments/<str:public_id>/submission/", views.Submission.as_view(), name="api-submission"),
    path("assignments/<str:public_id>/park/", views.Postpone.as_view(), name="api-park"),
    path("assignments/<str:public_id>/resume/", views.Resume.as_view(), name="api-resume"),
    *(pattern for urls in modules_of(workflows, "urls").values() for pattern in urls.urlpatterns),
    path("schema/", SpectacularAPIView.as_view(permission_classes=[IsAuthenticated]), name="api-schema"),
    re_path(r"", extend_schema(exclude=True)(views.NothingHere).as_view()),
]
