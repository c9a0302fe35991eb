"""The addresses of a project's quality pages, below p/<slug>/quality/."""

from __future__ import annotations

from django.urls import path

from frontend.views.quality import (
    agreement,
    audit,
    balance,
    classifier,
    evidence_positions,
    items,
    matrix,
    production,
    results_age,
    rows,
    side_by_side,
    suggestion_rows,
    suggestions,
    tables,
    time,
)

urlpatterns = [
    path("", agreement.agreement, name="quality"),
    path("numbers/", results_age.numbers, name="quality-numbers"),
    path("matrix/", matrix.matrix, name="quality-matrix"),
    path("items/", items.items, name="quality-items"),
    path("rows/", rows.rows, name="quality-rows"),
    path("claims/", tables.claims, name="quality-claims"),
    path("claims/<int:pk>/", side_by_side.side_by_side, name="quality-side-by-side"),
    path("audit/", audit.audit, name="quality-audit"),
    path("audit/classifier/", classifier.classifier, name="quality-classifier"),
    path("audit/evidence/", evidence_positions.evidence_places, name="quality-evidence"),
    path("audit/balance/", balance.balance_page, name="quality-balance"),
    path("time/", time.time, name="quality-time"),
    path("production/", production.production_page, name="quality-production"),
    path("suggestions/", suggestions.suggestions, name="quality-suggestions"),
    path("suggestions/rows/", suggestion_rows.suggested, name="quality-suggested"),
    path("reported/", tables.reported, name="quality-reported"),
    path("skipped/", tables.skipped, name="quality-skipped"),
]
