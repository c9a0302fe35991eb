"""`python -m benchmarks.citations failed`: citations ranked worst first, beside baselines, with paired intervals."""

from __future__ import annotations

from collections.abc import Sequence

from baseline.citations.language import foreign_language
from baseline.citations.lexical import has_text
from baseline.scoring.failed_verification import MEASURES, Estimate, baselines, measured
from benchmarks.citations.data import Case
from benchmarks.citations.fit import crossed, examples
from benchmarks.citations.floor import floor
from corpus.web.addresses import place_of

FLOOR, OWN = "floor", "lexical"
HALVES = {"all, each half by weights of the other": (True, False), "half not looked at": (False,)}
OWN_LANGUAGE = "in the claim's language, all"


def run() -> None:
    """Print a table a set, of all citations and of the half that nothing was chosen on."""
    by_set = examples()
    scores = crossed(by_set)
    for name, own in scores.items():
        cases = [one.case for one in by_set[name]]
        rankings = {OWN: (-own).tolist(), FLOOR: floor(cases), **_without_reading(cases)}
        parts = {
            title: [place for place, case in enumerate(cases) if case.is_for_tuning in halves]
            for title, halves in HALVES.items()
        }
        parts[OWN_LANGUAGE] = [place for place, case in enumerate(cases) if not foreign_language(case.passages)]
        for title, kept in parts.items():
            print(f"\n{name}, {title}: {sum(cases[one].fails for one in kept)} of {len(kept)} fail")
            table([cases[one].fails for one in kept], {
                key: [ranks[one] for one in kept] for key, ranks in rankings.items()
            })  # fmt: skip


def _without_reading(cases: Sequence[Case]) -> dict[str, list[float]]:
    depths = [place_of(case.url)[2] for case in cases]
    words = [sum(len(passage.split()) for passage in case.passages) for case in cases]
    dead = [not has_text(case.passages) for case in cases]
    made = baselines([case.id for case in cases], depths, words, dead)
    return made if any(case.url for case in cases) else {key: one for key, one in made.items() if key != "URL depth"}


def table(fails: Sequence[bool], rankings: dict[str, list[float]]) -> None:
    """The measures of each ranking in Markdown, and under it its difference from the floor."""
    found = measured(fails, rankings, against=FLOOR)
    print("| ranking | " + " | ".join(MEASURES) + " |\n|" + "---|" * (len(MEASURES) + 1))
    for name, one in found.items():
        print(f"| {name} | " + " | ".join(shown(one.values[key]) for key in MEASURES) + " |")
        if name != FLOOR:
            print("| - floor | " + " | ".join(shown(one.differences[key], sign="+") for key in MEASURES) + " |")


def shown(one: Estimate, sign: str = "") -> str:
    """A value with its interval."""
    ends = f" [{one.interval[0]:{sign}.2f}, {one.interval[1]:{sign}.2f}]" if one.interval else ""
    return f"{one.value:{sign}.3f}{ends}"
