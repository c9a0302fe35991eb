"""Which cases differ, and which of them are known to. Run as a module, it writes `accepted.tsv` anew and says how many
cases agree, with and without those that are no test of a reader of articles; reasons already given are kept, new ones
are marked "?".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from corpus.wikitext.blocks import redirect_target
from tests.corpus.conformance.cases import Case, all_cases
from tests.corpus.conformance.expansion import expanded
from tests.corpus.conformance.oracle import expected_shape
from tests.corpus.conformance.ours import page_of, shape_of

FILE = Path(__file__).parent / "accepted.tsv"
_HEAD = "# Cases whose tables or lists differ from the expected HTML, and why that is accepted.\n"
_FROM_HTML = re.compile(r"\b(?:html2wt|html2html|selser)\b")
_FROM_WIKITEXT = re.compile(r"\bwt2(?:html|wt)\b")
# What the suite's ParserTestParserHook and its like add to a wiki.
_OWN_TAG = re.compile(
    r"<(?:static|aside|div|span|pwraptest|sealed)?tag\b|#tag:\s*(?:static|aside|div|span)?tag\b", re.IGNORECASE
)
_SPECIAL = re.compile(r"\{\{\s*Special:", re.IGNORECASE)


@dataclass(slots=True)
class Comparison:
    """The cases that have tables or lists: how many were compared, those that differ, and those left out by reason."""

    compared: int = 0
    different: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    agree_though_left_out: int = 0

    def __str__(self) -> str:
        agree = self.compared - len(self.different)
        with_all, everything = agree + self.agree_though_left_out, self.compared + self.left_out.total()
        reasons = "; ".join(f"{number} {reason}" for reason, number in self.left_out.most_common())
        return (
            f"{agree} of {self.compared} cases with tables or lists agree, {agree / self.compared:.1%}; "
            f"with those left out {with_all} of {everything}, {with_all / everything:.1%}\n"
            f"{self.left_out.total()} left out: {reasons}"
        )


def comparison(cases: Iterable[Case]) -> Comparison:
    """Every case with expected HTML, where that or our page has tables or lists."""
    found = Comparison()
    for case in cases:
        if not case.html:
            continue
        text = expanded(case.wikitext, case.templates)
        page = None if redirect_target(case.wikitext) is not None else page_of(text)
        expected, ours = expected_shape(case.html), shape_of(page)
        if not (expected.tables or expected.lists or ours.tables or ours.lists):
            continue
        if reason := left_out(case, text):
            found.left_out[reason] += 1
            found.agree_though_left_out += expected == ours
            continue
        found.compared += 1
        if expected != ours:
            found.different.append(case.name)
    return found


def left_out(case: Case, text: str) -> str:
    """Why a case is no test of a reader of articles, whether it agrees or not; "" for one that is compared."""
    if redirect_target(case.wikitext) is not None or "mw:PageProp/redirect" in case.html:
        return "the page is a redirect"
    if _FROM_HTML.search(case.options) and not _FROM_WIKITEXT.search(case.options):
        return "HTML is the input and wikitext what is expected"
    if _OWN_TAG.search(text) or _OWN_TAG.search(case.wikitext):
        return "an extension tag of the suite's own"
    return "a special page is included" if _SPECIAL.search(text) else ""


def accepted() -> dict[str, str]:
    """Case name -> reason."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if line and not line.startswith("# "))


def _write() -> None:
    found = comparison(all_cases(Path(__file__).resolve().parents[4] / "shared" / "data" / "parser_tests"))
    known = accepted() if FILE.exists() else {}
    lines = [f"{name}\t{known.get(name, '?')}\n" for name in found.different]
    FILE.write_text(_HEAD + "".join(lines), encoding="utf-8")
    print(found)


if __name__ == "__main__":
    _write()
