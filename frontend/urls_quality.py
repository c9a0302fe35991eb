"""The addresses of a project's quality pages, below p/<slug>/quality/."""

from __future__ import annotations

from django.urls import path

from frontend.views.quality import (
    agreement,
    audit,
    balance,
    classifier,
    evidence_places,
    items,
    lists,
    matrix,
    numbers,
    production,
    rows,
    side_by_side,
    suggested,
    suggestions,
    time,
)

urlpatterns = [
    path("", agreement.agreement, name="quality"),
    path("numbers/", numbers.numbers, name="quality-numbers"),
    path("matrix/", matrix.matrix, name="quality-matrix"),
    path("items/", items.items, name="quality-items"),
    path("rows/", rows.rows, name="quality-rows"),
    path("claims/", lists.claims, name="quality-claims"),
    path("claims/<int:pk>/", side_by_side.side_by_side, name="quality-side-by-side"),
    path("audit/", audit.audit, name="quality-audit"),
    path("audit/classifier/", classifier.classifier, name="quality-classifier"),
    path("audit/evidence/", evidence_places.evidence_places, name="quality-evidence"),
    path("audit/balance/", balance.balance_page, name="quality-balance"),
    path("time/", time.time, name="quality-time"),
    path("production/", production.production_page, name="quality-production"),
    path("suggestions/", suggestions.suggestions, name="quality-suggestions"),
    path("suggestions/rows/", suggested.suggested, name="quality-suggested"),
    path("reported/", lists.reported, name="quality-reported"),
    path("skipped/", lists.skipped, name="quality-skipped"),
]
