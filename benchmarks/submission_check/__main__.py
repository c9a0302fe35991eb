"""How often each line of the check comes with gold evidence: `python -m benchmarks.submission_check DATA`.

DATA is the folder of the shared data. A line that comes with gold evidence and the gold verdict is a false alarm; the
same claim held for the other verdict says how often an error is noticed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CODES = ("header", "part", "page", "search", "opposite")
Row = dict[str, Any]


def main() -> None:
    data = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "ATTEST_DATA_DIR": folder,
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
        }
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("setup_demo", stdout=sys.stderr)
        call_command("import_corpus", str(data / "html" / "wikipages_400.tar.xz"), corpus="real", stdout=sys.stderr)
        call_command("build_index", corpus="real", stdout=sys.stderr)
        shaped = list(map(json.loads, (data / "feverous_shaped" / "claims.jsonl").read_text("utf-8").splitlines()))
        report("feverous_shaped, gold evidence and verdict", answers("real", shaped))
        report("demo, gold evidence and verdict", answers("demo", demo_claims()))
    real = list(map(json.loads, (data / "feverous" / "sentence_claims_dev.jsonl").read_text("utf-8").splitlines()))
    for label in ("supports", "refutes"):
        report(f"sentence claims, {label}, held for supported", [alone(row) for row in real if row["label"] == label])


def demo_claims() -> Iterable[Row]:
    from annotation.demo.dataset import demo_files, read_demo
    from corpus.models import Corpus

    for claim in read_demo(Corpus.objects.get(slug="demo"), demo_files()):
        yield {
            "claim": claim.text,
            "label": claim.label,
            "evidence": [{"content": list(each)} for each in claim.evidence],
        }


def answers(corpus: str, claims: Iterable[Row]) -> list[Row]:
    """What the server answers to whoever searched, opened the pages of the first gold set and chose its elements."""
    from annotation.accounts.models import User
    from annotation.api.workflows.claim_verification.submission_check import check_for
    from annotation.claims.claim_importer import create_tasks
    from annotation.evidence.excerpts import excerpts
    from annotation.models import Claim, Project
    from annotation.work.assignment import assign
    from annotation.work.operations import record
    from corpus.models import Corpus

    project = Project.objects.create(
        slug=f"check-{corpus}", name="Check", corpus=Corpus.objects.get(slug=corpus), check_mode="on"
    )
    found = []
    for number, row in enumerate(claims):
        elements = row["evidence"][0]["content"] if row["evidence"] else []
        cards, unknown = excerpts(project.corpus, elements)
        if unknown or not cards:
            continue
        claim = Claim.objects.create(project=project, text=row["claim"])
        create_tasks(project=project, claims=[claim])
        person = User.objects.create_user(f"{corpus}-{number}")
        held = assign(claim.verification_item.task, person, project)
        assert held is not None
        opened = sorted({card["page"] for card in cards})
        steps = [("search", opened[0]), *(("Now on", title) for title in opened)]
        record(
            assignment=held,
            operations=[
                {"sequence": at, "name": name, "value": value, "seconds": at}
                for at, (name, value) in enumerate(steps, start=1)
            ],
        )
        texts = ["\n".join(_words(card)) for card in cards]
        answer = check_for(held, row["label"], elements)
        found.append({"claim": row["claim"], "label": row["label"], "answer": answer, "texts": texts, "opened": opened})
    return found


def _words(card: Any) -> list[str]:
    around = [card["page"], *card["sections"], *card["row_headers"], *card["column_headers"]]
    return [*around, card["caption"] or "", card["text"]]


def alone(row: Row) -> Row:
    """A claim with its gold sentences and no corpus: the line about its parts alone."""
    return {"claim": row["claim"], "label": row["label"], "answer": None, "texts": [row["evidence"]], "opened": []}


def report(name: str, rows: list[Row]) -> None:
    """Print how many claims have each line, and any, by verdict."""
    told = subprocess.run(
        ["node", "--no-warnings", str(HERE / "lines.mjs")],
        input="\n".join(json.dumps(row, default=str) for row in rows),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    ).stdout.splitlines()
    for label in sorted({row["label"] for row in rows}):
        of_label = [json.loads(codes) for row, codes in zip(rows, told, strict=True) if row["label"] == label]
        counts = Counter(code for codes in of_label for code in codes)
        shown = ", ".join(f"{code} {counts[code]}" for code in CODES if counts[code])
        print(f"{name}: {label}: {sum(map(bool, of_label))} of {len(of_label)} claims have a line ({shown or 'none'})")


if __name__ == "__main__":
    main()
