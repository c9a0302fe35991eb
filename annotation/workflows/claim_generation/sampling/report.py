"""Report of a draw: target and actual counts, for managers and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from annotation.projects.highlight_settings import HighlightSettings
from annotation.vocabulary.chi_square import ChiSquare, goodness_of_fit
from annotation.vocabulary.labels import ClaimType
from annotation.workflows.claim_generation.sampling.draw import Asked, Draw, strata_weights


@dataclass(frozen=True, slots=True)
class Line:
    """One value of a distribution: its share in the settings, and how often it was drawn."""

    value: str
    share: float
    drawn: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """Counts beside shares. `test` is None where there is nothing to test (see `chi_square`)."""

    name: str
    lines: tuple[Line, ...]
    test: ChiSquare | None


@dataclass(frozen=True, slots=True)
class Report:
    """A draw in numbers. `missing` says how many of a kind the corpus could not give.

    `skipped`: sentences and tables of the pages read that are untrusted, by reason.
    """

    size: int
    drawn: int
    pages_read: int
    missing: dict[str, int]
    distributions: tuple[Distribution, ...]
    skipped: dict[str, int] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Plain values, as stored with the sample."""
        return asdict(self)

    def as_text(self) -> str:
        """The report for a terminal."""
        lines = [f"{self.drawn:,} highlights drawn of {self.size:,} wanted; {self.pages_read:,} pages read."]
        for kind, number in self.missing.items():
            lines.append(f"The corpus has no more pages to spare: {number:,} of kind {kind} are missing.")
        for reason, number in self.skipped.items():
            lines.append(f"Skipped as untrusted ({reason}): {number:,} sentences and tables.")
        for each in self.distributions:
            lines.append(f"{each.name}{_test(each.test)}")
            for line in each.lines:
                share = line.drawn / self.drawn if self.drawn else 0
                lines.append(f"  {line.value:<20} {line.drawn:>7,}  {share:>6.1%}  (asked {line.share:.1%})")
        return "\n".join(lines)


def report(draw: Draw, settings: HighlightSettings, skipped: Mapping[str, int] | None = None) -> Report:
    """The report of one draw."""
    kinds = Counter(each.candidate.stratum for each in draw.drawn)
    missing = {str(kind): number - kinds[kind] for kind, number in draw.wanted.items() if kinds[kind] < number}
    strata = {str(kind): weight for kind, weight in strata_weights(settings).items()}
    distributions = (
        _distribution("highlight", strata, (str(each.candidate.stratum) for each in draw.drawn)),
        *_tasks([each.asked for each in draw.drawn], settings),
    )
    return Report(
        sum(draw.wanted.values()), len(draw.drawn), draw.pages_read, missing, distributions, dict(skipped or {})
    )


def _tasks(asked: list[Asked], settings: HighlightSettings) -> Iterable[Distribution]:
    truth = {"true": settings.type_one_true, "false": settings.type_one_false}
    yield _distribution("Type I claim", truth, ("true" if each.type_one_is_true else "false" for each in asked))
    pages = {"same page": settings.same_page, "several pages": settings.several_pages}
    yield _distribution(
        "Type II claim", pages, ("several pages" if each.several_pages else "same page" for each in asked)
    )
    mutations = {str(mutation): weight for mutation, weight in settings.mutations.items()}
    yield _distribution("Type III mutation", mutations, (str(each.mutation) for each in asked))
    of = {str(ClaimType.TYPE_I): settings.first_claim, str(ClaimType.TYPE_II): settings.second_claim}
    yield _distribution("Type III is made from", of, (str(each.mutated_type) for each in asked))


def _distribution(name: str, weights: Mapping[str, float], values: Iterable[str]) -> Distribution:
    counts, whole = Counter(values), sum(weights.values())
    lines = tuple(Line(value, weight / whole, counts[value]) for value, weight in weights.items())
    return Distribution(name, lines, goodness_of_fit([line.drawn for line in lines], list(weights.values())))


def _test(test: ChiSquare | None) -> str:
    return f"  chi-square {test.statistic:.3f}, {test.degrees} degrees of freedom, p = {test.p:.3f}" if test else ""
