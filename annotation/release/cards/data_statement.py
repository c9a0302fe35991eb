"""Write DATA_STATEMENT.md (`templates/data_statement.md`): the fields of Bender and Friedman (2018), as given."""

from __future__ import annotations

from annotation.quality.calibration.approval_rates import approval_rates
from annotation.release.cards.fields import FIELDS, GROUPS
from annotation.release.cards.statement import NOT_GIVEN, Statement
from annotation.release.markdown import escaped, rendered
from annotation.release.report.approval import approval_sentences
from annotation.release.report.small_groups import approvals
from annotation.release.summary import ReleaseSummary


def data_statement(facts: ReleaseSummary, statement: Statement) -> str:
    """The whole text."""
    rates = approvals(approval_rates(facts.project), facts.settings.smallest_group)
    groups = [
        {
            "title": group.title,
            "fields": [{"label": field.label, "words": said(statement, field.name)} for field in group.fields],
        }
        for group in GROUPS
    ]
    context = {
        "title": statement.get("title") or facts.project.name,
        "missing": len(statement.missing),
        "of": len(FIELDS),
        "not_given": NOT_GIVEN,
        "groups": groups,
        "approval": list(approval_sentences(rates)) if rates else [],
    }
    return rendered("data_statement.md", context)


def said(statement: Statement, name: str) -> str:
    """An answer as Markdown, a line a line; what the corpus's source told is marked as such."""
    text = statement.get(name)
    if not text:
        return NOT_GIVEN
    lines = "  \n".join(escaped(line) for line in text.splitlines())
    return lines if statement.answers.get(name, "").strip() else f"{lines} (from the source of the corpus)"
