"""The record that describes a workflow to the machinery of work: assignment, drafts, submission, skipping, the API.

To add a workflow write a folder with one such record and add its dotted path to `settings.ATTEST_WORKFLOWS`:
docs/write-a-workflow.md. `annotation.work.registry` finds the records, `annotation.work.checks` names what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from rest_framework.serializers import Serializer

from annotation.accounts.models import User
from annotation.projects.models import Project, Role
from annotation.vocabulary.label_set import LabelSet
from annotation.work.capabilities import (
    Adjudicable,
    Calibratable,
    Comparable,
    Guided,
    Importable,
    OwnSettings,
    Releasable,
    Reportable,
    Samplable,
    SearchScope,
)
from annotation.work.models import Assignment, Operation, Submission, Task
from annotation.work.row_storage import is_same_row
from annotation.work.skip_reasons import SkipReason

Text = str | Promise  # a sentence or term, translated when it is shown
Work = TypeVar("Work")  # what is stored, ready to be written
Stored = TypeVar("Stored", covariant=True)
Stored_contra = TypeVar("Stored_contra", contravariant=True)

Body = dict[str, Any]  # of a draft: plain JSON
Problems = dict[str, list[str]]  # part of the input -> sentences that say what is wrong with it


class Storage(Protocol[Work, Stored]):
    """How the workflow stores what a person submits. `annotation.work.submission` calls it, exactly once."""

    def prepare(self, assignment: Assignment, content: Mapping[str, Any]) -> Work:
        """Resolve validated content to what will be stored, before the transaction. Raises Invalid."""

    def missing_operations(self, log: Iterable[Operation], work: Work) -> dict[str, Any] | None:
        """Return the detail of an operation that closes the gap between log and work; None where there is no gap."""

    def store(self, submission: Submission, work: Work) -> Stored:
        """Write the row of this submission (`SubmittedWork`) and what belongs to it, in the transaction that closes the
        assignment or makes a revision. Raises Invalid, IntegrityError."""

    def load(self, submission: Submission) -> Stored:
        """Return what `store` returned for this submission."""

    def explain(self, assignment: Assignment, work: Work, error: Exception) -> None:
        """Raise Invalid if this IntegrityError is the person's to correct; otherwise return."""


def _postponed(count: int) -> str:
    words = ngettext("You have put %(count)d task aside.", "You have put %(count)d tasks aside.", count)
    return words % {"count": count}


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueTexts:
    """Sentences about a queue: its buttons, and why it is empty. Those with `%(count)d` are given a count, `resting` a
    date and time."""

    take: Text = _("Take a task")
    skipped: Text = _("Skipped. You will not see this task again.")
    postponed: Callable[[int], str] = _postponed  # number of postponed tasks -> sentence
    limit_reached: Text = _("You have done %(count)d tasks: that is this project’s limit per person.")
    nothing_yet: Text = _("This project has no tasks of this kind yet.")
    excluded: Text = _("The tasks that are left are not for you: others do them.")  # by `Workflow.exclude`
    resting: Text = _("The next tasks can be taken from %(time)s.")
    had_all: Text = _("You have had every task that is left. Others will do them.")
    held_by_others: Text = _("Others are working on the last tasks. Look again later: one may come back.")
    withdrawn: Text = _("The tasks that are left were skipped for a reason, and wait for your manager.")
    all_done: Text = _("Every task of this kind is done.")


def _not_submitted() -> str:
    return gettext("This has not been submitted yet: there is nothing to change.")


def why_time_is_over(assignment: Assignment) -> str:
    """Explain that the project's time for changes is over; empty while it is not, or where the project sets none."""
    hours = assignment.project.edit_hours
    if not hours or not assignment.ended_at or assignment.ended_at + timedelta(hours=hours) > timezone.now():
        return ""
    message = gettext("The time for changes is over: this project allows them for %(hours)d hours. It stays as it is.")
    return message % {"hours": hours}


def _nothing_after_edit(_assignment: Assignment) -> None:
    """Do nothing more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Editable(Generic[Work, Stored_contra]):
    """Optional: submitted work can be changed (`annotation.work.editing`).

    By default within the project's time for changes, and what is stored is compared field by field. `why_closed`
    explains why a submission cannot be changed any more, as a sentence; empty while it can. `is_same` says whether the
    work is what is stored, so that it makes no revision. `after_edit` runs in the edit's transaction.
    """

    not_submitted: Callable[[], str] = _not_submitted
    why_closed: Callable[[Assignment], str] = why_time_is_over
    is_same: Callable[[Stored_contra, Work], bool] = is_same_row
    after_edit: Callable[[Assignment], object] = _nothing_after_edit


@dataclass(frozen=True, slots=True, kw_only=True)
class Prerequisite:
    """Optional: until this work is done and approved, its people are assigned nothing else (`work.prerequisites`).

    It holds for every other workflow of these `roles`, the workflow's own among them. `why_unmet(person, project,
    role)` explains as a sentence what the person is waiting for; empty once they may work. `decisions(project)` says
    for person and role whether they were approved; who waits is not in it. `paper` is the share approved in the
    literature, by role, and the number of candidates, to compare with.
    """

    roles: tuple[Role, ...]
    why_unmet: Callable[[User, Project, Role], str]
    decisions: Callable[[Project], Mapping[tuple[int, Role], bool]]
    paper: Mapping[Role, tuple[float, int]] = field(default_factory=dict)


class CalibratedBy(StrEnum):
    """What scores a phase of calibration: gold, with the last item submitted, or a manager's grades, with the last."""

    GOLD = "gold"
    GRADES = "grades"


class Reading(StrEnum):
    """What people of a workflow may look up: all of the corpus, what `evidence_search` finds, or nothing."""

    CORPUS = "corpus"
    SEARCH = "search"
    NOTHING = "nothing"  # they judge by what the task shows alone


NO_LABELS = LabelSet()


def no_problems(_body: Body) -> Problems:
    """Accept any draft."""
    return {}


def cites_nothing(_body: Body) -> Iterable[str]:
    """Name no element of the corpus in a draft."""
    return ()


def no_context(_assignment: Assignment) -> dict[str, Any]:
    """Give the submission serializer no context."""
    return {}


def one_annotation(_project: Project) -> int:
    """Have a task done by one person."""
    return 1


def no_title(_task: Task) -> str:
    """Name a task by its workflow alone."""
    return ""


def no_reports(_project: Project) -> Mapping[int, int]:
    """Count no reports."""
    return {}


def no_search(_assignment: Assignment) -> SearchScope | None:
    """Search for no evidence by the evidence search."""
    return None


def prefers_nothing(_person: User, _project: Project) -> Q:
    """Prefer no task to another."""
    return Q()


def nothing_to_prepare(_project: Project) -> None:
    """Prepare nothing."""


def no_page(_claim: Any) -> str | None:
    """Know of no claim which page it was written from."""
    return None


def no_pages(_project: Project) -> Mapping[int, str]:
    """Know of no claim which page it was written from."""
    return {}


def no_variant(_project: Project) -> str:
    """All projects have the same text."""
    return ""


def no_rest(_project: Project) -> int:
    """Assign a task as soon as it is there."""
    return 0


def nothing_more(_person: User, _project: Project) -> dict[str, Any]:
    """Show no more than every workflow shows."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow(Generic[Work, Stored]):
    """One kind of work. What has no default must be given.

    `exclude(person, project)` is the condition on `Task` of those that the person must never be assigned, beyond the
    ones they had before; blindness lives here, and so it has no default. `prefer(person, project)` is the condition of
    those that the person is given first, if there are any. `keeps_from_claims(person, project)` is the
    condition on tasks of claim verification of those that the person must never be assigned because of this work: of
    claims that came from what they wrote from. It holds while the workflow is off too. `subject` names the relations
    of `Task` that the workspace shows at once. `limit(project)` is the most that one person may do, None without limit.
    `payload(assignment, is_new)` returns everything the workspace needs, ready for JSON; `is_new` says that the
    assignment was made a moment ago. `submission_serializer` validates a submission, `client_id` and operations apart;
    `answer_key` is the key under which the API returns the client id of what was stored. `workspace` is the name of
    the URL of the workspace, with the argument `public_id`; by default `view`, the dotted path of a function of request
    and assignment, answers there. `title(task)` names a task in one line to whoever has or had it. `my_work(person,
    project)` returns what the template `<slug>/_my_work.html` shows besides; without this template My work has a
    general part. `guidelines` is a folder with `guidelines.md` and translations of it (`guidelines.de.md`);
    `guidelines_variant(project)` names another text in it, "lines" `guidelines.lines.md`. `labels` are those of a
    project that chooses no other; empty where annotators choose no label. `projects_choose_labels`: `Project.label_set`
    is for this workflow. `labels_in(project)` and `skip_reasons_in(project)` stand in the place of `labels` and
    `skip_reasons` where a project has its own in the workflow's tables. `comparable` and the fields after it are
    capabilities (`annotation.work.capabilities`).
    `bulk_store(works)` stores many submissions at once, each with its work; None: one by one, by `storage`
    (`annotation.work.past_work`).
    `open_tasks(project, claims)` creates tasks for new claims; with None for every claim of the project that has none.
    None if the workflow works on no claims. `opens(stored)` creates the tasks that follow a first submission, of
    whatever workflow, in its transaction, and returns them: they join its chain (`annotation.work.chains`).
    `calibrated_by`: None where nobody is calibrated, so that everybody works in production at once; `attention_checks`:
    hidden gold is mixed into the production of this work. `is_timed`: work that is done very fast is worth an alert.
    `reports_by_person(project)` counts, for Production, the reports that concern each person who does this work.
    `annotations_a_task(project)` is how many people are to do a new task in production. `rest_hours(project)`: how long
    a task that somebody's submission opened is assigned to nobody, so that they can still change what it is about.
    `on_by_default` says whether a new project has it on. `pages` are names of URLs that a project has only while a
    workflow that names them is on; those with the slug in their address are among them anyway.
    `prerequisite`: None unless other work waits for this one. `when_switched_on` runs when a project switches it on.
    `reading` says whether its people may read and search the corpus (`annotation.work.access.project_to_read_in`).
    `evidence_search(assignment)` says what its person may find by the evidence search of the API; None: there is none.
    `page_of_claim(claim)`: of work in which claims are written from a page, the title of that page; None of others.
    `pages_of_claims(project)`: the same of all, by claim, where claims of one page stand on one side of a split.
    """

    slug: str
    label: Text  # "claim verification"
    activity: Text  # "Verifying claims"
    items: Text  # "claims"
    role: Role
    exclude: Callable[[User, Project], Q]
    prefer: Callable[[User, Project], Q] = prefers_nothing
    keeps_from_claims: Callable[[User, Project], Q] | None = None
    subject: tuple[str, ...]
    limit: Callable[[Project], int | None]
    texts: QueueTexts = QueueTexts()
    skip_reasons: tuple[SkipReason, ...]
    payload: Callable[[Assignment, bool], Mapping[str, Any]]
    assignment_serializer: type[Serializer[Any]]
    submission_serializer: type[Serializer[Any]]
    storage: Storage[Work, Stored]
    answer_key: str
    guidelines: Path
    guidelines_variant: Callable[[Project], str] = no_variant
    workspace: str = "work"
    view: str = ""
    labels: LabelSet = NO_LABELS
    labels_in: Callable[[Project], LabelSet] | None = None
    skip_reasons_in: Callable[[Project], tuple[SkipReason, ...]] | None = None
    projects_choose_labels: bool = False
    submission_context: Callable[[Assignment], dict[str, Any]] = no_context
    draft_problems: Callable[[Body], Problems] = no_problems
    draft_evidence: Callable[[Body], Iterable[str]] = cites_nothing
    editable: Editable[Any, Any] | None = None
    bulk_store: Callable[[Sequence[tuple[Submission, Work]]], Sequence[Stored]] | None = None
    open_tasks: Callable[[Project, Sequence[Any] | None], Sequence[Task]] | None = None
    opens: Callable[[Stored], Sequence[Task]] | None = None
    calibrated_by: CalibratedBy | None = None
    attention_checks: bool = False
    is_timed: bool = True
    annotations_a_task: Callable[[Project], int] = one_annotation
    rest_hours: Callable[[Project], int] = no_rest
    on_by_default: bool = False
    pages: tuple[str, ...] = ()
    title: Callable[[Task], str] = no_title
    my_work: Callable[[User, Project], dict[str, Any]] = nothing_more
    comparable: Comparable | None = None
    calibratable: Calibratable | None = None
    adjudicable: Adjudicable | None = None
    releasable: Releasable | None = None
    importable: Importable | None = None
    reportable: Reportable | None = None
    samplable: Samplable | None = None
    settings: OwnSettings | None = None
    guided: Guided | None = None
    reading: Reading = Reading.CORPUS
    evidence_search: Callable[[Assignment], SearchScope | None] = no_search
    reports_by_person: Callable[[Project], Mapping[int, int]] = no_reports
    prerequisite: Prerequisite | None = None
    when_switched_on: Callable[[Project], object] = nothing_to_prepare
    page_of_claim: Callable[[Any], str | None] = no_page
    pages_of_claims: Callable[[Project], Mapping[int, str]] = no_pages

    @property
    def roles(self) -> tuple[Role, ...]:
        """The roles whose people do this work."""
        return (self.role,) if self.prerequisite is None else self.prerequisite.roles


AnyWorkflow = Workflow[Any, Any]
