"""Web corpora that a project searches for evidence, and its lists of domains that carry a warning."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

LONGEST_NAME = 100
LONGEST_DOMAIN = 253


class ProjectWebCorpus(models.Model):
    """A corpus of web pages in which the annotators of a project search for evidence, beside its own corpus."""

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="web_corpora")
    corpus = models.ForeignKey("corpus.Corpus", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "corpus"], name="web_corpus_once")]

    def __str__(self) -> str:
        return f"corpus {self.corpus_id} in project {self.project_id}"


class FlaggedList(models.Model):
    """Domains that somebody flagged, as misinformation or satire. `name` says who: warnings show it."""

    project = models.ForeignKey("annotation.Project", on_delete=models.CASCADE, related_name="flagged_lists")
    name = models.CharField(max_length=LONGEST_NAME)
    imported_by = models.ForeignKey("annotation.User", on_delete=models.PROTECT, null=True, related_name="+")
    imported_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["project", "name"], name="flagged_list_once"),
            models.CheckConstraint(condition=~Q(name=""), name="flagged_list_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class FlaggedDomain(models.Model):
    """A host of a list, in lower case and without "www."; hosts below it are meant too."""

    flagged_list = models.ForeignKey(FlaggedList, on_delete=models.CASCADE, related_name="domains", db_index=False)
    domain = models.CharField(max_length=LONGEST_DOMAIN)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["flagged_list", "domain"], name="flagged_domain_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["domain"], name="flagged_domain")]

    def __str__(self) -> str:
        return self.domain
