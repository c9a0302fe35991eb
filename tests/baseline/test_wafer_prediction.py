"""Predictions of Attest's own search for WAFER files, scored end to end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from baseline.citations.claim import Claim
from baseline.citations.wafer.inputs import claim_of
from corpus.models import Corpus
from search.indexing.build import build_index

FACTS = {
    "lighthouse.org/a": "In 1921 Anna Berg founded the lighthouse society of Vardo with eleven members.",
    "http://bread.org/b": "The bakery of Aden sold its first bread in 1950, says its owner.",
    "http://snow.org/c": "Snow fell on the harbour of Oslo in June, which was a record.",
}


@pytest.fixture
def gold(db, settings, tmp_path) -> Path:
    """Three rows, whose sources are a web corpus; the first has an address without a scheme."""
    settings.ATTEST_DATA_DIR = tmp_path
    rows = [
        {
            "id": str(number),
            "input": f"Article {number} [SEP] Section::::Abstract. [SEP] {text} [CIT]",
            "output": [{"answer": url, "provenance": [{"url": url, "title": f"Page {number}", "text": text}]}],
        }
        for number, (url, text) in enumerate(FACTS.items())
    ]
    file = tmp_path / "gold.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    call_command("import_wafer", file, "--corpus", "articles", "--sources", "pages", verbosity=0)
    build_index(Corpus.objects.get(slug="pages"))
    return file


def scored(gold: Path, predictions: Path, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[float, float]:
    capsys.readouterr()
    call_command("evaluate_wafer", gold, predictions, "--ks", "3", "--json", *options)
    micro = json.loads(capsys.readouterr().out)["groups"]["micro"]
    return round(micro["P@1"]["value"], 3), round(micro["SR@3"]["value"], 3)


def test_what_is_predicted_can_be_scored(gold, tmp_path, capsys):
    out = tmp_path / "guess.jsonl"
    call_command("predict_wafer", gold, out, "--sources", "pages", "--texts")
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    first = rows[1]["output"][0]["provenance"][0]
    assert (first["url"], first["text"]) == ("http://bread.org/b", FACTS["http://bread.org/b"]) and first["score"] > 0
    assert [row["id"] for row in rows] == ["0", "1", "2"] and not [*tmp_path.glob(".*.part")]
    assert scored(gold, out, capsys) == (0.667, 0.667)  # an address without a scheme is spelled otherwise
    assert scored(gold, out, capsys, "--same-page") == (1.0, 1.0)
    call_command(
        "predict_wafer", gold, out, "--sources", "pages", "--verifier", "lexical", "--read", "2", "--most", "1"
    )
    assert scored(gold, out, capsys, "--same-page") == (1.0, 1.0)
    assert "text" not in json.loads(out.read_text().splitlines()[0])["output"][0]["provenance"][0]


def test_an_interrupted_prediction_goes_on_behind_its_last_whole_row(gold, tmp_path, monkeypatch):
    from baseline.citations.wafer import predicting

    whole, asked = tmp_path / "whole.jsonl", []
    call_command("predict_wafer", gold, whole, "--sources", "pages")
    found = predicting.candidates

    def ends_at_the_second(claim: Claim, search: object) -> object:
        asked.append(claim.title)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return found(claim, search)

    monkeypatch.setattr(predicting, "candidates", ends_at_the_second)
    out = tmp_path / "guess.jsonl"
    with pytest.raises(KeyboardInterrupt):
        call_command("predict_wafer", gold, out, "--sources", "pages")
    (part,) = tmp_path.glob(".guess.jsonl.*.part")
    assert not out.exists() and part.read_bytes() == whole.read_bytes().splitlines(keepends=True)[0]
    part.write_bytes(part.read_bytes() + b'{"id": "1", "out')
    call_command("predict_wafer", gold, out, "--sources", "pages")
    assert asked == ["Article 0", "Article 1", "Article 1", "Article 2"] and out.read_bytes() == whole.read_bytes()


def test_what_cannot_be_searched_is_named(gold, tmp_path):
    for options in (
        ["--sources", "none"],
        ["--sources", "pages", "--read", "0"],
        ["--sources", "pages", "--dense", "x"],
    ):
        with pytest.raises(CommandError):
            call_command("predict_wafer", gold, tmp_path / "out.jsonl", *options)
    Corpus.objects.create(slug="new", name="new", kind="web")
    with pytest.raises(CommandError):
        call_command("predict_wafer", gold, tmp_path / "out.jsonl", "--sources", "new")


def test_the_claim_of_an_input_has_its_headings_and_what_stands_behind_the_mark():
    claim = claim_of(
        "Ada [SEP] Section::::Life.:Early life. [SEP] One was first. It opened in 1921[CIT], and closed. End."
    )
    assert (claim.sections, claim.before) == (("Life", "Early life"), ("One was first.",))
    assert (claim.cited, claim.text) == ("It opened in 1921", "It opened in 1921, and closed.")
    assert claim_of("Ada [SEP] Section::::Abstract. [SEP] It opened. [CIT] It closed.") == Claim(
        "Ada", "It opened.", 10
    )
