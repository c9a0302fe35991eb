"""Import gold items from rows of a FEVEROUS data set, one JSON object per line, all or none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import normalize

from django.db import transaction

from annotation.accounts.models import User
from annotation.claims.claim_files import ClaimFormat, Problem, rows
from annotation.claims.claim_importer import BadClaims
from annotation.claims.models import Claim
from annotation.claims.text_rules import MAX_LENGTH
from annotation.errors import AnnotationError, Invalid
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.calibration.gold_items import GoldAnswer, checked, make_gold
from annotation.quality.calibration.models import GoldItem
from annotation.vocabulary.label_set import plain
from annotation.vocabulary.tasks import Phase

FIELDS = {"verdict": "label", "evidence_sets": "evidence"}  # as the row calls them


@dataclass(frozen=True, slots=True)
class GoldImport:
    """Numbers of items that were created, and that the phase had already."""

    created: int
    known: int


def import_gold(*, project: Project, phase: Phase, lines: Iterable[str], by: User | None = None) -> GoldImport:
    """Create a gold item from each line: `claim`, `label`, `challenge` (or `challenges`), `evidence`, `comment`.

    `evidence` is as FEVEROUS has it, [{"content": [ids], ...}], of which the context is left to the corpus; or plainly
    [[ids]]. Its header line is skipped. A claim of the project that nobody has verified becomes gold; one that was
    verified is a mistake of the file, since making it gold takes it out of the data set. The same gold again is counted
    and left alone. Raises BadClaims with every bad line.
    """
    read, problems = _read(project, lines)
    created = known = 0
    with transaction.atomic():
        for number, text, right in read:
            try:
                is_new = _store(project, phase, text, right, by)
            except AnnotationError as error:
                problems += _problems(number, error)
                continue
            created, known = created + is_new, known + (not is_new)
        if problems:
            transaction.set_rollback(True)
    if problems:
        raise BadClaims(sorted(problems, key=lambda problem: problem.line))
    return GoldImport(created, known)


def _bad(field: str, remedy: str) -> Invalid:
    return Invalid(remedy, {field: [remedy]})


def _problems(line: int, error: AnnotationError) -> list[Problem]:
    fields = error.fields or {"claim": [error.message]}
    return [Problem(line, FIELDS.get(name, name), words[0]) for name, words in fields.items() if words]


def _read(project: Project, lines: Iterable[str]) -> tuple[list[tuple[int, str, GoldAnswer]], list[Problem]]:
    found: list[tuple[int, str, GoldAnswer]] = []
    problems: list[Problem] = []
    first: dict[str, int] = {}
    for number, row in rows(lines, ClaimFormat.JSONL):
        if isinstance(row, Problem):
            problems.append(row)
            continue
        if len(row) > 1 and not any(row.values()):
            continue  # the header of empty values
        try:
            text, right = _gold(project, row)
            if first.setdefault(text, number) != number:
                raise _bad("claim", f"the same claim as on line {first[text]}; delete one of them")
        except Invalid as error:
            problems += _problems(number, error)
        else:
            found.append((number, text, right))
    return found, problems


def _gold(project: Project, row: dict[str, Any]) -> tuple[str, GoldAnswer]:
    text = row.get("claim")
    if not isinstance(text, str) or not text.strip():
        raise _bad("claim", 'missing or not a text; write {"claim": "...", "label": "...", "evidence": [...]}')
    if len(text) > MAX_LENGTH or "\0" in text:
        raise _bad("claim", f"too long, or has a character that cannot be stored; {MAX_LENGTH} characters at most")
    comment = row.get("comment") or ""
    if not isinstance(comment, str):
        raise _bad("comment", "not a text")
    labels = label_set_of(project)
    label = _word(row.get("label"), "label", labels.values)
    evidence = _sets(row.get("evidence"), required=labels.needs_evidence(label))
    right = GoldAnswer(label, _challenges(row, labels.challenge_set.values), evidence, comment)
    return normalize("NFC", " ".join(text.split())), checked(project, right)


def _challenges(row: dict[str, Any], known: Sequence[str]) -> list[str]:
    several = row.get("challenges") or row.get("challenge") or []
    several = several if isinstance(several, list) else [several]
    return [_word(word, "challenge", known) for word in several]


def _word(word: object, field: str, known: Sequence[str]) -> str:
    """Normalize the spelling of a label: data sets write SUPPORTS, supports, NOT_ENOUGH_INFO."""
    words = {plain(one): str(one) for one in known}
    found = words.get(plain(word)) if isinstance(word, str) else None
    if found is None:
        raise _bad(field, f"{str(word or '')[:80]!r} is not known; write one of: {', '.join(words.values())}")
    return found


def _sets(evidence: object, *, required: bool) -> list[list[str]]:
    if not required and not evidence:
        return []
    if not isinstance(evidence, list) or not evidence:
        raise _bad("evidence", 'missing; write [{"content": ["Page_sentence_0"]}], one object a set')
    sets: list[Any] = [one.get("content") if isinstance(one, dict) else one for one in evidence]
    for ids in sets:
        if not isinstance(ids, list) or not all(isinstance(element_id, str) for element_id in ids):
            raise _bad("evidence", 'a set is not a list of element ids; write {"content": ["Page_sentence_0"]}')
    return sets


def _store(project: Project, phase: Phase, text: str, right: GoldAnswer, by: User | None) -> bool:
    """Store a gold item; False if it existed."""
    claims = Claim.objects.filter(project=project, text=text, claim_set__isnull=True)
    claim = claims.first() or Claim.objects.filter(project=project, phase=0, text=text).first()
    if claim is None:
        claim = Claim.objects.create(project=project, text=text, phase=phase)
    elif (
        item := GoldItem.objects.filter(task__verification_item__claim=claim).select_related("task").first()
    ) is not None:
        same = (item.task.phase, item.verdict, item.challenges, item.sets, item.comment)
        if same == (phase, right.verdict, right.challenges, right.sets, right.comment):
            return False
        raise _bad("claim", "is gold already, with another answer or phase; change it on its page")
    elif claim.verifications.exists():
        raise _bad("claim", "was verified in this project; make it gold from its verification, or delete the line")
    make_gold(claim=claim, phase=phase, right=right, by=by)
    return True
