"""python -m benchmarks.fever report [--claims 185445]: what the report of a release of FEVER's size costs, by step.

The claims are rows in FEVER's form over made pages, imported by `import_dataset` into a project of lines: one
verification each, evidence of one line for two thirds of them, a fifth of it with a second page.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from benchmarks.fever.made_pages import made_rows

PAGES = 20_000
WANTED = 5  # seconds


def run(claims: int) -> None:
    """Make the project in a folder of its own, and print processor time by step of a release that is its report."""
    with tempfile.TemporaryDirectory(prefix="attest-benchmark-") as folder:
        environment = {**os.environ, "ATTEST_DATA_DIR": folder, "ATTEST_ENV_FILE": ""}
        environment |= {"DATABASE_URL": f"sqlite:///{folder}/a.sqlite3", "DJANGO_SETTINGS_MODULE": "config.settings"}
        subprocess.run([sys.executable, "-m", "benchmarks.fever.report", str(claims)], env=environment, check=True)


def made_claims(pages: list[dict[str, str]], number: int, seed: int = 1) -> list[str]:
    """So many rows in FEVER's form about the pages."""
    rng = random.Random(seed)
    rows = []
    for n in range(number):
        page, other = rng.choice(pages), rng.choice(pages)
        label = rng.choice(["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"])
        words = page["text"].split()[:12]
        words[3:4] = ["not"] if label == "REFUTES" and rng.random() < 0.3 else [f"number{n}"]
        line = [[n, n, page["id"], 0], *([[n, n, other["id"], 0]] if rng.random() < 0.2 else [])]
        row = {"id": n + 1, "verifiable": "NOT VERIFIABLE" if label[0] == "N" else "VERIFIABLE", "label": label}
        evidence = [[[n, None, None, None]]] if label[0] == "N" else [line]
        rows.append(json.dumps(row | {"claim": f"{' '.join(words)} {n}.", "evidence": evidence}))
    return rows


def main(claims: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from annotation.projects.models import PageView, Project
    from annotation.release.summary import ReleaseOptions
    from annotation.release.write import write_release

    folder = Path(os.environ["ATTEST_DATA_DIR"])
    call_command("migrate", verbosity=0)
    made = list(made_rows(PAGES))
    (folder / "wiki-001.jsonl").write_text("".join(made), encoding="utf-8")
    call_command("import_corpus", folder / "wiki-001.jsonl", corpus="wiki", verbosity=0)
    pages = [json.loads(row) for row in made]
    (folder / "train.jsonl").write_text("\n".join(made_claims(pages, claims)), encoding="utf-8")
    call_command("import_dataset", folder / "train.jsonl", project="fever", corpus="wiki", format="fever")
    Project.objects.update(page_view=PageView.LINES)
    spent = defaultdict[str, float](float)
    at: tuple[float, str] = time.process_time(), "start"

    def progress(step: str, _done: int, _total: int) -> None:
        nonlocal at
        now = time.process_time()
        spent[at[1]] += now - at[0]
        at = now, step

    begun = time.process_time()
    write_release(
        Project.objects.get(), folder / "out", ReleaseOptions(formats=frozenset({"report"})), progress=progress
    )
    progress("end", 0, 0)
    for step, seconds in spent.items():
        print(f"{seconds:7.1f} s  {step}")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    print(
        f"{claims:,} claims: {time.process_time() - begun:.1f} s of processor time (wanted: {WANTED}), {memory:.0f} MB"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
