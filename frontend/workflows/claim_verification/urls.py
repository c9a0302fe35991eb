"""URLs of the pages of claim verification."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from frontend.views import reader, search_results
from frontend.workflows.claim_verification import (
    act,
    adjudicate,
    adjudicators,
    agreed_gold,
    classifier,
    comparison,
    confusion,
    dictionary,
    discussions,
    evidence_positions,
    guideline_group,
    habits,
    my_verifications,
    replay,
    reported,
    reports,
    revalidation,
    revision_requests,
    second_decisions,
    side_by_side,
    submission_check,
    suggestion_ranks,
    suggestion_rows,
    suggestions,
    unopened_pages,
    verifications,
    workspace,
)

own_verification = [
    path("", workspace.verify, name="workspace"),
    path("change/", workspace.change, name="workspace-change"),
    path("beside/", comparison.beside_others, name="my-agreement-item"),
    path("stand-by/", revision_requests.stand_by_it, name="stand-by"),
]
manage_urls = [
    path("verifications/", verifications.verifications, name="manage-verifications"),
    path("verifications/<int:pk>/", verifications.verification, name="manage-verification"),
    path("verifications/<int:pk>/reviewed/", verifications.review_flag, name="manage-flag-review"),
    path("verifications/<int:pk>/route/", replay.route, name="manage-route"),
    path("actions/new/", act.new_action, name="manage-action-new"),
    path("guideline-changes/new/", guideline_group.new_change, name="manage-guideline-change-new"),
    path("second-decisions/", second_decisions.second_decisions, name="manage-second-decisions"),
    path("reports/", reports.reports, name="manage-reports"),
    path("reports/<int:pk>/", reports.decide_report, name="manage-report"),
]
quality_urls = [
    path("claims/<int:pk>/", side_by_side.side_by_side, name="quality-side-by-side"),
    path("audit/classifier/", classifier.classifier, name="quality-classifier"),
    path("audit/evidence/", evidence_positions.evidence_places, name="quality-evidence"),
    path("confusion/", confusion.confusion_page, name="quality-confusion"),
    path("adjudicators/", adjudicators.adjudicators, name="quality-adjudicators"),
    path("adjudicators/claims/", adjudicators.adjudicator_claims, name="quality-adjudicator-claims"),
    path("habits/", habits.habits, name="quality-habits"),
    path("revalidation/", revalidation.revalidation_page, name="quality-revalidation"),
    path("reported/", reported.reported, name="quality-reported"),
    path("suggestions/", suggestions.suggestions, name="quality-suggestions"),
    path("suggestions/rows/", suggestion_rows.suggested, name="quality-suggested"),
    path("suggestions/claims/", suggestion_ranks.claims, name="quality-suggestion-claims"),
    path("suggestions/claims/<int:pk>/", suggestion_ranks.claim_ranks, name="quality-suggestion-ranks"),
    path("check/", submission_check.submission_check, name="quality-check"),
    path("check/rows/", submission_check.checked, name="quality-checked"),
    path("nei/", unopened_pages.nei, name="quality-nei"),
    path("calibration/gold/agreed/", agreed_gold.agreed_gold, name="quality-gold-agreed"),
    path("discussions/", discussions.discussions, name="quality-discussions"),
    path("claims/<int:pk>/discussion/", discussions.claim_discussion, name="quality-discussion"),
    path("adjudicate/", adjudicate.adjudicate, name="quality-adjudicate"),
    path("adjudicate/assign/", adjudicate.assign, name="quality-adjudicate-assign"),
    path("adjudicate/<int:pk>/", adjudicate.adjudicate_claim, name="quality-adjudicate-claim"),
]
urlpatterns: list[URLPattern | URLResolver] = [path("verify/<uuid:public_id>/", include(own_verification))]
project_urlpatterns: list[URLPattern | URLResolver] = [
    path("my-verifications/", my_verifications.my_verifications, name="my-verifications"),
    path("discussions/", discussions.my_discussions, name="my-discussions"),
    path("discussions/<int:pk>/", discussions.my_discussion, name="my-discussion"),
    path("lines/", reader.read, {"lines": True}, name="lines"),
    path("lines/find/", search_results.find, {"lines": True}, name="lines-find"),
    path("lines/dictionary/", dictionary.dictionary, name="lines-dictionary"),
    path("manage/", include(manage_urls)),
    path("quality/", include(quality_urls)),
]
