"""How `benchmarks.baseline tables` ranks and halves its pools: with and without titles, beside a peer."""

from __future__ import annotations

from baseline.source import PagesInMemory
from benchmarks.baseline import table_ranking
from benchmarks.baseline.table_ranking import ATTEST, WITHOUT_TITLES, Pool, own_rankers
from corpus.page.elements import Page
from tests.baseline.pages import table

ROWS = [["Year", "Winner"], ["2001", "Rovers"]]
PAGES = [Page(title, (table(ROWS),)) for title in ("Harbour Cup", "River Cup", "Lake Cup")]
CLAIM = "Rovers won the River Cup in 2001."


def pool(*, has_titles: bool) -> Pool:
    claims = [(CLAIM, "River Cup_table_0", half) for half in (True, False)]
    return Pool("small", PAGES, claims, has_titles, lambda: PagesInMemory(PAGES))


def test_titles_tell_tables_apart_that_are_the_same_otherwise():
    rankers = own_rankers(pool(has_titles=True))
    assert rankers[ATTEST](CLAIM)[0] == "River Cup_table_0"
    without = rankers[WITHOUT_TITLES](CLAIM)
    assert set(without) == {f"{page.title}_table_0" for page in PAGES}
    assert own_rankers(pool(has_titles=False)).keys() == {ATTEST}


def test_both_halves_are_printed_with_the_difference_to_each_peer(capsys, monkeypatch):
    monkeypatch.setattr(table_ranking, "PEERS", {"none": lambda pool: lambda claim: []})
    table_ranking._report(pool(has_titles=True))
    lines = capsys.readouterr().out.splitlines()
    peers = [line for line in lines if " none " in line and "@1" in line]
    assert [line.split()[0] for line in peers] == ["tuned", "reported"]
    assert all("(Attest +100.0, +100.0 to +100.0)" in line for line in peers)
