"""Questions to the managers, their answers, and the frequently asked questions of a project."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.errors import AnnotationError, Invalid
from annotation.projects.announcement_models import FaqEntry, Question
from annotation.projects.models import Project

LONGEST_QUESTION, LONGEST_ANSWER = 4_000, 20_000
LONGEST_ENTRY = 500
MOST_OPEN = 20


def ask(*, project: Project, asker: User, text: str, task_id: int | None = None) -> Question:
    """Ask the managers, about one task or in general. An unanswered question of the same text is returned, so that a
    second click adds nothing.

    Raises Invalid, and AnnotationError `too_many_questions`.
    """
    text = _checked("text", text, LONGEST_QUESTION)
    mine = Question.objects.filter(project=project, asker=asker, answered_at=None)
    known = mine.filter(text=text, task=task_id).first()
    if known is not None:
        return known
    if mine.count() >= MOST_OPEN:
        message = _("%(most)d questions of yours wait for an answer. Ask further ones then.") % {"most": MOST_OPEN}
        raise AnnotationError("too_many_questions", message, 409)
    return Question.objects.create(project=project, asker=asker, text=text, task_id=task_id)


def answer(question: Question, *, by: User, text: str) -> Question:
    """Answer a question or change its answer, which marks it as unseen by its asker. Raises Invalid."""
    text = _checked("answer", text, LONGEST_ANSWER)
    if text != question.answer:
        question.answer, question.answered_by = text, by
        question.answered_at, question.seen_at = timezone.now(), None
        question.save(update_fields=["answer", "answered_by", "answered_at", "seen_at"])
    return question


def questions_of(person: User, project: Project) -> QuerySet[Question]:
    """The person's own questions, latest first."""
    return Question.objects.filter(project=project, asker=person).order_by("-asked_at", "-pk")


def waiting_questions(project: Project) -> int:
    """Count the questions that nobody has answered."""
    return Question.objects.filter(project=project, answered_at=None).count()


def mark_answers_seen(person: User, project: Project) -> None:
    """Record that the person has seen the answers to their questions."""
    questions_of(person, project).filter(answered_at__isnull=False, seen_at=None).update(seen_at=timezone.now())


@transaction.atomic
def add_entry(*, project: Project, by: User, question: str, answer: str, asked: Question | None = None) -> FaqEntry:
    """Append an entry to the FAQ. `asked`: the question it is made from, which readers do not see. Raises Invalid.

    Publishing the same question twice changes its entry.
    """
    words = _entry_words(question, answer)
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)  # two at once get two places
    known = FaqEntry.objects.filter(asked=asked).first() if asked is not None else None
    if known is not None:
        return change_entry(known, by=by, question=question, answer=answer)
    last = FaqEntry.objects.filter(project=project).aggregate(last=Max("position"))["last"] or 0
    return FaqEntry.objects.create(
        project=project, position=last + 1, question=words[0], answer=words[1], asked=asked, author=by
    )


def change_entry(entry: FaqEntry, *, by: User, question: str, answer: str) -> FaqEntry:
    """Change an entry of the FAQ. Raises Invalid."""
    entry.question, entry.answer = _entry_words(question, answer)
    entry.author = by
    entry.save(update_fields=["question", "answer", "author", "changed_at"])
    return entry


@transaction.atomic
def move_entry(entry: FaqEntry, *, up: bool) -> None:
    """Move an entry one place up or down; the first and the last stay where they are."""
    Project.objects.select_for_update(no_key=True).get(pk=entry.project_id)
    in_order = list(FaqEntry.objects.filter(project=entry.project_id))
    at = in_order.index(entry)
    to = at - 1 if up else at + 1
    if 0 <= to < len(in_order):
        in_order[at], in_order[to] = in_order[to], in_order[at]
    for position, one in enumerate(in_order, start=1):
        FaqEntry.objects.filter(pk=one.pk).exclude(position=position).update(position=position)


def _entry_words(question: str, answer: str) -> tuple[str, str]:
    return _checked("question", " ".join(question.split()), LONGEST_ENTRY), _checked("answer", answer, LONGEST_ANSWER)


def _checked(name: str, text: str, most: int) -> str:
    text = text.replace("\r\n", "\n").strip()
    if not text or len(text) > most or "\0" in text:
        words = _("Write something here, in at most %(most)d characters.") % {"most": most}
        raise Invalid(words, {name: [words]})
    return text
