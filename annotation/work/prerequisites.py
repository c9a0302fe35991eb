"""Prerequisites: work that waits until another workflow has let the person in (paper, section 3.2: screening)."""

from __future__ import annotations

from annotation.accounts.models import User
from annotation.projects.models import Project
from annotation.work.registry import workflows_of


def unmet_prerequisite(*, person: User, project: Project, kind: str) -> str:
    """Explain what must come before work of this kind, as a sentence; empty where nothing does.

    A person with several roles needs the one of this kind of work. Prerequisites do not wait for each other, and
    what somebody holds already they may finish. No query in a project without any.
    """
    records = workflows_of(project)
    here = records.get(kind)
    if here is None or here.prerequisite is not None:
        return ""
    for record in records.values():
        prerequisite = record.prerequisite
        if prerequisite is not None and here.role in prerequisite.roles:
            reason = prerequisite.why_unmet(person, project, here.role)
            if reason:
                return reason
    return ""
