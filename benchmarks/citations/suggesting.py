"""`python -m benchmarks.citations suggesting`: whether what is suggested in place of a cited page is better.

WiCE's dev claims in both pools of `pool.py`, by the verifier without weights, all shares of the claims of a half:
- wrong source: a claim is said to cite the page of another article, drawn at random. `first`: of those with a
  suggestion, whose first one is the page that the claim really cites; what else may support it nobody has judged.
- own source: it cites its page. Nothing is to be suggested where people found support; where they found none, nothing
  in the pool is known to be better.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from benchmarks.baseline.setting_up import set_up
from benchmarks.citations.data import FAILED, SHARED, wice_dev
from benchmarks.citations.retrieval import FOLDER, HALVES

if TYPE_CHECKING:  # Django is set up first
    from baseline.citations.claim import Verification
    from baseline.citations.retrieval import Suggested
    from benchmarks.citations.pool import WiceClaim

SEED = 3


def run() -> None:
    """Print a table."""
    set_up(FOLDER)
    from baseline.citations.retrieval import better_sources, open_search
    from baseline.citations.verify import lexical_verifier
    from benchmarks.citations import pool

    claims, verifier, draw = pool.read_claims(SHARED), lexical_verifier(), random.Random(SEED)
    texts = {one.id: one.passages for one in wice_dev()}
    pages = [texts[one.url.partition("//")[2].partition(".")[0]] for one in claims]
    others = [
        draw.choice([at for at, two in enumerate(claims) if two.claim.title != one.claim.title]) for one in claims
    ]
    print("| pool | half | claims | wrong source: suggested | first | own, support: suggested | own, none: suggested |")
    print("|---|---|---|---|---|---|---|")
    for slug in (pool.SMALL, pool.LARGE):
        search = open_search([pool.prepare(SHARED, slug)])

        def suggested(one: WiceClaim, cited: Verification, page: WiceClaim) -> list[Suggested]:
            return better_sources(one.claim, search, verifier, cited=cited, excluded={page.key})  # noqa: B023 # at once

        wrong, own = [], []
        for at, one in enumerate(claims):
            other = others[at]
            wrong.append([each.url for each in suggested(one, verifier.verify(one.claim, pages[other]), claims[other])])
            own.append(bool(suggested(one, verifier.verify(one.claim, pages[at]), one)))
        for half, tuned in HALVES:
            mine = [at for at, one in enumerate(claims) if tuned is None or one.is_for_tuning is tuned]
            supported = [at for at in mine if claims[at].label != FAILED]
            given = [at for at in supported if wrong[at]]
            shown = [
                slug, half, f"{len(mine)}, {len(supported)} with support",
                _share([bool(wrong[at]) for at in supported]),
                _share([wrong[at][0] == claims[at].url for at in given]), _share([own[at] for at in supported]),
                _share([own[at] for at in mine if claims[at].label == FAILED]),
            ]  # fmt: skip
            print(f"| {' | '.join(shown)} |", flush=True)


def _share(values: Sequence[bool]) -> str:
    return f"{sum(values) / len(values):.3f} of {len(values)}" if values else "of none"
