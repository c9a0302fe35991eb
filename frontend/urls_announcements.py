"""The addresses of announcements and questions: everybody's own, and the managers'."""

from __future__ import annotations

from django.urls import path

from frontend.views import announcement_management, announcements, questions

urlpatterns = [
    path("p/<slug:slug>/announcements/", announcements.announcements, name="announcements"),
    path("p/<slug:slug>/announcements/ask/", announcements.ask_question, name="ask-question"),
    path("p/<slug:slug>/announcements/<int:pk>/read/", announcements.read_announcement, name="announcement-read"),
    path("p/<slug:slug>/manage/announcements/", announcement_management.overview, name="manage-announcements"),
    path(
        "p/<slug:slug>/manage/announcements/<int:pk>/", announcement_management.announcement, name="manage-announcement"
    ),
    path("p/<slug:slug>/manage/questions/", questions.questions, name="manage-questions"),
    path("p/<slug:slug>/manage/questions/<int:pk>/", questions.question, name="manage-question"),
    path("p/<slug:slug>/manage/faq/<int:pk>/", questions.entry, name="manage-faq-entry"),
]
