"""Import claims into a project over HTTP, as JSON or as a file in any format of `import_claims`."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotation.api.parsers import BoundedJSONParser
from annotation.api.release_serializers import ClaimsOut, SinceQuery
from annotation.api.schema import described
from annotation.api.validation import validated
from annotation.api.views import AttestView
from annotation.claims.claim_files import Problem, Rows, format_of, rows
from annotation.claims.claim_importer import BadClaims, distinct, store
from annotation.claims.models import Claim, ClaimRevision
from annotation.errors import Invalid, TooLarge
from annotation.projects.access import project_to_manage
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.adjudication.models import Adjudication
from annotation.release.row_ids import pseudonym, row_number
from annotation.vocabulary.tasks import Phase
from annotation.work.counted import counted
from annotation.work.fields import Plain
from annotation.workflows.models import Verification

MOST_CLAIMS = 50_000
SHOWN_PROBLEMS = 100


class ClaimImportRequest(Plain):
    claims = serializers.ListField(
        child=serializers.DictField(),
        max_length=MOST_CLAIMS,
        help_text='[{"claim": "...", "label": "SUPPORTS", "challenge": "Other"}]; label and challenge may be left out',
    )
    first_counts = serializers.BooleanField(
        default=False, help_text="Of a claim that comes twice with different labels, keep the first."
    )


class ClaimFileRequest(Plain):
    file = serializers.FileField(help_text=".jsonl, .csv, .tsv or .txt in UTF-8")
    first_counts = serializers.BooleanField(default=False)


class ImportResult(Plain):
    created = serializers.IntegerField()
    known = serializers.IntegerField(help_text="The project had them already.")
    repeated = serializers.IntegerField(help_text="They stood in what was sent more than once.")


CLAIMS_OR_FILE = PolymorphicProxySerializer(
    component_name="ClaimsOrFile", serializers=[ClaimImportRequest, ClaimFileRequest], resource_type_field_name=None
)


class ClaimsOfProject(AttestView):
    parser_classes = (BoundedJSONParser, MultiPartParser)

    @described("Claims in production, oldest first", query=SinceQuery, answer=ClaimsOut)
    def get(self, request: Request, slug: str) -> Response:
        project = project_to_manage(self.person(), slug)
        asked = validated(SinceQuery(data=request.query_params))
        rows = described_claims(project, asked["since"]).filter(pk__gt=asked["cursor"]).order_by("pk")
        found = list(rows[: asked["limit"] + 1])
        shown = found[: asked["limit"]]
        following = shown[-1].pk if len(found) > len(shown) else None
        return Response({"claims": [claim_json(project, one) for one in shown], "next": following})

    @described("Import claims: all that were sent, or none", body=CLAIMS_OR_FILE, answer=ImportResult)
    def post(self, request: Request, slug: str) -> Response:
        project = project_to_manage(self.person(), slug)
        if "file" in request.FILES:
            data = validated(ClaimFileRequest(data=request.data))
            numbered, place = _rows_of_file(data["file"]), "file"
        else:
            data = validated(ClaimImportRequest(data=request.data))
            numbered, place = _rows_of_list(data["claims"]), "claims"
        try:
            read = distinct(numbered, first_counts=data["first_counts"], labels=label_set_of(project))
        except BadClaims as bad:
            raise _invalid(bad.problems, place) from None
        return Response(asdict(store(project=project, read=read, by=self.person())))


def described_claims(project: Project, since: datetime | None) -> QuerySet[Any]:
    """Claims in production, added or reworded from `since` on, with `revision`, `annotations` and `adjudicated`."""
    of_claim = {"claim": OuterRef("pk")}
    current = Verification.objects.filter(counted("submission__"), **of_claim).order_by().values("claim")
    revisions = ClaimRevision.objects.filter(**of_claim)
    rows = Claim.objects.filter(project=project, phase=Phase.PRODUCTION).annotate(
        revision=Coalesce(Subquery(revisions.order_by("-number").values("number")[:1]), 1),
        annotations=Coalesce(Subquery(current.annotate(n=Count("pk")).values("n")), 0),
        adjudicated=Subquery(Adjudication.objects.filter(**of_claim, is_current=True).values("verdict")[:1]),
    )
    if since is None:
        return rows
    return rows.filter(Q(created_at__gte=since) | Exists(revisions.filter(created_at__gte=since)))


def claim_json(project: Project, one: Any) -> dict[str, Any]:
    """`one`: a row of `described_claims`."""
    names = ("claim_type", "mutation", "intended_label", "expected_challenge", "created_at")
    return {
        "id": row_number(one.pk, one.release_id),
        "claim": one.text,
        **{name: getattr(one, name) for name in names},
        "highlight": one.highlight_id,
        "writer": pseudonym(project.pk, one.author_id) if one.author_id is not None else None,
        "revision": one.revision,
        "annotations": one.annotations,
        "adjudicated": one.adjudicated,
    }


def _rows_of_list(claims: list[dict[str, Any]]) -> Rows:
    """Numbered from 0, as the other fields of the API."""
    yield from enumerate(claims)


def _rows_of_file(file: UploadedFile[bytes]) -> Rows:
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    if file.size is None or file.size > limit:
        message = _("The file is larger than %(limit)d kB; import_claims on the server reads larger ones.")
        raise TooLarge(message % {"limit": limit // 1000})
    content: bytes = file.read()
    try:
        # Not splitlines(): JSON strings may hold U+2028.
        lines = content.decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    except UnicodeDecodeError as error:
        message = _("The file is not UTF-8 (%(reason)s at byte %(start)d). Save it as UTF-8.")
        message %= {"reason": error.reason, "start": error.start}
        raise Invalid(message, {"file": [message]}) from None
    return rows((f"{line}\n" for line in lines), format_of(file.name or ""))


def _invalid(problems: list[Problem], place: str) -> Invalid:
    """Each bad line under "file.<line>.<field>" or "claims.<index>.<field>", the first hundred of them."""
    message = ngettext(
        "%(count)d claim cannot be imported, so none was.",
        "%(count)d claims cannot be imported, so none was.",
        len(problems),
    )
    fields = {
        f"{place}.{problem.line}.{problem.field}": [f"{problem.remedy}."] for problem in problems[:SHOWN_PROBLEMS]
    }
    return Invalid(message % {"count": len(problems)}, fields)
