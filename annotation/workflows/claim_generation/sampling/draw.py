"""Draw highlights: pages, elements, and requirements of the three claims. Pure but for the given random source.

Shares are dealt, not diced: of 90 highlights under the paper's settings exactly 30 are sentences, 42 wikitables and 18
infoboxes, and half of the Type I claims are true. A page is used once over all kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from annotation.projects.highlight_settings import HighlightSettings
from annotation.vocabulary.labels import ClaimType, Mutation
from annotation.work.sampling.sampler import Progress
from annotation.workflows.claim_generation.sampling.candidates import Candidate, Stratum
from annotation.workflows.claim_generation.sampling.shares import allocate_shuffled, share_out

SPARE_PAGES = 3  # for each wanted highlight: enough to move pages between kinds, and no more of a corpus in memory


@dataclass(frozen=True, slots=True)
class Asked:
    """Requirements of the claims of one highlight (paper, section 3.1.1)."""

    type_one_is_true: bool
    several_pages: bool
    mutation: Mutation
    mutated_type: ClaimType


@dataclass(frozen=True, slots=True)
class Drawn:
    """A highlight with its task for the writer."""

    candidate: Candidate
    asked: Asked


@dataclass(frozen=True, slots=True)
class Draw:
    """The highlights in random order, and what was `wanted` of each kind: the corpus may not have had enough."""

    drawn: tuple[Drawn, ...]
    wanted: dict[Stratum, int]
    pages_read: int


def strata_weights(settings: HighlightSettings) -> dict[Stratum, float]:
    """The share of each kind: sentences beside tables, and tables split into wikitables and infoboxes."""
    both, tables = settings.sentences + settings.tables, settings.general + settings.infobox
    return {
        Stratum.SENTENCES: settings.sentences / both,
        Stratum.GENERAL: settings.tables / both * settings.general / tables,
        Stratum.INFOBOX: settings.tables / both * settings.infobox / tables,
    }


def draw(
    pages: Iterable[list[Candidate]],
    size: int,
    settings: HighlightSettings,
    random: Random,
    progress: Progress = lambda drawn, wanted: None,
) -> Draw:
    """At most `size` highlights from pages in random order, each given as its candidates.

    Reads on only while a kind has open places. Where the pages end before that, pages are moved from kind to kind
    until no more of what is wanted can be had.
    """
    wanted = share_out(size, strata_weights(settings))
    chosen: dict[Stratum, list[list[Candidate]]] = {stratum: [] for stratum in wanted}
    spare: list[list[Candidate]] = []
    pages_read = 0
    for found in pages if size else ():
        pages_read += 1
        kind = _choose_kind(found, {kind: wanted[kind] - len(chosen[kind]) for kind in wanted}, random)
        if kind is not None:
            chosen[kind].append(found)
        elif found and len(spare) < SPARE_PAGES * size:
            spare.append(found)
        progress(sum(map(len, chosen.values())), size)
        if all(len(chosen[kind]) == wanted[kind] for kind in wanted):
            break
    for kind, number in wanted.items():
        while len(chosen[kind]) < number and _fill(kind, chosen, spare, frozenset()):
            pass
    highlights = [random.choice(_of(kind, found)) for kind, pages_of in chosen.items() for found in pages_of]
    random.shuffle(highlights)
    asked = allocate_requirements(len(highlights), settings, random)
    return Draw(tuple(map(Drawn, highlights, asked)), wanted, pages_read)


def allocate_requirements(number: int, settings: HighlightSettings, random: Random) -> list[Asked]:
    """Allocate the requirements of `number` highlights; the four kinds are independent of one another."""
    truth = allocate_shuffled(number, {True: settings.type_one_true, False: settings.type_one_false}, random)
    several = allocate_shuffled(number, {False: settings.same_page, True: settings.several_pages}, random)
    mutations = allocate_shuffled(number, settings.mutations, random)
    mutated = allocate_shuffled(
        number, {ClaimType.TYPE_I: settings.first_claim, ClaimType.TYPE_II: settings.second_claim}, random
    )
    return list(map(Asked, truth, several, mutations, mutated))


def _choose_kind(found: list[Candidate], places: Mapping[Stratum, int], random: Random) -> Stratum | None:
    """A kind that the page offers and that has open places, likelier the more it has."""
    kinds = sorted({candidate.stratum for candidate in found if places[candidate.stratum]})
    return random.choices(kinds, [places[kind] for kind in kinds])[0] if kinds else None


def _fill(
    kind: Stratum, chosen: dict[Stratum, list[list[Candidate]]], spare: list[list[Candidate]], seen: frozenset[Stratum]
) -> bool:
    """One page more of this kind: a spare one, or one of another kind whose own place can be filled in turn."""
    for found in spare:
        if _of(kind, found):
            spare.remove(found)
            chosen[kind].append(found)
            return True
    for other in chosen.keys() - seen - {kind}:
        moved = next((found for found in chosen[other] if _of(kind, found)), None)
        if moved is not None and _fill(other, chosen, spare, seen | {kind}):
            chosen[other].remove(moved)
            chosen[kind].append(moved)
            return True
    return False


def _of(kind: Stratum, found: list[Candidate]) -> list[Candidate]:
    return [candidate for candidate in found if candidate.stratum is kind]
