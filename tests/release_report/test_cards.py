"""The cards of a release: valid, true to the files beside them, and open about what nobody has said."""

from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import replace

import pytest
import yaml

from annotation.models import DataStatement
from annotation.release.cards.attribution import addresses
from annotation.release.cards.checks import problem
from annotation.release.cards.citation import bibtex, citation, dumped
from annotation.release.cards.corpus_metadata import known_of
from annotation.release.cards.fields import FIELDS, OPTIONAL, Kind, missing
from annotation.release.cards.statement import Author, Statement, author_of, statement_of
from annotation.release.cards.write import write_cards
from corpus.models import Corpus, ImportRun, Phase

ANSWERS = {
    "title": "Clubs: a test",
    "version": "1.2.0",
    "summary": 'Claims about "clubs" | and more.',
    "authors": "Lovelace, Ada; 0000-0002-1825-0097; Example University\nExample Collective",
    "language": "en-GB, de",
    "licence": "CC-BY-SA-4.0",
    "wiki": "https://en.wikipedia.org",
    "doi": "10.5281/zenodo.123",
    "homepage": "https://example.org/clubs",
    "verifiers_age": "18-24: 4\n25-34: 6",
}


def front_matter(folder):
    _before, front, body = (folder / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    return yaml.safe_load(front), body


def cards(release, **answers):
    """The folder with its cards written again, of a project with this data statement."""
    facts, folder = release
    DataStatement.objects.update_or_create(project=facts.project, defaults={"answers": answers})
    write_cards(replace(facts, folder=folder))
    return folder


def test_the_dataset_card_says_what_the_files_hold(release):
    import pyarrow.parquet as pyarrow

    folder = cards(release, **ANSWERS)
    front, body = front_matter(folder)
    assert front["license"] == "cc-by-sa-4.0"
    assert front["language"] == ["en-GB", "de"]
    assert front["size_categories"] == ["n<1K"]
    assert front["pretty_name"] == "Clubs: a test"
    for config in front["configs"]:
        for one in config["data_files"]:
            assert pyarrow.read_metadata(folder / one["path"]).num_rows
    names = ["default", "perspectivist", "claims", "annotations", "evidence", "distributions", "pages"]
    assert [one["config_name"] for one in front["configs"]] == names
    assert [one["split"] for one in front["configs"][0]["data_files"]] == ["train", "validation", "test"]
    assert "annotations_creators" not in front  # nobody said how annotators were found
    assert 'Claims about "clubs" \\| and more.' in body
    assert "@misc{demo-large," in body


def test_croissant_names_every_file_with_its_hash_and_every_column(release):
    import pyarrow.parquet as pyarrow

    folder = cards(release, **ANSWERS)
    found = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    assert found["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    files = {one["contentUrl"]: one["sha256"] for one in found["distribution"]}
    assert {"data/train-00000-of-00001.parquet", "feverous/train.jsonl", "attribution.csv"} <= files.keys()
    for name, digest in files.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name
    for one in found["recordSet"]:
        for field in one["field"]:
            source = field.get("source") or field["subField"][0]["source"]
            columns = pyarrow.read_schema(folder / source["fileObject"]["@id"]).names
            assert source["extract"]["column"] in columns
    assert found["creator"] == [
        {"@type": "sc:Person", "name": "Ada Lovelace", "sameAs": "https://orcid.org/0000-0002-1825-0097"},
        {"@type": "sc:Organization", "name": "Example Collective"},
    ]


def test_every_page_of_evidence_is_attributed_to_its_authors(release):
    folder = cards(release, **ANSWERS)
    with (folder / "attribution.csv").open(encoding="utf-8", newline="") as file:
        lines = {line["title"]: line for line in csv.DictReader(file)}
    rows = [
        json.loads(text)
        for split in ("train", "dev", "test")
        for text in (folder / "feverous" / f"{split}.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    ]
    pages = {element.split("_")[0] for row in rows for one in row["evidence"] for element in one["content"]}
    assert pages == {title for title, line in lines.items() if line["used_as"] == "evidence"} != set()
    one = lines[min(pages)]
    name = one["title"].replace(" ", "_")
    assert one["page"] == f"https://en.wikipedia.org/wiki/{name}"
    assert one["revision_page"] == f"https://en.wikipedia.org/w/index.php?title={name}&oldid={one['revision']}"
    assert one["history"].endswith(f"?title={name}&action=history")
    assert f"names {len(lines)} pages" in (folder / "LICENSE.md").read_text(encoding="utf-8")


def test_what_nobody_said_is_not_made_up(release):
    folder = cards(release)
    front, body = front_matter(folder)
    assert front["license"] == "unknown"
    assert "language" not in front
    wanted = len(FIELDS) - len(OPTIONAL)
    assert f"{wanted} of {len(FIELDS)} fields are not given" in body
    statement = (folder / "DATA_STATEMENT.md").read_text(encoding="utf-8")
    assert statement.count("\nnot given\n") == len(FIELDS)
    with (folder / "attribution.csv").open(encoding="utf-8", newline="") as file:
        assert {(line["page"], line["history"], line["licence"]) for line in csv.DictReader(file)} == {("", "", "")}
    assert "author" not in bibtex(release[0], statement_of(release[0].project))
    assert not (folder / "CITATION.cff").exists() and "CITATION.cff" not in body
    assert "not given" in (folder / "LICENSE.md").read_text(encoding="utf-8")
    described = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    assert described.keys().isdisjoint({"url", "creator", "license", "version"})


def test_a_citation_has_what_the_format_asks_for(release):
    facts, _folder = release
    found = yaml.safe_load(citation(facts, Statement(ANSWERS, {})))
    assert found["cff-version"] == "1.2.0"
    assert found["type"] == "dataset"
    assert found["authors"][0] == {
        "family-names": "Lovelace",
        "given-names": "Ada",
        "orcid": "https://orcid.org/0000-0002-1825-0097",
        "affiliation": "Example University",
    }
    assert found["authors"][1] == {"name": "Example Collective"}
    assert found["date-released"] == facts.as_of.date().isoformat()
    assert (found["doi"], found["version"], found["license"]) == ("10.5281/zenodo.123", "1.2.0", "CC-BY-SA-4.0")
    assert "author = {Lovelace, Ada and {Example Collective}}" in bibtex(facts, Statement(ANSWERS, {}))


def test_a_licence_that_the_formats_do_not_know_is_left_to_the_text(release):
    facts, folder = release
    written = cards(release, **ANSWERS | {"licence": "Example-1.0"})
    assert written == folder
    assert front_matter(folder)[0]["license"] == "other"
    assert "license" not in yaml.safe_load(citation(facts, statement_of(facts.project)))
    assert "Example-1.0" in (folder / "LICENSE.md").read_text(encoding="utf-8")


def test_addresses_are_those_of_a_wiki():
    found = addresses("https://de.wikipedia.org", "Zu\u0308rich/A&B?", 7)
    assert found == (
        "https://de.wikipedia.org/wiki/Z%C3%BCrich/A%26B%3F",
        "https://de.wikipedia.org/w/index.php?title=Z%C3%BCrich%2FA%26B%3F&oldid=7",
        "https://de.wikipedia.org/w/index.php?title=Z%C3%BCrich%2FA%26B%3F&action=history",
    )
    assert addresses("https://de.wikipedia.org", "Berg", None)[1] == ""
    assert addresses("", "Berg", 7) == ("", "", "")


@pytest.mark.parametrize(
    ("sources", "wanted"),
    [
        (
            [{"name": "dewiki-20261101-pages-articles1.xml.bz2", "kind": "file"}],
            {"language": "de", "wiki": "https://de.wikipedia.org", "snapshot": "2026-11-01"},
        ),
        (
            [{"name": "simplewiki-20261101-pages-articles.xml", "kind": "file"}],
            {"language": "en", "wiki": "https://simple.wikipedia.org", "snapshot": "2026-11-01"},
        ),
        (
            [{"name": "https://en.wikipedia.org/w/api.php", "kind": "wiki"}],
            {"language": "en", "wiki": "https://en.wikipedia.org"},
        ),
        (
            [{"name": "enwiki-NS0-20211020-ENTERPRISE-HTML.json.tar.gz", "kind": "file"}],
            {"language": "en", "wiki": "https://en.wikipedia.org", "snapshot": "2021-10-20"},
        ),
        (
            [
                {"name": "enwiki-20261101-pages-articles1.xml", "kind": "file"},
                {"name": "enwiki-20261201-pages-articles2.xml", "kind": "file"},
            ],
            {"language": "en", "wiki": "https://en.wikipedia.org"},
        ),
        ([{"name": "feverous_wikiv1.db", "kind": "file"}], {}),
    ],
)
def test_what_a_source_tells_is_known(db, sources, wanted):
    corpus = Corpus.objects.create(slug="told", name="told", parser_version="1", splitter_version="1")
    ImportRun.objects.create(corpus=corpus, sources=sources, settings={}, software={}, phase=Phase.READING)
    assert known_of(corpus) == wanted


def test_what_a_manager_says_goes_before_what_the_source_tells():
    statement = Statement({"language": "en-US", "wiki": " "}, {"language": "en", "wiki": "https://en.wikipedia.org"})
    assert statement.languages == ["en-US"]
    assert statement.get("wiki") == "https://en.wikipedia.org"
    assert "wiki" not in statement.missing
    assert "summary" in statement.missing
    assert statement.say("summary") == "not given"


def test_only_fields_that_should_be_given_are_missing():
    assert set(missing({})) == set(FIELDS) - OPTIONAL
    assert missing(dict.fromkeys(FIELDS, "said")) == []


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Lovelace, Ada", Author("Lovelace", "Ada")),
        (
            "Lovelace, Ada; Example University; 0000-0002-1825-009X",
            Author("Lovelace", "Ada", "0000-0002-1825-009X", "Example University"),
        ),
        ("Example Collective", Author("Example Collective", "")),
    ],
)
def test_authors_are_read_line_by_line(line, wanted):
    assert author_of(line) == wanted


@pytest.mark.parametrize(
    ("kind", "text", "is_well"),
    [
        (Kind.ADDRESS, "https://en.wikipedia.org", True),
        (Kind.ADDRESS, "en.wikipedia.org", False),
        (Kind.ADDRESS, "javascript:alert(1)", False),
        (Kind.ADDRESS, "https://[", False),
        (Kind.AUTHORS, "Lovelace, Ada\n\nByron", True),
        (Kind.AUTHORS, "Lovelace, Ada; 0000-0002-1825", False),
        (Kind.AUTHORS, "; Example University", False),
        (Kind.LANGUAGES, "en, de-CH", True),
        (Kind.LANGUAGES, "English", False),
        (Kind.LANGUAGES, "en;de", False),
        (Kind.LICENCE, "CC-BY-SA-4.0", True),
        (Kind.LICENCE, "CC BY-SA", False),
        (Kind.DOI, "10.5281/zenodo.1", True),
        (Kind.DOI, "https://doi.org/10.5281/zenodo.1", False),
        (Kind.TEXT, "anything", True),
        (Kind.DOI, "", True),
    ],
)
def test_answers_are_checked_where_the_cards_depend_on_them(kind, text, is_well):
    assert (problem(kind, text) == "") is is_well


def test_yaml_of_awkward_texts_is_read_back_as_it_was():
    value = {
        "plain": "a: b # c",
        "lines": "one\ntwo\t“three”",
        "no": "no",
        "number": 3,
        "nothing": [],
        "nested": [{"names": {"0": "x", "1": "y"}, "list": ["é", "- z"]}, "plain"],
        "deep": {"more": {"most": [1, 2]}},
    }
    assert yaml.safe_load(dumped(value)) == value
