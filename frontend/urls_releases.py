"""The addresses of a project's releases, below p/<slug>/releases/."""

from __future__ import annotations

from django.urls import path

from frontend.views import data_statement, evidence_drift, release_files, releases

urlpatterns = [
    path("", releases.releases, name="releases"),
    path("jobs/<int:pk>/stop/", releases.stop_release, name="release-stop"),
    path("<int:pk>/download/", release_files.download_release, name="release-download"),
    path("<int:pk>/report/", release_files.release_report, name="release-report"),
    path("<int:pk>/delete/", releases.delete_release, name="release-delete"),
    path("data-statement/", data_statement.data_statement, name="data-statement"),
    path("drift/", evidence_drift.ask_drift, name="drift-ask"),
    path("drift/<int:pk>/", evidence_drift.drift, name="drift"),
    path("drift/<int:pk>/list/", evidence_drift.drift_list, name="drift-list"),
]
