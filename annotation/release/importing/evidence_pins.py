"""Resolve imported evidence in the corpus: page revision, content hash and context.

What the corpus does not have is kept all the same, with an empty hash: nobody here knows what was read there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from unicodedata import normalize

from django.utils.translation import gettext as _

from annotation.evidence.snapshotting import Pinned
from annotation.release.importing.parsed import BadRow
from corpus.models import Corpus, StoredPage
from corpus.page.content_hash import element_hashes
from corpus.page.context import all_contexts
from corpus.page.element_id import BadElementId, parse
from corpus.page.page_json import page_from_json
from corpus.store import page_json_of

UNKNOWN = ""  # the hash of what the corpus did not have when it came in
LONGEST_ID, LONGEST_TITLE = 600, 512


def page_of(element_id: str) -> str:
    """The title of the page that an id names, in NFD as titles are stored. Raises BadRow."""
    try:
        title = parse(normalize("NFD", element_id)).page
    except BadElementId as error:
        raise BadRow(_("evidence: %(problem)s; fix the row or delete it") % {"problem": error}) from error
    if len(element_id) > LONGEST_ID or len(title) > LONGEST_TITLE:
        raise BadRow(_("evidence: “%(id)s…” is longer than any title; fix it") % {"id": element_id[:80]})
    return title


def find_pins(corpus: Corpus, element_ids: Iterable[str]) -> dict[str, Pinned]:
    """Resolve every id; `content_hash` is UNKNOWN where the corpus does not have it. Raises BadRow.

    Two queries a few hundred pages; one page in memory at a time.
    """
    of_page: dict[str, list[str]] = {}
    for each in dict.fromkeys(element_ids):
        of_page.setdefault(page_of(each), []).append(each)
    titles = list(of_page)
    rows = StoredPage.objects.filter(corpus=corpus, title__in=titles)
    revisions = dict(rows.values_list("title", "revision"))
    pins = {each: Pinned(each, [], title, None, UNKNOWN) for title, ids in of_page.items() for each in ids}
    for start in range(0, len(titles), 100):
        for title, text in page_json_of(corpus, titles[start : start + 100]).items():
            page = page_from_json(json.loads(text))
            hashes, contexts = element_hashes(page), all_contexts(page)
            for each in of_page[title]:
                known = normalize("NFD", each)
                if known in hashes:
                    pins[each] = Pinned(each, contexts.get(known, []), title, revisions[title], hashes[known])
    return pins
