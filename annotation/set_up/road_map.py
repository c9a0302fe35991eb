"""The steps of a project before production begins: which are done, which are missing, and what follows without them.

Every step asks the records of the workflows that are on, so that a project of other workflows has other steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any

from django.db.models import Count, F, Max, Sum
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotation.accounts.invitations import invited
from annotation.accounts.models import User
from annotation.claims.models import Claim
from annotation.projects.joining import unaccepted
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Guidelines, Project, Role
from annotation.quality.calibration.models import GoldItem
from annotation.set_up.corpus_status import CorpusStatus, corpus_status
from annotation.vocabulary.tasks import CALIBRATING, Phase
from annotation.work.models import Task
from annotation.work.registry import labels_of, workflows_of
from annotation.work.workflow import AnyWorkflow, cites_nothing


class State(StrEnum):
    """State of a step. An optional one may be left out for good."""

    DONE = "done"
    MISSING = "missing"
    OPTIONAL = "optional"


@dataclass(frozen=True, slots=True)
class Step:
    """One step. `page`, `arguments`: name of the URL where it is done, and its arguments besides the project's slug.

    `facts`: sentences with numbers. `without`: what follows if it is skipped. `fragment`: the part of the page.
    """

    name: str
    title: str
    state: State
    facts: list[str]
    without: str
    page: str
    link: str
    arguments: dict[str, Any] = field(default_factory=dict)
    fragment: str = ""


@dataclass(frozen=True, slots=True)
class _Counts:
    """What the steps read, asked once. `gold`: (kind, phase) -> items. `tasks`: kind -> (tasks, open annotations)."""

    workflows: dict[str, AnyWorkflow]
    roles: dict[str, int]
    gold: dict[tuple[str, int], int]
    tasks: dict[str, tuple[int, int]]
    guidelines: dict[str, int]
    invited: int
    asked: list[list[str]]  # the roles of each who was asked to join


def road_map(project: Project, *, ask_engine: bool = True) -> list[Step]:
    """The steps in the order in which they are best done. `ask_engine`: as of `corpus_status`."""
    counts = _counted(project)
    steps: list[Step] = []
    if _needs_corpus(counts.workflows):
        status = corpus_status(project, ask_engine=ask_engine)
        steps += [_corpus(status), _index(status)]
    steps += _labels(project, counts.workflows)
    steps += _guidelines(project, counts)
    steps += [_people(counts)]
    steps += _screening(counts)
    steps += _gold(project, counts)
    steps += _work(project, counts)
    steps += _overlap(project, counts.workflows)
    return [*steps, *_suggestions(project, counts.workflows)]


def missing_steps(project: Project) -> int:
    """Number of steps that are missing, for a page that must not wait for the search engine."""
    return sum(step.state is State.MISSING for step in road_map(project, ask_engine=False))


def _counted(project: Project) -> _Counts:
    gold = GoldItem.objects.filter(task__project=project, task__withdrawn_at__isnull=True).order_by()
    tasks = Task.objects.filter(project=project, phase=Phase.PRODUCTION, withdrawn_at__isnull=True).order_by()
    members = project.memberships.order_by().values_list("role").annotate(n=Count("user", distinct=True))
    written = Guidelines.objects.filter(project=project).order_by().values_list("kind").annotate(n=Max("version"))
    numbers = tasks.values_list("kind").annotate(
        n=Count("pk"), left=Sum(F("required_annotations") - F("assigned_count"))
    )
    return _Counts(
        workflows=workflows_of(project),
        roles=dict(members),
        gold={
            (kind, phase): n for kind, phase, n in gold.values_list("task__kind", "task__phase").annotate(n=Count("pk"))
        },
        tasks={kind: (n, left or 0) for kind, n, left in numbers},
        guidelines=dict(written),
        invited=invited(User.objects.filter(memberships__project=project).distinct()).count(),
        asked=[one.roles for one in unaccepted(project) if one.is_open()],
    )


def _needs_corpus(on: dict[str, AnyWorkflow]) -> bool:
    """Whether a workflow draws from the corpus or cites it."""
    return any(one.samplable or one.open_tasks or one.draft_evidence is not cites_nothing for one in on.values())


def _corpus(status: CorpusStatus) -> Step:
    pages = ngettext("%(count)d page", "%(count)d pages", status.pages) % {"count": status.pages}
    facts = [f"{status.corpus.name}: {pages}"]
    if status.import_state == "begun":
        facts.append(_("The import is not complete."))
    return Step(
        name="corpus",
        title=_("Corpus"),
        state=State.DONE if status.import_state == "complete" else State.MISSING,
        facts=facts,
        without=_("Nobody can read pages, draw highlights or cite evidence."),
        page="manage-corpus",
        link=_("Import pages") if status.import_state != "complete" else _("Corpus and index"),
    )


def _index(status: CorpusStatus) -> Step:
    facts = {"missing": _("There is none yet."), "stale": _("It is older than the corpus."), "current": _("Current.")}
    return Step(
        name="index",
        title=_("Search index"),
        state=State.DONE if status.index == "current" and status.pages else State.MISSING,
        facts=[facts[status.index]],
        without=_("Pages open by their exact title only: nobody finds evidence by searching."),
        page="manage-corpus",
        link=_("Build the index") if status.index != "current" else _("Corpus and index"),
        fragment="index",
    )


def _labels(project: Project, on: dict[str, AnyWorkflow]) -> Iterator[Step]:
    chosen = [one for one in on.values() if one.projects_choose_labels]
    if not chosen:
        return
    names = ", ".join(str(label.name) for label in labels_of(project, chosen[0]))
    yield Step(
        name="labels",
        title=_("Labels"),
        state=State.DONE if project.label_set is not None else State.OPTIONAL,
        facts=[names],
        without=_("Annotators choose from the labels of FEVEROUS. They cannot be changed once one has been given."),
        page="manage-labels",
        link=_("Labels"),
    )


def _guidelines(project: Project, counts: _Counts) -> Iterator[Step]:
    for slug, record in counts.workflows.items():
        version = counts.guidelines.get(slug, 0)
        has_text = any(record.guidelines.glob("guidelines*.md"))
        # Attest's own text explains Attest's own labels.
        own_labels = record.projects_choose_labels and label_set_of(project).values != record.labels.values
        fits = has_text and not own_labels
        fact = _("Version %(version)d of your own.") % {"version": version}
        if not version:
            fact = _("Attest’s own text is shown.") if has_text else _("There are none.")
        yield Step(
            name=f"guidelines-{slug}",
            title=_("Guidelines: %(kind)s") % {"kind": record.label},
            state=State.DONE if version else State.OPTIONAL if fits else State.MISSING,
            facts=[fact],
            without=_("Annotators work by Attest’s own text.")
            if fits
            else _("Annotators have no rules for their labels."),
            page="guidelines-edit",
            link=_("Write the guidelines"),
            arguments={"kind": slug},
        )


def _people(counts: _Counts) -> Step:
    roles = dict.fromkeys(role for one in counts.workflows.values() for role in one.roles)
    shown = dict.fromkeys((*roles, *(Role(role) for role in counts.roles if role in Role.values)))
    facts = [f"{capfirst(str(Role(role).label))}: {counts.roles.get(role, 0)}" for role in shown]
    if counts.asked:
        words = ngettext("%(count)d was asked to join", "%(count)d were asked to join", len(counts.asked))
        facts.append(words % {"count": len(counts.asked)})
    if counts.invited:
        words = ngettext(
            "%(count)d has not chosen a password yet", "%(count)d have not chosen a password yet", counts.invited
        )
        facts.append(words % {"count": counts.invited})
    return Step(
        name="people",
        title=_("People"),
        state=State.DONE if {*roles} <= {*filter(counts.roles.get, roles)}.union(*counts.asked) else State.MISSING,
        facts=facts,
        without=_("A kind of work without people is not done. A writer never verifies a claim of their own."),
        page="manage-invitations" if counts.invited or counts.asked else "manage-people",
        link=_("Invitation links") if counts.invited or counts.asked else _("Add people"),
    )


def _screening(counts: _Counts) -> Iterator[Step]:
    for slug, record in counts.workflows.items():
        if record.prerequisite is not None:
            items = counts.tasks.get(slug, (0, 0))[0]
            yield Step(
                name=f"prerequisite-{slug}",
                title=capfirst(str(record.label)),
                state=State.DONE if items else State.MISSING,
                facts=[f"{capfirst(str(record.items))}: {items}"],
                without=_("Everybody has to pass it before other work: without items nobody can begin."),
                page=record.pages[0] if record.pages else "manage-settings",
                link=capfirst(str(record.label)),
            )


def _gold(project: Project, counts: _Counts) -> Iterator[Step]:
    calibrated = {slug: one for slug, one in counts.workflows.items() if one.calibrated_by is not None}
    for slug, record in calibrated.items():
        items = [counts.gold.get((slug, phase), 0) for phase in CALIBRATING]
        facts = [
            _("Phase %(phase)d: %(count)d gold items") % {"phase": n, "count": count}
            for n, count in enumerate(items, 1)
        ]
        facts.append(_("Calibration is on.") if project.calibration else _("Calibration is off."))
        yield Step(
            name=f"calibration-{slug}",
            title=_("Calibration: %(kind)s") % {"kind": record.label},
            state=_state_of_gold(project, has_gold=all(items)),
            facts=facts,
            without=_("Nobody gets past a phase without gold items.")
            if project.calibration
            else _("Everybody works in production at once, and nobody knows how well."),
            page="quality-gold" if project.calibration else "manage-settings",
            link=_("Gold items") if project.calibration else _("Switch calibration on"),
            fragment="" if project.calibration else "calibration",
        )
    checked = {slug: one for slug, one in calibrated.items() if one.attention_checks}
    for slug, record in checked.items():
        items = [counts.gold.get((slug, Phase.SILENT), 0)]
        wanted = project.silent_gold_rate
        yield Step(
            name=f"attention-{slug}",
            title=_("Attention checks: %(kind)s") % {"kind": record.label},
            state=State.OPTIONAL if not wanted else State.DONE if items[0] else State.MISSING,
            facts=[_("%(share)d %% of the claims, from %(count)d gold items") % {"share": wanted, "count": items[0]}],
            without=_("Nobody notices by itself when somebody’s work gets worse in production."),
            page="quality-gold" if wanted else "manage-settings",
            link=_("Gold items") if wanted else _("Set a share"),
            fragment="" if wanted else "calibration",
        )


def _state_of_gold(project: Project, *, has_gold: bool) -> State:
    if not project.calibration:
        return State.OPTIONAL
    return State.DONE if has_gold else State.MISSING


def _work(project: Project, counts: _Counts) -> Iterator[Step]:
    """What people work on: drawn from the corpus, imported, or opened by other work."""
    is_opened = any(one.opens is not None for one in counts.workflows.values())
    for slug, record in counts.workflows.items():
        tasks, left = counts.tasks.get(slug, (0, 0))
        fact = _("%(items)s: %(tasks)d, annotations still to be taken: %(left)d")
        shown = {"items": capfirst(str(record.items)), "tasks": tasks, "left": left}
        if record.prerequisite is not None:
            continue
        if record.samplable is not None:
            title, page, link = str(record.samplable.title), record.samplable.page, str(record.samplable.link)
            without, is_needed = _("Claim writers have nothing to write from."), True
        elif record.open_tasks is not None:
            shown["tasks"] = Claim.objects.filter(project=project, phase=Phase.PRODUCTION).count()
            title, page, link = _("Claims"), "manage-claims", _("Import claims")
            is_needed = not is_opened
            without = _("Claims come from the claim writers only.") if is_opened else _("There is nothing to verify.")
        else:
            title = f"{capfirst(str(record.items))}: {record.label}"
            page, link = "manage", _("Home")
            is_needed = record.importable is not None
            without = _("There is nothing to do. An administrator imports tasks with manage.py import_dataset.")
        state = State.DONE if left > 0 else State.MISSING if is_needed else State.OPTIONAL
        yield Step(f"work-{slug}", title, state, [fact % shown], without, page, link)


def _overlap(project: Project, on: dict[str, AnyWorkflow]) -> Iterator[Step]:
    compared = [one for one in on.values() if one.comparable is not None and one.comparable.items is not None]
    if not compared:
        return
    every = min(one.annotations_a_task(project) for one in compared)
    share = Decimal(project.qa_rate) * 100
    facts = [_("%(share)s %% are verified again, at random") % {"share": f"{share.normalize():f}"}]
    if every > 1:
        facts.append(_("Every claim is verified by %(count)d people") % {"count": every})
    yield Step(
        name="overlap",
        title=_("QA overlap"),
        state=State.DONE if share or every > 1 else State.MISSING,
        facts=facts,
        without=_("Agreement cannot be measured: no number of the data set can be trusted."),
        page="manage-settings",
        link=_("Set the share"),
        fragment="verification",
    )


def _suggestions(project: Project, on: dict[str, AnyWorkflow]) -> Sequence[Step]:
    if not any("quality-suggestions" in one.pages for one in on.values()):
        return ()
    step = Step(
        name="suggestions",
        title=_("Suggested evidence"),
        state=State.DONE if project.suggestions_on else State.OPTIONAL,
        facts=[_("On.") if project.suggestions_on else _("Off.")],
        without=_("Annotators find all evidence themselves, as those of FEVEROUS did."),
        page="manage-settings",
        link=_("Settings"),
        fragment="suggestions",
    )
    return (step,)
