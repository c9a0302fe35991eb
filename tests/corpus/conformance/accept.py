"""Which cases differ, and which of them are known to. Run as a module, it writes `accepted.tsv` anew and says how many
cases agree; reasons already given are kept, new ones are marked "?" unless a template explains them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tests.corpus.conformance.cases import Case, all_cases
from tests.corpus.conformance.expansion import expanded
from tests.corpus.conformance.oracle import expected_shape
from tests.corpus.conformance.ours import page_of, shape_of

FILE = Path(__file__).parent / "accepted.tsv"
BY_TEMPLATE = "what differs is written by a template, which only MediaWiki expands"
_HEAD = "# Cases whose tables or lists differ from the expected HTML, and why that is accepted.\n"
_CALL = re.compile(r"\{\{")


def differing(cases: Iterable[Case]) -> tuple[int, list[str]]:
    """How many cases have tables or lists to compare, and the names of those that differ."""
    compared, different = 0, []
    for case in cases:
        if not case.html:
            continue
        expected, ours = expected_shape(case.html), shape_of(page_of(expanded(case.wikitext, case.templates)))
        if expected.tables or expected.lists or ours.tables or ours.lists:
            compared += 1
            if expected != ours:
                different.append(case.name)
    return compared, different


def accepted() -> dict[str, str]:
    """Case name -> reason."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if line and not line.startswith("# "))


def _write() -> None:
    cases = all_cases(Path(__file__).resolve().parents[4] / "shared" / "data" / "parser_tests")
    compared, different = differing(cases)
    known = accepted() if FILE.exists() else {}
    wikitext = {case.name: case.wikitext for case in cases}
    lines = []
    for name in different:
        reason = known.get(name) or (BY_TEMPLATE if _CALL.search(wikitext[name]) else "?")
        lines.append(f"{name}\t{reason}\n")
    FILE.write_text(_HEAD + "".join(lines), encoding="utf-8")
    print(f"{compared - len(different)} of {compared} cases with tables or lists agree; {len(cases)} cases in all")


if __name__ == "__main__":
    _write()
