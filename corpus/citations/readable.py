"""Whether the text of a web page is that of the page, or of a wall in front of it. No Django.

The words are those by which sites ask for money or a log-in, or say that there is no page; they count only on a page
with little else, because an article about paywalls has them too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from corpus.citations.record import SourceState

LEAST_WORDS = 8  # a page with fewer says nothing
FEW_WORDS = 60  # of a page that is an error or a notice
TEASER_WORDS = 300  # of a page that breaks off at a paywall


_PAYWALL = re.compile(
    r"subscribe (?:now )?(?:to|for) (?:continue|read|unlock|keep|get|full|unlimited|access)|already (?:a|an) subscriber"
    r"|(?:log|sign) in to (?:continue|read|keep reading|view)|(?:for|to|exclusive to|available to) (?:our )?(?:paid )?"
    r"subscribers(?: only)?\b|subscribers?[- ]only|to (?:continue|keep) reading|(?:register|create a free account) to "
    r"(?:continue|read|keep)|reached your (?:free |monthly )?(?:article )?limit|free articles? (?:left|remaining|this "
    r"month)|(?:purchase|buy|rent|get) (?:full )?(?:access|this article)|access through your institution|institutional "
    r"access|start your (?:free )?trial|unlock (?:this|the full) (?:article|story)|jetzt abonnieren|nur für abonnenten"
    r"|mit .{1,20} weiterlesen|réservé aux abonnés|exclusivo para suscriptores|riservato agli abbonati",
    re.IGNORECASE,
)
_NO_PAGE = re.compile(
    r"(?:enable|requires?|turn on) (?:java ?script|cookies)|(?:uses?|accept(?: all)?) cookies|cookie "
    r"(?:policy|settings)|(?:page|file|document|article|url)(?: \w+)? (?:was |is |could |can )?"
    r"(?:not|no longer|cannot) (?:be )?(?:found|available|exists?)|\b(?:404|403|410|500|503)\b|access denied"
    r"|forbidden|are you a robot|captcha"
    r"|verify (?:that )?you are (?:a )?human|just a moment|(?:domain|website) (?:name )?is (?:for sale|parked)"
    r"|we couldn.t find (?:that|the) page|seite (?:wurde )?nicht gefunden|page introuvable",
    re.IGNORECASE,
)


def readable(passages: Sequence[str]) -> SourceState:
    """What the passages of a page are: its text, the beginning of it before a paywall, or nothing of use."""
    text = " ".join(passages)
    words = len(text.split())
    if words < LEAST_WORDS and len(text) < 4 * LEAST_WORDS:  # of scripts without blanks, by characters
        return SourceState.NO_TEXT
    if words < TEASER_WORDS and _PAYWALL.search(text):
        return SourceState.PAYWALL
    if words < FEW_WORDS and _NO_PAGE.search(text):
        return SourceState.NO_TEXT
    return SourceState.AVAILABLE
