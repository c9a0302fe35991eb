"""The job that checks the citations of a project's corpus against its web pages; `checking` starts it.

It stands here because it joins projects and `baseline.citations`, which do not know each other. Who started it is the
job's `created_by`.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _

from annotation.evidence.web.corpora import web_corpora
from jobs.context import JobContext
from jobs.errors import JobError
from jobs.registry import job
from search.backend import IndexMissing

KIND = "check_citations"


@job(KIND)
def check_citations(context: JobContext) -> dict[str, Any]:
    """Check what is not checked yet, from where an attempt that was killed had come to.

    Arguments: "corpora", short names of web corpora of the project (default: all). Returns the fields of
    `check_corpus.Counted`, notes in English.
    """
    from baseline.citations.check_corpus import Settings, check  # numpy and the words of a language are read
    from baseline.citations.retrieval import open_search
    from baseline.citations.verify import lexical_verifier

    project = context.job.project
    if project is None:
        raise JobError(_("This job belongs to no project."))
    wanted = context.arguments.get("corpora")
    corpora = [one for one in web_corpora(project) if wanted is None or one.slug in wanted]
    message = _("Checking citations")
    settings = Settings(before_storing=context.renew_lease)
    try:
        found = check(
            project.corpus,
            open_search(corpora),
            lexical_verifier(),
            lambda done, total: context.progress(done, total, message),
            settings,
        )
    except IndexMissing as error:
        raise JobError(str(error)) from error
    return asdict(found)
