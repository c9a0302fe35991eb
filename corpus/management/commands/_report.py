"""Progress and summary of an import, as text."""

from __future__ import annotations

import time

from django.core.management.base import OutputWrapper

from corpus.models import ImportFailure, ImportRun, Phase
from corpus.snapshot.counts import DROPPED, ELEMENT, LEFT, LINK, TEMPLATE, UNTRUSTED, counted, kinds_and_total
from corpus.snapshot.execute import Progress
from corpus.snapshot.quarantine import quarantine_file

MOST_FREQUENT = 20
SECONDS_ON_TERMINAL, SECONDS_IN_LOG = 0.5, 15.0


class ProgressLine:
    """A line that is rewritten on a terminal, or written now and then into a log."""

    def __init__(self, out: OutputWrapper) -> None:
        self._out = out
        self._said = self._began = time.monotonic()
        self._phase = ""
        self._first_share: float | None = None
        self._first_count = 0

    def show(self, progress: Progress) -> None:
        """Write the line if it is time to, and when a phase begins."""
        now = time.monotonic()
        if progress.phase != self._phase:
            self._phase, self._began = progress.phase, now
            self._first_share, self._first_count = progress.share, _count(progress)
        elif now - self._said < (SECONDS_ON_TERMINAL if self._out.isatty() else SECONDS_IN_LOG):
            return
        else:
            self._said = now
            self._write(self._line(progress, now - self._began))

    def close(self) -> None:
        """Leave the rewritten line."""
        if self._out.isatty():
            self._out.write("")

    def _line(self, progress: Progress, seconds: float) -> str:
        count = _count(progress)
        parts = [f"{progress.share:4.0%}"] if progress.share is not None else []
        if progress.phase == Phase.READING:
            pages, failed = progress.records.get("page", 0), progress.records.get("failed", 0)
            parts += [f"{count:,} read", f"{pages:,} pages", f"{failed:,} failed"]
        else:
            parts += [f"links of {count:,} pages resolved"]
        parts.append(f"{(count - self._first_count) / seconds:,.0f}/s")
        if progress.share and self._first_share is not None and progress.share > self._first_share:
            part = progress.share - self._first_share
            parts.append(f"{_duration(seconds * (1 - progress.share) / part)} left")
        return ", ".join(parts)

    def _write(self, line: str) -> None:
        terminal = self._out.isatty()
        self._out.write(f"\r{line:<79}" if terminal else line, ending="" if terminal else "\n")
        self._out.flush()


def summary(run: ImportRun, seconds: float) -> str:
    """Summary of the corpus, of what was left out and why, and of templates that could not be rendered."""
    corpus = run.corpus
    pages, redirects = number_of(corpus.pages.count(), "page"), number_of(corpus.redirects.count(), "redirect")
    lines = [f"Corpus {corpus.slug}: {pages} and {redirects} in {seconds:.1f} s."]
    lines += _counts("Elements", counted(run, ELEMENT))
    lines += _counts("Links", counted(run, LINK))
    lines += _counts("Left out", counted(run, LEFT))
    lines += _counts("Dropped from pages", counted(run, DROPPED))
    lines += _counts("Untrusted: shown, not selectable as evidence", counted(run, UNTRUSTED))
    kinds, uses = kinds_and_total(run, TEMPLATE)
    lines += _counts(f"Unknown templates, dropped ({uses:,} uses)", counted(run, TEMPLATE, MOST_FREQUENT), kinds)
    failed = ImportFailure.objects.filter(run=run).count()
    if failed:
        lines.append(f"Failed: {failed:,} (listed in {quarantine_file(corpus.slug)})")
    return "\n".join(lines)


def number_of(number: int, thing: str) -> str:
    """ "1 page", "2,000 pages"."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def _count(progress: Progress) -> int:
    return sum(progress.records.values()) if progress.phase == Phase.READING else progress.linked


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def _counts(title: str, counts: dict[str, int], kinds: int = 0) -> list[str]:
    if not counts:
        return []
    shown = list(counts.items())[:MOST_FREQUENT]
    lines = [f"{title}:"] + [f"  {count:>8,}  {name}" for name, count in shown]
    hidden = max(kinds, len(counts)) - len(shown)
    return [*lines, f"            and {hidden:,} more kinds"] if hidden > 0 else lines
