"""After `make run` alone: a release made in the browser by packages of the web group only is one that others load."""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.config.test_serve import ROOT, serving
from tests.release.test_loading import load, needs_datasets
from tests.servers.process import free_port

pytestmark = [pytest.mark.browser, pytest.mark.servers, pytest.mark.extended]
PATIENCE = 240_000  # milliseconds: a whole release with its report, on a busy machine


def web_group() -> Iterator[importlib.metadata.Distribution]:
    """The packages that the web group installs, with all that they need."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pending = [Requirement(text) for text in pyproject["project"]["dependencies"]]
    seen = set[tuple[str, frozenset[str]]]()
    while pending:
        wanted = pending.pop()
        key = canonicalize_name(wanted.name), frozenset(wanted.extras)
        if key in seen:
            continue
        seen.add(key)
        found = importlib.metadata.distribution(wanted.name)
        yield found
        for needed in map(Requirement, found.requires or ()):
            extras = [{"extra": extra} for extra in (*wanted.extras, "")]
            if needed.marker is None or any(needed.marker.evaluate(extra) for extra in extras):
                pending.append(needed)


@pytest.fixture
def python(tmp_path) -> Path:
    """A Python that has the web group and nothing else: links to what this one has."""
    home = tmp_path / "venv"
    venv.create(home, symlinks=True, with_pip=False)
    (site,) = home.glob("lib/python*/site-packages")
    for package in web_group():
        for top in {Path(str(file)).parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            place = site / top
            if not place.exists():
                place.symlink_to(Path(str(package.locate_file(top))))
    return home / "bin" / "python"


@needs_datasets
def test_a_release_of_the_web_group_alone_is_loaded_by_the_call_of_its_card(python, tmp_path, chromium):
    for missing in ("datasets", "pandas", "pytest"):
        assert subprocess.run([python, "-c", f"import {missing}"], capture_output=True).returncode == 1, missing
    port = free_port()
    with serving(tmp_path / "var", port, python) as (_process, said):
        password = next(match[1] for line in said if (match := re.search(r"\bmina\s+(\S+)", line)))
        page = chromium.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"http://127.0.0.1:{port}/login/")
        page.fill("[name=username]", "mina")
        page.fill("[name=password]", password)
        page.press("[name=password]", "Enter")
        page.wait_for_url(lambda url: "/login/" not in url)
        page.goto(f"http://127.0.0.1:{port}/p/demo/releases/")
        page.click("[name=build]")
        with page.expect_download() as download:
            page.locator("#made tbody tr a[download]").click()
        download.value.save_as(tmp_path / "release.zip")
        page.close()
    with zipfile.ZipFile(tmp_path / "release.zip") as archive:
        archive.extractall(tmp_path / "out")
    (out,) = (tmp_path / "out").iterdir()
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    there = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert there == {"manifest.json", *manifest["files"]}
    assert "report/figures/figure-7a.svg" in there and ".zenodo.json" in there
    assert 'load_dataset("PATH/OF/THIS/FOLDER")' in (out / "README.md").read_text(encoding="utf-8")
    found = load(out, tmp_path / "home")
    assert sum(found["splits"].values()) == manifest["released"] == len(found["rows"]) > 0
    assert all(text for row in found["rows"] for one in row["evidence"] for text in one["text"])
    opinions = load(out, tmp_path / "home", "name='perspectivist'")
    assert len(opinions["rows"]) > len(found["rows"])
    # As a researcher without `datasets` reads it, by pyarrow alone.
    count = "import sys; from pyarrow import parquet; print(parquet.read_metadata(sys.argv[1]).num_rows)"
    done = subprocess.run([python, "-c", count, out / "tables/claims.parquet"], capture_output=True, text=True)
    assert int(done.stdout) == manifest["released"]
