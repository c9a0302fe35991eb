"""Write provenance/prov.jsonl: the route that led to each verdict, a document of PROV-JSON (W3C) a line.

    an annotator (agent) worked on a claim (entity): annotation (activity)
    what they did (an activity an operation, each informed by the one before) used pages and elements (entities)
    the annotation generated a verdict (entity), derived from the elements of its evidence
    an adjudication used the verdicts of annotators and generated another
    the released row was derived from the verdict it has

Moments are seconds since the start of the work, as in annotations.jsonl: no clock of a person is published.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from annotation.projects.models import Project
from annotation.release.cards.attribution import addresses
from annotation.release.feverous import BatchRead, Row
from annotation.release.formats.files import Files, encoded
from annotation.release.formats.identifiers import TERMS, local, namespace
from annotation.release.logs import ELEMENTS, NOW_ON, SEARCH_PAGE, nfd
from annotation.release.queries import AdjudicationRow, ClaimRow, EvidenceRow, Sets, VerificationRow, sets_decided
from annotation.release.record import OperationRecord
from annotation.release.row_ids import pseudonym
from corpus.page.element_id import BadElementId, parse

PROV = "provenance/prov.jsonl"
QUOTATION, REVISION = ({"$": f"prov:{name}", "type": "prov:QUALIFIED_NAME"} for name in ("Quotation", "Revision"))


class Provenance:
    """`wiki`: address of the wiki, "" where it is not known. `operations`: whether routes have them."""

    def __init__(self, files: Files, project: Project, *, wiki: str, operations: bool) -> None:
        self.file = files.text(PROV)
        self.project, self.wiki, self.operations = project, wiki, operations

    def add(self, read: BatchRead, rows: dict[int, Row]) -> None:
        for claim in read.batch.claims:
            row, said = rows.get(claim.pk), read.batch.said[claim.pk]
            earlier = {(one.assignment, one.revision): one for one in said}
            for one in said:
                route = self._annotation(read, row, claim, one, earlier.get((one.assignment, one.revision - 1)))
                self.file.write(encoded(route.document) + "\n")
            decided = read.batch.decided.get(claim.pk)
            if decided is not None:
                self.file.write(encoded(self._adjudication(row, claim, decided, said).document) + "\n")

    def _annotation(
        self,
        read: BatchRead,
        row: Row | None,
        claim: ClaimRow,
        said: VerificationRow,
        before: VerificationRow | None,
    ) -> Route:
        route = Route(self.project, self.wiki, local("annotation", said.number), local("verdict", said.number))
        operations = read.logs.released(said.assignment, said.revision)[0] if self.operations else ()
        sets = read.sets.get(said.pk, [])
        route.worked("Annotation", pseudonym(self.project.pk, said.person), claim, said.verdict, said.challenge)
        route.pin(piece for each in sets for piece in each)
        route.did(operations)
        route.rests_on(sets)
        if before is not None:
            route.relate("wasDerivedFrom", route.verdict, local("verdict", before.number), REVISION)
            route.entity(local("verdict", before.number), "Verdict")
        if row is not None and said.pk == row.one.verification:
            route.released(claim)
        return route

    def _adjudication(
        self, row: Row | None, claim: ClaimRow, decided: AdjudicationRow, said: Sequence[VerificationRow]
    ) -> Route:
        name = local("adjudication", claim.number)
        route = Route(self.project, self.wiki, name, local("verdict-of-adjudication", claim.number))
        route.worked(
            "Adjudication", pseudonym(self.project.pk, decided.adjudicator), claim, decided.verdict, decided.challenge
        )
        for one in said:
            if one.is_current:
                verdict = local("verdict", one.number)
                route.entity(verdict, "Verdict", value=one.verdict)
                route.relate("used", name, verdict)
                if one.pk == decided.chosen:
                    route.relate("wasDerivedFrom", route.verdict, verdict)
        sets = sets_decided(decided)
        route.pin(piece for each in sets for piece in each)
        route.rests_on(sets)
        if row is not None:
            route.released(claim)
        return route


# The two ends of each relation.
ENDS = {
    "used": ("prov:activity", "prov:entity"),
    "wasInformedBy": ("prov:informed", "prov:informant"),
    "wasGeneratedBy": ("prov:entity", "prov:activity"),
    "wasAssociatedWith": ("prov:activity", "prov:agent"),
    "wasAttributedTo": ("prov:entity", "prov:agent"),
    "wasDerivedFrom": ("prov:generatedEntity", "prov:usedEntity"),
}


class Route:
    """One document. `activity`: the work it is of; `verdict`: what came of it."""

    def __init__(self, project: Project, wiki: str, activity: str, verdict: str) -> None:
        self.wiki, self.activity, self.verdict = wiki, activity, verdict
        self.revisions: dict[str, int | None] = {}
        self.count = 0
        self.document: dict[str, Any] = {
            "prefix": {"attest": TERMS, "data": namespace(project.slug)},
            "entity": {},
            "activity": {},
            "agent": {},
        }

    def worked(self, kind: str, person: str, claim: ClaimRow, verdict: str, challenge: str) -> None:
        """Who worked on which claim, and what they decided."""
        agent, of_claim = local("agent", person), local("claim", claim.number)
        self.document["agent"][_data(agent)] = {"prov:type": _type("Annotator"), "prov:label": person}
        self._put("activity", self.activity, {"prov:type": _type(kind)})
        text = claim.text if claim.is_imported else nfd(claim.text)
        self.entity(of_claim, "Claim", value=text)
        self.entity(self.verdict, "Verdict", value=verdict, challenge=challenge)
        self.relate("used", self.activity, of_claim)
        self.relate("wasAssociatedWith", self.activity, agent)
        self.relate("wasGeneratedBy", self.verdict, self.activity)
        self.relate("wasAttributedTo", self.verdict, agent)
        self.relate("wasDerivedFrom", self.verdict, of_claim)

    def pin(self, pieces: Iterable[EvidenceRow]) -> None:
        """What is known of the pages and the words of evidence."""
        for piece in pieces:
            title = nfd(piece.page_title)
            self.revisions.setdefault(title, piece.page_revision)
            self.element(piece.element_id)
            if piece.content_hash:
                self._put("entity", local("element", nfd(piece.element_id)), {"attest:contentHash": piece.content_hash})

    def did(self, operations: Iterable[OperationRecord]) -> None:
        """The operations, in their order, before the work that they led to."""
        last = ""
        for place, one in enumerate(operations):
            name = f"{self.activity}.{place}"
            facts = {"prov:type": _type(one.operation), "attest:seconds": _decimal(one.time)}
            self._put("activity", name, facts | ({"attest:value": one.value} if one.value != one.operation else {}))
            for entity in self._used_by(one):
                self.relate("used", name, entity)
            if last:
                self.relate("wasInformedBy", name, last)
            last = name
        if last:
            self.relate("wasInformedBy", self.activity, last)

    def rests_on(self, sets: Sets) -> None:
        """The verdict is derived from each piece, in each of the sets."""
        for number, pieces in enumerate(sets):
            for piece in pieces:
                element = local("element", nfd(piece.element_id))
                self.relate("used", self.activity, element)
                self.relate("wasDerivedFrom", self.verdict, element, more={"attest:evidenceSet": number})

    def released(self, claim: ClaimRow) -> None:
        row = local("row", claim.number)
        self.entity(row, "ReleasedRow")
        self.relate("wasDerivedFrom", row, self.verdict)

    def entity(self, name: str, kind: str, *, value: str = "", challenge: str = "") -> None:
        facts: dict[str, Any] = {"prov:type": _type(kind)}
        if value:
            facts["prov:value"] = value
        if challenge:
            facts["attest:challenge"] = challenge
        self._put("entity", name, facts)

    def element(self, element_id: str) -> str:
        """Name of an element, which is a quotation of its page."""
        name = local("element", nfd(element_id))
        if _data(name) not in self.document["entity"]:
            self.entity(name, "Element", value=nfd(element_id))
            try:
                page = parse(nfd(element_id)).page
            except BadElementId:
                return name
            self.relate("wasDerivedFrom", name, self.page(page), QUOTATION)
        return name

    def page(self, title: str) -> str:
        """Name of a page, in the revision that evidence is pinned to where it has any."""
        name, revision = local("page", title), self.revisions.get(title)
        facts: dict[str, Any] = {"prov:type": _type("Page"), "prov:label": title}
        if revision is not None:
            facts["attest:revision"] = revision
        address, of_revision, _history = addresses(self.wiki, title, revision)
        if address:
            facts["prov:location"] = {"$": of_revision or address, "type": "xsd:anyURI"}
        self._put("entity", name, facts)
        return name

    def relate(
        self, kind: str, one: str, other: str, is_a: dict[str, str] | None = None, more: Mapping[str, Any] | None = None
    ) -> None:
        """A relation between two names."""
        first, second = ENDS[kind]
        ends: dict[str, Any] = {first: _data(one), second: _data(other)}
        if is_a is not None:
            ends["prov:type"] = is_a
        self.count += 1
        self.document.setdefault(kind, {})[f"_:r{self.count}"] = ends | dict(more or {})

    def _used_by(self, one: OperationRecord) -> Iterator[str]:
        if one.operation in ELEMENTS:
            yield self.element(one.value)
        elif one.operation == NOW_ON and not one.value.startswith(SEARCH_PAGE):
            yield self.page(one.value)

    def _put(self, kind: str, name: str, facts: Mapping[str, Any]) -> None:
        self.document[kind].setdefault(_data(name), {}).update(facts)


def _data(name: str) -> str:
    return f"data:{name}"


def _type(name: str) -> dict[str, str]:
    return {"$": f"attest:{quote(name.replace(' ', '-'))}", "type": "prov:QUALIFIED_NAME"}


def _decimal(seconds: str) -> dict[str, str]:
    return {"$": seconds, "type": "xsd:decimal"}
