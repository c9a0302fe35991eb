"""Write provenance/web_annotations.jsonl: each piece of evidence as a W3C Web Annotation (JSON-LD), one a line.

The target is the revision of a page; the words are a TextQuoteSelector, the id of the element a FragmentSelector.
Hash, revision and evidence set are terms of ours, which each line's context defines.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from annotation.projects.models import Project
from annotation.release.cards.attribution import addresses
from annotation.release.evidence_validity import CitedEvidence
from annotation.release.feverous import BatchRead, Row
from annotation.release.formats.files import Files, encoded
from annotation.release.formats.identifiers import TERMS, local, namespace
from annotation.release.logs import nfd
from annotation.release.queries import ClaimRow, EvidenceRow, sets_decided
from annotation.release.row_ids import pseudonym

WEB_ANNOTATIONS = "provenance/web_annotations.jsonl"
CONTEXT = [
    "http://www.w3.org/ns/anno.jsonld",
    {name: f"{TERMS}{name}" for name in ("contentHash", "revision", "evidenceSet")}
    | {"claim": {"@id": f"{TERMS}claim", "@type": "@id"}},
]


class WebAnnotations:
    """`wiki`: address of the wiki, "" where it is not known."""

    def __init__(self, files: Files, project: Project, *, wiki: str) -> None:
        self.file = files.text(WEB_ANNOTATIONS)
        self.project, self.wiki, self.names = project, wiki, namespace(project.slug)

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        for claim in read.batch.claims:
            for said in read.batch.said[claim.pk]:
                base, sets = local("annotation", said.number), read.sets.get(said.pk, [])
                self._write(read.cited, claim, base, said.person, said.verdict, sets)
            decided = read.batch.decided.get(claim.pk)
            if decided is not None:
                base, sets = local("adjudication", claim.number), sets_decided(decided)
                self._write(read.cited, claim, base, decided.adjudicator, decided.verdict, sets)

    def _write(
        self,
        cited: CitedEvidence,
        claim: ClaimRow,
        base: str,
        person: int,
        verdict: str,
        sets: list[list[EvidenceRow]],
    ) -> None:
        creator = f"{self.names}{local('agent', pseudonym(self.project.pk, person))}"
        for number, pieces in enumerate(sets):
            for place, piece in enumerate(pieces):
                line = {
                    "@context": CONTEXT,
                    "id": f"{self.names}{base}.{number}.{place}",
                    "type": "Annotation",
                    "motivation": "classifying",
                    "creator": creator,
                    "claim": f"{self.names}{local('claim', claim.number)}",
                    "evidenceSet": number,
                    "body": {"type": "TextualBody", "purpose": "classifying", "value": verdict},
                    "target": self._target(cited, piece),
                }
                self.file.write(encoded(line) + "\n")

    def _target(self, cited: CitedEvidence, piece: EvidenceRow) -> dict[str, Any]:
        title, element, words = nfd(piece.page_title), nfd(piece.element_id), cited.text(piece)
        address, of_revision, _history = addresses(self.wiki, title, piece.page_revision)
        selectors: list[dict[str, str]] = [{"type": "TextQuoteSelector", "exact": words}] if words else []
        fragment = {"type": "FragmentSelector", "conformsTo": f"{TERMS}element", "value": quote(element, safe="")}
        found: dict[str, Any] = {
            "type": "SpecificResource",
            "source": of_revision or address or f"{self.names}{local('page', title)}",
            "selector": [*selectors, fragment],
        }
        if piece.page_revision is not None:
            found["revision"] = piece.page_revision
        return found | ({"contentHash": piece.content_hash} if piece.content_hash else {})
