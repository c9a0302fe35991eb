"""What the commands for WAFER files share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from django.core.management.base import CommandError, OutputWrapper

from baseline.citations.wafer.rows import Problem

MOST_SHOWN = 100


@dataclass(slots=True)
class Problems:
    """Writes the first problems as they come, and at the end how many there were."""

    out: OutputWrapper
    count: int = 0

    def __call__(self, problem: Problem) -> None:
        """Report one."""
        self.count += 1
        if self.count <= MOST_SHOWN:
            self.out.write(str(problem))

    def finish(self) -> None:
        """Say how many rows were left out, if any were."""
        if self.count:
            self.out.write(f"{self.count:,} rows were left out.")


def existing(path: Path) -> Path:
    """A file that is there, or a CommandError."""
    if not path.is_file():
        raise CommandError(f"There is no file {path}.")
    return path
