"""Import a data set, a batch at a time: existing claims are left alone, and a bad row costs only itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

from django.db import DatabaseError
from django.utils.translation import gettext as _

from annotation.claims.models import Claim
from annotation.claims.text_rules import MAX_LENGTH
from annotation.evidence.snapshotting import Pinned
from annotation.projects.models import Project
from annotation.release.importing.attest_folder import AttestFolder
from annotation.release.importing.decisions import import_adjudications, import_reports
from annotation.release.importing.evidence_pins import UNKNOWN, find_pins, page_of
from annotation.release.importing.imported_lines import import_lines
from annotation.release.importing.logs import check_operations
from annotation.release.importing.parsed import BadRow, ParsedClaim, Place, Problem
from annotation.release.importing.patience import patiently
from annotation.release.importing.people import PseudonymousAccounts
from annotation.release.importing.storage import store_batch
from corpus.store import tokenised

BATCH = 500
NAMED = 10_000  # titles that are remembered to be named; more are counted
LARGEST_ID = 2**63 - 1


Coming = Iterable[ParsedClaim | Problem]
Tell = Callable[[Problem], object]


@dataclass(slots=True)
class ImportResult:
    """Result of an import.

    `without_challenge`: verifications that name none. `pages_missing`: title -> pieces of evidence not in the corpus.
    """

    claims: int = 0
    known: int = 0
    verifications: int = 0
    bad: int = 0
    unknown_evidence: int = 0
    without_challenge: int = 0
    pages_missing: dict[str, int] = field(default_factory=dict)


class HasOwnClaims(Exception):
    """The project has claims that did not come with a data set: their numbers could be those of rows."""


def import_dataset(
    project: Project, coming: Coming, *, reannotate: bool = False, tell: Tell = lambda _problem: None
) -> ImportResult:
    """Store what is not there yet, each batch whole or not at all; `tell` is told of every row that is left out.

    Killed and begun again, it goes on where it was. Raises HasOwnClaims.
    """
    if Claim.objects.filter(project=project, phase=0, release_id__isnull=True).exists():
        raise HasOwnClaims
    done, people, rows = ImportResult(), PseudonymousAccounts(project), iter(coming)
    leave_out = _leaving_out(done, tell)
    while batch := list(islice(rows, BATCH)):
        fine: list[ParsedClaim] = []
        for one in batch:
            if isinstance(one, Problem):
                leave_out(one.place, one.remedy)
            elif remedy := problem_of(one):
                leave_out(one.place, remedy)
            else:
                fine.append(one)
        fresh = list(_not_there(project, fine, done, leave_out))
        pins = {} if reannotate else find_pins(project.corpus, (each for one in fresh for each in element_ids(one)))
        _store(project, fresh, people, done, leave_out, pins, reannotate=reannotate)
        for problem in lines_without_words(project, fresh, pins):
            tell(problem)
    _link_mutations(project)
    return done


def import_decisions(project: Project, folder: AttestFolder, done: ImportResult, tell: Tell) -> None:
    """Store what a release of ours has beside its claims, once these are there: adjudications, reports, and the lines
    of files that have no table. What is there already is left alone."""
    people, leave_out = PseudonymousAccounts(project), _leaving_out(done, tell)
    import_adjudications(project, folder.adjudications(), people, leave_out)
    import_reports(project, folder.reports(), people, leave_out)
    patiently(lambda: import_lines(project, folder.folder))


def _leaving_out(done: ImportResult, tell: Tell) -> Callable[[Place, str], None]:
    def leave_out(place: Place, remedy: str) -> None:
        done.bad += 1
        tell(Problem(place, remedy))

    return leave_out


def lines_without_words(project: Project, claims: Iterable[ParsedClaim], pins: dict[str, Pinned]) -> Iterator[Problem]:
    """Evidence on lines that FEVER's own page does not have, or that are empty. The rows are stored as they are.

    Of pages from elsewhere nobody knows which line was meant: they are counted (`ImportResult.pages_missing`).
    """
    unknown = {each: pin.page_title for each, pin in pins.items() if pin.content_hash == UNKNOWN}
    tokens = tokenised(project.corpus.pk, unknown.values()) if unknown else set()
    for one in claims:
        for each in dict.fromkeys(element_ids(one)):
            if unknown.get(each) in tokens:
                words = _(
                    "evidence: %(element)s: the page has no such line, or an empty one; the row is kept, correct it"
                )
                yield Problem(one.place, words % {"element": each})


def _link_mutations(project: Project) -> None:
    """Give each imported mutation the claim that it is a mutation of, where that was imported too."""
    loose = Claim.objects.filter(project=project, release_mutated_claim__isnull=False, mutated_claim__isnull=True)
    numbers = dict(loose.values_list("pk", "release_mutated_claim"))
    keys = dict(Claim.objects.filter(project=project, release_id__isnull=False).values_list("release_id", "pk"))
    rows = [Claim(pk=pk, mutated_claim_id=keys[number]) for pk, number in numbers.items() if number in keys]
    patiently(lambda: Claim.objects.bulk_update(rows, ["mutated_claim"], batch_size=BATCH))


def problem_of(one: ParsedClaim) -> str:
    """Why the claim cannot be stored; empty where it can."""
    try:
        if len(one.text) > MAX_LENGTH:
            return _("claim: %(found)d characters; %(most)d is the most, shorten it") % {
                "found": len(one.text),
                "most": MAX_LENGTH,
            }
        if one.id > LARGEST_ID:
            return _("id: too large to be stored; number the rows anew")
        for said in one.verifications:
            check_operations(said.operations)
        for element_id in element_ids(one):
            page_of(element_id)
    except BadRow as bad:
        return str(bad)
    return ""


def element_ids(one: ParsedClaim) -> Iterator[str]:
    """Every id that its evidence names, again and again."""
    for verification in one.verifications:
        for evidence_set in verification.evidence.sets:
            yield from evidence_set.content
    yield from (passage.element for said in one.verifications for pair in said.contradictions for passage in pair)


def names(one: ParsedClaim) -> Iterator[str]:
    """Names of its annotators and its writer."""
    yield from (said.annotator for said in one.verifications)
    if one.origin is not None and one.origin.writer:
        yield one.origin.writer


def _not_there(
    project: Project, batch: list[ParsedClaim], done: ImportResult, leave_out: Callable[[Place, str], None]
) -> Iterator[ParsedClaim]:
    """Filter claims whose number is new. A number of another claim is an error of the file."""
    there = Claim.objects.filter(project=project, release_id__in=[one.id for one in batch])
    known: dict[int, tuple[str, set[str]]] = {}  # number -> its words, and the labels that it was given
    for number, text, *labels in there.values_list("release_id", "text", "intended_label", "verifications__verdict"):
        known.setdefault(number or 0, (text, set()))[1].update(filter(None, labels))
    for one in batch:
        if one.id not in known:
            known[one.id] = (one.text, {one.label})
            yield one
        elif known[one.id][0] == one.text and one.label in known[one.id][1] | {""}:
            done.known += 1
        else:
            words = _("id: %(id)d is another claim here already, or has another label; number the row anew")
            leave_out(one.place, words % {"id": one.id})


def _store(
    project: Project,
    fresh: list[ParsedClaim],
    people: PseudonymousAccounts,
    done: ImportResult,
    leave_out: Callable[[Place, str], None],
    pins: dict[str, Pinned],
    *,
    reannotate: bool,
) -> None:
    if not reannotate:  # before the transaction: what it rolls back must not be thought to be there
        wanted = [name for one in fresh for name in names(one)]
        patiently(lambda: people.of(wanted))
    batches = [fresh] if fresh else []
    while batches:
        batch = batches.pop(0)
        try:
            patiently(partial(store_batch, project, batch, pins, people, reannotate=reannotate))
        except DatabaseError as error:  # one of them is something that no check foresaw: the others need not pay for it
            if len(batch) > 1:
                batches += [[one] for one in batch]
            else:
                leave_out(batch[0].place, _("the database refuses it: %(error)s") % {"error": str(error).strip()})
        else:
            _count(done, batch, pins, reannotate=reannotate)


def _count(done: ImportResult, stored: list[ParsedClaim], pins: dict[str, Pinned], *, reannotate: bool) -> None:
    done.claims += len(stored)
    if reannotate:
        return
    for one in stored:
        current = [said for said in one.verifications if said.is_current]
        done.verifications += len(current)
        done.without_challenge += sum(not said.challenge for said in current)
        for title in (pins[each].page_title for each in element_ids(one) if pins[each].content_hash == UNKNOWN):
            done.unknown_evidence += 1
            if title in done.pages_missing or len(done.pages_missing) < NAMED:
                done.pages_missing[title] = done.pages_missing.get(title, 0) + 1
