"""URLs of the pages of claims from sentences."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from frontend.workflows.sentence_claims import management, sampling, workspace

sentence_urls = [
    path("", management.sentences, name="manage-sentences"),
    path("settings/", management.settings, name="manage-sentence-settings"),
    path("draws/<int:pk>/", management.draw, name="manage-sentence-draw"),
    path("drawing/<int:pk>/", sampling.drawing, name="manage-sentence-drawing"),
    path("drawing/<int:pk>/stop/", sampling.stop_drawing, name="manage-stop-sentence-drawing"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("write-sentence/<uuid:public_id>/", workspace.write, name="write-sentence")
]
project_urlpatterns: list[URLPattern | URLResolver] = [path("manage/sentences/", include(sentence_urls))]
