"""Write croissant.json: the release in Croissant 1.0 (MLCommons, https://docs.mlcommons.org/croissant/)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pyarrow import parquet

from annotation.release.cards.croissant_fields import fields
from annotation.release.cards.licence import ADDRESSES
from annotation.release.cards.statement import Author, Statement
from annotation.release.formats.files import sha256_of
from annotation.release.summary import ReleaseSummary

FORMATS = {
    ".jsonl": "application/jsonlines",
    ".json": "application/json",
    ".csv": "text/csv",
    ".parquet": "application/x-parquet",
    ".db": "application/vnd.sqlite3",
}
FOLDERS = ("data", "perspectivist", "feverous", "fever", "tables", "extra", "corpus", "provenance", "averitec")
# Files beside the folders that hold data.
LOOSE = ("annotations.jsonl", "origins.jsonl", "sources.jsonl", "splits.json", "attribution.csv", "averitec.csv")
# Most names are those of the vocabulary `cr`; the order is that of the specification.
_NAMES = """
    @language @vocab citeAs column conformsTo cr data dataBiases dataCollection dataType dct equivalentProperty extract
    field fileProperty fileObject fileSet format includes isLiveDataset jsonPath key md5 parentField path
    personalSensitiveInformation recordSet references regex repeated replace sc separator source subField transform
    examples rai samplingRate
"""
CONTEXT: dict[str, Any] = {name: f"cr:{name}" for name in _NAMES.split()} | {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
}


def croissant(facts: ReleaseSummary, statement: Statement, cite_as: str) -> str:
    """The whole file, of what is in the folder when it is called."""
    files = data_files(facts.folder)
    found: dict[str, Any] = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": statement.get("title") or facts.project.name,
        "description": statement.say("summary"),
        "license": ADDRESSES.get(statement.get("licence"), statement.get("licence")),
        "url": statement.get("homepage"),
        "version": statement.get("version"),
        "citeAs": cite_as,
        "creator": [_creator(one) for one in statement.authors],
        "inLanguage": statement.languages,
        "keywords": ["fact checking", "claim verification"],
    }
    if facts.as_of is not None:
        found["datePublished"] = facts.as_of.date().isoformat()
    found |= _responsible(statement)
    found["distribution"] = [_file(facts.folder, path) for path in files]
    found["recordSet"] = [_records(facts.folder, path) for path in files if path.suffix == ".parquet"]
    found = {key: value for key, value in found.items() if value not in ([], "")}
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def data_files(folder: Path) -> list[Path]:
    """The files of a release that hold data, by name."""
    inside = [path for name in FOLDERS for path in sorted((folder / name).rglob("*")) if path.is_file()]
    return [*inside, *(folder / name for name in LOOSE if (folder / name).exists())]


def _file(folder: Path, path: Path) -> dict[str, Any]:
    name = path.relative_to(folder).as_posix()
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": FORMATS.get(path.suffix, "application/octet-stream"),
        "sha256": sha256_of(path),
    }


def _records(folder: Path, path: Path) -> dict[str, Any]:
    name = f"{path.parent.name}-{path.stem.partition('-')[0]}"
    found: dict[str, Any] = {"@type": "cr:RecordSet", "@id": name, "name": name}
    found["field"] = fields(parquet.read_schema(path), name, path.relative_to(folder).as_posix())
    return found


def _creator(one: Author) -> dict[str, str]:
    if not one.given:
        return {"@type": "sc:Organization", "name": one.family}
    found = {"@type": "sc:Person", "name": f"{one.given} {one.family}"}
    return found | ({"sameAs": f"https://orcid.org/{one.orcid}"} if one.orcid else {})


def _responsible(statement: Statement) -> dict[str, str]:
    """Properties of Croissant RAI from the data statement; what is not given is left out."""
    names = {
        "rai:dataCollection": "curation_rationale",
        "rai:dataLimitations": "limitations",
        "rai:dataUseCases": "uses",
        "rai:annotatorDemographics": "verifiers_age",
    }
    return {key: statement.get(name) for key, name in names.items() if statement.get(name)}
