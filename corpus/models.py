"""What the database keeps of a corpus. Read and written through `corpus.store` only."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

TITLE_LENGTH = 512  # MediaWiki allows 255 bytes; NFD and other exporters need more characters
NAME_LENGTH = 200


def _is_title(field: str) -> Q:
    """A stored title is never empty and has no underscore: ids are cut at the first one."""
    return ~Q(**{field: ""}) & ~Q(**{f"{field}__contains": "_"})


class Corpus(models.Model):
    """A named snapshot of pages. The versions say which reader and splitter made its element ids."""

    slug = models.SlugField(_("short name"), unique=True, max_length=100)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    source = models.TextField(_("source"), blank=True)
    parser_version = models.CharField(_("parser version"), max_length=40)
    splitter_version = models.CharField(_("sentence splitter version"), max_length=40)

    class Meta:
        verbose_name = _("corpus")
        verbose_name_plural = _("corpora")
        ordering: ClassVar = ["slug"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(slug=""), name="corpus_slug_not_empty")]

    def __str__(self) -> str:
        return self.slug


class StoredPage(models.Model):
    """One page as page JSON text (contract (a)); key order counts, which rules out a JSON column.

    `paragraphs` and `hatnotes` are its `corpus.elements.Layout`; the hash is of the page JSON alone.
    """

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="pages")
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    data = models.TextField(_("page JSON"))
    revision = models.BigIntegerField(_("revision"), null=True)
    timestamp = models.DateTimeField(_("revision time"), null=True)
    content_hash = models.CharField(_("sha256 of the page JSON"), max_length=64)
    size = models.PositiveIntegerField(_("size in characters"))
    paragraphs = models.JSONField(_("ids of the sentences that begin a paragraph"), default=list, blank=True)
    hatnotes = models.JSONField(_("ids of the hatnotes"), default=list, blank=True)

    class Meta:
        verbose_name = _("page")
        verbose_name_plural = _("pages")
        ordering: ClassVar = ["title"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["corpus", "title"], name="corpus_page_title_unique"),
            models.CheckConstraint(condition=_is_title("title"), name="corpus_page_title_is_title"),
            models.CheckConstraint(condition=~Q(content_hash=""), name="corpus_page_hash_not_empty"),
        ]

    def __str__(self) -> str:
        return self.title


class Redirect(models.Model):
    """A title that leads to another one, as MediaWiki's #REDIRECT; the target need not be in the corpus."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="redirects")
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    target = models.CharField(_("target"), max_length=TITLE_LENGTH)
    fragment = models.CharField(_("section"), max_length=TITLE_LENGTH, blank=True)

    class Meta:
        verbose_name = _("redirect")
        verbose_name_plural = _("redirects")
        ordering: ClassVar = ["title"]
        indexes: ClassVar = [models.Index(fields=["corpus", "target"], name="corpus_redirect_target")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["corpus", "title"], name="corpus_redirect_title_unique"),
            models.CheckConstraint(condition=_is_title("title"), name="corpus_redirect_is_title"),
            models.CheckConstraint(condition=_is_title("target"), name="corpus_redirect_to_title"),
        ]

    def __str__(self) -> str:
        return f"{self.title} -> {self.target}"
