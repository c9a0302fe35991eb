"""Every shared source imported, exported, and read by the official FEVEROUS code.

    python -m benchmarks.corpus.exports [--shared ../shared]

Runs `tools/check_feverous_export.py --db` of the shared folder on each export: a page fails when the official reader
does not load it, drops an element of it, or gives another context.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCES = (
    "wikitext/articles.jsonl.xz",
    "wikitext/dumps/*.bz2",
    "wikitext/dumps/*.gz",
    "wikitext/dumps/*.xml",
    "html/wikipages_400.tar.xz",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    shared: Path = parser.parse_args().shared
    checker = shared / "tools" / "check_feverous_export.py"
    if not checker.is_file():
        sys.exit(f"{checker} is not there: name the shared folder with --shared.")
    failed = 0
    for source in sorted(path for pattern in SOURCES for path in (shared / "data").glob(pattern)):
        with tempfile.TemporaryDirectory(prefix="attest-benchmark-") as folder:
            said = _checked(source, checker, Path(folder))
        print(f"{source.name}: {said}", flush=True)
        failed += " 0 failed" not in f" {said}"
    sys.exit(1 if failed else 0)


def _checked(source: Path, checker: Path, folder: Path) -> str:
    """The last line the checker prints about an export of the source."""
    environment = {**os.environ, "ATTEST_DATA_DIR": str(folder), "DATABASE_URL": f"sqlite:///{folder}/a.sqlite3"}
    environment |= {"ATTEST_ENV_FILE": "", "DJANGO_SETTINGS_MODULE": "config.settings"}
    out = folder / "out.db"
    for words in (["migrate"], ["import_corpus", str(source), "--corpus", "x"], ["export_corpus", str(out)]):
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode != 0 and not out.exists() and words[0] != "import_corpus":
            return f"{words[0]} failed: {done.stderr.strip()[-300:]}"
    command = [sys.executable, str(checker), "--db", str(out)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return said.splitlines()[-1] if said else "the checker said nothing"


if __name__ == "__main__":
    main()
