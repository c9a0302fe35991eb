"""URL routes of the HTTP API."""

from __future__ import annotations

from django.urls import path, re_path
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import IsAuthenticated

from annotation.api import (
    annotations_views,
    claims_views,
    corpus_views,
    evidence_search,
    planning_views,
    release_views,
    views,
    workflows,
)
from annotation.work.folders import modules_of

urlpatterns = [
    path("projects/<slug:slug>/assignments/", views.Assignments.as_view(), name="api-assignments"),
    path("projects/<slug:slug>/claims/", claims_views.ClaimsOfProject.as_view(), name="api-project-claims"),
    path("projects/<slug:slug>/annotations/", annotations_views.AnnotationsOfProject.as_view(), name="api-annotations"),
    path("projects/<slug:slug>/agreement/", annotations_views.AgreementOfProject.as_view(), name="api-agreement"),
    path("projects/<slug:slug>/production/", planning_views.ProductionOfProject.as_view(), name="api-production"),
    path("projects/<slug:slug>/people/", planning_views.PeopleOfProject.as_view(), name="api-people"),
    path("projects/<slug:slug>/plan/", planning_views.PlanOfProject.as_view(), name="api-plan"),
    path("projects/<slug:slug>/releases/", release_views.ReleasesOfProject.as_view(), name="api-releases"),
    path("projects/<slug:slug>/releases/<int:pk>/", release_views.OneRelease.as_view(), name="api-one-release"),
    path(
        "projects/<slug:slug>/releases/<int:pk>/files/<path:path>",
        release_views.FileOfRelease.as_view(),
        name="api-release-file",
    ),
    path("projects/<slug:slug>/jobs/", release_views.JobsOfProject.as_view(), name="api-jobs"),
    path("projects/<slug:slug>/jobs/<int:pk>/", release_views.OneJob.as_view(), name="api-job"),
    path("projects/<slug:slug>/jobs/<int:pk>/cancel/", release_views.CancelJob.as_view(), name="api-job-cancel"),
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
    path("assignments/<str:public_id>/revision/", views.Revision.as_view(), name="api-revision"),
    path("assignments/<str:public_id>/park/", views.Postpone.as_view(), name="api-park"),
    path("assignments/<str:public_id>/resume/", views.Resume.as_view(), name="api-resume"),
    path(
        "assignments/<str:public_id>/evidence-search/",
        evidence_search.EvidenceSearch.as_view(),
        name="api-evidence-search",
    ),
    *(pattern for urls in modules_of(workflows, "urls").values() for pattern in urls.urlpatterns),
    path("schema/", SpectacularAPIView.as_view(permission_classes=[IsAuthenticated]), name="api-schema"),
    re_path(r"", extend_schema(exclude=True)(views.NothingHere).as_view()),
]
