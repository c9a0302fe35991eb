"""Tables of awards: `{{awards table}}`, whose rows are wikitext, and their end `{{end}}`."""

from __future__ import annotations

from corpus.templates.tables.arguments import Expansion, opening

OPENERS: dict[str, Expansion] = {
    "awards table": lambda arguments: opening("Year", "Nominee / work", "Award", "Result"),
}
