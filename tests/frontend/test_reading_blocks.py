from __future__ import annotations

from corpus.page.elements import Item, Layout, List, Page, Section, Sentence
from frontend.reading.blocks import Contents, Hatnote, Heading, Listing, Paragraph, blocks, headings, nest


def sections(*levels: int) -> Page:
    return Page("P", tuple(Section(f"section_{n}", f"S{n}", level) for n, level in enumerate(levels)))


def numbers(*levels: int) -> list[str]:
    return [heading.number for heading in headings(sections(*levels))]


def test_headings_are_numbered_by_their_nesting():
    assert numbers(2, 3, 3, 2, 3, 4, 2) == ["1", "1.1", "1.2", "2", "2.1", "2.1.1", "3"]


def test_a_page_that_begins_deep_repeats_no_number():
    assert numbers(3, 2, 4, 2) == ["1", "2", "2.1", "3"]


def test_contents_come_before_the_first_heading():
    kinds = [type(block) for block in blocks(sections(2, 2, 2))]

    assert kinds == [Contents, Heading, Heading, Heading]


def test_few_headings_need_no_contents():
    assert [type(block) for block in blocks(sections(2, 2))] == [Heading, Heading]


def test_a_long_run_of_sentences_is_cut_and_none_is_lost():
    page = Page("P", tuple(Sentence(f"sentence_{n}", "word " * 30 + "end.") for n in range(20)))

    found = [block for block in blocks(page) if isinstance(block, Paragraph)]

    assert len(found) > 2
    assert [sentence for block in found for sentence in block.sentences] == list(page.elements)


def test_the_articles_own_paragraphs_are_kept_however_long():
    long = "word " * 60 + "end."
    page = Page("P", tuple(Sentence(f"sentence_{n}", long) for n in range(12)))
    layout = Layout(("sentence_0", "sentence_1", "sentence_2", "sentence_11"), ("sentence_0",))

    hatnote, *rest = blocks(page, layout)

    assert hatnote == Hatnote(page.elements[0])
    assert [len(block.sentences) for block in rest if isinstance(block, Paragraph)] == [1, 9, 1]


def test_a_line_without_a_full_stop_stays_in_its_paragraph():
    page = Page("P", (Sentence("sentence_0", "He said"), Sentence("sentence_1", "no.")))

    assert blocks(page, Layout(("sentence_0",))) == [Paragraph(page.elements)]


def test_a_paragraph_ends_where_a_heading_comes():
    page = Page("P", (Sentence("sentence_0", "a."), Section("section_0", "S", 2), Sentence("sentence_1", "b.")))

    assert [type(block) for block in blocks(page, Layout(("sentence_0",)))] == [Paragraph, Heading, Paragraph]


def test_a_hatnote_stands_alone_where_nobody_knows_the_paragraphs():
    texts = ["Main article: [[Rain]]", "It rains.", 'He said "yes."', "It pours."]
    page = Page("P", tuple(Sentence(f"sentence_{n}", text) for n, text in enumerate(texts)))

    assert [len(block.sentences) for block in blocks(page) if isinstance(block, Paragraph)] == [1, 3]


def test_a_list_parts_paragraphs_and_nests():
    items = [Item(f"item_0_{n}", str(n), level, None) for n, level in enumerate([0, 1, 1, 2, 0])]
    page = Page("P", (Sentence("sentence_0", "a"), List("list_0", "unordered_list", tuple(items))))

    listing = blocks(page)[1]

    assert isinstance(listing, Listing)
    assert [len(entry.below) for entry in listing.entries] == [2, 0]


def test_a_list_that_skips_a_level_loses_nothing():
    items = [Item(f"item_0_{n}", str(n), level, None) for n, level in enumerate([2, 0, 3, 1])]

    def count(entries) -> int:
        return sum(1 + count(entry.below) for entry in entries)

    assert count(nest(items)) == 4
