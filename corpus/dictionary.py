"""Dictionary of a sentence: the first sentence of every page that it links to (FEVER paper, section 3.1)."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.fever.readable import as_read
from corpus.introductions import Introduction, introductions
from corpus.models import Corpus
from corpus.page.element_id import full_id
from corpus.page.elements import Page, UnknownElement, sentences
from corpus.page.links import split_links
from corpus.store import leading_to

MOST_ENTRIES = 200  # a sentence that links to more pages is a list; every entry costs a row


@dataclass(frozen=True, slots=True)
class Entry:
    """A page that a sentence links to. `text` is its first sentence as it reads, `sentence_id` the full id of that."""

    title: str
    sentence_id: str
    text: str


def dictionary(corpus: Corpus, page: Page, sentence: str) -> tuple[Entry, ...]:
    """The entries of the sentence with this local id, a page once, in the order of its links; redirects are followed.

    Empty where it links to no page of the corpus. The page itself, pages without words in their introduction and
    redirects that go round in a circle have no entry. Raises UnknownElement.
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
    read = introductions(corpus, wanted)
    entries = (_entry(read[title]) for title in wanted if title in read)
    return tuple(entry for entry in entries if entry is not None)


def _entry(introduction: Introduction) -> Entry | None:
    for one in introduction.sentences:
        shown = as_read(one.text, is_tokenised=introduction.is_tokenised)
        if any(map(str.isalnum, shown)):
            return Entry(introduction.title, full_id(introduction.title, one.id), shown)
    return None
