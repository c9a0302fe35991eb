"""python -m baseline.passages CLAIM...: a line of JSON a candidate; see README.md"""

from __future__ import annotations

from baseline.arguments import run_stage

if __name__ == "__main__":
    run_stage(
        ".passages",
        "The sentences, tables and lists that fit claims best.",
        lambda found: (*found.sentences, *found.tables),
    )
