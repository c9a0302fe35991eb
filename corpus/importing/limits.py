"""Limits on the processor time and memory that one page may take, enforced by the operating system.

Time is processor time, so that a busy machine fails no innocent page. Nothing is raised in the page's own code: a page
is read in a process of its own (`corpus.importing.worker`), which the system ends when a limit is reached.
"""

from __future__ import annotations

import resource
import signal
from dataclasses import dataclass, field
from pathlib import Path

from corpus.rules import PAPER, Rules


@dataclass(frozen=True, slots=True)
class Limits:
    """Settings that every page is read by: `seconds` of processor time, `memory` bytes of a process of its own.

    `templates` is the file of `corpus.sources.template_pages`.
    """

    seconds: float = 10.0
    memory: int = 2 << 30
    rules: Rules = field(default=PAPER)
    templates: Path | None = None


def limit_time(seconds: float) -> None:
    """End this process with SIGPROF once it has used so much more processor time; 0 lifts the limit."""
    signal.setitimer(signal.ITIMER_PROF, seconds)  # without a handler the default action ends the process


def limit_memory(size: int) -> None:
    """Limit the address space of this process to `size` bytes, from here on."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))
