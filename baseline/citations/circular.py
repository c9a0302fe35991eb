"""What is no source for Wikipedia: Wikipedia itself, copies of it, and wikis that anybody may write (WP:CIRCULAR)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from baseline.citations.claim import Claim
from corpus.web.addresses import hosts
from search.folding import fold

WIKIMEDIA, COPY, OPEN = "is Wikimedia's own", "copies Wikipedia", "is written by anybody"
NO_SOURCES = {  # registrable host, with everything below it
    **dict.fromkeys(
        "wikipedia.org wikimedia.org wiktionary.org wikidata.org wikivoyage.org wikiquote.org wikibooks.org "
        "wikiversity.org wikinews.org wikisource.org wikispecies.org mediawiki.org".split(),
        WIKIMEDIA,
    ),
    **dict.fromkeys(
        "wikiwand.com dbpedia.org wiki2.org wikizero.com wikimili.com infogalactic.com alchetron.com en-academic.com "
        "academic-accelerator.com kiddle.co thereaderwiki.com justapedia.org encyclopedia.thefreedictionary.com "
        "wiki.kidzsearch.com".split(),
        COPY,
    ),
    **dict.fromkeys("fandom.com wikia.org everybodywiki.com wikitia.com miraheze.org wikihow.com".split(), OPEN),
}
_COPIED = re.compile(
    r"from wikipedia,? the free encyclopa?edia|wikipedia article .{0,80}creative commons", re.IGNORECASE
)
LEAST = 8  # words of a sentence that two texts do not share by chance


def why_no_source(url: str) -> str:
    """Why an address can be no source for Wikipedia; "" where nothing is known against it."""
    return next((NO_SOURCES[host] for host in hosts(url) if host in NO_SOURCES), "")


def copies_article(claim: Claim, texts: Iterable[str]) -> bool:
    """Whether a page says that it copies Wikipedia, or has the claim and the sentence before it word for word.

    Which of the two was first is not known then, and a source that copies the article supports nothing.
    """
    text = " ".join(texts)
    if _COPIED.search(text):
        return True
    said = [fold(one) for one in (*claim.before[-1:], claim.cited)]
    if len(said) < 2 or any(one.count(" ") + 1 < LEAST for one in said):
        return False
    folded = fold(text)
    return all(one in folded for one in said)
