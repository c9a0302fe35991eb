"""The sentence splitter. sentences.txt holds a text a line, " | " where it is to be cut; the gold sets are in data/."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.sentences import SPLITTER_VERSION, split_sentences
from corpus.sentences.language import rules_for
from corpus.word_lists import groups, pairs
from tests.corpus.sentence_gold import cuts, own_prose, real_prose, score

LINES = (Path(__file__).parent / "sentences.txt").read_text(encoding="utf-8").splitlines()
RULES = Path(__file__).parent.parent.parent / "corpus" / "data" / "sentences"
OWN = list(own_prose())
LANGUAGES = sorted({paragraph.language for paragraph in OWN})
WORDS = [
    *("[[A_b|A b.]]", "[[C.]]", "[[St._Ives|St. Ives]]", "[[X|x。 y]]", "[[Y|!]]"),
    *"""Mr. He he 1990. No. 5 (b. end.) "Go." U.S. ... ? x! — » « «Oui.» „Ja.“ 12. Juli z. B. т. д. … . .. 1. a) p.m.
    Yahoo! Nf3 ft. 6 in. 1980's. é. (he iPhone 'n Mens ?! ." "Who?" Smith said III. [A] * A. B B.""".split(),
]
texts = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)
languages = st.sampled_from([*LANGUAGES, "xx"])
marks = st.text(alphabet=".!?…。！؟։।;:,\"'”’»«“„()[]（）「」| \n\u00a0\ue000aAbB1é-—", max_size=80)


@pytest.mark.parametrize("line", LINES)
def test_text_is_cut_where_a_reader_would_cut_it(line):
    sentences = line.split(" | ")
    assert split_sentences(" ".join(sentences)) == sentences


# --- The gold sets ---------------------------------------------------------------------------------------------------


def test_our_own_prose_is_cut_as_marked():
    english = [paragraph for paragraph in OWN if paragraph.language == "en"]
    assert len(english) > 80 and len(LANGUAGES) > 30
    for paragraphs, boundaries in ((english, 500), (OWN, 900)):
        found = score(split_sentences, paragraphs)
        assert found.right + found.missed > boundaries
        assert found.f1 >= 0.98, found


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_is_cut_as_marked(language):
    paragraphs = [paragraph for paragraph in OWN if paragraph.language == language]
    found = score(split_sentences, paragraphs)
    assert found.right + found.missed >= 12
    assert found.wrong <= 1 + (found.right + found.missed) // 100, found
    assert found.f1 >= 0.95, found


@pytest.mark.parametrize(
    ("part", "boundaries"),
    [
        pytest.param("tune", 360, marks=pytest.mark.extended),
        pytest.param("held", 250, marks=pytest.mark.extended),
        ("blind", 190),
    ],
)
def test_real_prose_is_cut_as_marked(shared_data, part, boundaries):
    paragraphs = real_prose(shared_data, part)
    found = score(split_sentences, paragraphs)
    assert found.right + found.missed >= boundaries  # all marked paragraphs are found again
    assert found.f1 >= 0.98, found


def test_sentences_of_feverous_stay_whole(shared_data):
    sentences = set()
    for line in (shared_data / "feverous" / "sentence_claims_dev.jsonl").read_text(encoding="utf-8").splitlines():
        for evidence in json.loads(line)["evidence"].split("\n"):
            sentences.add(evidence.partition("\t")[2].strip())
    sentences -= {""}
    cut = [sentence for sentence in sentences if len(split_sentences(sentence)) > 1]
    assert len(sentences) > 3300
    assert len(cut) <= 5  # five are two sentences in truth


# --- What holds for any text -----------------------------------------------------------------------------------------


@given(texts, languages)
def test_nothing_is_lost_and_no_link_is_cut(text, language):
    sentences = split_sentences(text, language)
    assert " ".join(sentences) == text.strip()
    assert all(sentence.count("[[") == sentence.count("]]") for sentence in sentences)
    assert all(sentence == sentence.strip() != "" for sentence in sentences)


@given(st.one_of(texts, marks), languages)
def test_a_sentence_cut_again_is_itself(text, language):
    for sentence in split_sentences(text, language):
        assert split_sentences(sentence, language) == [sentence]


@given(marks, languages)
def test_any_characters_come_back_in_order(text, language):
    sentences = split_sentences(text, language)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    if any(map(str.isalnum, text)):
        assert all(any(map(str.isalnum, sentence)) for sentence in sentences)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "unit", [".", ". ", '."', "(", "()", '"', "A. ", "[[A. B|C. D]] ", "[[A|", "。", "… ", " »", "? "]
)
def test_tens_of_thousands_of_marks_take_no_more_than_a_moment(unit, language):
    # Where time grew with the square of the length, one of these would take minutes and faulthandler would tell.
    text = unit * (40_000 // len(unit))
    assert "".join("".join(split_sentences(text, language)).split()) == "".join(text.split())


def test_an_empty_text_has_no_sentences():
    assert split_sentences("") == split_sentences("  ") == []


# --- Single decisions ------------------------------------------------------------------------------------------------


def test_a_link_is_never_cut_even_where_its_anchor_is_two_sentences():
    text = "He read [[Stop._Go.|Stop. He goes. 停。走。]] and left. [[Ann]] stayed."
    assert split_sentences(text) == ["He read [[Stop._Go.|Stop. He goes. 停。走。]] and left.", "[[Ann]] stayed."]


def test_an_unpaired_bracket_holds_nothing_together():
    assert split_sentences("a) It rose. b (It fell. It lay) there. He (x left.") == [
        "a) It rose. b (It fell. It lay) there.",
        "He (x left.",
    ]


def test_composed_and_decomposed_letters_are_cut_alike():
    text = "Voir la préf. Hugo l'a lu. Après l'été, il part. M. Élie reste."
    composed = split_sentences(text, "fr")
    decomposed = split_sentences(unicodedata.normalize("NFD", text), "fr")
    assert [unicodedata.normalize("NFC", sentence) for sentence in decomposed] == composed
    assert composed == ["Voir la préf. Hugo l'a lu.", "Après l'été, il part.", "M. Élie reste."]


def test_pieces_without_letters_join_their_neighbours():
    assert split_sentences("… ! He came. * * * . ? She left. !") == ["… ! He came. * * * . ?", "She left. !"]


def test_a_text_may_end_in_a_single_capital_after_an_initial():
    assert split_sentences("It leads from point A. B") == ["It leads from point A. B"]


def test_a_language_without_rules_is_cut_with_caution():
    assert split_sentences("Na 12. Xora to Dr. Kuru A. Mepo. Sila moto.", "xx") == [
        "Na 12. Xora to Dr. Kuru A. Mepo.",
        "Sila moto.",
    ]


def test_a_wiki_is_cut_by_the_rules_of_its_relatives():
    assert rules_for("simple") == rules_for("en")
    assert rules_for("nn") == rules_for("nb") != rules_for("en")
    assert split_sentences("Am 12. Juli kam er. Sie ging.", "als") == ["Am 12. Juli kam er.", "Sie ging."]


def test_a_code_is_no_path():
    assert rules_for("../units") == rules_for("default") == rules_for("no such language")


def test_every_file_of_rules_has_every_heading_and_every_code_a_file():
    headings = set(groups("sentences/en.txt"))
    files = {path.name for path in RULES.glob("*.txt")}
    assert all(set(groups(f"sentences/{file}")) == headings for file in files)
    assert all(f"{file}.txt" in files for file in pairs("sentences/codes.tsv").values())


def test_the_score_counts_what_is_right_wrong_and_missed():
    paragraph = next(paragraph for paragraph in OWN if len(paragraph.cuts) > 3)
    assert score(lambda text, _: [text], [paragraph]).missed == len(paragraph.cuts)
    every_word = score(lambda text, _: text.split(), [paragraph])
    assert every_word.missed == 0 and every_word.right == len(paragraph.cuts) and every_word.precision < 0.5
    with pytest.raises(ValueError, match="left out"):
        cuts("One two three", ["One", "three"])


def test_the_splitter_has_a_version():
    assert SPLITTER_VERSION == "4"
