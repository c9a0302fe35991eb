"""Import claims from files of claims or rows of FEVER and FEVEROUS: all of a file, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from django.db import transaction
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.claims.claim_files import ClaimFormat, Problem, Row, Rows, rows
from annotation.claims.extension_points import run_after_change, run_after_opening
from annotation.claims.models import Claim
from annotation.claims.near_duplicates import store_signatures
from annotation.claims.text_rules import MAX_LENGTH
from annotation.projects.data_version import bump
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.vocabulary.label_set import LabelSet, plain
from annotation.vocabulary.verdicts import VERDICTS
from annotation.work.models import Task
from annotation.work.registry import workflow_in, workflows_of
from corpus.characters import storable

BATCH = 500


class BadClaims(ValueError):
    """Lines that cannot be imported; none was."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class NewClaim:
    """Claim to be imported. Verifiers never see its label and challenge."""

    text: str
    intended_label: str = ""
    expected_challenge: str = ""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """Numbers of new claims, of claims that the project had, and of lines that repeat another line."""

    created: int
    known: int
    repeated: int = 0


@dataclass(frozen=True, slots=True)
class ReadClaims:
    """Distinct claims of a file, and the number of repeated lines."""

    claims: list[NewClaim]
    repeated: int


def import_claims(
    *,
    project: Project,
    lines: Iterable[str],
    written_in: ClaimFormat = ClaimFormat.JSONL,
    first_counts: bool = False,
    by: User | None = None,
) -> ImportResult:
    """Create a claim and its verification task for each line.

    Claims that the project has are counted and left unchanged, so that an import can be repeated safely. Raises
    BadClaims with every bad line of the file. `first_counts`: as in `distinct`.
    `by`: None for a command.
    """
    read = distinct(rows(lines, written_in), first_counts=first_counts, labels=label_set_of(project))
    return store(project=project, read=read, by=by)


@transaction.atomic
def store(*, project: Project, read: ReadClaims, by: User | None = None) -> ImportResult:
    """Create the claims that the project does not have, with signatures and tasks."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two imports at once: one after the other
    known = set(Claim.objects.filter(project=project).values_list("text", flat=True))
    fresh = [
        Claim(
            project=project,
            text=claim.text,
            intended_label=claim.intended_label,
            expected_challenge=claim.expected_challenge,
        )
        for claim in read.claims
        if claim.text not in known
    ]
    created = Claim.objects.bulk_create(fresh, batch_size=BATCH)
    store_signatures(created)
    create_tasks(project=project, claims=created)
    bump(project.pk)
    if created:
        record(Act.CLAIMS_IMPORTED, by=by, project=project, after={"claims": len(created)})
    return ImportResult(created=len(created), known=len(read.claims) - len(created), repeated=read.repeated)


def create_tasks(*, project: Project, claims: Sequence[Claim]) -> list[Task]:
    """Open the tasks of every workflow of the project that works on claims, and run `after_opening` and `after_change`.
    Returns them."""
    tasks: list[Task] = []
    for workflow in workflows_of(project).values():
        if workflow.open_tasks is not None:
            tasks += workflow.open_tasks(project, claims)
    run_after_opening(project, tasks)
    if claims:
        run_after_change(project)
    return tasks


def open_missing_tasks(project: Project, kinds: Iterable[str]) -> None:
    """Open tasks of these workflows for claims that came while they were off. Call it when they are on."""
    for kind in kinds:
        open_tasks = workflow_in(project, kind).open_tasks
        if open_tasks is not None:
            run_after_opening(project, open_tasks(project, None))


def read_claims(lines: Iterable[str], written_in: ClaimFormat = ClaimFormat.JSONL) -> list[NewClaim]:
    """Return the distinct claims of a file, with FEVEROUS' labels. Raises BadClaims."""
    return distinct(rows(lines, written_in)).claims


def distinct(numbered: Rows, *, first_counts: bool = False, labels: LabelSet = VERDICTS) -> ReadClaims:
    """Return the distinct claims of the rows. FEVEROUS' header of empty values is skipped. Raises BadClaims.

    A repeated claim with the same label and challenge is counted; with another one it is an error, unless
    `first_counts`.
    """
    found: dict[str, tuple[int, NewClaim]] = {}
    problems: list[Problem] = []
    repeated = 0
    for number, row in numbered:
        try:
            if isinstance(row, Problem):
                raise _Bad(row)
            if len(row) > 1 and not any(row.values()):
                continue
            claim = _claim(number, row, labels)
            first_line, first = found.setdefault(claim.text, (number, claim))
            if first_line != number:
                repeated += 1
                if first != claim and not first_counts:
                    raise _Bad(_contradiction(number, claim, first_line, first))
        except _Bad as bad:
            problems.append(bad.problem)
    if problems:
        raise BadClaims(problems)
    return ReadClaims([claim for _line, claim in found.values()], repeated)


class _Bad(Exception):
    def __init__(self, problem: Problem) -> None:
        self.problem = problem


def _contradiction(number: int, claim: NewClaim, first_line: int, first: NewClaim) -> Problem:
    is_label = claim.intended_label != first.intended_label
    field, here, there = (
        ("label", claim.intended_label, first.intended_label)
        if is_label
        else ("challenge", claim.expected_challenge, first.expected_challenge)
    )
    both = {"here": here or _("none"), "there": there or _("none"), "line": first_line}
    remedy = _("%(here)s here, %(there)s for the same claim on line %(line)d; delete one of them") % both
    return Problem(number, field, remedy, contradicts=True)


def _claim(number: int, row: Row, labels: LabelSet) -> NewClaim:
    text = row.get("claim")
    if not isinstance(text, str):
        raise _Bad(Problem(number, "claim", _('missing or not a text; write {"claim": "..."}')))
    text = normalize("NFC", " ".join(text.split()))
    for remedy in _text_problems(text):
        raise _Bad(Problem(number, "claim", remedy))
    challenges = labels.challenge_set.values
    return NewClaim(
        text=text,
        intended_label=_word(number, row, "label", labels.values),
        expected_challenge=_word(number, row, "expected_challenge", challenges)
        or _word(number, row, "challenge", challenges),
    )


def _text_problems(text: str) -> Iterator[str]:
    if not text:
        yield _("empty; write the claim or delete the line")
    if len(text) > MAX_LENGTH:
        yield _("%(found)d characters; %(most)d is the most, shorten it") % {"found": len(text), "most": MAX_LENGTH}
    if storable(text) != text:
        yield _("has a character that cannot be stored; type it again")


def _word(number: int, row: Row, field: str, known: Sequence[str]) -> str:
    """Normalize the spelling of a label or challenge: SUPPORTS, supports, NOT_ENOUGH_INFO."""
    word = row.get(field) or ""
    spelled = {plain(one): one for one in known}.get(plain(word) if isinstance(word, str) else "?", "")
    if word and not spelled:
        found = {"word": repr(str(word)[:80]), "known": ", ".join(known)}
        raise _Bad(Problem(number, field, _("%(word)s is not known; write one of: %(known)s") % found))
    return spelled
