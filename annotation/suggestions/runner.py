"""Run the suggester that `ATTEST_SUGGESTER` names, and store what it finds.

The suggester is a plug-in: this package may not import the models. Whatever is wrong with it (no index, a
corpus without pages, a model that fails) leaves claims without suggestions and a note for the manager, nothing more.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from annotation.evidence.trust import untrusted_elements
from annotation.projects.models import Project
from annotation.suggestions.hashing import text_hash
from annotation.suggestions.models import RunState, Stage, Suggestion, SuggestionRun
from annotation.workflows.models import VerificationItem
from corpus.models import Corpus
from corpus.page.element_id import BadElementId, is_citable, parse
from search.backend import IndexMissing

LONGEST_NOTE = 500
log = logging.getLogger(__name__)


class Suggested(Protocol):
    """One piece of evidence, as the plug gives it."""

    @property
    def element(self) -> str: ...
    @property
    def stage(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def rank(self) -> int: ...
    @property
    def score(self) -> float: ...


class Findings(Protocol):
    """What the plug makes of a claim: best first in each stage, and sentences for a manager.

    It may have `pages` as well (each with a `title`), and a suggestion `is_shown` (without it, it is) and `stages`
    (each with `stage`, `rank` and `score`).
    """

    @property
    def suggestions(self) -> Sequence[Suggested]: ...
    @property
    def notes(self) -> Sequence[str]: ...


class Suggester(Protocol):
    """What the function that ATTEST_SUGGESTER names answers for a corpus."""

    version: str

    def find(self, text: str) -> Findings: ...


class NoSuggester(Exception):
    """There is nothing to find with; the message says why. `no_index`: because the corpus has no search index."""

    def __init__(self, words: str, *, no_index: bool = False) -> None:
        super().__init__(words)
        self.no_index = no_index


@dataclass(frozen=True, slots=True)
class Wanted:
    """A claim that lacks suggestions."""

    claim: int
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found for a claim: rows to store, without their run, and the titles that were retrieved."""

    state: RunState
    suggestions: tuple[Suggestion, ...]
    notes: tuple[str, ...]
    milliseconds: int
    pages: tuple[str, ...] = ()


def open_suggester(corpus: Corpus) -> Suggester:
    """The plug, over this corpus. Raises NoSuggester, whatever is wrong."""
    if not settings.ATTEST_SUGGESTER:
        raise NoSuggester(_("No suggester is configured (ATTEST_SUGGESTER)."))
    try:
        found: Suggester = import_string(settings.ATTEST_SUGGESTER)(corpus)
    except IndexMissing as missing:
        raise NoSuggester(str(missing), no_index=True) from missing
    except Exception as error:  # a plug may be anybody's
        log.exception("The suggester %s cannot be opened", settings.ATTEST_SUGGESTER)
        raise NoSuggester(f"{type(error).__name__}: {error}"[:LONGEST_NOTE]) from error
    return found


def lacking(project: Project, version: str) -> Iterator[Wanted]:
    """Claims without a run of this version over their present words, those that are offered next first.

    All with a verification task, done or not: a claim that is given out again must not be known by what it lacks.
    """
    known = set(SuggestionRun.objects.filter(project=project, version=version).values_list("claim", "text_hash"))
    items = VerificationItem.objects.filter(task__project=project).order_by("task__assigned_count", "task__position")
    for claim, text in items.values_list("claim", "claim__text").iterator(chunk_size=2000):
        if (claim, text_hash(text)) not in known:
            yield Wanted(claim, text)


def answer_for(suggester: Suggester, text: str) -> Answer:
    """What the suggester finds for a claim. Raises NoSuggester where nothing at all can be found any more."""
    began = perf_counter()
    pages: tuple[str, ...] = ()
    try:
        found = suggester.find(text)
        rows, notes = _rows(found), tuple(str(note)[:LONGEST_NOTE] for note in found.notes)
        pages = tuple(str(page.title) for page in getattr(found, "pages", ()))
        state = RunState.READY if any(row.is_shown for row in rows) else RunState.NOTHING
    except IndexMissing as missing:
        raise NoSuggester(str(missing), no_index=True) from missing
    except Exception as error:  # one claim costs itself alone
        log.exception("No evidence could be looked for")
        rows, state, notes = (), RunState.FAILED, (f"{type(error).__name__}: {error}"[:LONGEST_NOTE],)
    return Answer(state, rows, notes, int(1000 * (perf_counter() - began)), pages)


def store(
    project: Project, wanted: Wanted, version: str, answer: Answer, hold: Callable[[], None] = lambda: None
) -> bool:
    """Store it, if no other process did so meanwhile; whether it was stored. `hold` begins the transaction.

    Nothing untrusted is offered.
    """
    untrusted = untrusted_elements(project.corpus_id, (one.element_id for one in answer.suggestions))
    trusted = [one for one in answer.suggestions if one.element_id not in untrusted]
    state = answer.state
    if state == RunState.READY and not any(one.is_shown for one in trusted):
        state = RunState.NOTHING
    run = SuggestionRun(
        project=project,
        claim_id=wanted.claim,
        text_hash=text_hash(wanted.text),
        state=state,
        model=", ".join(dict.fromkeys(one.model for one in trusted))[:200],
        version=version,
        notes=list(answer.notes),
        pages=list(answer.pages),
        milliseconds=answer.milliseconds,
    )
    try:
        with transaction.atomic():
            hold()
            run.save()
            for one in trusted:
                one.run = run
            Suggestion.objects.bulk_create(trusted)
    except IntegrityError:  # another process had it first, or the claim is gone
        return False
    return True


def _rows(found: Findings) -> tuple[Suggestion, ...]:
    """Each element once, and nothing that cannot be cited."""
    rows: dict[str, Suggestion] = {}
    for one in found.suggestions:
        try:
            place = parse(one.element)
        except BadElementId:
            continue
        if one.stage in Stage.values and is_citable(place) and one.element not in rows:
            rows[one.element] = Suggestion(
                element_id=one.element,
                page_title=place.page,
                stage=one.stage,
                model=one.model[:200],
                version=one.version[:40],
                rank=one.rank,
                score=one.score,
                is_shown=getattr(one, "is_shown", True),
                stages=[
                    {"stage": str(each.stage)[:200], "rank": int(each.rank), "score": float(each.score)}
                    for each in getattr(one, "stages", ())
                ],
            )
    return tuple(rows.values())
