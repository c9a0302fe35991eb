"""Select the corpus of a command."""

from __future__ import annotations

from django.core.management.base import CommandError

from corpus.models import Corpus
from corpus.store import CorpusNotChosen, choose_corpus


def select_corpus(slug: str | None, command: str, option: str = "--corpus") -> Corpus:
    """The corpus of this slug, or the only one there is. Raises CommandError with what to type after `command`."""
    try:
        return choose_corpus(slug)
    except CorpusNotChosen as error:
        if not error.slugs:
            raise CommandError("There is no corpus yet. Import one: python manage.py import_corpus SOURCE") from error
        problem = f"There is no corpus {slug!r}" if slug else "There are several corpora"
        again = f"python manage.py {command} {option} {error.slugs[0]}"
        raise CommandError(f"{problem}: {', '.join(error.slugs)}. Choose one: {again}") from error
