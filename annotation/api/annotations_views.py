"""Annotations and agreement of a project, for managers' programs."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.release_serializers import AgreementOut, AgreementQuery, AnnotationsOut, SinceQuery
from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.views import AttestView
from annotation.dashboard.agreement import agreement
from annotation.projects.access import project_to_manage
from annotation.projects.models import Project
from annotation.quality.adjudication.agreement import AdjudicatorReport, adjudicator_report
from annotation.quality.adjudication.models import SecondState
from annotation.quality.agreement.output import figure_json, report_json
from annotation.quality.agreement.queries import ALL_GROUPINGS
from annotation.release.queries import EvidenceRow, sets_of
from annotation.release.row_ids import pseudonym, row_number
from annotation.vocabulary.tasks import Phase
from annotation.workflows.models import Verification

COLUMNS = (
    *("pk", "claim_id", "claim__release_id", "submission__assignment__person_id", "submission__revision"),
    *("submission__is_current", "verdict", "challenge", "unsure", "submission__created_at"),
    "submission__guidelines_version",
)


class AnnotationsOfProject(AttestView):
    @described("Annotations in production, every revision, oldest first", query=SinceQuery, answer=AnnotationsOut)
    def get(self, request: Request, slug: str) -> Response:
        project = project_to_manage(self.person(), slug)
        asked = validated(SinceQuery(data=request.query_params))
        rows = Verification.objects.filter(claim__project=project, claim__phase=Phase.PRODUCTION)
        rows = rows.filter(pk__gt=asked["cursor"]).order_by("pk")
        if asked["since"] is not None:
            rows = rows.filter(submission__created_at__gte=asked["since"])
        found = list(rows.values_list(*COLUMNS)[: asked["limit"] + 1])
        shown = found[: asked["limit"]]
        sets = sets_of([row[0] for row in shown], whole=False)
        said = [_annotation(project, row, sets.get(row[0], [])) for row in shown]
        return Response({"annotations": said, "next": shown[-1][0] if len(found) > len(shown) else None})


class AgreementOfProject(AttestView):
    @described(
        "Agreement, by the function of the quality page and of `manage.py agreement --json`",
        query=AgreementQuery,
        answer=AgreementOut,
    )
    def get(self, request: Request, slug: str) -> Response:
        project = project_to_manage(self.person(), slug)
        asked = validated(AgreementQuery(data=request.query_params))
        found = agreement(project, by=ALL_GROUPINGS, with_annotators=True, with_competence=True)
        head = {"project": project.slug, "computed_at": found.computed_at, "is_stale": found.is_stale}
        adjudicators = _adjudicators(adjudicator_report(project), asked["claims"])
        return Response(head | report_json(found.report, asked["claims"]) | {"adjudicators": adjudicators})


def _adjudicators(report: AdjudicatorReport, claims: int) -> dict[str, Any]:
    return {
        "items": len(report.items),
        "agreed": report.agreed,
        "not_blind": report.not_blind,
        "waiting_for_second": report.states[SecondState.WAITING],
        "waiting_for_manager": report.states[SecondState.DIFFERENT],
        "figures": [figure_json(one, claims) for one in report.figures],
    }


def _annotation(project: Project, row: tuple[Any, ...], sets: list[list[EvidenceRow]]) -> dict[str, Any]:
    pk, claim, release_id, person, revision, is_current, verdict, challenge, unsure, created_at, guidelines = row
    return {
        "annotation": pk,
        "id": row_number(claim, release_id),
        "annotator": pseudonym(project.pk, person),
        "revision": revision,
        "is_current": is_current,
        "verdict": verdict,
        "challenge": challenge,
        "unsure": unsure,
        "submitted_at": created_at,
        "guidelines_version": guidelines,
        "evidence": [[_piece(one) for one in each] for each in sets],
    }


def _piece(one: EvidenceRow) -> dict[str, Any]:
    names = ("context", "page_revision", "content_hash")
    return {"element": one.element_id, **{name: getattr(one, name) for name in names}}
