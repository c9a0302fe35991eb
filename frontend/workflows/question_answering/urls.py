"""URLs of the pages of claims that are verified with questions and answers."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from frontend.workflows.question_answering import (
    articles_page,
    claims,
    fields_page,
    phase_work,
    quality,
    release_rule,
)

urlpatterns: list[URLPattern | URLResolver] = []
project_urlpatterns: list[URLPattern | URLResolver] = [
    path("manage/articles/", articles_page.articles, name="manage-articles"),
    path("manage/fields/", fields_page.fields, name="manage-fields"),
    path("manage/fields/file/", fields_page.file, name="manage-fields-file"),
    path("manage/release-rule/", release_rule.release_rule, name="manage-release-rule"),
    path("manage/phase-work/", phase_work.phase_work, name="manage-phase-work"),
    path("manage/phase-work/<int:pk>/", phase_work.phase_work_item, name="manage-phase-work-item"),
    path("quality/questions/", quality.verdicts_page, name="quality-questions"),
    path("quality/questions/articles/", claims.article_list, name="quality-question-articles"),
    path("quality/questions/claims/", claims.claim_list, name="quality-question-claims"),
    path("quality/questions/claims/<int:pk>/", claims.claim_page, name="quality-question-claim"),
    path("quality/questions/times/", quality.times_page, name="quality-question-times"),
]
