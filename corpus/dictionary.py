"""Dictionary of a sentence: the first sentence of every page that it links to (FEVER paper, section 3.1)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from unicodedata import normalize

from django.db.models import F, Value
from django.db.models.functions import StrIndex, Substr

from corpus.models import Corpus, StoredPage
from corpus.page.element_id import full_id
from corpus.page.elements import Page, UnknownElement, sentences
from corpus.page.links import plain_text, split_links
from corpus.store import get_page, leading_to

READ = 6_000  # characters read of a page for its first sentence; a longer one has its page read whole
MOST_ENTRIES = 200  # a sentence that links to more pages is a list; every entry costs a row


@dataclass(frozen=True, slots=True)
class Entry:
    """A page that a sentence links to. `text` is its first sentence as it reads, `sentence_id` the full id of that."""

    title: str
    sentence_id: str
    text: str


def dictionary(corpus: Corpus, page: Page, sentence: str) -> tuple[Entry, ...]:
    """The entries of the sentence with this local id, a page once, in the order of its links; redirects are followed.

    Empty where it links to no page of the corpus. The page itself, pages without sentences and redirects that go round
    in a circle have no entry. Hatnotes are no first sentences. Raises UnknownElement.
    """
    found = next((each for each in sentences(page) if each.id == sentence), None)
    if found is None:
        raise UnknownElement(sentence)
    targets = dict.fromkeys(title for _, title in split_links(found.text) if title)
    if not targets:
        return ()
    goals = leading_to(corpus, targets)
    titles = dict.fromkeys(goals[target][0] for target in targets if target in goals)
    titles.pop(page.title, None)
    wanted = list(titles)[:MOST_ENTRIES]
    firsts = first_sentences(corpus, wanted)
    return tuple(firsts[title] for title in wanted if title in firsts)


def first_sentences(corpus: Corpus, titles: Iterable[str]) -> dict[str, Entry]:
    """Title -> entry of those pages of exactly these titles that have a sentence with words, hatnotes left out.

    Reads no whole page where the sentence stands where it is looked for: two queries, and one for each number of
    hatnotes that a page begins with.
    """
    rows = StoredPage.objects.filter(corpus=corpus, title__in=list(titles)).order_by()
    by_name: dict[str, list[str]] = {}
    hatnotes: dict[str, list[str]] = {}
    for title, notes in rows.values_list("title", "hatnotes"):
        hatnotes[title] = notes
        by_name.setdefault(_first_name(notes), []).append(title)
    found: dict[str, Entry] = {}
    for name, named in by_name.items():
        for title, text in _values(corpus, named, name).items():
            found[title] = Entry(title, full_id(title, name), text)
    for title, notes in hatnotes.items():
        entry = None if title in found else _read_whole(corpus, title, notes)
        if entry is not None:
            found[title] = entry
    return found


def _first_name(hatnotes: list[str]) -> str:
    """Local id of the first sentence that is no hatnote: sentences are numbered from 0 in page order."""
    number = 0
    while f"sentence_{number}" in hatnotes:
        number += 1
    return f"sentence_{number}"


def _values(corpus: Corpus, titles: list[str], name: str) -> Mapping[str, str]:
    """Title -> the sentence of this name, for pages whose JSON text has it whole within READ characters and not empty.

    Quotes inside strings are escaped in JSON text: the key cannot be met anywhere else.
    """
    key = json.dumps(name) + ": "
    rows = StoredPage.objects.filter(corpus=corpus, title__in=titles).order_by()
    at = rows.annotate(at=StrIndex("data", Value(key))).filter(at__gt=0)
    found = {}
    for title, text in at.annotate(part=Substr("data", F("at") + len(key), READ)).values_list("title", "part"):
        try:
            value, _ = json.JSONDecoder().raw_decode(text)
        except ValueError:
            continue  # it was cut off
        if shown := _shown(value):
            found[title] = shown
    return found


def _read_whole(corpus: Corpus, title: str, hatnotes: list[str]) -> Entry | None:
    """The entry of a page whose first numbers are missing or empty, as in FEVER's."""
    for each in sentences(get_page(corpus, title)):
        if each.id not in hatnotes and (shown := _shown(each.text)):
            return Entry(title, full_id(title, each.id), shown)
    return None


def _shown(text: str) -> str:
    """The text as it reads, in NFC; empty where it has no letter or digit."""
    shown = " ".join(normalize("NFC", plain_text(text)).split())
    return shown if any(map(str.isalnum, shown)) else ""
