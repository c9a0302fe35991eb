"""Optional capabilities of a workflow: what the folders above `work` can do for it. Each is a small record.

`annotation.work.checks` names a capability that lacks a piece.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from django.db.models import QuerySet
from django.utils.functional import Promise

from annotation.projects.models import Project
from annotation.vocabulary.texts import Text
from annotation.work.gold import Answer, Gold, ItemScore, score_label
from annotation.work.models import Submission, Task
from annotation.work.ratings import Item
from annotation.work.skip_reasons import SkipReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparable:
    """Answers of several people to one task can be compared: agreement, and the list of what they disagree on.

    `field` is the path, from `Submission`, of the label that was given: "toyanswer__answer". `items(project)`
    returns the tasks in production that several people answered, with what is compared beside the label: evidence,
    challenges. By default `annotation.quality.agreement.queries` reads the labels.
    """

    field: str
    items: Callable[[Project], list[Item]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibratable:
    """Answers can be scored against gold: in calibration (`CalibratedBy.GOLD`), and in production as attention checks.

    Gold is a label; with `answers` it has evidence and challenges too. `answers(submissions)` returns what was
    answered, by submission; by default it is the label of `Comparable`. `score` compares an answer with its gold.
    With `fields`, the words of scores beside the label by their names, gold is a label and a body
    (`GoldItem.references`), and managers make it as gold of labels is made; `pass_marks` of a project are what such
    scores must reach, in per cent. `select` names relations of `Submission` that `answers` and `comparison` read.
    `comparison` is the template that shows an answer beside its gold, `compare` the dotted path of a function of
    project, result and title that returns its context.
    """

    score: Callable[[Answer, Gold], ItemScore] = score_label
    answers: Callable[[QuerySet[Submission]], Mapping[int, Answer]] | None = None
    select: tuple[str, ...] = ()
    fields: Mapping[str, str | Promise] = field(default_factory=dict)
    pass_marks: Callable[[Project], Mapping[str, int]] = lambda _project: {}
    comparison: str = "calibration/_label_comparison.html"
    compare: str = "frontend.views.label_comparison.beside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudicable:
    """Somebody can decide on what the annotators of a comparable task disagree on.

    `queue` is the name of the URL of the page that lists these tasks. That of the common one leads to a form with the
    labels and a note (`annotation.quality.adjudication.task_decisions`).
    """

    queue: str = "quality-tasks"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedTime:
    """English words by which a release report says how long this work took.

    `item`: one piece of it ("verifying a claim"). `activity`: all of it ("verifying"). `table`: file name of its table
    of annotators. `median`: label of its median among the first numbers of the report; empty: it is not among them.
    """

    item: str
    activity: str
    table: str
    median: str = ""


class OwnRows(Protocol):
    """Rows of a file, ready for JSON, without the work of these people. `writer` and `annotator`, at any depth: number
    of a person or None; a release puts a pseudonym there."""

    def __call__(self, project: Project, without_people: Collection[int] = ()) -> Iterator[dict[str, Any]]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFile:
    """A JSONL file of the release that only this workflow has. `name` ends in .jsonl."""

    name: str
    rows: OwnRows


@dataclass(frozen=True, slots=True, kw_only=True)
class Releasable:
    """Submitted work is released.

    `row(task)` returns what a row of <slug>.jsonl says of a comparable task, ready for JSON; its label, its source and
    the answers are added (`annotation.release.task_rows`). None: the files about claims have this work.
    `time`: None where the report says nothing of its duration. `file`: what a release has of it besides.
    """

    row: Callable[[Task], Mapping[str, Any]] | None = None
    file: OwnFile | None = None
    time: ReportedTime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Importable:
    """Tasks are made from the rows of a JSONL file.

    `recognise(row)` tells whether a row is of this workflow. `problem(row)` says what is wrong with one, as a sentence;
    empty where nothing is. `known(project, row)` selects the subjects that were made from it. `store(task, row)` writes
    the subject of a new task. `extend(subject, row)` adds to a known one what else the row says; False: nothing.
    """

    recognise: Callable[[Mapping[str, Any]], bool]
    problem: Callable[[Mapping[str, Any]], str]
    known: Callable[[Project, Mapping[str, Any]], QuerySet[Any]]
    store: Callable[[Task, Mapping[str, Any]], object]
    extend: Callable[[Any, Mapping[str, Any]], bool] = lambda _subject, _row: False


class Sampled(Protocol):
    """Result of a draw. `unknown`, `used`: titles that the corpus lacks, and whose pages were drawn before."""

    @property
    def is_stored(self) -> bool: ...
    @property
    def unknown(self) -> Sequence[str]: ...
    @property
    def used(self) -> Sequence[str]: ...
    def to_json(self) -> dict[str, Any]: ...
    def as_text(self) -> str: ...


class Sample(Protocol):
    """Draw `size` items from the project's corpus, from these pages only if `titles` is given, and create their tasks.
    No `excluded` page is drawn from.

    Equal seeds, settings and corpora give equal draws. `only_try`: store nothing. Raises ValueError for settings of the
    project by which nothing can be drawn.
    """

    def __call__(
        self,
        *,
        project: Project,
        size: int,
        seed: int,
        titles: Sequence[str] | None = None,
        excluded: Sequence[str] = (),
        only_try: bool = False,
    ) -> Sampled: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Samplable:
    """Tasks are drawn at random from the corpus: `sample_highlights`, or `sample_sentences`, and the demo draw them.

    `title`, `page` and `link` are what the set-up page says of it: a heading, the name of the URL where managers draw,
    and the words of the link. `what` is one of what is drawn, in English, for the command.
    """

    sample: Sample
    title: str | Promise
    page: str
    link: str | Promise
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSettings:
    """Settings of a project that the workflow keeps in a table of its own, so that they can be copied.

    `read(project)` returns them as plain JSON, those it starts with where it has none; `write(project, settings)`
    stores what `read` returned of another project, or raises AnnotationError. `label` is what they are called.
    """

    label: str | Promise
    read: Callable[[Project], dict[str, Any]]
    write: Callable[[Project, dict[str, Any]], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reportable:
    """A task can be reported instead of being done, for one of these reasons (`annotation.work.reporting`)."""

    reasons: tuple[SkipReason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchScope:
    """What the person of an assignment may find by the evidence search. `cut_off`: the last day that a web page may be
    of; None: no limit. `collection`: key of the documents that were collected for the claim; "": there are none."""

    cut_off: date | None = None
    collection: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideStep:
    """One thing to do in a guided example. The script of the workspace knows by `name` when it is done.

    `text` may hold `%(word)s` of `Guided.words`.
    """

    name: str
    text: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideKind:
    """A kind of guided example: everybody does one of each. `value` is stored with the example."""

    value: str
    label: Text
    steps: tuple[GuideStep, ...]


def no_words(_task: Task, _gold: Gold) -> Mapping[str, Sequence[str]]:
    """Put nothing into the steps."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Guided:
    """People do a guided example of each kind, with feedback at once, before their first task.

    `kinds` come in this order. `kind_of(task, gold)` returns the kind of a task with its gold; `words(task, gold)` what
    the steps name of it, such as titles of pages. `template` shows the feedback, with what `feedback` returns: the
    dotted path of a function of project, gold item, submission and the title of the page to open. `body(submission)` is
    what was submitted as the body of a draft, to be corrected.
    """

    kinds: tuple[GuideKind, ...]
    kind_of: Callable[[Task, Gold], str]
    template: str
    feedback: str
    body: Callable[[Submission], dict[str, Any]]
    words: Callable[[Task, Gold], Mapping[str, Sequence[str]]] = no_words

    def kind(self, value: str) -> GuideKind | None:
        """The kind of this value; None if there is none any more."""
        return next((one for one in self.kinds if one.value == value), None)
