"""The web corpora of a project: which it has, adding one, and addresses of stored copies."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlencode

from django.db import transaction
from django.urls import reverse

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.evidence.web.models import ProjectWebCorpus
from annotation.projects.models import Project
from corpus.models import Corpus, CorpusKind, WebPage
from corpus.store import whole_corpora
from corpus.web.addresses import page_key


def web_corpora(project: Project) -> list[Corpus]:
    """The web corpora that the project searches, in the order in which they were added."""
    rows = ProjectWebCorpus.objects.filter(project=project).select_related("corpus")
    return [row.corpus for row in rows]


def choosable(project: Project) -> list[Corpus]:
    """The complete web corpora of the site that the project does not search yet."""
    used = ProjectWebCorpus.objects.filter(project=project).values("corpus")
    return list(whole_corpora().filter(kind=CorpusKind.WEB).exclude(pk__in=used))


@transaction.atomic
def choose(project: Project, corpora: Collection[Corpus], by: User) -> None:
    """Have the project search exactly these web corpora. Evidence from others keeps its text and pins."""
    before = {corpus.slug for corpus in web_corpora(project)}
    ProjectWebCorpus.objects.filter(project=project).exclude(corpus__in=list(corpora)).delete()
    for corpus in corpora:
        ProjectWebCorpus.objects.get_or_create(project=project, corpus=corpus)
    after = {corpus.slug for corpus in corpora}
    changed = {"web_corpora": sorted(before)}, {"web_corpora": sorted(after)}
    record(Act.CORPUS_CHOSEN, by=by, project=project, before=changed[0], after=changed[1])


def archived_copy_url(project: Project, url: str) -> str | None:
    """Address of the sandboxed copy of a web address in the project's web corpora; None where there is none."""
    chosen = ProjectWebCorpus.objects.filter(project=project).values("corpus")
    rows = WebPage.objects.filter(key=page_key(url), corpus__in=chosen, snapshot__isnull=False).order_by("pk")
    return snapshot_url(project.slug, rows.values_list("page__title", flat=True).first())


def snapshot_url(slug: str, title: str | None) -> str | None:
    """Address of the sandboxed original of the page of this title; None for no title."""
    return f"{reverse('web-snapshot', args=[slug])}?{urlencode({'title': title})}" if title else None
