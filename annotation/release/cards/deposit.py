"""Write datacite.json and .zenodo.json: what a repository asks for when it gives a DOI.

datacite.json is DataCite's metadata schema 4.5 as JSON; .zenodo.json the metadata of Zenodo's deposit API. Both want
authors, and Zenodo a licence: without these the file is not written, since none are made up.
"""

from __future__ import annotations

import json
from html import escape
from typing import Any

from annotation.release.cards.citation import KEYWORDS
from annotation.release.cards.croissant import FORMATS, data_files
from annotation.release.cards.licence import ADDRESSES, KNOWN
from annotation.release.cards.statement import Author, Statement
from annotation.release.summary import ReleaseSummary

# DataCite's word for what is to be assigned later (metadata schema 4.5, appendix 3).
TO_BE_ASSIGNED = ":tba"
ORCID = "https://orcid.org"


def datacite(facts: ReleaseSummary, statement: Statement) -> str:
    """The whole file; "" where there is no author, or nothing that has a year."""
    if not statement.authors or facts.as_of is None:
        return ""
    found: dict[str, Any] = {
        "schemaVersion": "http://datacite.org/schema/kernel-4",
        "doi": statement.get("doi"),
        "creators": [_creator(one) for one in statement.authors],
        "titles": [{"title": statement.get("title") or facts.project.name}],
        "publisher": {"name": statement.get("publisher") or TO_BE_ASSIGNED},
        "publicationYear": str(facts.as_of.year),
        "types": {"resourceTypeGeneral": "Dataset", "resourceType": "Claims with verdicts and evidence"},
        "subjects": [{"subject": word} for word in KEYWORDS],
        "dates": [{"date": facts.as_of.date().isoformat(), "dateType": "Created"}],
        "language": next(iter(statement.languages), ""),
        "version": statement.get("version"),
        "sizes": [f"{sum(facts.rows.values())} claims"],
        "formats": sorted({FORMATS[path.suffix] for path in data_files(facts.folder) if path.suffix in FORMATS}),
        "rightsList": _rights(statement.get("licence")),
        "descriptions": [{"description": described(facts, statement), "descriptionType": "Abstract"}],
        "relatedIdentifiers": [
            {"relatedIdentifier": statement.get(name), "relatedIdentifierType": "URL", "relationType": relation}
            for name, relation in (("homepage", "IsDescribedBy"), ("wiki", "IsDerivedFrom"))
            if statement.get(name)
        ],
    }
    return _written(found)


def zenodo(facts: ReleaseSummary, statement: Statement) -> str:
    """The whole file; "" where there is no author, no licence that Zenodo knows, or nothing that has a date."""
    if not statement.authors or statement.get("licence") not in KNOWN or facts.as_of is None:
        return ""
    found: dict[str, Any] = {
        "upload_type": "dataset",
        "title": statement.get("title") or facts.project.name,
        "creators": [_zenodo_creator(one) for one in statement.authors],
        "description": f"<p>{escape(described(facts, statement))}</p>",  # HTML
        "access_right": "open",
        "license": statement.get("licence").lower(),
        "publication_date": facts.as_of.date().isoformat(),
        "doi": statement.get("doi"),
        "version": statement.get("version"),
        "keywords": list(KEYWORDS),
        "related_identifiers": [
            {"identifier": statement.get(name), "relation": relation}
            for name, relation in (("homepage", "isDescribedBy"), ("wiki", "isDerivedFrom"))
            if statement.get(name)
        ],
        "references": [statement.get("paper")] if statement.get("paper") else [],
    }
    return _written(found)


def described(facts: ReleaseSummary, statement: Statement) -> str:
    """The summary of the data statement; where there is none, what the release holds."""
    return statement.get("summary") or (
        f"{sum(facts.rows.values()):,} claims about {facts.project.corpus.name}, each with a verdict and the evidence "
        "that leads to it."
    )


def _creator(one: Author) -> dict[str, Any]:
    if not one.given:
        return {"name": one.family, "nameType": "Organizational"}
    found: dict[str, Any] = {
        "name": f"{one.family}, {one.given}",
        "nameType": "Personal",
        "givenName": one.given,
        "familyName": one.family,
    }
    if one.institution:
        found["affiliation"] = [{"name": one.institution}]
    if one.orcid:
        found["nameIdentifiers"] = [
            {"nameIdentifier": f"{ORCID}/{one.orcid}", "nameIdentifierScheme": "ORCID", "schemeUri": ORCID}
        ]
    return found


def _zenodo_creator(one: Author) -> dict[str, str]:
    found = {"name": f"{one.family}, {one.given}" if one.given else one.family}
    found |= {"affiliation": one.institution} if one.institution else {}
    return found | ({"orcid": one.orcid} if one.orcid else {})


def _rights(licence: str) -> list[dict[str, str]]:
    if not licence:
        return []
    known = {"rightsIdentifier": licence, "rightsIdentifierScheme": "SPDX", "schemeUri": "https://spdx.org/licenses/"}
    address = {"rightsUri": ADDRESSES[licence]} if licence in ADDRESSES else {}
    return [{"rights": licence, **address, **(known if licence in KNOWN else {})}]


def _written(found: dict[str, Any]) -> str:
    filled = {key: value for key, value in found.items() if value not in ([], "")}
    return json.dumps(filled, ensure_ascii=False, indent=2) + "\n"
