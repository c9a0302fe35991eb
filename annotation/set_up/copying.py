"""Copy settings, labels, guidelines and gold from another project. A preview is a copy that is rolled back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.actions.rules.models import QualityRules, rules_of
from annotation.actions.rules.rules_job import watch_rules
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.claims.claim_importer import BadClaims, open_missing_tasks
from annotation.discussion.visibility import most_edit_hours
from annotation.errors import AnnotationError
from annotation.projects.data_version import bump
from annotation.projects.label_sets import label_set_json, label_set_of
from annotation.projects.models import Guidelines, Project, Role
from annotation.quality.adjudication.second import draw_again
from annotation.quality.calibration.gold_importer import import_gold
from annotation.quality.calibration.gold_items import make_highlight_gold
from annotation.quality.calibration.models import GoldItem
from annotation.quality.label_choice import choose_labels
from annotation.quality.sampling.hidden_items import draw_from_waiting
from annotation.suggestions.enqueue import ask_for_suggestions
from annotation.vocabulary.tasks import Phase
from annotation.work.guidelines import write_guidelines
from annotation.work.registry import prepare_workflows, subjects, workflows, workflows_of
from annotation.workflows.models import GenerationItem, Highlight
from corpus.models import Corpus
from corpus.page.content_hash import content_hash
from corpus.page.element_id import BadElementId, parse
from corpus.page.elements import UnknownElement
from corpus.store import PageNotFound, get_page

# Fields of `Project` that belong to one project alone. Seeds stay: equal ones would draw the same places.
NOT_COPIED = frozenset(
    ("id", "slug", "name", "description", "corpus", "created_at", "label_set", "workflows")
    + ("qa_seed", "suggestion_seed", "check_seed")
)


class Part(StrEnum):
    """What can be copied."""

    SETTINGS = "settings"
    LABELS = "labels"
    GUIDELINES = "guidelines"
    GOLD = "gold"


@dataclass(frozen=True, slots=True)
class ChangedSetting:
    """A field of `Project` with its value before and after."""

    name: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that is not copied, with the reason as a sentence."""

    what: str
    why: str


@dataclass(slots=True)
class Copied:
    """What was copied, or would be. `guidelines`: kind -> number of the new version. `gold`: phase -> items;
    `known`: gold that the project has already."""

    settings: list[ChangedSetting] = field(default_factory=list)
    labels: tuple[str, str] | None = None
    guidelines: dict[str, int] = field(default_factory=dict)
    gold: dict[Phase, int] = field(default_factory=dict)
    known: int = 0
    left_out: list[LeftOut] = field(default_factory=list)

    @property
    def is_nothing(self) -> bool:
        """Whether nothing changes."""
        return not (self.settings or self.labels or self.guidelines or self.gold)


def sources_for(project: Project, person: User) -> list[Project]:
    """Other projects that the person manages, by name."""
    managed = person.memberships.filter(role=Role.MANAGER).exclude(project=project).values("project")
    return list(Project.objects.filter(pk__in=managed).select_related("corpus").order_by("name"))


@transaction.atomic
def preview(source: Project, target: Project, parts: Iterable[Part], by: User) -> Copied:
    """What `copy_parts` would do. Nothing is stored."""
    found = copy_parts(source, target, parts, by)
    transaction.set_rollback(True)
    return found


@transaction.atomic
def copy_parts(source: Project, target: Project, parts: Iterable[Part], by: User) -> Copied:
    """Copy these parts. What cannot be copied is left out and named; everything else is stored together.

    Labels come before gold, whose verdicts are theirs.
    """
    target = Project.objects.select_for_update(of=("self",), no_key=True).select_related("corpus").get(pk=target.pk)
    wanted, copied = set(parts), Copied()
    if Part.SETTINGS in wanted:
        _settings(source, target, copied)
    if Part.LABELS in wanted:
        _labels(source, target, by, copied)
    if Part.GUIDELINES in wanted:
        _guidelines(source, target, by, copied)
    if Part.GOLD in wanted:
        _gold(source, target, by, copied)
    bump(target.pk)
    before = {one.name: one.before for one in copied.settings}
    after = {one.name: one.after for one in copied.settings} | {
        "source": source.pk,
        "parts": sorted(wanted),
        "gold": sum(copied.gold.values()),
    }
    record(Act.PROJECT_COPIED, by=by, project=target, before=before, after=after)
    return copied


def _settings(source: Project, target: Project, copied: Copied) -> None:
    changed = []
    for one in Project._meta.concrete_fields:
        before, after = getattr(target, one.attname), getattr(source, one.attname)
        if one.name in NOT_COPIED or before == after:
            continue
        if one.name == "edit_hours" and _would_open_what_was_seen(target, after):
            why = _("Annotators may already have seen other answers and could change theirs again.")
            copied.left_out.append(LeftOut(one.name, why))
            continue
        setattr(target, one.attname, deepcopy(after))
        changed.append(ChangedSetting(one.name, before, after))
    switched_on = _switched_on(source, target, changed)
    target.save(update_fields=[one.name for one in changed])
    if any(one.name == "second_adjudication_share" for one in changed):
        draw_again(target)
    draw_from_waiting(target)
    copied.settings = [*changed, *_rules(source, target), *_of_workflows(source, target, copied)]
    if switched_on:
        open_missing_tasks(target, switched_on)
        prepare_workflows(target, switched_on)
    if any(one.name == "suggestions_on" and one.after for one in changed):
        ask_for_suggestions(target)


def _rules(source: Project, target: Project) -> list[ChangedSetting]:
    """The rules of adaptive quality, where any is on or was."""
    theirs = rules_of(source.pk) or QualityRules(project=source)
    own = rules_of(target.pk) or QualityRules(project=target)
    changed = []
    for one in QualityRules._meta.concrete_fields:
        before, after = getattr(own, one.attname), getattr(theirs, one.attname)
        if one.name not in ("id", "project") and before != after:
            setattr(own, one.attname, after)
            changed.append(ChangedSetting(one.name, before, after))
    if changed:
        own.save()
        if own.gold_pause or own.qa_raise:
            watch_rules(target)
    return changed


def _of_workflows(source: Project, target: Project, copied: Copied) -> list[ChangedSetting]:
    """The settings that workflows keep in tables of their own, of those that the source has on."""
    changed = []
    for slug, workflow in workflows_of(source).items():
        own = workflow.settings
        if own is not None:  # nobody works by them before the next draw and the next task
            before, after = own.read(target), own.read(source)
            if before == after:
                continue
            try:
                own.write(target, after)
            except AnnotationError as error:
                told = {one.why for one in copied.left_out}  # several kinds of work can share their settings
                copied.left_out += [LeftOut(slug, error.message)] if error.message not in told else []
            else:
                changed.append(ChangedSetting(slug, before, after))
    return changed


def _would_open_what_was_seen(target: Project, hours: int) -> bool:
    is_longer = target.edit_hours and (not hours or hours > target.edit_hours)
    most = most_edit_hours(target) if is_longer else None
    return most is not None and not 0 < hours <= most


def _switched_on(source: Project, target: Project, changed: list[ChangedSetting]) -> list[str]:
    """Switch on the workflows of the source, and none off: somebody may be at work in it."""
    missing = [slug for slug in workflows_of(source) if slug not in target.workflows]
    if missing:
        changed.append(ChangedSetting("workflows", list(target.workflows), [*target.workflows, *missing]))
        target.workflows = [*target.workflows, *missing]
    return missing


def _labels(source: Project, target: Project, by: User, copied: Copied) -> None:
    before, after = label_set_of(target), label_set_of(source)
    if source.label_set == target.label_set or before == after:
        return
    try:
        with transaction.atomic():
            choose_labels(target, label_set_json(source), by)
    except AnnotationError as error:
        copied.left_out.append(LeftOut(_("Labels"), error.message))
    else:
        copied.labels = (_names(before), _names(after))


def _names(labels: Iterable[Any]) -> str:
    return ", ".join(str(one.name) for one in labels)


def _guidelines(source: Project, target: Project, by: User, copied: Copied) -> None:
    """The latest version of each kind of work that the target has; of Attest's own text there is nothing to copy."""
    for kind in workflows_of(target):
        newest = Guidelines.objects.filter(project=source, kind=kind).order_by("-version").first()
        if newest is None:
            continue
        has_before = Guidelines.objects.filter(project=target, kind=kind, text=newest.text).exists()
        written = write_guidelines(project=target, kind=kind, text=newest.text, author=by)
        if not has_before and written.text == newest.text:
            copied.guidelines[kind] = written.version


def _gold(source: Project, target: Project, by: User, copied: Copied) -> None:
    items = GoldItem.objects.filter(task__project=source, task__withdrawn_at__isnull=True)
    for item in items.select_related("task", *subjects("task__")):
        phase = Phase(item.task.phase)
        record = workflows().get(item.task.kind)
        what = "" if record is None else record.title(item.task)[:120]
        try:
            with transaction.atomic():
                is_new = _copy_item(source, target, item, phase, by)
        except BadClaims as error:
            copied.left_out.append(LeftOut(what, error.problems[0].remedy))
        except AnnotationError as error:
            copied.left_out.append(LeftOut(what, error.message))
        else:
            copied.known += not is_new
            if is_new:
                copied.gold[phase] = copied.gold.get(phase, 0) + 1


def _copy_item(source: Project, target: Project, item: GoldItem, phase: Phase, by: User) -> bool:
    """Whether the item is new. Raises AnnotationError, BadClaims."""
    if item.task.kind not in workflows_of(target):
        raise _left_out(_("This kind of work is off in this project."))
    highlight = Highlight.objects.filter(generation_item__task=item.task).first()
    if highlight is not None:
        _check_same(source.corpus, target.corpus, highlight.element_ids)
        return _copy_highlight(target, highlight, item, phase, by)
    verification = getattr(item.task, "verification_item", None)
    if verification is None:
        words = _("Tasks of this kind are imported from a file: %(kind)s.")
        raise _left_out(words % {"kind": capfirst(str(workflows()[item.task.kind].label))})
    _check_same(source.corpus, target.corpus, (one for ids in item.sets for one in ids))
    row = {"claim": verification.claim.text, "label": item.verdict, "challenges": item.challenges}
    line = json.dumps(row | {"evidence": item.sets, "comment": item.comment})
    return bool(import_gold(project=target, phase=phase, lines=[line], by=by).created)


def _copy_highlight(target: Project, highlight: Highlight, item: GoldItem, phase: Phase, by: User) -> bool:
    there = Highlight.objects.filter(project=target, page_title=highlight.page_title).first()
    if there is not None:
        known = GoldItem.objects.filter(task__generation_item__highlight=there, task__phase=phase)
        if there.element_ids == highlight.element_ids and known.exists():
            return False
        raise _left_out(_("This project has a highlight of this page already."))
    fields = ("kind", "page_title", "element_ids", "type_one_is_true", "several_pages", "mutation", "mutated_type")
    made = Highlight.objects.create(project=target, **{name: getattr(highlight, name) for name in fields})
    GenerationItem.objects.create_tasks(target, [made])
    make_highlight_gold(highlight=made, phase=phase, references=item.references, comment=item.comment, by=by)
    return True


def _check_same(source: Corpus, target: Corpus, element_ids: Iterable[str]) -> None:
    """Raise AnnotationError unless both corpora have these elements with the same words."""
    if source.pk == target.pk:
        return
    for element_id in element_ids:
        try:
            title = parse(element_id).page
            there = content_hash(get_page(target, title), element_id)
        except (BadElementId, PageNotFound, UnknownElement):
            raise _left_out(_("The corpus of this project does not have “%(id)s”.") % {"id": element_id}) from None
        if there != content_hash(get_page(source, title), element_id):
            raise _left_out(_("“%(id)s” has other words in the corpus of this project.") % {"id": element_id})


def _left_out(why: str) -> AnnotationError:
    return AnnotationError("left_out", why)
