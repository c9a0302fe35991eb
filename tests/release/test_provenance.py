"""W3C PROV of each verdict's route and W3C Web Annotations of the evidence, by their schemas."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.core.management import call_command

from annotation.models import DataStatement
from annotation.release.formats.provenance import PROV
from annotation.release.formats.web_annotations import WEB_ANNOTATIONS
from annotation.release.row_ids import pseudonym
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from tests.cast import DECOMPOSED, SECOND_SENTENCE
from tests.release.conftest import NEI, SUPPORTS

pytestmark = pytest.mark.both_databases
jsonschema = pytest.importorskip("jsonschema")
WITH = ReleaseOptions(formats=frozenset({"feverous", "provenance"}))


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def check(content, schema):
    kind = jsonschema.validators.validator_for(schema)
    assert [one.message for one in kind(schema).iter_errors(content)] == []


@pytest.fixture
def out(project, worked, tmp_path):
    DataStatement.objects.create(project=project, answers={"wiki": "https://en.wikipedia.org"})
    write_release(project, tmp_path / "out", WITH)
    return tmp_path / "out"


def routes(out):
    """Name of the work -> its document."""
    return {next(iter(one["activity"])).removeprefix("data:"): one for one in lines(out / PROV)}


def ends(document, kind, first, second):
    return {(one[f"prov:{first}"], one[f"prov:{second}"]) for one in document.get(kind, {}).values()}


def test_each_route_is_prov_json_that_the_reference_library_reads_whole(out):
    model = pytest.importorskip("prov.model")
    place = Path(model.__file__).parent.parent / "tests/schemas/prov-json.schema.json"
    schema = json.loads(place.read_text(encoding="utf-8"))
    for document in lines(out / PROV):
        check(document, schema)
        read = model.ProvDocument.deserialize(content=json.dumps(document), format="json")
        records = sum(len(some) for kind, some in document.items() if kind != "prefix")
        assert len(read.get_records()) == records
        assert json.loads(read.serialize(format="json")).keys() == document.keys()


def test_a_route_leads_from_the_claim_over_pages_to_the_released_row(out, project, worked, verifier):
    claim = worked["plain"].pk
    number = next(line["annotation"] for line in lines(out / "annotations.jsonl") if line["id"] == claim)
    route = routes(out)[f"annotation-{number}"]
    work, verdict = f"data:annotation-{number}", f"data:verdict-{number}"
    assert list(route["agent"]) == [f"data:agent-{pseudonym(project.pk, verifier.pk)}"]
    assert route["entity"][verdict]["prov:value"] == SUPPORTS
    assert ends(route, "wasGeneratedBy", "entity", "activity") == {(verdict, work)}
    used = ends(route, "used", "activity", "entity")
    assert (work, f"data:claim-{claim}") in used
    assert (f"{work}.1", "data:page-Anna%20Berg") in used  # what was opened
    derived = ends(route, "wasDerivedFrom", "generatedEntity", "usedEntity")
    assert (f"data:row-{claim}", verdict) in derived
    elements = {unquote(one.partition("element-")[2]) for of, one in derived if of == verdict and "element-" in one}
    assert DECOMPOSED in elements and len(elements) == 3
    operations = [name for name in route["activity"] if "." in name]
    chain = ends(route, "wasInformedBy", "informed", "informant")
    assert chain == set(zip([*operations[1:], work], operations, strict=True))
    page = route["entity"]["data:page-Anna%20Berg"]
    assert page["prov:location"]["$"].startswith("https://en.wikipedia.org/w")


def test_an_adjudication_used_the_verdicts_it_decided_between(out, worked):
    found = {name: one for name, one in routes(out).items() if name.startswith("adjudication-")}
    assert len(found) == 2
    own = next(one for one in found.values() if f"data:claim-{worked['own'].pk}" in one["entity"])
    values = {facts.get("prov:value") for name, facts in own["entity"].items() if "verdict" in name}
    assert values == {SUPPORTS, "REFUTES", NEI}
    used = {entity for _activity, entity in ends(own, "used", "activity", "entity")}
    assert sum(one.startswith("data:verdict-") for one in used) == 2
    assert any(SECOND_SENTENCE in unquote(one) for one in used)
    assert f"data:row-{worked['own'].pk}" in own["entity"]


def test_each_piece_of_evidence_is_a_web_annotation_with_revision_hash_and_words(out):
    schema = json.loads((Path(__file__).parent / "schemas/web_annotation.json").read_text(encoding="utf-8"))
    found = lines(out / WEB_ANNOTATIONS)
    given = [
        (line["annotation"], number, place, piece)
        for line in lines(out / "annotations.jsonl")
        for number, one in enumerate(line["evidence"])
        for place, piece in enumerate(one)
    ]
    by_id = {one["id"]: one for one in found}
    assert len(by_id) == len(found) > len(given)  # those of adjudicators, too
    for annotation, number, place, piece in given:
        one = by_id[f"urn:attest:harbour:annotation-{annotation}.{number}.{place}"]
        check(one, schema)
        target = one["target"]
        quote, fragment = target["selector"]
        assert (quote["exact"], unquote(fragment["value"])) == (piece["text"], piece["element"])
        assert target["contentHash"] == piece["content_hash"]
        assert target.get("revision") == piece["page_revision"]
        if piece["page_revision"]:
            assert target["source"].endswith(f"&oldid={piece['page_revision']}")


def test_without_a_wiki_pages_have_names_and_without_operations_routes_have_none(project, worked, tmp_path):
    settings = ReleaseOptions(formats=WITH.formats, operations=False)
    for name in ("one", "two"):
        write_release(project, tmp_path / name, settings)
    one, two = ((tmp_path / name / PROV).read_bytes() for name in ("one", "two"))
    assert one == two
    assert {len(route["activity"]) for route in lines(tmp_path / "one" / PROV)} == {1}
    sources = {row["target"]["source"] for row in lines(tmp_path / "one" / WEB_ANNOTATIONS)}
    assert "urn:attest:harbour:page-Anna%20Berg" in sources


def test_provenance_is_written_where_it_is_asked_for(project, worked, tmp_path):
    arguments = ["--project", project.slug, "--only", "feverous"]
    call_command("export_dataset", *arguments, "--with", "provenance", str(tmp_path / "out"), verbosity=0)
    assert (tmp_path / "out" / PROV).exists() and not (tmp_path / "out/data").exists()
    assert "provenance" not in ReleaseOptions().formats
