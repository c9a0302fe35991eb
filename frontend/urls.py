"""The addresses of the pages people see. What belongs to one verification's page stands in `urls_workspace`."""

from __future__ import annotations

from django.urls import include, path

from frontend.views import (
    guidelines,
    handed_in,
    highlights,
    login,
    manage,
    my_work,
    people,
    projects,
    settings,
    skipped,
    tokens,
    writing,
)

urlpatterns = [
    path("", my_work.home, name="home"),
    path("login/", login.login, name="login"),
    path("logout/", login.logout, name="logout"),
    path("password/", login.password, name="password"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/<int:pk>/revoke/", tokens.revoke, name="token-revoke"),
    path("my-work/", my_work.my_work, name="my-work"),
    path("p/<slug:slug>/verify/next/", my_work.verify_next, name="verify-next"),
    path("verify/<uuid:public_id>/give-back/", my_work.give_back, name="give-back"),
    path("p/<slug:slug>/write/next/", writing.write_next, name="write-next"),
    path("write/<uuid:public_id>/", writing.write, name="write"),
    path("write/<uuid:public_id>/skip/", writing.skip_highlight, name="skip-highlight"),
    path("write/<uuid:public_id>/claims/", handed_in.handed_in, name="handed-in"),
    path("p/<slug:slug>/guidelines/<str:kind>/", guidelines.guidelines, name="guidelines"),
    path("p/<slug:slug>/guidelines/<str:kind>/confirm/", guidelines.confirm_guidelines, name="guidelines-confirm"),
    path("p/<slug:slug>/guidelines/<str:kind>/edit/", guidelines.edit_guidelines, name="guidelines-edit"),
    path("p/<slug:slug>/my-verifications/", my_work.my_verifications, name="my-verifications"),
    path("p/<slug:slug>/my-claims/", my_work.my_claims, name="my-claims"),
    path("projects/new/", projects.new, name="project-new"),
    path("p/<slug:slug>/manage/", manage.overview, name="manage"),
    path("p/<slug:slug>/manage/claims/", manage.claims, name="manage-claims"),
    path("p/<slug:slug>/manage/verifications/", manage.verifications, name="manage-verifications"),
    path("p/<slug:slug>/manage/verifications/<int:pk>/", manage.verification, name="manage-verification"),
    path("p/<slug:slug>/manage/people/", people.people, name="manage-people"),
    path("p/<slug:slug>/manage/people/<int:pk>/", people.person, name="manage-person"),
    path("p/<slug:slug>/manage/highlights/", highlights.highlights, name="manage-highlights"),
    path("p/<slug:slug>/manage/highlights/draws/<int:pk>/", highlights.draw, name="manage-draw"),
    path("p/<slug:slug>/manage/skipped/", skipped.skipped, name="manage-skipped"),
    path("p/<slug:slug>/manage/withdrawn/", skipped.withdrawn, name="manage-withdrawn"),
    path("p/<slug:slug>/manage/withdrawn/<int:pk>/put-back/", skipped.put_back, name="manage-put-back"),
    path("p/<slug:slug>/manage/settings/", settings.settings, name="manage-settings"),
    path("", include("frontend.urls_workspace")),
]
