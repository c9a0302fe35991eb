"""Start an import or find the one to resume. A corpus is a frozen snapshot: it is imported once."""

from __future__ import annotations

import fcntl
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from corpus.models import NAME_LENGTH, Corpus, CorpusKind, ImportRun, Phase
from corpus.sentences import SPLITTER_VERSION
from corpus.web.record import TEXT_VERSION
from corpus.wikitext.build import PARSER_VERSION

_LIBRARIES = ("selectolax",)  # that the elements of a page depend on
_WEB_LIBRARIES = ("trafilatura", "htmldate", "lxml")


class ImportRefused(Exception):
    """This source cannot go into a corpus of this name; the message says why and what to type instead."""


@dataclass(frozen=True, slots=True)
class Request:
    """Request for an import: `sources` as described by `corpus.snapshot.fingerprint`, in order, all of one `kind`."""

    slug: str
    name: str | None
    sources: Sequence[Mapping[str, Any]]
    settings: Mapping[str, Any]
    kind: str = CorpusKind.WIKI


def begin(request: Request) -> ImportRun:
    """The import of this request: a new one, or the one that was begun before. Raises ImportRefused."""
    corpus = Corpus.objects.filter(slug=request.slug).first()
    run = ImportRun.objects.select_related("corpus").filter(corpus=corpus).first() if corpus else None
    if run is not None:
        if run.phase == Phase.DISCARDING:
            raise ImportRefused(f"Corpus {request.slug} is partly deleted. Delete the rest of it first: add --replace.")
        _check_same(run, request)
        return run
    if corpus is not None and (corpus.pages.exists() or corpus.redirects.exists()):
        raise ImportRefused(
            f"There is a corpus {corpus.slug} already, and no record of where its pages came from. {_other(request)}"
        )
    return _new(request, corpus)


def is_unfinished(request: Request) -> bool:
    """Return whether an import of exactly this request was begun and has not come to its end."""
    run = ImportRun.objects.select_related("corpus").filter(corpus__slug=request.slug).first()
    if run is None or run.phase not in (Phase.READING, Phase.LINKING):
        return False
    try:
        _check_same(run, request)
    except ImportRefused:
        return False
    return True


@contextmanager
def alone(slug: str) -> Iterator[None]:
    """Hold the right to import into this corpus; the system takes it back however this process ends."""
    folder = Path(settings.ATTEST_DATA_DIR) / "imports"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{slug}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ImportRefused(f"Corpus {slug} is being imported by another process. Wait for it to end.") from error
        yield


def software(kind: str = CorpusKind.WIKI) -> dict[str, str]:
    """Versions of what makes elements out of pages of this kind, beside our parser's and splitter's own."""
    found = {"unicode": unicodedata.unidata_version}
    if kind == CorpusKind.WEB:
        found["web_text"] = TEXT_VERSION
    for name in _WEB_LIBRARIES if kind == CorpusKind.WEB else _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


@transaction.atomic
def _new(request: Request, corpus: Corpus | None) -> ImportRun:
    corpus = corpus or Corpus(slug=request.slug)
    corpus.name = (request.name or corpus.name or request.slug)[:NAME_LENGTH]
    corpus.source = " ".join(source["name"] for source in request.sources)
    corpus.kind = request.kind
    corpus.parser_version, corpus.splitter_version = PARSER_VERSION, SPLITTER_VERSION
    corpus.save()
    return ImportRun.objects.create(
        corpus=corpus, sources=list(request.sources), settings=dict(request.settings), software=software(request.kind)
    )


def _check_same(run: ImportRun, request: Request) -> None:
    if [source["sha256"] for source in run.sources] != [source["sha256"] for source in request.sources]:
        raise ImportRefused(
            f"Corpus {run.corpus.slug} is made from another source ({run.corpus.source}). {_other(request)}"
        )
    for name, value in request.settings.items():
        if run.settings.get(name) != value:
            option = "--" + name.replace("_", "-")
            was = f"with {option} {run.settings.get(name)}" if run.settings.get(name) else f"without {option}"
            raise ImportRefused(f"Corpus {run.corpus.slug} was begun {was}. Type it so, or: {_other(request)}")
    made_by = (run.corpus.parser_version, run.corpus.splitter_version, run.software)
    if made_by != (PARSER_VERSION, SPLITTER_VERSION, software(request.kind)):
        raise ImportRefused(
            f"Corpus {run.corpus.slug} was read by another version of the reader (parser {made_by[0]}, splitter "
            f"{made_by[1]}), which gives other element ids. {_other(request)}"
        )


def _other(request: Request) -> str:
    return f"Give the new one another name: --corpus {request.slug}-2; or replace it, if no project uses it: --replace."
