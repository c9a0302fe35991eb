"""Our tree of wikitext is mwparserfromhell's, but for differences whose reason is known and whose number is held.

`python -m benchmarks.corpus.differential --write` writes the counts anew, and says what each reason is; `--check` holds
all pages to them.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from benchmarks.corpus.differential import REASONS, Differences, accepted, shared_pages

ARTICLES, LONGEST = 15, 15_000  # in `make test`; characters
EVERY = 4


@pytest.fixture
def shared(shared_data: Path) -> Path:
    if not (shared_data / "wikitext").is_dir():
        pytest.skip("no ../shared/data/wikitext beside the checkout")
    return shared_data


def test_every_accepted_difference_has_a_reason():
    assert {reason for _, _, reason in accepted()} == set(REASONS)


def test_short_articles_have_the_same_tree(shared):
    differences = Differences()
    for page in islice((page for page in shared_pages(shared) if len(page.wikitext) < LONGEST), ARTICLES):
        differences.add(page)
    assert differences.pages == ARTICLES
    assert differences.compared.total() > 500
    assert differences.unexplained == []
    assert differences.found <= accepted()


@pytest.mark.extended
def test_every_fourth_shared_page_has_the_same_tree(shared):
    """All of them take minutes: `python -m benchmarks.corpus.differential --check`."""
    differences = Differences()
    for page in islice(shared_pages(shared), 0, None, EVERY):
        differences.add(page)
    assert differences.unexplained == []
    assert differences.found <= accepted(), "run python -m benchmarks.corpus.differential and look at the change"
    assert differences.found.total() > 0
    assert differences.pages_that_differ / differences.pages < 0.015
