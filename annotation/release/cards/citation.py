"""Write CITATION.cff (Citation File Format 1.2.0)."""

from __future__ import annotations

from typing import Any

import yaml

from annotation.release.cards.licence import KNOWN
from annotation.release.cards.statement import Author, Statement
from annotation.release.summary import ReleaseSummary
from annotation.release.tex import escaped

KEYWORDS = ("fact checking", "claim verification", "evidence retrieval", "Wikipedia")


def citation(facts: ReleaseSummary, statement: Statement) -> str:
    """The whole file; "" where no author is given, since the format wants one and none is made up."""
    if not statement.authors:
        return ""
    found: dict[str, Any] = {
        "cff-version": "1.2.0",
        "message": "If you use this data set, please cite it as below.",
        "type": "dataset",
        "title": statement.get("title") or facts.project.name,
        "authors": [_author(one) for one in statement.authors],
        "keywords": list(KEYWORDS),
    }
    if facts.as_of is not None:
        found["date-released"] = facts.as_of.date().isoformat()
    given = {"version": "version", "abstract": "summary", "doi": "doi", "url": "homepage"}
    found |= {key: statement.get(name) for key, name in given.items() if statement.get(name)}
    if statement.get("licence") in KNOWN:
        found["license"] = statement.get("licence")
    return dumped(found)


def bibtex(facts: ReleaseSummary, statement: Statement) -> str:
    """Citation in BibTeX; fields that are not given are left out. Who has no given name is an organisation."""
    texts = {
        "title": f"{{{escaped(statement.get('title') or facts.project.name)}}}",
        "author": " and ".join(
            f"{escaped(one.family)}, {escaped(one.given)}" if one.given else f"{{{escaped(one.family)}}}"
            for one in statement.authors
        ),
        "year": str(facts.as_of.year) if facts.as_of is not None else "",
        "version": escaped(statement.get("version")),
        "doi": escaped(statement.get("doi")),
        "url": escaped(statement.get("homepage")),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in texts.items() if value]
    return "\n".join([f"@misc{{{facts.project.slug},", *lines, "}"])


def dumped(value: dict[str, Any]) -> str:
    """YAML in the order given, a text on one line."""
    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False, width=float("inf"))


def _author(one: Author) -> dict[str, str]:
    named = {"family-names": one.family, "given-names": one.given} if one.given else {"name": one.family}
    if one.orcid:
        named["orcid"] = f"https://orcid.org/{one.orcid}"
    return named | ({"affiliation": one.institution} if one.institution else {})
