"""Database tables of search; all can be rebuilt from the corpus."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from corpus.models import TITLE_LENGTH, Corpus


class TitleKey(models.Model):
    """Key by which a title is suggested.

    `key` is folded UTF-8: bytes compare alike on SQLite and PostgreSQL, text compares by collation.
    """

    # The title from its start (or after its article), from one of its later words; its short forms; anchors of links.
    WHOLE, LATER, ALIAS, ANCHOR = 0, 1, 2, 3

    # no index of its own: the one below begins with it
    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="+", db_index=False)
    generation = models.BigIntegerField(_("generation"))
    key = models.BinaryField(_("folded key"))
    place = models.PositiveSmallIntegerField(_("place in the title"))
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    redirect_from = models.CharField(_("redirect"), max_length=TITLE_LENGTH, null=True)
    rank = models.PositiveIntegerField(_("pages that link to it"))

    class Meta:
        verbose_name = _("title key")
        verbose_name_plural = _("title keys")
        indexes: ClassVar = [models.Index(fields=["corpus", "generation", "place", "key"], name="search_title_key")]

    def __str__(self) -> str:
        return self.title


class CrowdedPrefix(models.Model):
    """Best titles of a prefix that too many keys share ("a", "list of"), chosen when the index is built.

    `best` is a list of [key, title, redirect_from, rank], best first.
    """

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="+", db_index=False)
    generation = models.BigIntegerField(_("generation"))
    place = models.PositiveSmallIntegerField(_("place in the title"))
    prefix = models.BinaryField(_("folded beginning"))
    best = models.JSONField(_("best titles"))

    class Meta:
        verbose_name = _("crowded prefix")
        verbose_name_plural = _("crowded prefixes")
        indexes: ClassVar = [
            models.Index(fields=["corpus", "generation", "place", "prefix"], name="search_crowded_prefix")
        ]

    def __str__(self) -> str:
        return bytes(self.prefix).decode("utf-8", "replace")


class IndexedName(models.Model):
    """Page or redirect as it was indexed; see `search.indexing.index_manifest`."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="+", db_index=False)
    generation = models.BigIntegerField(_("generation"))
    name = models.CharField(_("title"), max_length=TITLE_LENGTH)
    content = models.TextField(_("content hash, or where the redirect leads"))

    class Meta:
        verbose_name = _("indexed name")
        verbose_name_plural = _("indexed names")
        indexes: ClassVar = [models.Index(fields=["corpus", "generation", "name"], name="search_indexed_name")]

    def __str__(self) -> str:
        return self.name


class IndexState(models.Model):
    """Active index of a corpus. Rows of other generations are leftovers of an interrupted build.

    `names` is the generation of the title keys and indexed names: that of the last full build, which later
    updates change in place.
    """

    corpus = models.OneToOneField(Corpus, on_delete=models.CASCADE, related_name="index_state")
    generation = models.BigIntegerField(_("generation"))
    names = models.BigIntegerField(_("generation of its names"))
    engine = models.CharField(_("engine"), max_length=40)
    engine_version = models.CharField(_("engine version"), max_length=80)
    schema_version = models.PositiveIntegerField(_("schema version"))
    fingerprint = models.CharField(_("fingerprint of what was indexed"), max_length=120)
    pages = models.PositiveIntegerField(_("pages"))
    built_at = models.DateTimeField(_("built at"))

    class Meta:
        verbose_name = _("index state")
        verbose_name_plural = _("index states")

    def __str__(self) -> str:
        return f"{self.corpus_id}: generation {self.generation}"
