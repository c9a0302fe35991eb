"""Remove a person's data on request: who they are goes, what they annotated stays under the same pseudonym.

A pseudonym of a release is computed from the number of the account, and the hash chains of logs hold no name: the row
of the account stays, with nothing in it. Operations and entries of discussions are append-only and stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.accounts.provider_links import ProviderLink
from annotation.accounts.second_factor import RecoveryCode, SecondFactor
from annotation.accounts.sessions import Session
from annotation.accounts.tokens import ApiToken
from annotation.actions.models import Action, ActionState, Outcome
from annotation.actions.run import confirm, draft_on_rows, outcome_counts, run
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record
from annotation.discussion.models import DiscussionEntry
from annotation.errors import AnnotationError
from annotation.projects.announcement_models import Question
from annotation.projects.data_version import bump
from annotation.projects.invitation_models import ProjectInvitation
from annotation.projects.member_settings import MemberSettings
from annotation.projects.models import Membership, Project, Role
from annotation.quality.calibration.models import Calibration, ClaimGrade
from annotation.release.privacy.kinds import OF_LOGS
from annotation.release.privacy.models import Redaction
from annotation.release.privacy.texts import all_texts
from annotation.results.models import CachedResult
from annotation.vocabulary.action_reasons import ActionReason
from annotation.vocabulary.tasks import Phase
from annotation.vocabulary.texts import Translated, gettext_lazy
from annotation.work.counted import counted
from annotation.work.models import Assignment, Draft, TaskReport
from annotation.workflows.models import FlagReview, Report, RevisionRequest, Verification
from annotation.workflows.screening.models import ScreeningDecision, ScreeningGrade

NAME = "removed-{}"
REMOVED = "[removed]"  # in place of a text
ROWS = 1_000


@dataclass(frozen=True, slots=True)
class Texts:
    """Free texts of one kind about the person, or written by them outside of their annotations."""

    code: str
    label: Translated
    rows: QuerySet  # type: ignore[type-arg]
    fields: tuple[str, ...]


@dataclass
class Removal:
    """What is removed, or would be: code -> number. `withdrawn`: verifications set aside; `refused`: those that could
    not be. `kept`: entries of discussions, which are append-only."""

    counts: dict[str, int] = field(default_factory=dict)
    withdrawn: int = 0
    refused: int = 0
    kept: int = 0


LABELS: dict[str, Translated] = {
    "sessions": gettext_lazy("logins"),
    "tokens": gettext_lazy("API tokens"),
    "drafts": gettext_lazy("drafts that were not submitted"),
    "second_factors": gettext_lazy("second factors"),
    "recovery_codes": gettext_lazy("recovery codes"),
    "provider_links": gettext_lazy("links with an identity provider"),
    "invitations": gettext_lazy("invitations to projects"),
    "admin_log": gettext_lazy("entries of the administration log"),
    "addresses": gettext_lazy("mail addresses for alerts"),
    "redactions": gettext_lazy("search terms and links in logs, left out of future releases"),
    "results": gettext_lazy("stored statistics, to be computed again"),
}


def free_texts(person: User) -> Iterator[Texts]:
    """Everything in words about a person, or by them, that is not an annotation."""
    mine = Q(assignment__person=person)
    graded = ScreeningGrade.objects.filter(answers__submission__assignment__person=person)
    for code, label, rows, *fields in (
        ("action_notes", gettext_lazy("notes on actions about them"), _of(Action, person), "note", "undo_note"),
        ("calibration_notes", gettext_lazy("notes on their calibration"), _of(Calibration, person), "note"),
        ("screening_notes", gettext_lazy("notes on their screening"), _of(ScreeningDecision, person), "note"),
        ("screening_grades", gettext_lazy("comments on their screening tests"), graded, "comment"),
        (
            "claim_grades",
            gettext_lazy("comments on claims that they wrote in calibration"),
            ClaimGrade.objects.filter(claim__author=person),
            "comment",
        ),
        (
            "revision_requests",
            gettext_lazy("requests to revise their work, and their answers"),
            RevisionRequest.objects.filter(mine),
            "note",
            "answer",
        ),
        (
            "questions",
            gettext_lazy("questions that they asked, and the answers"),
            Question.objects.filter(asker=person),
            "text",
            "answer",
        ),
        (
            "flag_reviews",
            gettext_lazy("notes on verifications that they flagged"),
            FlagReview.objects.filter(verification__submission__assignment__person=person),
            "note",
        ),
        ("reports", gettext_lazy("notes on claims that they reported"), Report.objects.filter(mine), "note"),
        ("task_reports", gettext_lazy("notes on tasks that they reported"), TaskReport.objects.filter(mine), "note"),
        ("skip_notes", gettext_lazy("notes on work that they skipped"), _of(Assignment, person), "skip_note"),
    ):
        yield Texts(code, label, rows, tuple(fields))


def _of(model: type[Model], person: User) -> QuerySet:  # type: ignore[type-arg]
    return model._default_manager.filter(person=person)


def projects_of(person: User) -> QuerySet[Project]:
    """The projects that somebody is a member of, or has worked in."""
    members = Membership.objects.filter(user=person).values("project")
    worked = Assignment.objects.filter(person=person).values("project")
    return Project.objects.filter(Q(pk__in=members) | Q(pk__in=worked)).order_by("pk")


def refuse(person: User) -> None:
    """Raise AnnotationError `removed`, `last_operator` or `last_manager` where a person cannot be removed."""
    if person.username == NAME.format(person.pk):
        raise AnnotationError("removed", _("This person was removed already."))
    if (
        person.is_superuser
        and not User.objects.filter(is_superuser=True, is_active=True).exclude(pk=person.pk).exists()
    ):
        raise AnnotationError("last_operator", _("Nobody else may administer this site: make another superuser first."))
    for project in projects_of(person).filter(memberships__user=person, memberships__role=Role.MANAGER).distinct():
        managers = project.memberships.filter(role=Role.MANAGER, user__is_active=True)
        if not managers.exclude(user=person).exists():
            words = _("Nobody else manages the project “%(project)s”: name another manager first.")
            raise AnnotationError("last_manager", words % {"project": project.slug})


def preview_removal(person: User) -> Removal:
    """Count what would be removed. Raises AnnotationError as `refuse`."""
    refuse(person)
    counts = {texts.code: _with_words(texts).count() for texts in free_texts(person)}
    counts |= {code: rows.count() for code, rows in _deleted_rows(person).items()}
    counts["redactions"] = sum(len(rows) for *_of_kind, rows in _logged(person))
    counts["addresses"] = MemberSettings.objects.filter(user=person).exclude(alert_address="").count()
    withdrawn = sum(len(_current_work(person, project)) for project in projects_of(person))
    return Removal(counts, withdrawn=withdrawn, kept=DiscussionEntry.objects.filter(author=person).count())


def remove_person(person: User, *, withdraw_by: User | None = None) -> Removal:
    """Remove a person's data; with `withdraw_by`, the operator or manager who acts, their verifications are set aside.

    One transaction, but setting work aside comes first, in batches; safe to repeat after an interruption. Raises
    AnnotationError as `refuse`.
    """
    refuse(person)
    withdrawn = refused = 0
    if withdraw_by is not None:
        for project in projects_of(person):
            done, not_done = _withdraw(person, project, withdraw_by)
            withdrawn, refused = withdrawn + done, refused + not_done
    with transaction.atomic():
        person = User.objects.select_for_update().get(pk=person.pk)
        found = preview_removal(person)
        _remove(person)
        counts = {code: count for code, count in found.counts.items() if count} | {"withdrawn": withdrawn}
        # By their codes, of which one is named after tokens: none of them is a secret.
        after = {"removed": [f"{code}: {count}" for code, count in counts.items()]}
        record(Act.PERSON_REMOVED, by=withdraw_by, person=person, after=after)
    found.withdrawn, found.refused = withdrawn, refused
    return found


def _remove(person: User) -> None:
    for texts in free_texts(person):
        for name in texts.fields:
            texts.rows.exclude(**{name: ""}).update(**{name: REMOVED})
    for project, kind, logged in _logged(person):
        Redaction.objects.bulk_create(
            [Redaction(project=project, kind=kind, row=row) for row in logged], batch_size=ROWS, ignore_conflicts=True
        )
    for rows in _deleted_rows(person).values():
        rows.delete()
    MemberSettings.objects.filter(user=person).update(alert_address="")
    for project in projects_of(person):
        bump(project.pk)
    person.username, person.first_name, person.last_name, person.email = NAME.format(person.pk), "", "", ""
    person.is_active = person.is_staff = person.is_superuser = False
    person.last_login, person.preferences = None, {}
    person.set_unusable_password()
    person.save()


def _with_words(texts: Texts) -> QuerySet:  # type: ignore[type-arg]
    has_words = Q()
    for name in texts.fields:
        has_words |= ~Q(**{name: ""}) & ~Q(**{name: REMOVED})
    return texts.rows.filter(has_words)


def _deleted_rows(person: User) -> dict[str, QuerySet]:  # type: ignore[type-arg]
    about = Q(content_type=ContentType.objects.get_for_model(User), object_id=str(person.pk))
    return {
        "tokens": ApiToken.objects.filter(user=person),
        "drafts": Draft.objects.filter(assignment__person=person),
        "sessions": Session.objects.filter(user=person),
        "second_factors": SecondFactor.objects.filter(user=person),
        "recovery_codes": RecoveryCode.objects.filter(user=person),
        "provider_links": ProviderLink.objects.filter(user=person),
        "invitations": ProjectInvitation.objects.filter(name=person.username),
        "admin_log": LogEntry.objects.filter(Q(user=person) | about),
        "results": CachedResult.objects.filter(project__in=projects_of(person)),
    }


def _logged(person: User) -> Iterator[tuple[Project, str, list[int]]]:
    """Project, kind, and the operations in which the person's words stand."""
    for project in projects_of(person):
        for kind in OF_LOGS:
            rows = [one.row for one in all_texts(project, kind) if one.person == person.pk]
            done = set(Redaction.objects.filter(project=project, kind=kind).values_list("row", flat=True))
            yield project, kind.value, [row for row in rows if row not in done]


def _current_work(person: User, project: Project) -> list[int]:
    """The verifications of a person that count now, of claims in production."""
    found = Verification.objects.filter(
        counted("submission__"),
        submission__assignment__person=person,
        submission__assignment__project=project,
        claim__phase=Phase.PRODUCTION,  # nothing else is released
    )
    return list(found.order_by("pk").values_list("pk", flat=True))


def _withdraw(person: User, project: Project, by: User) -> tuple[int, int]:
    """Set a person's verifications aside, at their own request; how many were, and how many could not be."""
    rows = _current_work(person, project)
    if not rows:
        return 0, 0
    action = draft_on_rows(project=project, by=by, kind="set_aside", verifications=rows)
    confirm(action, by=by, reason=ActionReason.REQUEST)
    action.refresh_from_db()
    run(action)
    assert action.state == ActionState.APPLIED
    done = sum(n for (outcome, _code), n in outcome_counts(action).items() if outcome == Outcome.DONE)
    return done, len(rows) - done
