"""The worked example of contract (c): table_1 of "Harbour League", in section_3 under section_2."""

from __future__ import annotations

from corpus.page.elements import Page
from corpus.wikitext.build import build_page

HARBOUR_LEAGUE = """
{{Infobox league
| name = Harbour League
| founded = 1901
| header2 = Teams
| count = 5
}}
The '''Harbour League''' was founded by [[Anna Berg]].
== History ==
=== Beginnings ===
* It began.
** In spring.
* It went on.
== Results ==
=== Seasons ===
{| class="wikitable"
|+ Results
! rowspan="2" | Season !! colspan="2" | Home !! colspan="2" | Away
|-
! Won !! Lost !! Won !! Lost
|-
! rowspan="2" | 2001
| 5 || 1 || 4 || 2
|-
| 6 || 0 || colspan="2" | 3
|-
! Total
| 11 || 1 || 7 || 5
|}
"""


def harbour_league() -> Page:
    """The page, with the infobox of four rows that the contract's infobox example has."""
    page = build_page("Harbour League", HARBOUR_LEAGUE).page
    assert page is not None
    return page
