"""URLs of the pages of claim generation."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from frontend.workflows.claim_generation import (
    highlights,
    my_claims,
    sampling,
    submitted_claims,
    workspace,
)

own_claims = [
    path("", workspace.write, name="write"),
    path("claims/", submitted_claims.submitted_claims, name="submitted-claims"),
]
highlight_urls = [
    path("", highlights.highlights, name="manage-highlights"),
    path("draws/<int:pk>/", highlights.draw, name="manage-draw"),
    path("drawing/<int:pk>/", sampling.drawing, name="manage-drawing"),
    path("drawing/<int:pk>/stop/", sampling.stop_drawing, name="manage-stop-drawing"),
]
urlpatterns: list[URLPattern | URLResolver] = [path("write/<uuid:public_id>/", include(own_claims))]
project_urlpatterns: list[URLPattern | URLResolver] = [
    path("my-claims/", my_claims.my_claims, name="my-claims"),
    path("manage/highlights/", include(highlight_urls)),
]
