"""Pipeline of the four stages: claim -> pages -> sentences and tables -> cells -> verdict.

To add a retriever: write a class with the methods of `Retriever` (`baseline/retriever.py`), add a line to
`open_retriever` there and its name to `RETRIEVERS` in `baseline/config.py`; `retriever` in `baseline.toml` then chooses
it (`baseline/entity_tfidf` is an example). To add a model that orders candidates again: `baseline/rerank/protocol.py`.

    found = Pipeline(StoredPages(corpus), load_config()).find("Messi was born in Rosario.")

If a model cannot be loaded or fails, only its own stage falls back (the order before it, the lexical scorer, no
verdict), and `Found.notes` says so.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from baseline.candidates import (
    Candidate,
    CellCandidate,
    Found,
    Kind,
    PageCandidate,
    PassageCandidate,
    Suggestion,
    kind_of,
)
from baseline.cells.holders import Holder, Holders
from baseline.cells.lexical import CellScorer
from baseline.cells.rank import LEXICAL, CellStage, each_table, stage_without_weights
from baseline.config import Config, default_config
from baseline.dense.retriever import open_dense
from baseline.models import NoModel
from baseline.pages.names import NoSpacy
from baseline.passages.rank import Ranked
from baseline.passages.split import Passage, passages
from baseline.rankings import Trace
from baseline.rerank.open import open_rerankers
from baseline.rerank.protocol import C, check_same
from baseline.retriever import fused, open_retriever
from baseline.source import PAGES_KEPT, Source
from baseline.verdict.classify import NO_WEIGHTS, open_judge
from baseline.words import MOST_WORDS, ClaimWords, claim_words

M = TypeVar("M")


class Pipeline:
    """The stages over one source of pages, with the models of one configuration opened once.

    `version` names all settings that decide what is found. Raises NoIntroductions.
    """

    def __init__(self, source: Source, config: Config | None = None) -> None:
        self.source = source
        self.config = config or default_config()
        self.passages_of = lru_cache(PAGES_KEPT)(self._passages)  # claims that follow one another share pages
        self.notes: list[str] = []
        self.rerankers = open_rerankers(self.config, self.notes)
        self.judge = self._opened(open_judge)
        self.holders_of = lru_cache(PAGES_KEPT)(self._holders)
        self.lexical = self._stage_without_weights()
        self.cells = self._cell_stage()
        self.retriever = open_retriever(self.config, source, self.passages_of)
        self.dense = self._opened(lambda config: open_dense(config, source))
        self.version = self._version()

    def find(self, text: str, trace: Trace | None = None) -> Found:
        """Run all stages for one claim. An empty claim has no results, and a note.

        `trace` is given the order after every stage.
        """
        trace = trace or Trace()
        trace.start()
        claim = claim_words(text)
        notes = list(self.notes)
        if not claim.folded:
            return Found(text, notes=(*notes, "The claim has no words."))
        if claim.was_cut:
            notes.append(f"The claim is long: only its first {MOST_WORDS} words are looked for.")
        pages = tuple(self._pages(claim, notes, trace)[: self.config.pages.keep])
        if not pages:
            return Found(text, notes=(*notes, "No page of the corpus has any word of the claim."))
        ranked = self.retriever.passages(claim, pages, lambda found: self._passages_reranked(text, found, notes, trace))
        every, stage = self._cells(claim, ranked, pages, notes, trace)
        cells = tuple(every[: self.config.cells.keep])
        suggested = self._suggestions(ranked.sentences, cells, stage, trace)
        evidence = [one.element for one in suggested if one.is_shown]
        verdict = None
        if self.judge is None:
            notes.append(NO_WEIGHTS)
        else:
            judge = self.judge
            verdict = _with_fallback(notes, lambda: judge(text, evidence, self.source), lambda: None)
        unique = tuple(dict.fromkeys(notes))  # a stage that fails for sentences fails for tables too
        return Found(text, pages, ranked.sentences, ranked.tables, cells, verdict, suggested, unique)

    def candidates(self, text: str, kind: Kind, trace: Trace | None = None) -> Sequence[Candidate]:
        """All candidates of one kind, best first, as the last stage of that kind leaves them: nothing is cut.

        `trace` is given the order after every stage.
        """
        claim = claim_words(text)
        if not claim.folded:
            return ()
        notes: list[str] = []
        trace = trace or Trace()
        trace.start()
        found = self._pages(claim, notes, trace)
        if kind == "pages":
            return found
        pages = tuple(found[: self.config.pages.keep])
        passages: dict[Kind, Sequence[PassageCandidate]] = {}

        def reorder(found: Sequence[PassageCandidate]) -> Sequence[PassageCandidate]:
            ordered = self._passages_reranked(text, found, notes, trace)
            if ordered:
                passages[kind_of(ordered[0])] = ordered
            return ordered

        ranked = self.retriever.passages(claim, pages, reorder)
        return self._cells(claim, ranked, pages, notes, trace)[0] if kind == "cells" else passages.get(kind, ())

    def _pages(self, claim: ClaimWords, notes: list[str], trace: Trace) -> Sequence[PageCandidate]:
        """Pages of the retriever, joined by those of the dense one if there is one, then ordered again."""
        near: Sequence[PageCandidate] = ()
        dense = self.dense
        if dense is not None:
            near = _with_fallback(notes, lambda: dense.retrieve(claim.text, self.config.dense.candidates), tuple)
        found: Sequence[PageCandidate] = self.retriever.pages(claim, [one.title for one in near])
        trace.retrieved(self.config.retriever, found)
        if dense is not None and near:
            found = fused(found, dense, near, self.config.dense.k)
            trace.reordered("fusion", found)
        return self._reranked(claim.text, found, notes, trace)

    def _passages_reranked(
        self, claim: str, found: Sequence[PassageCandidate], notes: list[str], trace: Trace
    ) -> Sequence[PassageCandidate]:
        trace.retrieved(self.retriever.passage_model, found)
        return self._reranked(claim, found, notes, trace)

    def _cells(
        self, claim: ClaimWords, ranked: Ranked, pages: Sequence[PageCandidate], notes: list[str], trace: Trace
    ) -> tuple[Sequence[CellCandidate], CellStage]:
        """All cells of the tables, ordered again, and the stage that found them."""
        trace.start()
        found, stage = _with_fallback(
            notes,
            lambda: (self.cells.rank(claim, ranked.tables, pages), self.cells),
            lambda: (self.lexical.rank(claim, ranked.tables, pages), self.lexical),
        )
        trace.retrieved(stage.model, found)
        return self._reranked(claim.text, found, notes, trace), stage

    def _reranked(self, claim: str, candidates: Sequence[C], notes: list[str], trace: Trace) -> Sequence[C]:
        """The candidates after all stages of their kind; one that fails leaves the order as it was."""
        for stage in self.rerankers[kind_of(candidates[0])] if candidates else ():
            try:
                ordered = stage.rerank(claim, candidates, self.source)
                check_same(stage.name, candidates, ordered)
                candidates = ordered
                trace.reordered(stage.name, candidates)
            except NoModel as error:
                notes.append(str(error))
        return candidates

    def _version(self) -> str:
        """The hash of the settings and of the names of stages: a service says its version itself."""
        names = [stage.name for stages in self.rerankers.values() for stage in stages]
        if not names:
            return self.config.version
        return hashlib.sha256("\n".join([self.config.version, *names]).encode()).hexdigest()[:12]

    def _passages(self, title: str) -> tuple[Passage, ...]:
        page = self.source.page(title)
        return tuple(passages(page)) if page is not None else ()

    def _holders(self, title: str) -> Mapping[str, Holder]:
        page = self.source.page(title)
        return Holders(page) if page is not None else {}

    def _stage_without_weights(self) -> CellStage:
        """The configured profile; the regression of that name where a shipped network cannot be read."""
        cells = self.config.cells
        stage = self._opened(lambda config: stage_without_weights(config, self.source, self.holders_of))
        if stage is None:
            config = replace(self.config, cells=replace(cells, profile=f"{LEXICAL}{cells.profile}"))
            stage = stage_without_weights(config, self.source, self.holders_of)
        return stage

    def _cell_stage(self) -> CellStage:
        """The trained classifier if there is one, else the configured profile."""
        classifier = self._opened(_open_classifier)
        if classifier is None:
            return self.lexical
        settings = self.config.cells
        return CellStage(settings.weights, settings.threshold, each_table(classifier, self.source))

    def _suggestions(
        self, sentences: Sequence[PassageCandidate], cells: Sequence[CellCandidate], stage: CellStage, trace: Trace
    ) -> tuple[Suggestion, ...]:
        """Everything in the budget, with what of it annotators are shown."""
        shown = self.config.shown
        best = max((one.score for one in sentences), default=0.0)
        least = shown.sentence_share * best if best > 0 else -math.inf  # a cross-encoder's may be below 0
        return (
            *self._ranked("sentences", self.retriever.passage_model, sentences, shown.sentences, least, trace),
            *self._ranked("cells", stage.model, cells, shown.cells, stage.threshold, trace),
        )

    def _ranked(
        self,
        stage: str,
        model: str,
        candidates: Sequence[PassageCandidate | CellCandidate],
        most: int,
        threshold: float,
        trace: Trace,
    ) -> list[Suggestion]:
        found = []
        for rank, one in enumerate(candidates, start=1):
            by, score = _newest(one, model)
            is_shown = rank <= most and one.score >= threshold
            found.append(Suggestion(one.element, stage, by, self.version, rank, score, is_shown, trace.stages_of(one)))
        return found

    def _opened(self, opener: Callable[[Config], M | None]) -> M | None:
        try:
            return opener(self.config)
        except (NoModel, NoSpacy) as error:
            self.notes.append(str(error))
            return None


def _newest(one: PassageCandidate | CellCandidate, model: str) -> tuple[str, float]:
    """Name and score of the last stage that ordered the candidate, or else of the model that found it."""
    return (one.stages[-1].stage, one.stages[-1].score) if one.stages else (model, one.score)


def _open_classifier(config: Config) -> CellScorer | None:
    if not config.cells.weights:
        return None
    from baseline.cells.classifier import open_classifier

    return open_classifier(config)


def _with_fallback(notes: list[str], first: Callable[[], M], second: Callable[[], M]) -> M:
    try:
        return first()
    except NoModel as error:
        notes.append(str(error))
        return second()
