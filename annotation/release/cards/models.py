"""Data statement: a manager's description of a data set."""

from __future__ import annotations

from django.db import models


class DataStatement(models.Model):
    """A project's answers, by the names of `cards.fields`; what is not answered is not there.

    Of people it holds what a manager typed in about all of them together: nothing here is linked to an account.
    """

    project = models.OneToOneField("annotation.Project", on_delete=models.CASCADE, related_name="data_statement")
    answers = models.JSONField(default=dict, blank=True)
    changed_by = models.ForeignKey(
        "annotation.User", null=True, on_delete=models.SET_NULL, related_name="data_statements"
    )
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"data statement of {self.project_id}"
