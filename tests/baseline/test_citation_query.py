"""What a model reads and a search is given of a claim: parts, cutting, the named subject, the expansion."""

from __future__ import annotations

from pathlib import Path

import pytest

from baseline.citations.claim import Claim
from baseline.citations.decontextualise import decontextualised
from baseline.citations.query import INPUT_SHAPES, InputShape, SearchQuery, claim_input, open_expander, search_query
from baseline.models import NoModel

TEXT = "She opened the harbour in 1921, and it closed in 1950."
CLAIM = Claim("Anna Berg (engineer)", TEXT, TEXT.index(", and"), ("Career", "Harbours"), ("Berg studied in Oslo.",))


def test_an_input_has_the_parts_that_its_shape_names():
    before = "Berg studied in Oslo. She opened the harbour in 1921 [CIT]"
    title = "Anna Berg (engineer) [SEP] "
    assert {name: claim_input(CLAIM, shape) for name, shape in INPUT_SHAPES.items()} == {
        "only_before": title + before,
        "section": title + "Career Harbours [SEP] " + before,
        "no_title": before,
        "last_30_words": title + before,
        "whole": title + "Career Harbours [SEP] " + before + " , and it closed in 1950.",
    }
    assert claim_input(CLAIM, InputShape(last_words=3)) == title + "harbour in 1921 [CIT]"


def test_title_and_section_are_cut_to_a_fifth_each_and_the_text_from_the_left():
    shape = InputShape(section=True, behind=True, length=12)
    text = claim_input(CLAIM, shape)
    assert text == "Anna Berg [SEP] Career Harbours [SEP] harbour in 1921 [CIT] , and"
    assert len(text.split()) == 12
    short = claim_input(CLAIM, InputShape(length=24), cost=lambda word: 2)
    assert short == "Anna Berg [SEP] in Oslo. She opened the harbour in 1921 [CIT]"


def test_a_search_is_given_what_its_variant_says():
    said = "She opened the harbour in 1921"
    assert {one: search_query(CLAIM, one) for one in SearchQuery} == {
        SearchQuery.SENTENCE: said,
        SearchQuery.TITLE: f"{said} Anna Berg",
        SearchQuery.SECTION: f"{said} Anna Berg Career Harbours",
        SearchQuery.CONTEXT: f"{said} Anna Berg Career Harbours Berg studied in Oslo.",
        SearchQuery.LAST_WORDS: f"Berg studied in Oslo. {said} Anna Berg",
        SearchQuery.DECONTEXTUALISED: "Anna Berg opened the harbour in 1921",
    }
    assert search_query(CLAIM, SearchQuery.SENTENCE, "A harbour opens") == f"{said} A harbour opens"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("He won.", "Kai won."),
        ("In May 2005, she won.", "In May 2005, Kai won."),
        ("In 2018 she won.", "In 2018 Kai won."),
        ("His boat sank.", "Kai's boat sank."),
        ("The band's boat sank.", "Kai's boat sank."),
        ("The band was founded.", "Kai was founded."),
        ("The band members won.", "The band members won."),
        ("The film of the year was long.", "The film of the year was long."),
        ("It is believed that boats sink.", "It is believed that boats sink."),
        ("After Ida Lund left, she won.", "After Ida Lund left, she won."),
        ("Ida won.", "Ida won."),
        ("彼は勝った。", "彼は勝った。"),
        ("", ""),
    ],
)
def test_a_pronoun_or_definite_subject_becomes_the_title(text, named):
    assert decontextualised(text, "Kai (band)") == named


def test_an_expansion_comes_from_a_model_by_path(tmp_path: Path):
    transformers = pytest.importorskip("transformers")
    words = sorted({word for text in (TEXT, "Anna Berg engineer ( ) . , [SEP] [CIT]") for word in text.split()})
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import WhitespaceSplit

    known = {word: place for place, word in enumerate(["<pad>", "</s>", "<unk>", *words])}
    made = Tokenizer(WordLevel(known, unk_token="<unk>"))
    made.pre_tokenizer = WhitespaceSplit()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", model_max_length=64
    )
    tokenizer.save_pretrained(tmp_path)
    config = transformers.T5Config(
        vocab_size=len(known), d_model=16, d_kv=8, d_ff=16, num_layers=1, num_heads=2, decoder_start_token_id=0
    )
    transformers.T5ForConditionalGeneration(config).save_pretrained(tmp_path)
    expander = open_expander(str(tmp_path))
    assert expander.shape.length == 64
    titles = expander.titles([CLAIM, CLAIM])
    assert titles[0] == titles[1] and len(titles[0].split()) <= 15
    assert expander.titles([]) == []
    (tmp_path / "config.json").unlink()
    with pytest.raises(NoModel):
        open_expander(str(tmp_path))
