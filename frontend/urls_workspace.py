"""The addresses of one verification: its workspace and the pages read in it."""

from __future__ import annotations

from django.urls import path

from frontend.views import my_verifications, reader, search_results, verification_workspace

urlpatterns = [
    path("verify/<uuid:public_id>/", verification_workspace.verify, name="workspace"),
    path("verify/<uuid:public_id>/change/", verification_workspace.change, name="workspace-change"),
    path("verify/<uuid:public_id>/resume/", my_verifications.resume, name="resume"),
    path("p/<slug:slug>/read/", reader.read, name="read"),
    path("p/<slug:slug>/find/", search_results.find, name="find"),
    path("p/<slug:slug>/wiki/", reader.wiki, name="wiki"),
]
