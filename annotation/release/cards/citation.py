"""Write CITATION.cff (Citation File Format 1.2.0)."""

from __future__ import annotations

from typing import Any

from annotation.release.cards.licence import KNOWN
from annotation.release.cards.statement import Author, Statement
from annotation.release.cards.yaml_dump import yaml_text
from annotation.release.summary import ReleaseSummary

NOBODY = "(authors not given)"
KEYWORDS = ("fact checking", "claim verification", "evidence retrieval", "Wikipedia")


def citation(facts: ReleaseSummary, statement: Statement) -> str:
    """The whole file. The format wants an author: where none is given, it says so."""
    found: dict[str, Any] = {
        "cff-version": "1.2.0",
        "message": "If you use this data set, please cite it as below.",
        "type": "dataset",
        "title": statement.get("title") or facts.project.name,
        "authors": [_author(one) for one in statement.authors] or [{"name": NOBODY}],
        "keywords": list(KEYWORDS),
    }
    if facts.as_of is not None:
        found["date-released"] = facts.as_of.date().isoformat()
    given = {"version": "version", "abstract": "summary", "doi": "doi", "url": "homepage"}
    found |= {key: statement.get(name) for key, name in given.items() if statement.get(name)}
    if statement.get("licence") in KNOWN:
        found["license"] = statement.get("licence")
    return yaml_text(found)


def bibtex(facts: ReleaseSummary, statement: Statement) -> str:
    """Citation in BibTeX; fields that are not given are left out."""
    authors = " and ".join(f"{one.family}, {one.given}".rstrip(", ") for one in statement.authors) or f"{{{NOBODY}}}"
    fields = {
        "title": f"{{{statement.get('title') or facts.project.name}}}",
        "author": authors,
        "year": str(facts.as_of.year) if facts.as_of is not None else "",
        "version": statement.get("version"),
        "doi": statement.get("doi"),
        "url": statement.get("homepage"),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@misc{{{facts.project.slug},", *lines, "}"])


def _author(one: Author) -> dict[str, str]:
    named = {"family-names": one.family, "given-names": one.given} if one.given else {"name": one.family}
    if one.orcid:
        named["orcid"] = f"https://orcid.org/{one.orcid}"
    return named | ({"affiliation": one.institution} if one.institution else {})
