"""Write DATA_STATEMENT.md: the fields of Bender and Friedman (2018), as a manager gave them."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.quality.calibration.approval_rates import approval_rates
from annotation.release.cards.fields import FIELDS, GROUPS
from annotation.release.cards.statement import NOT_GIVEN, Statement
from annotation.release.report.approval import approval_sentences
from annotation.release.report.as_markdown import escaped
from annotation.release.report.small_groups import approvals
from annotation.release.summary import ReleaseSummary

INTRODUCTION = (
    "After Bender and Friedman (2018), Data Statements for Natural Language Processing: Toward Mitigating System Bias "
    "and Enabling Better Science. Speakers are the people who wrote the claims, annotators those who verified them. "
    "What is said of people is said of all of them together."
)


def data_statement(facts: ReleaseSummary, statement: Statement) -> str:
    """The whole text."""
    return "\n".join(_lines(facts, statement)).rstrip() + "\n"


def _lines(facts: ReleaseSummary, statement: Statement) -> Iterator[str]:
    yield f"# Data statement: {escaped(statement.get('title') or facts.project.name)}\n"
    yield f"{INTRODUCTION}\n"
    if statement.missing:
        yield f"{len(statement.missing)} of {len(FIELDS)} fields are {NOT_GIVEN}; they say so below.\n"
    for group in GROUPS:
        yield f"## {group.title}\n"
        for field in group.fields:
            yield f"### {field.label}\n"
            yield f"{said(statement, field.name)}\n"
    rates = approvals(approval_rates(facts.project), facts.settings.smallest_group)
    if rates:
        yield "## Approval of annotators\n"
        yield "  \n".join(escaped(sentence) for sentence in approval_sentences(rates)) + "\n"


def said(statement: Statement, name: str) -> str:
    """An answer as Markdown, a line a line; what the corpus's source told is marked as such."""
    text = statement.get(name)
    if not text:
        return NOT_GIVEN
    lines = "  \n".join(escaped(line) for line in text.splitlines())
    return lines if statement.answers.get(name, "").strip() else f"{lines} (from the source of the corpus)"
