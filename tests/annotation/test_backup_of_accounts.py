"""What a backup has of accounts: all but what lets somebody in at once, and nothing of django-axes, which is gone."""

from __future__ import annotations

from django.apps import apps

from annotation.backup.schema import known_nodes, tables


def test_sessions_and_guesses_are_left_out():
    names = {model._meta.db_table for model in tables(apps)}
    assert {
        "annotation_user",
        "annotation_secondfactor",
        "annotation_apitoken",
        "annotation_providerlink",
        "annotation_projectinvitation",
    } <= names
    assert not names & {"django_session", "annotation_session", "annotation_attempts"}


def test_a_database_that_django_axes_was_in_is_no_newer_one():
    assert known_nodes([("axes", "0001_initial")]) == []
