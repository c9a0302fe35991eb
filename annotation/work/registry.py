"""Registry of workflows: the records that `settings.ATTEST_WORKFLOWS` names, and which of them a project has on."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from django.conf import settings
from django.core.signals import setting_changed
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from annotation.errors import AnnotationError
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project, Role
from annotation.vocabulary.label_set import LabelSet
from annotation.work.capabilities import Samplable
from annotation.work.models import Assignment, AssignmentState
from annotation.work.skip_reasons import SkipReason
from annotation.work.workflow import AnyWorkflow, CalibratedBy

OPEN = (AssignmentState.HELD, AssignmentState.PARKED, AssignmentState.EXPIRED)  # can still be submitted
# Names of URLs that a project has while a workflow is on in which people are calibrated.
PAGES_OF_CALIBRATION = (
    "quality-calibration",
    "quality-candidate-item",
    "quality-gold",
    "quality-gold-tasks",
    "quality-gold-make",
    "quality-gold-item",
)
# Roles that are no workflow's.
STANDING_ROLES = (Role.MANAGER, Role.ADJUDICATOR, Role.OBSERVER)


class UnknownWorkflow(AnnotationError):
    """No registered workflow has this slug, or it is off in the project; its message names those that are there."""

    def __init__(self, slug: str, known: Iterable[str]) -> None:
        names = {"kind": slug[:80], "known": ", ".join(known)}
        message = _("There is no kind of work “%(kind)s”. Known are: %(known)s.") % names
        super().__init__("unknown_kind", message, 404)


@functools.cache
def workflows() -> dict[str, AnyWorkflow]:
    """Return the workflows by slug, in the order of the setting. Raises ImportError for a path that leads nowhere."""
    records: list[AnyWorkflow] = [import_string(path) for path in settings.ATTEST_WORKFLOWS]
    return {record.slug: record for record in records}


@functools.cache
def folders() -> dict[str, tuple[str, ...]]:
    """Return the slugs of the workflows by the folder of their module: several records may share one.

    Pages, endpoints, audits and tables of reports are found by this folder.
    """
    found: dict[str, tuple[str, ...]] = {}
    for path in settings.ATTEST_WORKFLOWS:
        folder = path.split(".")[-3]
        found[folder] = (*found.get(folder, ()), import_string(path).slug)
    return found


def folder_of(slug: str) -> str:
    """Return the folder of a registered workflow; the slug itself of another."""
    return next((folder for folder, slugs in folders().items() if slug in slugs), slug)


def get_workflow(slug: str) -> AnyWorkflow:
    """Return the workflow of this slug, whether or not a project has it on. Raises UnknownWorkflow."""
    return _found(slug, workflows())


def workflow_of(assignment: Assignment) -> AnyWorkflow:
    """Return the workflow of an assignment. Raises UnknownWorkflow if it was removed since."""
    return get_workflow(assignment.kind)


def default_workflows() -> list[str]:
    """Return the slugs of the workflows that are on in a new project."""
    return [slug for slug, record in workflows().items() if record.on_by_default]


def workflows_of(project: Project) -> dict[str, AnyWorkflow]:
    """Return the registered workflows that the project has switched on, by slug, in the order of the setting.

    Views, navigation and API ask nothing else: what is not in here is neither shown nor reachable.
    """
    return {slug: record for slug, record in workflows().items() if slug in project.workflows}


def prepare_workflows(project: Project, slugs: Iterable[str] | None = None) -> None:
    """Run `when_switched_on` of these workflows, by default of all that are on, as in a new project."""
    for record in workflows_of(project).values() if slugs is None else map(get_workflow, slugs):
        record.when_switched_on(project)


def workflow_in(project: Project, slug: str) -> AnyWorkflow:
    """Return the workflow of this slug if the project has it on. Raises UnknownWorkflow."""
    return _found(slug, workflows_of(project))


def workflows_for(project: Project, *roles: Role | str) -> list[AnyWorkflow]:
    """Return the workflows of the project that a person with these roles works in, in the order of the setting."""
    return [record for record in workflows_of(project).values() if any(role in roles for role in record.roles)]


def roles_in(project: Project) -> list[Role]:
    """Return the roles that members can have: those of its workflows, and those that are no workflow's.

    A prerequisite brings none: it leads to the work of the others.
    """
    wanted = {
        *STANDING_ROLES,
        *(record.role for record in workflows_of(project).values() if record.prerequisite is None),
    }
    return [role for role in Role if role in wanted]


def labels_of(project: Project, workflow: AnyWorkflow) -> LabelSet:
    """Return the labels that annotators choose from in this workflow of the project."""
    if workflow.labels_in is not None:
        return workflow.labels_in(project)
    return label_set_of(project) if workflow.projects_choose_labels else workflow.labels


def skip_reasons_in(project: Project, workflow: AnyWorkflow) -> tuple[SkipReason, ...]:
    """Return the reasons to skip a task of this workflow in the project."""
    return workflow.skip_reasons if workflow.skip_reasons_in is None else workflow.skip_reasons_in(project)


def comparable_workflows(project: Project) -> dict[str, AnyWorkflow]:
    """Return the workflows that are on and whose answers can be compared, by slug."""
    return {slug: record for slug, record in workflows_of(project).items() if record.comparable}


def kinds_on_claims() -> list[str]:
    """Return the slugs of the workflows that work on claims: every claim gets a task by `open_tasks`."""
    return [slug for slug, record in workflows().items() if record.open_tasks is not None]


def kinds_calibrated_by(way: CalibratedBy) -> list[str]:
    """Return the slugs of the workflows whose calibration is scored this way."""
    return [slug for slug, record in workflows().items() if record.calibrated_by is way]


def samplable_workflow(slug: str = "") -> Samplable | None:
    """Return how tasks are drawn from a corpus, by this or the first registered workflow that does; None if none
    does."""
    known = (one for one in workflows().values() if one.samplable is not None and (not slug or one.slug == slug))
    return next((one.samplable for one in known), None)


def skip_reasons_of(project: Project) -> dict[str, SkipReason]:
    """Return the reasons to skip work that the project's workflows offer, by value, in the order of the workflows."""
    records = workflows_of(project).values()
    return {reason.value: reason for record in records for reason in skip_reasons_in(project, record)}


def is_reachable(project: Project, page: str) -> bool:
    """Check whether a page exists in the project: no workflow names it in its `pages`, or one that is on does."""
    if not any(page in _pages_of(record) for record in workflows().values()):
        return True
    return any(page in _pages_of(record) for record in workflows_of(project).values())


def _pages_of(record: AnyWorkflow) -> tuple[str, ...]:
    return record.pages if record.calibrated_by is None else (*record.pages, *PAGES_OF_CALIBRATION)


def is_shown(assignment: Assignment) -> bool:
    """Check whether its person may see the assignment. While its workflow is off they may until they submit it."""
    on = workflows_of(assignment.project) if assignment.state not in OPEN else workflows()
    return assignment.kind in on


def _found(slug: str, known: Mapping[str, AnyWorkflow]) -> AnyWorkflow:
    found = known.get(slug)
    if found is None:
        raise UnknownWorkflow(slug, known)
    return found


def subjects(prefix: str = "") -> tuple[str, ...]:
    """Relations from a task to what the work of each registered workflow is about, for `select_related`."""
    return tuple(f"{prefix}{relation}" for workflow in workflows().values() for relation in workflow.subject)


def _forget(*, setting: str, **_kwargs: object) -> None:
    if setting == "ATTEST_WORKFLOWS":
        workflows.cache_clear()
        folders.cache_clear()


setting_changed.connect(_forget)  # tests override settings
