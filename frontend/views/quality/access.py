"""Access to a project's quality pages, with or without names."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from annotation.accounts.models import User
from annotation.dashboard.status import ResultsStatus, results_status
from annotation.projects.access import READERS, project_for
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project, Role
from annotation.quality.agreement.queries import names_of
from annotation.vocabulary.label_set import LabelSet
from frontend.views.access import Decorator, found_view

MAY_DECIDE = (Role.MANAGER, Role.ADJUDICATOR)


@dataclass(frozen=True, slots=True)
class QualityAccess:
    """A project as one person may see it. Managers see names; to others a person is "Annotator 7" throughout."""

    project: Project
    is_manager: bool
    _known: dict[int, str] = field(default_factory=dict, compare=False)  # asked for again and again within a page

    def page(self, **shown: Any) -> dict[str, Any]:
        """What every quality template is given."""
        return {
            "project": self.project,
            "quality_only": not self.is_manager,
            "results_status": self.results_status,
        } | shown

    def results_status(self) -> ResultsStatus:
        """Age of a large project's stored results. Called by the templates that show such results."""
        return results_status(self.project)

    @property
    def labels(self) -> LabelSet:
        """The verdicts of the project."""
        return label_set_of(self.project)

    def require_manager(self) -> None:
        """Raise Http404 for everybody but managers."""
        if not self.is_manager:
            raise Http404

    def names(self) -> dict[int, str]:
        """Person -> name, of everybody who worked or is a member here."""
        if not self._known:
            self._known.update(self._names())
        return self._known

    def _names(self) -> dict[int, str]:
        members = User.objects.filter(memberships__project=self.project).distinct()
        known = {user.pk: user.get_username() for user in members} | names_of(self.project)
        if self.is_manager:
            return known
        people = sorted(known)
        Random(self.project.pk).shuffle(people)  # so that numbers do not follow the order of the accounts
        return {person: _("Annotator %(number)d") % {"number": n} for n, person in enumerate(people, start=1)}


def quality_view(*methods: str, fresh: bool = False) -> Decorator:
    """Decorate a page of a project's quality, for its managers, adjudicators and observers."""
    return found_view(_quality_of, "slug", *methods, fresh=fresh)


def _quality_of(user: User, slug: str) -> QualityAccess:
    project = project_for(user, slug, *READERS)
    return QualityAccess(project, user.memberships.filter(project=project, role=Role.MANAGER).exists())
