"""What is done to the site's database: `python -m benchmarks.layout.project SOURCE...`.

Imports real pages, makes a project over them and prints, as JSON, how to get in and the titles.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from benchmarks.accounts import with_passwords

SLUG = "layout"


def make(sources: list[str]) -> dict[str, Any]:
    """A corpus of the sources, a verifier with one claim, and the titles of all pages."""
    from django.core.management import CommandError, call_command

    from annotation.claims.claim_importer import create_tasks
    from annotation.models import Claim, Project
    from annotation.projects.models import Role
    from annotation.projects.setup import add_people
    from corpus.models import Corpus, StoredPage

    try:
        call_command("import_corpus", *sources, corpus=SLUG, workers=2, stdout=sys.stderr)
    except CommandError as error:
        print(error, file=sys.stderr)  # some pages may be in quarantine
    corpus = Corpus.objects.get(slug=SLUG)
    project = Project.objects.create(slug=SLUG, name="Layout", corpus=corpus, suggestions_on=False)
    create_tasks(project=project, claims=Claim.objects.bulk_create([Claim(project=project, text="A claim.")]))
    new = add_people(project=project, people={Role.VERIFIER: ["reader"]})
    titles = list(StoredPage.objects.filter(corpus=corpus).order_by("title").values_list("title", flat=True))
    return {"slug": SLUG, "username": "reader", "password": with_passwords(new.invited)["reader"], "titles": titles}


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    sources = [str(Path(source).resolve()) for source in sys.argv[1:]]
    print(json.dumps(make(sources)))


if __name__ == "__main__":
    main()
