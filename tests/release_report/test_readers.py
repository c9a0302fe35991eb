"""A whole release as the tools read it that researchers have: Croissant, citation, card, `datasets`, pandas, polars."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys

import pytest

from tests.release_report.test_cards import ANSWERS, cards

NEEDED = ("cffconvert", "datasets", "huggingface_hub", "mlcroissant", "pandas", "polars")
pytestmark = pytest.mark.skipif(not all(map(importlib.util.find_spec, NEEDED)), reason="not all readers are installed")

# In a process of its own: they warn of much that is not ours, and look for their settings when they are imported.
READ = """
import json, pathlib, sys
import cffconvert, datasets, huggingface_hub, mlcroissant, pandas, polars

out = pathlib.Path(sys.argv[1])
croissant = mlcroissant.Dataset(jsonld=str(out / "croissant.json"))
citation = cffconvert.Citation((out / "CITATION.cff").read_text(encoding="utf-8"))
citation.validate()
card = huggingface_hub.DatasetCard.load(out / "README.md")
configs = datasets.get_dataset_config_names(str(out))
loaded = {name: datasets.load_dataset(str(out), name) for name in configs}
tables = sorted(path.relative_to(out).as_posix() for path in out.rglob("*.parquet"))
frames = {name: (pandas.read_parquet(out / name), polars.read_parquet(out / name)) for name in tables}
sheets = {path.stem: pandas.read_csv(path) for path in (out / "tables").glob("*.csv")}
print(json.dumps({
    "errors": sorted(croissant.metadata.ctx.issues.errors),
    "warnings": sorted(croissant.metadata.ctx.issues.warnings),
    "croissant": json.loads(json.dumps(croissant.metadata.to_json(), default=str)),
    "records": {one.uuid: sum(1 for _ in croissant.records(one.uuid)) for one in croissant.metadata.record_sets},
    "citation": citation.as_bibtex(),
    "card": [card.data.license, card.data.pretty_name, len(card.data.configs)],
    "loaded": {name: {split: rows.num_rows for split, rows in of.items()} for name, of in loaded.items()},
    "word": loaded["default"]["train"][0]["evidence"][0]["text"][0],
    "frames": {name: [len(one), len(two)] for name, (one, two) in frames.items()},
    "sheets": {name: [len(sheet), str(sheet.dtypes.get("is_current"))] for name, sheet in sheets.items()},
    "category": [str(one["label"].dtype) for one in frames["tables/claims.parquet"]],
}))
"""


def test_every_tool_reads_every_file(release, tmp_path):
    facts, out = release[0], cards(release, **ANSWERS)
    offline = {"HF_DATASETS_OFFLINE": "1", "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-c", READ, str(out)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **offline}, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["errors"] == [] and found["warnings"] == []
    # What we write is what mlcroissant's own objects write, which are no part of the default installation.
    assert found["croissant"] == json.loads((out / "croissant.json").read_text(encoding="utf-8"))
    rows = {"train": facts.rows["train"], "validation": facts.rows["dev"], "test": facts.rows["test"]}
    assert found["loaded"]["default"] == rows
    claims = sum(rows.values())
    assert found["loaded"]["claims"] == {"train": claims} and found["card"] == ["cc-by-sa-4.0", "Clubs: a test", 7]
    counts = {name: one for name, (one, _two) in found["frames"].items()}
    assert counts == {name: two for name, (_one, two) in found["frames"].items()}
    record_sets = {name.replace("/", "-").split("-0")[0].removesuffix(".parquet"): n for name, n in counts.items()}
    assert found["records"] == record_sets
    for name, (lines, _kind) in found["sheets"].items():
        assert lines == counts[f"tables/{name}.parquet"]
    assert len(found["sheets"]) == 4 and found["sheets"]["annotations"][1] == "bool"
    assert found["category"] == ["category", "Categorical"]
    assert found["word"] and "Lovelace" in found["citation"]
