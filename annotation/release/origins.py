"""Write origins.jsonl: how every claim came about that was verified or reported, a line a claim.

It has what no other file tells of claims that are not released, so that an imported release is the project it was made
from: who wrote a claim and about what, and on which side of the split it stands. It has no words: these are in
annotations.jsonl and extra/reported.jsonl.
"""

from __future__ import annotations

from typing import Any

from annotation.projects.models import Project
from annotation.release.fever_origin import fever_evidence, fever_fields
from annotation.release.feverous import BatchRead, Row
from annotation.release.formats.files import Files, encoded
from annotation.release.logs import nfd
from annotation.release.queries import ClaimRow
from annotation.release.row_ids import pseudonym
from annotation.release.splits import Sides
from annotation.workflows.models import Highlight, Report

ORIGINS = "origins.jsonl"


class Origins:
    """Writer of the file. `sides`: the side of every claim that was verified."""

    def __init__(self, files: Files, project: Project, sides: Sides) -> None:
        self.file = files.text(ORIGINS)
        self.project = project
        self.sides = sides

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        claims = [claim for claim in read.batch.claims if claim.phase == 0]
        reported = set(Report.objects.filter(claim__in=[one.pk for one in claims]).values_list("claim", flat=True))
        told = [one for one in claims if read.batch.said[one.pk] or one.pk in reported]
        imported = [one.pk for one in told if one.is_imported]
        fever: dict[int, dict[str, Any]] = {pk: {"fever": rows} for pk, rows in fever_evidence(imported).items()}
        for pk, fields in fever_fields(imported).items():
            fever[pk]["fever_fields"] = fields
        elements = dict(
            Highlight.objects.filter(claims__in=[one.pk for one in told if one.highlight is not None])
            .distinct()
            .values_list("page_title", "element_ids")
        )
        self.file.writelines(encoded(self._row(one, elements, fever.get(one.pk, {}))) + "\n" for one in told)

    def _row(self, claim: ClaimRow, elements: dict[str, list[str]], fever: dict[str, Any]) -> dict[str, Any]:
        page = claim.highlight_page
        highlight = None
        if page is not None:
            highlight = {
                "id": claim.highlight,
                "kind": claim.highlight_kind,
                "page": page,
                "elements": [nfd(element) for element in elements[page]],
            }
        return {
            "id": claim.number,
            "split": self.sides.of.get(claim.pk, ""),
            "claim_type": claim.claim_type,
            "mutation": claim.mutation,
            "mutated_claim": claim.mutated_number,
            "intended_label": claim.intended_label,
            "expected_challenge": claim.expected_challenge,
            "writer": None if claim.author is None else pseudonym(self.project.pk, claim.author),
            "highlight": highlight,
            **fever,
        }
