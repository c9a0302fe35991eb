"""A draw: read and choose, perhaps for minutes, and store the result whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from django.db import transaction

from annotation.accounts.models import User
from annotation.projects.data_version import bump
from annotation.projects.models import Project
from annotation.work.sampling.models import StoredSample
from annotation.work.sampling.pages import Wanted, wanted
from jobs.context import JobContext

Progress = Callable[[int, int], None]  # how many are chosen so far, and how many are wanted


class DrawReport(Protocol):
    """A draw in numbers."""

    @property
    def drawn(self) -> int: ...
    def to_json(self) -> dict[str, Any]: ...
    def as_text(self) -> str: ...


class DrawSettings(Protocol):
    """Settings by which a project draws, as stored with the draw."""

    def to_json(self) -> dict[str, Any]: ...


S = TypeVar("S", bound=StoredSample)
R = TypeVar("R", bound=DrawReport)
P = TypeVar("P", bound=DrawSettings)
I = TypeVar("I")  # noqa: E741  one thing that is drawn


@dataclass(frozen=True, slots=True)
class Drawn(Generic[I, R]):
    """What was chosen, in random order. `used`: titles of wanted pages that have been drawn from before."""

    items: Sequence[I]
    report: R
    used: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sampled(Generic[S, R]):
    """Result of a draw. `sample` is None when it was only tried; `unknown` are wanted titles the corpus lacks."""

    sample: S | None
    report: R
    unknown: tuple[str, ...] = ()
    used: tuple[str, ...] = ()

    @property
    def is_stored(self) -> bool:
        return self.sample is not None

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain values."""
        return self.report.to_json()

    def as_text(self) -> str:
        """Return the report for a terminal."""
        return self.report.as_text()


@dataclass(frozen=True, slots=True)
class Sampler(Generic[S, P, I, R]):
    """How a workflow draws (`annotation.work.capabilities.Sample`).

    `settings(project)` raises BadSettings where nothing can be drawn by them. `draw` reads the corpus and stores
    nothing; the same seed, settings, corpus and earlier draws give the same. `save(sample, items)` creates the tasks.
    """

    model: type[S]
    settings: Callable[[Project], P]
    draw: Callable[[Wanted, P, Progress], Drawn[I, R]]
    save: Callable[[S, Sequence[I]], object]

    def __call__(
        self,
        *,
        project: Project,
        size: int,
        seed: int,
        titles: Sequence[str] | None = None,
        excluded: Sequence[str] = (),
        drawn_by: User | None = None,
        only_try: bool = False,
        progress: Progress = lambda drawn, wanted: None,
        job: JobContext | None = None,
    ) -> Sampled[S, R]:
        """Draw `size` tasks and put them into the writers' queue.

        Drawing holds nobody up; what was drawn is stored in one short transaction. If somebody else drew meanwhile, it
        draws again. `job` is the context of the job that draws, if there is one: a draw is stored once per job, however
        often that starts. `progress` gets the number drawn. Raises BadSettings.
        """
        while True:
            before, settings = self.model.latest(project), self.settings(project)
            asked = wanted(project, size, seed, titles, excluded)
            found = self.draw(asked, settings, progress)
            if only_try or not found.items:
                return Sampled(None, found.report, asked.unknown, found.used)
            sample = self.model(
                project=project,
                seed=seed,
                size=size,
                settings=settings.to_json(),
                titles=None if titles is None else list(titles),
                excluded=list(asked.excluded),
                report=found.report.to_json(),
                drawn_by=drawn_by,
                job=None if job is None else job.job,
            )
            if self._stored(sample, found.items, before, job):
                return Sampled(sample, found.report, asked.unknown, found.used)

    def _stored(self, sample: S, items: Sequence[I], before: int | None, job: JobContext | None) -> bool:
        """Store the draw with its tasks, unless there is a later one than `before`: it may have used the same pages."""
        with transaction.atomic():
            Project.objects.select_for_update(no_key=True).get(pk=sample.project_id)  # one draw after the other
            if job is not None:
                job.renew_lease()
            if self.model.latest(sample.project) != before:
                return False
            sample.save()
            self.save(sample, items)
            bump(sample.project_id)
            return True
