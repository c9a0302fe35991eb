"""Quality of claims that are verified with questions and answers: agreement, disputes, artefacts, and time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar
from annotation.figures.confusion import Tally, confusion
from annotation.quality.agreement.result import Result
from annotation.quality.audit.job import KIND, ask, latest
from annotation.quality.audit.rates import Rate
from annotation.quality.workflows.question_answering.audit import BIGRAMS, EVIDENCE, TIMES, VERDICTS
from annotation.quality.workflows.question_answering.claim_lists import ANY_DISPUTE
from annotation.quality.workflows.question_answering.evidence import EvidenceAgreement
from annotation.quality.workflows.question_answering.pace import PhaseTime
from annotation.quality.workflows.question_answering.verdicts import ANSWERING, DisputeShare, VerdictReport
from annotation.work.registry import get_workflow
from annotation.workflows.question_answering.fields.model import UNREADABLE, Fields
from annotation.workflows.question_answering.fields.project import fields_of
from frontend.views.access import PersonRequest
from frontend.views.job_status import has_no_worker, latest_if_failed
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, Number, bar_block, figures_page, number, result_bar
from frontend.workflows.question_answering.claims import PEOPLE, claims_address
from frontend.workflows.question_answering.words import CONTROL_NAMES, OUTCOME_NAMES, verdict_name
from jobs.enqueue import unfinished

MEASURES = {
    "fleiss": gettext_noop("Fleiss’ kappa"),
    "alpha": gettext_noop("Krippendorff’s alpha"),
    "ac1": gettext_noop("Gwet’s AC1"),
    "percent": gettext_noop("Percent agreement"),
}
BETWEEN = gettext_noop(
    "The verdict of phase 2 and that of the first validator, over all claims that have both; “cannot be understood” "
    "counts as a verdict. AVeriTeC reports a kappa of 0.619. The interval draws claims."
)
AMONG = gettext_noop("The verdicts of all validators of a claim, over the claims that several people validated.")
HUNGARIAN = gettext_noop(
    "Questions, with their answers or alone, of two people who worked on one claim, matched so that their METEOR is "
    "greatest (Hungarian matching); the mean of both directions. Two people reach 0.24 in AVeriTeC."
)
DISPUTED = gettext_noop("Of the claims that were validated, the share that is in dispute or was.")
UPHELD = gettext_noop("Of the disputes that are resolved, the share that came to the verdict of phase 2.")
TRAPS = gettext_noop("Of the finished work, the share that took less than %(seconds)d seconds.")
TIMEOUTS = gettext_noop(
    "Of the work that was finished or skipped, the share that was skipped and whose article had not loaded within "
    "%(seconds)d seconds."
)
MOST_BARS = 40


@quality_view("GET", "POST")
def verdicts_page(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """Agreement on verdicts and evidence, disputes with their outcome, and words that give verdicts away.

    A POST, by a manager, asks for the claim-only classifier.
    """
    if request.method == "POST":
        access.require_manager()
        ask(access.project, request.user)
        return redirect("quality-questions", slug=access.project.slug)
    running = unfinished(KIND, project=access.project)
    found: VerdictReport = report(access.project, VERDICTS)
    evidence: EvidenceAgreement = report(access.project, EVIDENCE)
    fields = fields_of(access.project)
    hungarian = _(HUNGARIAN)
    blocks = [
        _pairs(access, found, fields),
        *_disputes(access, "answering", _("by verdict of phase 2"), found.by_label, partial(verdict_name, fields)),
        *_disputes(access, "type", _("by type of claim"), found.by_type, partial(_type_name, fields)),
        *_disputes(access, "annotator", _("by annotator of phase 2"), found.by_annotator, _person_name(access)),
        *_disputes(access, "validator", _("by validator"), found.by_validator, _person_name(access)),
    ]
    return figures_page(
        request,
        access,
        "question_answering/quality_verdicts.html",
        blocks,
        found=found,
        between=_measures(found.between, _(BETWEEN)),
        validators=_measures(found.validators, _(AMONG)) if found.several else [],
        evidence=[
            number(_("Questions with answers"), hungarian, evidence.answers),
            number(_("Questions alone"), hungarian, evidence.questions),
        ],
        twice=evidence.claims,
        disputes=[
            number(
                _("Disputed"), _(DISPUTED), found.disputes.rate, claims_address(access.project, dispute=ANY_DISPUTE)
            ),
            number(
                _("Came to the verdict of phase 2"),
                _(UPHELD),
                found.disputes.upheld,
                claims_address(access.project, dispute=ANSWERING),
            ),
        ],
        outcomes=[
            (_(words[name]), counted[name], claims_address(access.project, dispute=name))
            for words, counted in ((OUTCOME_NAMES, found.disputes.outcomes), (CONTROL_NAMES, found.controls))
            for name in words
        ],
        bigrams=[(one, verdict_name(fields, one.label)) for one in report(access.project, BIGRAMS)],
        claim_only=_claim_only(access),
        running=running,
        failed=latest_if_failed(access.project, KIND),
        is_waiting_for_nobody=has_no_worker(running),
    )


@quality_view("GET")
def times_page(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """Time of every phase: work, loading, time-outs and speed traps, overall and by person."""
    found: list[PhaseTime] = report(access.project, TIMES)
    names = _person_name(access)
    blocks = []
    for one in found:
        phase = str(get_workflow(one.phase).label)
        blocks += _rates(f"traps-{one.phase}", _("Too fast: %(phase)s") % {"phase": phase}, one.traps_by_person,
                         _(TRAPS) % {"seconds": one.speed_trap}, names)  # fmt: skip
        blocks += _rates(f"timeouts-{one.phase}", _("Did not load: %(phase)s") % {"phase": phase},
                         one.timeouts_by_person, _(TIMEOUTS) % {"seconds": one.timeout}, names)  # fmt: skip
    rows = [
        {
            "phase": get_workflow(one.phase).label,
            "time": one,
            "traps": number("", "", one.traps),
            "timeouts": number("", "", one.timeouts),
        }
        for one in found
    ]
    limits = fields_of(access.project).limits
    return figures_page(
        request,
        access,
        "question_answering/quality_times.html",
        blocks,
        rows=rows,
        traps=_(TRAPS) % {"seconds": limits.speed_trap_seconds},
        timeouts=_(TIMEOUTS) % {"seconds": limits.timeout_seconds},
    )


def _type_name(fields: Fields, value: str) -> str:
    return next((str(one.label) for one in fields.claim_types if one.value == value), value)


def _person_name(access: QualityAccess) -> Callable[[str], str]:
    names = access.names()
    return lambda person: names.get(int(person), "?")


def _measures(found: Mapping[str, Result], definition: str) -> list[Number]:
    return [number(_(words), definition, found[name]) for name, words in MEASURES.items()]


def _pairs(access: QualityAccess, found: VerdictReport, fields: Fields) -> Block:
    """The matrix of verdicts of phases 2 and 3, in the order of the fields file."""
    order = [*(one.value for one in fields.verdicts), UNREADABLE]
    sides = [_in_order(order, (pair[side] for pair in found.pairs)) for side in (0, 1)]
    cells = {
        (sides[0].index(first), sides[1].index(second)): Tally(
            count, claims_address(access.project, answering=first, validation=second)
        )
        for (first, second), count in found.pairs.items()
    }
    rows, columns = ([verdict_name(fields, value) for value in side] for side in sides)
    title = _("Verdicts of phases 2 and 3")
    definition = _("Claims by the verdict of phase 2 (rows) and of the first validator (columns).")
    axes = (_("phase 2"), _("phase 3"))
    return Block(confusion("verdict-pairs", title, definition, rows, columns, cells, axes=axes), definition)


def _in_order(order: Sequence[str], values: Any) -> list[str]:
    found = set(values)
    return [*(one for one in order if one in found), *sorted(found.difference(order))]


def _disputes(
    access: QualityAccess, name: str, by: str, shares: Sequence[DisputeShare], words: Callable[[str], str]
) -> list[Block]:
    """Share of disputed claims, and of those that came to the verdict of phase 2. `name`: the filter of their claims.

    Numbers of people are in addresses for managers alone."""

    def rows(one: DisputeShare, dispute: str) -> str | None:
        named = access.is_manager or name not in PEOPLE
        return claims_address(access.project, **{name: one.name, "dispute": dispute}) if named else None

    rate = [result_bar(words(one.name), one.rate, one.claims, rows(one, ANY_DISPUTE)) for one in shares[:MOST_BARS]]
    upheld = [
        result_bar(words(one.name), one.upheld, one.disputes, rows(one, ANSWERING))
        for one in shares[:MOST_BARS]
        if one.disputes
    ]
    title = _("Disputed claims %(by)s") % {"by": by}
    blocks = [bar_block(f"disputes-{name}", title, _(DISPUTED), rate, high=1.0, columns=("", _("share")))]
    if upheld:
        title = _("Disputes that came to the verdict of phase 2 %(by)s") % {"by": by}
        blocks.append(bar_block(f"upheld-{name}", title, _(UPHELD), upheld, high=1.0, columns=("", _("share"))))
    return blocks


def _rates(name: str, title: str, found: Sequence[Rate], definition: str, words: Callable[[str], str]) -> list[Block]:
    rows = [result_bar(words(str(one.person)), one.rate, one.trials) for one in found[:MOST_BARS] if one.events]
    columns = (_("person"), _("share"))
    return [bar_block(name, title, definition, rows, high=1.0, columns=columns)] if rows else []


def _claim_only(access: QualityAccess) -> Block | None:
    """Accuracy of the claim-only classifier, as its job found it last; None where it never ran."""
    job = latest(access.project)
    found: dict[str, Any] = (job.result or {}).get("fact checks", {}) if job else {}
    if not found:
        return None
    labels = {"accuracy": _("classifier"), "majority": _("majority"), "gain": _("difference")}
    rows = [
        Bar(label, one["value"], None if one["low"] is None else (one["low"], one["high"]), None, one["items"], None,
            one["words"])
        for key, label in labels.items()
        if (one := found.get(key)) is not None
    ]  # fmt: skip
    definition = _(
        "Accuracy of a classifier that sees no evidence, against always the commonest verdict; claims of one article "
        "in one fold. Far above it, verdicts can be guessed from the claims."
    )
    title = _("Claim-only verdict prediction")
    return bar_block("fact-checks-claim-only", title, definition, rows, high=1.0, columns=("", _("accuracy")))
