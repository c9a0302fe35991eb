"""Metadata for a DOI: DataCite's by its own schema, Zenodo's by what its documentation asks for; nothing made up."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import replace
from pathlib import Path

import pytest

from annotation.release.cards.deposit import TO_BE_ASSIGNED, datacite, zenodo
from annotation.release.cards.statement import Statement, statement_of
from tests.release_report.test_cards import ANSWERS, cards

jsonschema = pytest.importorskip("jsonschema")


def errors(content, schema):
    kind = jsonschema.validators.validator_for(schema)
    return [one.message for one in kind(schema, format_checker=kind.FORMAT_CHECKER).iter_errors(content)]


def datacite_schema():
    """As the package ships it: read as a file, since to import it wants an XML library."""
    spec = importlib.util.find_spec("datacite")
    if spec is None:
        pytest.skip("no datacite installed")
    (place,) = spec.submodule_search_locations
    return json.loads((Path(place) / "schemas/datacite-v4.5.json").read_text(encoding="utf-8"))


def test_datacite_is_valid_by_its_own_schema_and_says_who_made_what(release):
    folder = cards(release, **ANSWERS)
    found = json.loads((folder / "datacite.json").read_text(encoding="utf-8"))
    assert errors(found, datacite_schema()) == []
    person, organisation = found["creators"]
    assert (person["name"], person["nameType"]) == ("Lovelace, Ada", "Personal")
    assert person["nameIdentifiers"][0]["nameIdentifier"] == "https://orcid.org/0000-0002-1825-0097"
    assert organisation == {"name": "Example Collective", "nameType": "Organizational"}
    assert (found["doi"], found["version"], found["language"]) == ("10.5281/zenodo.123", "1.2.0", "en-GB")
    assert found["publisher"] == {"name": TO_BE_ASSIGNED}
    assert found["publicationYear"] == str(release[0].as_of.year)
    assert found["rightsList"][0]["rightsIdentifier"] == "CC-BY-SA-4.0"


def test_zenodo_has_the_fields_that_it_asks_for(release):
    folder = cards(release, **ANSWERS, publisher="Zenodo")
    found = json.loads((folder / ".zenodo.json").read_text(encoding="utf-8"))
    schema = json.loads((Path(__file__).parent / "zenodo.json").read_text(encoding="utf-8"))
    assert errors(found, schema) == []
    assert found["creators"][0] == {
        "name": "Lovelace, Ada",
        "affiliation": "Example University",
        "orcid": "0000-0002-1825-0097",
    }
    assert (found["license"], found["access_right"]) == ("cc-by-sa-4.0", "open")
    assert found["description"] == "<p>Claims about &quot;clubs&quot; | and more.</p>"
    assert "[datacite.json](datacite.json), [.zenodo.json](.zenodo.json)" in (folder / "README.md").read_text()
    assert {"datacite.json", ".zenodo.json"} <= {path.name for path in folder.rglob("*")}


@pytest.mark.parametrize("missing", ["authors", "licence"])
def test_without_authors_or_a_licence_none_is_made_up(release, missing):
    facts, folder = release
    told = Statement({name: text for name, text in ANSWERS.items() if name != missing}, {})
    facts = replace(facts, folder=folder)
    assert zenodo(facts, told) == ""
    assert (datacite(facts, told) == "") == (missing == "authors")
    if missing == "licence":
        assert "rightsList" not in json.loads(datacite(facts, told))
    assert datacite(replace(facts, as_of=None), Statement(ANSWERS, {})) == ""
    assert datacite(facts, statement_of(facts.project)) == ""
