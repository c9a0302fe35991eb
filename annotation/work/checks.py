"""System checks of the registered workflows: each error names the workflow and the piece that is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import FieldError
from django.urls import NoReverseMatch, reverse
from django.utils.module_loading import import_string

from annotation.projects.models import Role
from annotation.work import skip_reasons
from annotation.work.models import Submission, Task
from annotation.work.workflow import AnyWorkflow, CalibratedBy, Workflow

NO_ASSIGNMENT = "00000000-0000-0000-0000-000000000000"
STORAGE = ("prepare", "missing_operations", "store", "load", "explain")


@register()
def check_workflows(**_kwargs: object) -> list[CheckMessage]:
    """Check every entry of ATTEST_WORKFLOWS."""
    paths: list[str] = list(settings.ATTEST_WORKFLOWS)
    if not paths:
        return [_error(1, "ATTEST_WORKFLOWS is empty", "Name at least one workflow in the settings.")]
    messages: list[CheckMessage] = []
    slugs: list[str] = []
    for path in paths:
        try:
            record = import_string(path)
        except ImportError as error:
            messages.append(_error(2, f"{path} cannot be imported: {error}", "Correct the path in ATTEST_WORKFLOWS."))
            continue
        if not isinstance(record, Workflow):
            hint = "Name a record of annotation.work.workflow.Workflow."
            messages.append(_error(3, f"{path} is no Workflow", hint))
            continue
        slugs.append(record.slug)
        messages.extend(_problems(record))
    twice = [slug for slug, count in Counter(slugs).items() if count > 1]
    messages.extend(_error(4, f"two workflows have the slug {slug}", "Give each its own.") for slug in twice)
    return messages


def _problems(workflow: AnyWorkflow) -> Iterator[CheckMessage]:
    longest = Task._meta.get_field("kind").max_length or 0
    if not workflow.slug.replace("_", "").isalnum() or len(workflow.slug) > longest:
        hint = f"Use letters, digits and underscores, at most {longest}."
        yield _error(5, f"the slug {workflow.slug!r} cannot be stored", hint)
    needed: dict[str, Callable[..., object]] = {
        name: getattr(workflow, name) for name in ("exclude", "payload", "limit")
    }
    needed |= {f"storage.{name}": getattr(workflow.storage, name, None) for name in STORAGE}  # type: ignore[misc]
    for name in (name for name, piece in needed.items() if not callable(piece)):
        yield _error(6, f"workflow {workflow.slug} has no {name}", "Give it a function (docs/write-a-workflow.md).")
    if workflow.role not in Role.values:
        yield _error(7, f"workflow {workflow.slug} has the unknown role {workflow.role!r}", "Take one of Role.")
    for reason in workflow.skip_reasons:
        if not isinstance(reason, skip_reasons.SkipReason) or not 0 < len(reason.value) <= skip_reasons.LONGEST_VALUE:
            hint = f"Give each a SkipReason with a value of at most {skip_reasons.LONGEST_VALUE} characters."
            yield _error(8, f"workflow {workflow.slug} has the unknown skip reason {reason!r}", hint)
    if workflow.prerequisite is not None and workflow.role not in workflow.prerequisite.roles:
        message = f"the prerequisite of workflow {workflow.slug} leaves its own role out"
        yield _error(16, message, "Add it to Prerequisite.roles.")
    if not (workflow.guidelines / "guidelines.md").is_file():
        hint = f"Write {workflow.guidelines / 'guidelines.md'}; it may be empty."
        yield _error(9, f"workflow {workflow.slug} has no guidelines", hint)
    try:
        reverse(workflow.workspace, args=[NO_ASSIGNMENT])
    except NoReverseMatch:
        hint = "Add a page of this name, with the argument public_id, to the URLs."
        yield _error(10, f"workflow {workflow.slug} has no page {workflow.workspace!r}", hint)
    if workflow.workspace == "work" and not _is_function(workflow.view):
        hint = "Give its dotted path as `view`, or a page of its own as `workspace`."
        yield _error(11, f"workflow {workflow.slug} has no view {workflow.view!r}", hint)
    yield from _capability_problems(workflow)


def _capability_problems(workflow: AnyWorkflow) -> Iterator[CheckMessage]:
    comparable = workflow.comparable
    if comparable is not None and not workflow.labels:
        yield _error(12, f"workflow {workflow.slug} is comparable and has no labels", "Give it a LabelSet as `labels`.")
    if comparable is not None and not _is_field(comparable.field):
        hint = "Give the path of a field from Submission, such as toyanswer__answer."
        yield _error(13, f"workflow {workflow.slug} is compared by {comparable.field!r}, which is no field", hint)
    if workflow.adjudicable is not None and (comparable is None or not _is_page(workflow.adjudicable.queue)):
        hint = "Give it `comparable`, and as `queue` the name of a page of a project."
        yield _error(15, f"workflow {workflow.slug} cannot be adjudicated", hint)
    releasable = workflow.releasable
    if releasable is not None and releasable.row is not None and comparable is None:
        hint = "Give it `comparable`: a row has the label that its field names."
        yield _error(16, f"workflow {workflow.slug} releases rows without a label", hint)
    pieces = () if workflow.importable is None else fields(workflow.importable)
    for name in (one.name for one in pieces if not callable(getattr(workflow.importable, one.name))):
        yield _error(17, f"workflow {workflow.slug} has no importable.{name}", "Give it a function.")
    values = [] if workflow.reportable is None else [reason.value for reason in workflow.reportable.reasons]
    if workflow.reportable is not None and (not values or len(values) > len(set(values)) or not all(values)):
        hint = "Give each reason a value of its own."
        yield _error(18, f"workflow {workflow.slug} has no or two equal reasons for reporting", hint)
    needs_gold = workflow.calibrated_by is CalibratedBy.GOLD or workflow.attention_checks
    if needs_gold and (workflow.calibratable is None or comparable is None):
        hint = "Give it `calibratable` and `comparable`: scores compare labels."
        yield _error(14, f"workflow {workflow.slug} is scored by gold and has no score", hint)


def _is_field(path: str) -> bool:
    try:
        Submission.objects.order_by().values_list(path)
    except FieldError:
        return False
    return bool(path)


def _is_page(name: str) -> bool:
    try:
        return bool(reverse(name, args=["project"]))
    except NoReverseMatch:
        return False


def _is_function(path: str) -> bool:
    try:
        return callable(import_string(path))
    except ImportError:
        return False


def _error(number: int, message: str, hint: str) -> Error:
    return Error(f"{message}.", hint=hint, id=f"attest.E{number:03d}")
