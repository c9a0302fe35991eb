"""Time chapter: the duration of the work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from statistics import fmean, median, quantiles

from annotation.figures.columns import Panel, columns
from annotation.quality.agreement.result import ends_of, value_of
from annotation.quality.audit.durations import FAST_SHARE, STEPS, Pace, Timed, summary
from annotation.quality.audit.production import Produced
from annotation.release.report.document import Block, Cell, Drawn, Rounded, Share, Table, Words
from annotation.work.capabilities import ReportedTime
from annotation.work.registry import workflows

# Nobody verifies or writes a claim in so little: a script did, whose time is no person's.
LEAST_OF_A_PERSON = 1.0  # seconds
ACTIVE = (
    "Active time runs from taking a task to submitting it, by a clock that stops while the page is hidden; changes "
    "made afterwards are not counted. Where no such clock was running (programs), the whole time counts; "
    f"what took less than {LEAST_OF_A_PERSON:.0f} second was done by a script and has no human time."
)
NO_TIMES = "No times of people are told: no work was submitted, or only by scripts, or by too few people."


def kinds() -> dict[str, ReportedTime]:
    """Return how the report names each kind of work whose duration it tells: first those whose answers are compared."""
    records = sorted(workflows().values(), key=lambda one: one.comparable is None)
    return {one.slug: one.releasable.time for one in records if one.releasable and one.releasable.time}


def of_people(work: Sequence[Timed]) -> list[float]:
    """Seconds of the work that a person did."""
    return [one.seconds for one in work if one.seconds >= LEAST_OF_A_PERSON]


def medians(work: Mapping[str, Sequence[Timed]]) -> list[tuple[str, Cell]]:
    """Label and median active time, in seconds, of the kinds of work that are among the report's first numbers."""
    with_median = [(kind, words) for kind, words in kinds().items() if kind in work and words.median]
    return [(words.median, _of(of_people(work[kind]))[2]) for kind, words in with_median]


def overview(work: Mapping[str, Sequence[Timed]]) -> Table:
    """Mean, quartiles and sum of active time for each kind of work."""
    rows: list[tuple[Cell, ...]] = []
    for kind, words in kinds().items():
        if kind not in work:
            continue
        seconds = of_people(work[kind])
        rows.append((words.item, len(work[kind]), len(seconds), *_of(seconds)))
    definition = (
        f"{ACTIVE} In seconds, the sum in hours, over all submitted work, calibration left out. In FEVEROUS a "
        "verification took 165 seconds and three claims 373 seconds, on average."
    )
    heads = ("Work", "Done", "Timed", "Mean", "First quartile", "Median", "Third quartile", "Hours in all")
    return Table("time", "Active time", definition, heads, rows)


def distribution(work: Mapping[str, Sequence[Timed]]) -> Block:
    """Shares of work by how long it took; a sentence where no person's work was timed."""
    timed = {kind: [one for one in some if one.seconds >= LEAST_OF_A_PERSON] for kind, some in work.items()}
    if not any(timed.values()):
        return Words(NO_TIMES)
    names = [_clock(seconds) for seconds in (0, *STEPS)]
    panels = [
        Panel(words.item, list(zip(names, summary(timed[kind]).counts, strict=True)))
        for kind, words in kinds().items()
        if timed.get(kind)
    ]
    definition = (
        "The share of each kind of work that took so long: from the time under a column, in minutes and seconds, to "
        f"the next. {ACTIVE}"
    )
    title = "How long work takes"
    heads = ("work", "from", "share")
    steps = "active time from (min:s)"
    return Drawn(columns("time-distribution", title, definition, panels, steps=steps, heads=heads))


def of_annotators(
    made: Sequence[Produced], paces: Sequence[Pace], names: Mapping[int, str], words: ReportedTime
) -> list[Block]:
    """A row an annotator: how much they did, in how much time, how often very fast."""
    if not made:
        return []
    pace = {one.person: one for one in paces}
    rows: list[tuple[Cell, ...]] = []
    for one in sorted(made, key=lambda one: (-one.done, names[one.person])):
        is_script = one.median is not None and one.median < LEAST_OF_A_PERSON
        fast = None if is_script else pace.get(one.person)
        share = value_of(fast.fast) if fast else None
        low, high = (ends_of(fast.fast) if fast else None) or (None, None)
        hours = None if one.seconds is None else one.seconds / 3600
        timed = (None, None, None) if is_script else (hours, one.mean, one.median)
        rows.append(
            (
                names[one.person],
                one.done,
                *(None if t is None else Rounded(t) for t in timed),
                share,
                low,
                high,
                Share(one.skipped, one.ended),
                one.reports,
            )
        )
    limit = paces[0].limit if paces else 0.0
    here = f", here less than {limit:.1f} seconds," if limit >= FAST_SHARE * LEAST_OF_A_PERSON else ""
    definition = (
        f"Submitted work of {words.activity}, by annotator (pseudonyms of annotations.jsonl), active time in hours, "
        f"mean and median in seconds. Fast is the share of their work that took less than a fifth ({FAST_SHARE:.0%}) "
        f"of the median of all work{here} with its 95 % interval. Work of scripts has no times. Skipped is of all "
        "tasks that they were given and have ended. Reports are claims that a verifier reported, or claims of a writer "
        "that somebody reported."
    ).replace("20%", "20 %")
    heads = ("Annotator", "Done", "Hours", "Mean", "Median", "Fast", "Low", "High", "Skipped", "Reports")
    return [Table(words.table, f"Annotators: {words.activity}", definition, heads, rows)]


def _of(seconds: Sequence[float]) -> tuple[Cell, ...]:
    if not seconds:
        return (None,) * 5
    # Linear between the two nearest ranks, as the intervals are (Hyndman and Fan 1996, type 7).
    first, _middle, third = quantiles(seconds, n=4, method="inclusive") if len(seconds) > 1 else [seconds[0]] * 3
    return tuple(map(Rounded, (fmean(seconds), first, median(seconds), third, fsum(seconds) / 3600)))


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
