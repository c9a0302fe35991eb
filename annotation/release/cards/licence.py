"""Write LICENSE.md: the licence of the data and the attribution of the pages' text."""

from __future__ import annotations

from collections.abc import Iterator

from annotation.release.cards.statement import NOT_GIVEN, Statement
from annotation.release.report.as_markdown import escaped
from annotation.release.summary import ReleaseSummary

ADDRESSES = {
    "CC-BY-SA-4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
    "CC-BY-SA-3.0": "https://creativecommons.org/licenses/by-sa/3.0/",
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
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
    return "\n".join(_lines(facts, statement, pages)).rstrip() + "\n"


def licence_words(statement: Statement, field: str = "licence") -> str:
    """The licence's name, as a link where its text is known."""
    name = statement.get(field)
    return f"[{name}]({ADDRESSES[name]})" if name in ADDRESSES else escaped(name) or NOT_GIVEN


def _lines(facts: ReleaseSummary, statement: Statement, pages: int) -> Iterator[str]:
    yield f"# Licence: {escaped(statement.get('title') or facts.project.name)}\n"
    if statement.get("licence"):
        yield f"Claims, verdicts, evidence and operations of this release are under {licence_words(statement)}.\n"
    else:
        yield (
            f"The licence of claims, verdicts, evidence and operations is {NOT_GIVEN}: ask whoever gave you this "
            "release before you use or share it.\n"
        )
    yield "## The text of the pages\n"
    wiki = statement.get("wiki")
    if statement.get("pages_licence"):
        source = f"come from {escaped(wiki)} and " if wiki else ""
        yield (
            f"Pages, and the parts of pages that evidence names, {source}are under "
            f"{licence_words(statement, 'pages_licence')}. "
        )
    elif wiki:
        yield (
            f"Pages, and the parts of pages that evidence names, come from {escaped(wiki)} and stay under the licence "
            "of that wiki, which for Wikipedia is "
            f"[CC BY-SA 4.0]({ADDRESSES['CC-BY-SA-4.0']}) (revisions until June 2023: "
            f"[CC BY-SA 3.0]({ADDRESSES['CC-BY-SA-3.0']})). Credit belongs to the authors of each page. "
        )
    else:
        yield f"Where the pages come from is {NOT_GIVEN}; their text stays under the licence of its source. "
    yield (
        f"[attribution.csv](attribution.csv) names {pages:,} pages: every page that evidence of a released row stands "
        "on or that an operation names, with its revision, the address of that revision and that of its history, where "
        "its authors are listed. Pages were cut into sentences, tables and lists, and are otherwise unchanged."
    )
