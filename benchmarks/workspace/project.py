"""What is done to the site's database: `python -m benchmarks.workspace.project FOLDER`.

Makes a project over the pages of this measurement and prints, as JSON, how to get in.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from benchmarks.accounts import with_passwords

SLUG = "reading"
CLAIMS = 60  # measurements of clicks take a fresh one each, so that none finds another's evidence


def make(folder: Path) -> dict[str, Any]:
    """The corpus, the project, a verifier with a password, and the titles of the longest real pages."""
    from annotation.claims.claim_importer import create_tasks
    from annotation.models import Claim, Project
    from annotation.projects.models import Role
    from annotation.projects.setup import add_people
    from benchmarks.search.wiki import shared_wiki
    from benchmarks.workspace.pages import made_pages
    from corpus.models import Corpus
    from corpus.page.elements import RedirectRecord
    from corpus.page.page_json import page_from_json
    from corpus.store import PageRecord, save_pages, save_redirects
    from search.indexing.build import build_index

    wiki = shared_wiki(folder)
    corpus = Corpus.objects.create(slug=SLUG, name="Reading", parser_version="1", splitter_version="1")
    save_pages(corpus, (PageRecord(page_from_json(json.loads(data))) for data in wiki.pages.values()))
    save_pages(corpus, (PageRecord(page) for page in made_pages(wiki.pages)))
    save_redirects(corpus, (RedirectRecord(name, target) for name, target in wiki.redirects.items()))
    build_index(corpus)
    project = Project.objects.create(slug=SLUG, name="Reading", corpus=corpus)
    claims = Claim.objects.bulk_create(
        Claim(project=project, text=f"Claim number {n} of the measurement.") for n in range(CLAIMS)
    )
    create_tasks(project=project, claims=claims)
    new = add_people(project=project, people={Role.VERIFIER: ["reader"]})
    longest = sorted(wiki.pages, key=lambda title: -len(wiki.pages[title]))
    return {
        "slug": SLUG,
        "username": "reader",
        "password": with_passwords(new.invited)["reader"],
        "longest": longest[:220],
    }


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    print(json.dumps(make(Path(sys.argv[1]))))


if __name__ == "__main__":
    main()
