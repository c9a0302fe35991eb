"""Write LICENSE.md (`templates/licence.md`): the licence of the data and the attribution of the pages' text."""

from __future__ import annotations

from annotation.release.cards.statement import NOT_GIVEN, Statement
from annotation.release.markdown import escaped, rendered
from annotation.release.summary import ReleaseSummary

ADDRESSES = {
    "CC-BY-SA-4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
    "CC-BY-SA-3.0": "https://creativecommons.org/licenses/by-sa/3.0/",
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
    "CC-BY-NC-4.0": "https://creativecommons.org/licenses/by-nc/4.0/",
    "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
}
# Names that both Hugging Face and the citation format know; another one stands in LICENSE.md alone.
KNOWN = frozenset(
    """Apache-2.0 CC0-1.0 CC-BY-2.0 CC-BY-2.5 CC-BY-3.0 CC-BY-4.0 CC-BY-SA-3.0 CC-BY-SA-4.0 CC-BY-NC-2.0 CC-BY-NC-3.0
    CC-BY-NC-4.0 CC-BY-ND-4.0 CC-BY-NC-ND-3.0 CC-BY-NC-ND-4.0 CC-BY-NC-SA-2.0 CC-BY-NC-SA-3.0 CC-BY-NC-SA-4.0
    MIT""".split()
)


def licence(facts: ReleaseSummary, statement: Statement, pages: int) -> str:
    """The whole text; `pages`: how many attribution.csv names."""
    context = {
        "title": statement.get("title") or facts.project.name,
        "is_licensed": bool(statement.get("licence")),
        "licence": licence_words(statement),
        "pages_licence": licence_words(statement, "pages_licence") if statement.get("pages_licence") else "",
        "wiki": statement.get("wiki"),
        "now": ADDRESSES["CC-BY-SA-4.0"],
        "before": ADDRESSES["CC-BY-SA-3.0"],
        "not_given": NOT_GIVEN,
        "pages": f"{pages:,}",
    }
    return rendered("licence.md", context)


def licence_words(statement: Statement, field: str = "licence") -> str:
    """The licence's name, as a link where its text is known."""
    name = statement.get(field)
    return f"[{name}]({ADDRESSES[name]})" if name in ADDRESSES else escaped(name) or NOT_GIVEN
