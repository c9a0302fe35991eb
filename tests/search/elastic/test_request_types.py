"""Every request is one that the vendor's published types allow, for Elasticsearch 9 and for 8."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest

from search.elastic.server import Layout
from search.provenance import Restriction
from search.query.ast import Fuzzy, InCategory, LinksTo, Query, TitleBeginning, Wildcard, Words
from tests.conftest import ROOT
from tests.search.backend_cases import CASES
from tests.search.conftest import documents
from tests.search.elastic.conftest import engine_on, filled
from tests.search.elastic.request_types import Typed, typed, typescript
from tests.search.elastic.server import loopback

PACKAGES = {"9": "@elastic/elasticsearch", "8": "elasticsearch-8"}
VERSIONS = ["9", pytest.param("8", marks=pytest.mark.extended)]
OPTIONS = {
    "compilerOptions": {
        "noEmit": True,
        "strict": True,
        "target": "es2022",
        "module": "es2022",
        "moduleResolution": "bundler",
        "types": [],
        "skipLibCheck": True,
    }
}


FILTERS = (TitleBeginning("mar"), InCategory(("metals", "elements")), LinksTo(("Gold", "Silver")))
EVERY_KIND = [
    *(Query(((term,),)) for term in FILTERS),
    Query(((Wildcard("phys*"), Fuzzy("cury", 1)), (Words(("marie", "curie"), in_title=True),)), FILTERS),
    Query(
        ((Wildcard("c?rie", in_title=True),), (Fuzzy("cury", 2, in_title=True),), (Words(("woman", "win"), slop=2),))
    ),
]


@pytest.fixture(scope="module")
def sent() -> list[Typed]:
    """Everything the engine sends for the conformance suite, an update, near words and titles, and a deletion."""
    with loopback() as running:
        for number, case in enumerate(CASES):
            with suppress(AssertionError):  # whether a case holds is for test_conformance.py to say
                case(filled(engine_on(running, f"case-{number}")))
        engine = filled(engine_on(running, layout=Layout(3, 2)))
        for query in EVERY_KIND:
            engine.search(query, 0, 10)
        engine.update(map(engine.entry, documents()[:2]), ["Gold"], 2)
        engine.swap(2)
        engine.index(map(engine.entry, documents()), 3)
        engine.swap(3)
        engine.retrieve(["curie", "prize"], 5)
        engine.retrieve(["curie"], 5, "introduction", ["Marie Curie", "Gold"])
        engine.retrieve(["curie"], 5, restriction=Restriction(host="example.com", before=date(2020, 5, 6)))
        engine.frequencies(["curie", "metal"])
        engine.spellings("curei", 2, 10)
        engine.near_titles("reykjavi", 10)
        engine.titles_with(["reyk", "ice"], 10)
        assert engine.engine_version == "9"
        engine.delete()
        requests = [one for request in running.requests for one in typed(*request)]
    return list(dict.fromkeys(requests))


@pytest.fixture
def tsc(tmp_path: Path) -> Path:
    """A folder with the vendor's packages in reach, to be checked by TypeScript."""
    for package in PACKAGES.values():
        if not (ROOT / "node_modules" / package).is_dir() or not (ROOT / "node_modules/.bin/tsc").exists():
            pytest.skip(f"no {package} in node_modules: `bin/test tsc` installs it, and needs npm")
    (tmp_path / "node_modules").symlink_to(ROOT / "node_modules")
    (tmp_path / "tsconfig.json").write_text(json.dumps(OPTIONS))
    return tmp_path


def errors(folder: Path, package: str, values: Iterable[Typed]) -> dict[int, str]:
    """What TypeScript says, by the place of the value it says it about."""
    (folder / "requests.ts").write_text(typescript(package, values))
    command = [str(ROOT / "node_modules/.bin/tsc"), "--project", "tsconfig.json", "--pretty", "false"]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    found = re.findall(r"^requests\.ts\((\d+),\d+\): error (.*)$", said, re.MULTILINE)
    assert bool(found) == bool(said.strip()), said
    return {int(line) - 2: text for line, text in found}


@pytest.mark.parametrize("version", VERSIONS)
def test_every_request_is_of_the_vendors_types(tsc: Path, sent: list[Typed], version: str) -> None:
    assert len(sent) > 60
    assert {one.kind for one in sent} >= {"SearchRequest", "IndicesCreateRequest", "IndicesUpdateAliasesRequest"}
    wrong = errors(tsc, PACKAGES[version], sent)
    assert {sent[place].value: text for place, text in wrong.items()} == {}


MISSPELLED = {
    "SearchRequest": (
        "allow_partial_search_results search_type boost_mode constant_score field_value_factor fuzziness filters "
        "match_phrase max_edits minimum_should_match must must_not range should slop terms track_total_hits "
        "transpositions unicode_aware wildcard"
    ).split(),
    "IndicesCreateRequest": "analyzer dynamic ignore_above includes mappings max_input_length norms properties".split(),
    "IndicesCloneRequest": "aliases settings".split(),
    "IndicesUpdateAliasesRequest": "actions add alias must_exist remove".split(),
    "CountRequest": ["ids", "query", "values"],
    "BulkRequest": ["require_alias"],
    "BulkOperationContainer": ["delete", "index", "_id"],
}


@pytest.mark.parametrize("version", VERSIONS)
def test_a_misspelled_key_is_seen(tsc: Path, sent: list[Typed], version: str) -> None:
    wrong = [misspelled(sent, kind, key) for kind, keys in MISSPELLED.items() for key in keys]
    unseen = set(range(len(wrong))) - set(errors(tsc, PACKAGES[version], wrong))
    assert [wrong[place].value for place in unseen] == []


def misspelled(sent: list[Typed], kind: str, key: str) -> Typed:
    """A request that was sent, with one key of it wrong."""
    right = next(one.value for one in sent if one.kind == kind and f'"{key}":' in one.value)
    return Typed(kind, right.replace(f'"{key}":', f'"{key}x":'))


def test_a_value_of_another_type_is_seen(tsc: Path) -> None:
    wrong = [Typed("SearchRequest", '{"size": "ten"}'), Typed("SearchRequest", '{"query": {"match_all": []}}')]
    assert set(errors(tsc, PACKAGES["9"], wrong)) >= {0}
