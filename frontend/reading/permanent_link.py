"""Address of the exact revision of a page on its own wiki."""

from __future__ import annotations

from urllib.parse import urlsplit

from annotation.projects.models import Project
from annotation.release.cards.attribution import addresses
from annotation.release.cards.statement import statement_of


def wiki_of(project: Project) -> str:
    """Root of the wiki that the pages are from, as the data statement or the corpus names it; "" where neither does."""
    wiki = statement_of(project).get("wiki").strip().rstrip("/")
    return wiki if urlsplit(wiki).scheme in ("http", "https") else ""


def permanent_link(wiki: str, title: str, revision: int | None) -> str:
    """URL of a revision; "" where the wiki or the revision is not known."""
    return addresses(wiki, title, revision)[1]
