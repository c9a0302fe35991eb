"""What an import says while it runs and when it is done."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from django.core.management.base import OutputWrapper

from corpus.importing import Failed, Imported, ImportedRedirect, Left, Outcome

MOST_FREQUENT = 20
SECONDS_ON_TERMINAL, SECONDS_IN_LOG = 0.5, 15.0


@dataclass(slots=True)
class Tally:
    """Counts of one import. `quarantine` is where failed pages are listed, if there are any."""

    quarantine: Path
    pages: int = 0
    redirects: int = 0
    failed: int = 0
    left: Counter[str] = field(default_factory=Counter)
    dropped: Counter[str] = field(default_factory=Counter)
    templates: Counter[str] = field(default_factory=Counter)
    started: float = field(default_factory=time.monotonic)

    def add(self, outcome: Outcome) -> None:
        """Count one record."""
        match outcome:
            case Imported():
                self.pages += 1
            case ImportedRedirect():
                self.redirects += 1
            case Left(_, reason):
                self.left[reason] += 1
            case Failed():
                self.failed += 1
        if isinstance(outcome, Imported | Left):
            self.dropped.update(outcome.dropped)
            self.templates.update(outcome.templates)

    @property
    def records(self) -> int:
        return self.pages + self.redirects + self.failed + self.left.total()

    def line(self) -> str:
        """One line of progress with the rate so far."""
        seconds = max(time.monotonic() - self.started, 0.001)
        return f"{self.records:,} read, {self.pages:,} pages, {self.failed:,} failed, {self.records / seconds:,.0f}/s"

    def summary(self, slug: str) -> str:
        """What came in, what was left out and why, the templates that could not be rendered."""
        seconds = time.monotonic() - self.started
        pages, redirects = counted(self.pages, "page"), counted(self.redirects, "redirect")
        lines = [f"Corpus {slug}: {pages} and {redirects} in {seconds:.1f} s."]
        lines += _counts("Left out", self.left)
        self.dropped.pop("page without content", None)  # already among those left out
        lines += _counts("Dropped from pages", self.dropped)
        lines += _counts(f"Unknown templates, dropped ({self.templates.total():,} uses)", self.templates)
        if self.failed:
            lines.append(f"Failed: {self.failed:,} (listed in {self.quarantine})")
        return "\n".join(lines)


class Progress:
    """A line that is rewritten on a terminal, or written now and then into a log."""

    def __init__(self, out: OutputWrapper) -> None:
        self._out = out
        self._last = time.monotonic()

    def show(self, tally: Tally) -> None:
        """Write the line if it is time to."""
        pause = SECONDS_ON_TERMINAL if self._out.isatty() else SECONDS_IN_LOG
        if time.monotonic() - self._last >= pause:
            self._last = time.monotonic()
            self._out.write(f"\r{tally.line()}   " if self._out.isatty() else tally.line(), ending=self._ending())
            self._out.flush()

    def close(self, tally: Tally) -> None:
        """Clear the rewritten line."""
        if self._out.isatty():
            self._out.write(f"\r{tally.line()}   ")

    def _ending(self) -> str:
        return "" if self._out.isatty() else "\n"


def counted(number: int, thing: str) -> str:
    """ "1 page", "2,000 pages"."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def _counts(title: str, counts: Counter[str]) -> list[str]:
    if not counts:
        return []
    lines = [f"{title}:"] + [f"  {count:>8,}  {name}" for name, count in counts.most_common(MOST_FREQUENT)]
    hidden = len(counts) - MOST_FREQUENT
    return [*lines, f"            and {hidden:,} more kinds"] if hidden > 0 else lines
