"""Background job that finds suggestions for all claims of a project that lack them; it can be resumed."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from annotation.projects.models import Project
from annotation.suggestions.enqueue import KIND
from annotation.suggestions.models import RunState
from annotation.suggestions.runner import NoSuggester, Suggester, answer_for, lacking, open_suggester, store
from jobs.context import JobContext
from jobs.enqueue import enqueue
from jobs.registry import job
from search.indexing.job import request_build

MOST_FAILURES = 20  # one after the other: then it is the model, not the claims


@job(KIND)
def suggest(context: JobContext) -> dict[str, Any]:
    """Find evidence for every claim that has no run of the present version. Never fails for want of a model.

    Answers how many claims it looked at, of which how many failed, and a note where it ended early.
    """
    project = context.job.project
    if project is None or not project.suggestions_on or not settings.ATTEST_SUGGESTER:
        return {"claims": 0, "failed": 0, "note": _("Suggestions are off.")}
    try:
        return _all(context, project, open_suggester(project.corpus))
    except NoSuggester as error:
        if error.no_index:
            _after_the_index(context, project)
        return {"claims": 0, "failed": 0, "note": str(error)}


def _all(context: JobContext, project: Project, suggester: Suggester) -> dict[str, Any]:
    """Pass after pass, since claims may have come in meanwhile, until one finds nothing to do."""
    done = failed = in_a_row = 0
    while wanted := list(lacking(project, suggester.version)):
        before = done
        for claim in wanted:
            context.progress(done, before + len(wanted))
            answer = answer_for(suggester, claim.text)
            done += store(project, claim, suggester.version, answer, context.renew_lease)
            in_a_row = in_a_row + 1 if answer.state == RunState.FAILED else 0
            failed += answer.state == RunState.FAILED
            if in_a_row >= MOST_FAILURES:
                return {"claims": done, "failed": failed, "note": "; ".join(answer.notes)}
        if done == before:  # nothing can be stored: another process does the same
            break
    return {"claims": done, "failed": failed, "note": ""}


def _after_the_index(context: JobContext, project: Project) -> None:
    """Have the index made, and look again behind it; once, so that an index that cannot be made ends this."""
    if request_build(project.corpus_id) and not context.arguments.get("after_index"):
        enqueue(KIND, project=project, arguments={"after_index": True})
