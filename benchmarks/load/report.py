"""What a measurement says: times by kind of request, memory, faults, and whether every promise was kept."""

from __future__ import annotations

import statistics
from collections import Counter
from typing import Any

from benchmarks.load.client import Failure, Seen
from benchmarks.load.faults import Fault
from benchmarks.load.site import Site
from benchmarks.load.verifier import Promised

WANTED = 0.3  # seconds: 95 % of each kind of request
FEWEST = 20  # requests of a kind below which a percentile says little
MOST_SHOWN = 5


def tell_times(seen: Seen) -> list[str]:
    """The table; the kinds of request whose 95th percentile is above what is wanted."""
    slow = []
    print(f"{'kind':<22} {'count':>6} {'p50':>7} {'p95':>7} {'p99':>7} {'longest':>8}  ms")
    for kind, times in sorted(seen.times.items()):
        shares = statistics.quantiles(times, n=100) if len(times) > 1 else times * 99
        p50, p95, p99 = (shares[share - 1] * 1000 for share in (50, 95, 99))
        too_slow = p95 > WANTED * 1000 and len(times) >= FEWEST and not kind.startswith("log in")
        slow += [kind] if too_slow else []
        mark = "  above 300" if too_slow else ""
        print(f"{kind:<22} {len(times):>6} {p50:>7.0f} {p95:>7.0f} {p99:>7.0f} {max(times) * 1000:>8.0f}{mark}")
    failed = Counter(f"{one.kind}: {one.what}" for one in seen.failures)
    print(f"{len(seen.failures)} requests without an answer or with 429 or 5xx")
    for what, often in failed.most_common(MOST_SHOWN):
        print(f"  {often} times {what}")
    return slow


def tell_memory(samples: list[tuple[float, dict[str, float]]]) -> None:
    """By service, MB: the median of the first, the middle and the last tenth of the samples after the first minute."""
    settled = [taken for second, taken in samples if second >= 60] or [taken for _second, taken in samples]
    tenth = max(1, len(settled) // 10)
    middle = (len(settled) - tenth) // 2
    parts = (settled[:tenth], settled[middle : middle + tenth], settled[-tenth:])
    for name in sorted({name for taken in settled for name in taken}):
        medians = [statistics.median(taken.get(name, 0) for taken in part) for part in parts]
        print(f"memory of {name:<9} {medians[0]:6.0f} {medians[1]:6.0f} {medians[2]:6.0f} MB (PSS: begin, middle, end)")


def tell_faults(faults: list[Fault], failures: list[Failure]) -> None:
    for fault, following in zip(faults, [*faults[1:], None], strict=True):
        print(fault.tell(failures, following.begun if following else float("inf")))


def tell_promises(site: Site, promised: Promised, *, postponed_may_end: bool) -> int:
    """How much is broken; a few of each kind are shown. A clock that jumps may end the days of a postponed task."""
    found: dict[str, list[str]] = site.ask("check", promised=_plain(promised))
    print(f"promised: {len(promised.submissions)} submissions, {len(promised.operations)} operations, "
          f"{len(promised.drafts)} drafts, {len(promised.states)} postponed or skipped; "
          f"{len(promised.lost_leases)} leases lost")  # fmt: skip
    if postponed_may_end:
        found["states"] = [one for one in found["states"] if "was parked" not in one]
    for kind, problems in found.items():
        print(f"  {kind}: {'as promised' if not problems else f'{len(problems)} NOT as promised'}")
        for problem in problems[:MOST_SHOWN]:
            print(f"    {problem[:300]}")
    return sum(map(len, found.values()))


def _plain(promised: Promised) -> dict[str, Any]:
    return {
        "submissions": promised.submissions,
        "operations": [[*key, *said] for key, said in promised.operations.items()],
        "sent_operations": [list(key) for key in promised.sent_operations],
        "drafts": {key: list(kept) for key, kept in promised.drafts.items()},
        "states": promised.states,
    }
