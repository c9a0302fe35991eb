"""What is learnt from: a claim, the passages of the page that it cites, and passages retrieved that are of others.

A line of the file is a row of WAFER whose provenance has texts: those of the cited page. "negative", a list of texts,
may be beside them; without it they are retrieved from the other rows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from baseline.citations.claim import Claim
from baseline.citations.cross_encoder import likeliest
from baseline.citations.reading import stems_in
from baseline.citations.verify import lexical_verifier
from baseline.citations.wafer.inputs import claim_of
from baseline.citations.wafer.rows import is_failed
from baseline.training.settings import CannotTrain
from search.bm25 import idf

TELLING = 10  # words of a claim, the rarest, by which negatives are retrieved
SHARE = 10  # one of so many articles stops the training


@dataclass(frozen=True, slots=True)
class Group:
    """`positive`: passages of the cited page, in order; which of them carry the evidence is latent."""

    claim: Claim
    positive: tuple[str, ...]
    negative: tuple[str, ...] = ()


def read_groups(path: Path, negatives: int, most: int) -> list[Group]:
    """The groups of a file, with so many negatives each, and of longer pages the `most` likeliest passages.

    Raises CannotTrain, naming the line and field.
    """
    groups = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CannotTrain(f"{path} cannot be read: {error}") from error
    for number, line in enumerate(lines, 1):
        try:
            group = _group(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise CannotTrain(f"{path}, line {number}: {type(error).__name__}: {error}") from error
        if group is not None:
            groups.append(_shortened(group, most))
    if not groups:
        raise CannotTrain(f"No row of {path} has an address as its answer and texts in its provenance.")
    return with_negatives(groups, negatives)


def _group(row: Any) -> Group | None:
    """None where the citation is known to fail, or there are no texts."""
    answers = [str(one["answer"]) for one in row["output"] if one.get("answer")]
    if not answers or any(map(is_failed, answers)):
        return None
    provenance = [one for output in row["output"] for one in output.get("provenance") or ()]
    positive = tuple(one["text"] for one in provenance if isinstance(one.get("text"), str) and one["text"].strip())
    return Group(claim_of(row["input"]), positive, tuple(map(str, row.get("negative", ())))) if positive else None


def _shortened(group: Group, most: int) -> Group:
    if len(group.positive) <= most:
        return group
    best = likeliest(lexical_verifier().verify(group.claim, group.positive).passage_scores, most)
    return replace(group, positive=tuple(group.positive[place] for place in best))


def with_negatives(groups: Sequence[Group], count: int) -> list[Group]:
    """The groups with so many negatives: their own, then those of other claims' pages with most of its rare words.

    Raises CannotTrain where there are none.
    """
    passages = [(place, text) for place, group in enumerate(groups) for text in group.positive]
    having: dict[str, list[int]] = {}
    for number, (_, text) in enumerate(passages):
        for word in set(stems_in(text)):
            having.setdefault(word, []).append(number)
    made = []
    for place, group in enumerate(groups):
        weights = {word: idf(len(passages), len(having.get(word, ()))) for word in set(stems_in(group.claim.text))}
        scores: Counter[int] = Counter()
        for word in sorted(weights, key=lambda one: (-weights[one], one))[:TELLING]:
            for number in having.get(word, ()):
                scores[number] += weights[word]  # type: ignore[assignment]
        own = set(group.positive)
        found = dict.fromkeys(group.negative)
        for number in [*(one for one, _ in scores.most_common()), *range(len(passages))]:
            if len(found) >= count:
                break
            of, text = passages[number]
            if of != place and text not in own:
                found.setdefault(text)
        if not found:
            raise CannotTrain("There is nothing to tell the evidence from: give more than one page, or negatives.")
        made.append(replace(group, negative=tuple(found)[:count]))
    return made


def cut(groups: Sequence[Group]) -> tuple[list[Group], list[Group]]:
    """Groups to learn from, and those to stop by: by article, so that none is in both.

    Raises CannotTrain where there is only one article.
    """
    titles = sorted({group.claim.title for group in groups}, key=lambda title: (sum(title.encode()) % 97, title))
    if len(titles) < 2:
        raise CannotTrain("The file has one article to learn from, and none to stop by.")
    held = {*titles[: -(-len(titles) // SHARE)]}
    parts: tuple[list[Group], list[Group]] = ([], [])
    for group in groups:
        parts[group.claim.title in held].append(group)
    return parts
