"""Entries of the audit log, and the head of their chain."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from annotation.audit_log.acts import Act


class AuditEntry(models.Model):
    """One act. Rows are only ever added: the database refuses updates and deletions (migration 0065).

    `by`: None for a command on the server and for what a rule did. `person`: whom it is about. `object_type` and
    `object_id`: the model and the key of what it is about. `before`, `after`: values that changed, without secrets.
    No names of people: a person's number stays when their data are removed. An entry outlives what it names.
    """

    number = models.PositiveBigIntegerField(primary_key=True)  # from 1, without gaps
    at = models.DateTimeField()
    act = models.CharField(max_length=40)  # of `Act`; without choices, so that a new act changes no table
    by = models.ForeignKey(
        "annotation.User", null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    project = models.ForeignKey(
        "annotation.Project", null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    person = models.ForeignKey(
        "annotation.User", null=True, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+"
    )
    object_type = models.CharField(max_length=40, blank=True)
    object_id = models.CharField(max_length=64, blank=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    request_id = models.CharField(max_length=64, blank=True)
    chain = models.CharField(max_length=64)  # annotation.hash_chain

    class Meta:
        ordering: ClassVar = ["-number"]
        verbose_name_plural = "audit entries"
        indexes: ClassVar = [models.Index(fields=["project", "-number"], name="audit_entry_of_project")]

    def __str__(self) -> str:
        return f"{self.number}: {self.act}"

    @property
    def act_words(self) -> str:
        """What was done, in words; the stored value of an act of another version."""
        return str(Act(self.act).label) if self.act in Act.values else self.act


class AuditHead(models.Model):
    """The last number and chain of the audit log: a tail that was cut off is missed. One row at most."""

    number = models.PositiveBigIntegerField()
    chain = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar = [models.CheckConstraint(condition=Q(pk=1), name="audit_head_is_one_row")]

    def __str__(self) -> str:
        return f"{self.number}: {self.chain}"
