"""The addresses of calibration: a candidate's own, and the manager's."""

from __future__ import annotations

from django.urls import path

from frontend.views import calibration
from frontend.views.quality import candidates, gold

urlpatterns = [
    path("p/<slug:slug>/calibration/", calibration.calibration, name="calibration"),
    path("p/<slug:slug>/calibration/<int:pk>/", calibration.feedback, name="calibration-feedback"),
    path("p/<slug:slug>/quality/calibration/", candidates.overview, name="quality-calibration"),
    path(
        "p/<slug:slug>/quality/calibration/<str:kind>/people/<int:pk>/", candidates.candidate, name="quality-candidate"
    ),
    path(
        "p/<slug:slug>/quality/calibration/people/<int:pk>/items/<int:item>/",
        candidates.answer,
        name="quality-candidate-item",
    ),
    path("p/<slug:slug>/quality/calibration/gold/", gold.gold, name="quality-gold"),
    path("p/<slug:slug>/quality/calibration/gold/make/", gold.make, name="quality-gold-make"),
    path("p/<slug:slug>/quality/calibration/gold/<int:pk>/", gold.change, name="quality-gold-item"),
]
