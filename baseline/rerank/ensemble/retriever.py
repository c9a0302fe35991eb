"""Pages by the ensemble: TF-IDF of introductions and BM25, joined by rank aggregation, with DCUF's rules if wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from baseline.candidates import PageCandidate, StageScore
from baseline.config import SEARCH, Config
from baseline.entity_tfidf.index import Introductions
from baseline.rerank.ensemble.aggregation import Ranking, aggregate
from baseline.rerank.ensemble.rules import promoted_titles, without_other_years
from baseline.source import Source
from baseline.words import ClaimWords

TFIDF, BM25 = "tf-idf", "bm25"


@dataclass(frozen=True, slots=True)
class Ensemble:
    """See the module. A candidate's `stages` have its rank and score in each list, and in the aggregated one."""

    config: Config
    source: Source
    introductions: Introductions

    @property
    def name(self) -> str:
        """Name of the stage."""
        return f"ensemble-{self.config.ensemble.aggregation}"

    def pages(self, claim: ClaimWords, also: Sequence[str] = ()) -> tuple[PageCandidate, ...]:
        """The best pages, best first; `also` follow. The first `pages.keep` are not gone from the source.

        A score is the share of the best page's, promoted pages have 1.
        """
        if not claim.folded:
            return ()
        settings = self.config.ensemble
        lists = self.lists(claim)
        joined = self.joined(claim, lists)
        scores = _shares(joined)
        kept = [title for title, _ in joined[: settings.keep]]
        found = self._present([*kept, *(title for title in also if title not in kept)])
        ranks = {name: _ranks(ranking) for name, ranking in lists.items()}
        return tuple(
            PageCandidate(
                title,
                scores.get(title, 0.0),
                stages=(
                    *(StageScore(name, *known[title]) for name, known in ranks.items() if title in known),
                    StageScore(self.name, rank, scores.get(title, 0.0)),
                ),
            )
            for rank, title in enumerate(found, start=1)
        )

    def joined(self, claim: ClaimWords, lists: Mapping[str, Ranking]) -> list[tuple[str, float]]:
        """The aggregated ranking, with the pages of the second rule before all others."""
        settings = self.config.ensemble
        found = aggregate([*lists.values()], settings.aggregation, settings.k)
        return _first(promoted_titles(claim.text, self.source), found) if settings.title_ngrams else found

    def lists(self, claim: ClaimWords) -> dict[str, Ranking]:
        """Both rankings of pages, by the first rule where it is on."""
        found = {name: self.list_of(name, claim) for name in (TFIDF, BM25)}
        if self.config.ensemble.years:
            return {name: without_other_years(ranking, claim.text) for name, ranking in found.items()}
        return found

    def list_of(self, name: str, claim: ClaimWords) -> Ranking:
        """One ranking of pages."""
        settings = self.config.ensemble
        if name == TFIDF:
            return self.introductions.rank(claim.text, settings.candidates)
        if settings.bm25 == SEARCH:
            return list(self.source.ranked(claim.telling, settings.candidates))
        return self.introductions.rank_bm25(claim.text, settings.candidates)

    def _present(self, titles: list[str]) -> list[str]:
        """The titles without those among the first that are gone: an index may be older than its corpus."""
        keep = self.config.pages.keep
        there: list[str] = []
        while titles and len(there) < keep:
            batch, titles = titles[: keep - len(there)], titles[keep - len(there) :]
            self.source.load(batch)
            there += [title for title in batch if self.source.page(title) is not None]
        return there + titles


def _first(promoted: Sequence[str], ranking: Ranking) -> list[tuple[str, float]]:
    best = max((value for _, value in ranking), default=1.0)
    return [*((title, best) for title in promoted), *(one for one in ranking if one[0] not in promoted)]


def _ranks(ranking: Ranking) -> dict[str, tuple[int, float]]:
    return {title: (rank, score) for rank, (title, score) in enumerate(ranking, start=1)}


def _shares(ranking: Ranking) -> dict[str, float]:
    """Values from 0 to 1: the share of the best, from the worst one's where that is below 0 (median ranks are)."""
    values = [value for _, value in ranking]
    least = min([0.0, *values])
    span = max(values, default=0.0) - least
    return {title: (value - least) / span if span else 1.0 for title, value in ranking}
