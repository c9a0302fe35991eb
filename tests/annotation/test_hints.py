"""What a writer is told about a claim while they write it. Every case is a claim as somebody might write it."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.claims.minhash import BANDS, signatures
from annotation.claims.near_duplicates import jaccard, store_signatures, update_signatures
from annotation.models import Claim, Highlight
from annotation.vocabulary.labels import ClaimType
from annotation.workflows.claim_generation.hints.copying import copying, likeness, one_sentence_only
from annotation.workflows.claim_generation.hints.entities import entities
from annotation.workflows.claim_generation.hints.give_away import give_away, npmi, tells
from annotation.workflows.claim_generation.hints.hints import hints_for
from annotation.workflows.claim_generation.hints.near_duplicates import near_duplicates
from annotation.workflows.claim_generation.hints.references import references
from annotation.workflows.claim_generation.hints.vagueness import vagueness
from annotation.workflows.claim_generation.hints.wording import wording
from tests.annotation.conftest import Browser, error_of
from tests.cast import DECOMPOSED, SECOND_SENTENCE, SENTENCE

GOOD = [
    "Anna Berg founded the Harbour League in 1921.",
    "iPhones were first sold in 2007.",
    'Ada Lind sang the song "Night Boat."',
    "In May 1921, Anna Berg, a shipowner from the U.S., founded the Harbour League.",
]


def marked(hints, text):
    """(code, the words it is about) of each hint."""
    return [(hint.code, None if hint.start is None else text[hint.start : hint.end]) for hint in hints]


@pytest.mark.parametrize("text", GOOD)
def test_a_good_claim_gets_no_hint_about_its_words(text):
    assert [*wording(text), *references(text), *vagueness(text)] == []


@pytest.mark.parametrize(
    ("text", "code", "about"),
    [
        ("Anna Berg founded it. She was rich.", "several_sentences", " She was rich."),
        ("Anna Berg founded the league", "no_final_period", "e"),
        ("the league was founded in 1921.", "lower_case_start", "t"),
        ("Anna Berg " + "and her ship " * 15 + "came.", "too_long", None),
    ],
)
def test_the_form_of_a_claim(text, code, about):
    assert (code, about) in marked(wording(text), text)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("He played most of his football for Chelsea.", "He"),
        ("Its capital is Reykjavík.", "Its"),
        ("In 1974 she won the cup.", "she"),
        ("When this failed, Anna Berg founded a league.", "this"),
    ],
)
def test_a_pronoun_that_stands_for_nothing_named(text, word):
    assert marked(references(text), text) == [("pronoun", word)]


@pytest.mark.parametrize(
    "text",
    [
        "Didier Drogba played most of his football for Chelsea.",
        "Despite his views, Nathaniel Schmidt was hired at Cornell.",
        "The school reopened when it had been repaired by the town of Quay.",
        '"This Side of the Harbour" is a song by Ada Lind.',
        "Iceland is larger than Denmark.",
    ],
)
def test_a_pronoun_whose_meaning_is_named(text):
    assert marked(references(text), text) == []


@pytest.mark.parametrize(
    ("text", "code", "about"),
    [
        ("The Olympic Games have rarely taken place in Europe.", "vague", "rarely"),
        ("A lot of clubs left the league.", "vague", "A lot of"),
        ("The club may be the oldest.", "hedges", "may be"),
        ("Quay Rovers is a well-known club.", "subjective", "well-known"),
    ],
)
def test_vague_hedging_and_subjective_words(text, code, about):
    assert marked(vagueness(text), text) == [(code, about)]


@pytest.mark.parametrize("text", ["Great Britain won in May 2001.", "She won the Award for Best Film.", "Monday."])
def test_such_words_in_names_are_no_matter(text):
    assert marked(vagueness(text), text) == []


# --- The highlight and the page --------------------------------------------------------------------------------------

SENTENCES = [
    "The Harbour League was founded by Anna Berg in 1921.",
    "Eight clubs play in every season of it.",
    "Quay Rovers have won eleven titles.",
    "Its matches are played on Sundays.",
]


def test_a_sentence_with_other_small_words_is_a_near_copy():
    text = "The Harbour League was founded by the shipowner Anna Berg in 1921."
    assert marked(copying(text, SENTENCES), text) == [("near_copy", None)]


def test_a_claim_that_combines_two_sentences_is_no_copy():
    text = "Quay Rovers have won eleven titles in the league that Anna Berg founded."
    assert [*copying(text, SENTENCES), *one_sentence_only(text, SENTENCES)] == []


def test_a_claim_from_one_sentence_alone_is_told_so():
    text = "Anna Berg founded a league in 1921."
    hints = [*one_sentence_only(text, SENTENCES)]
    assert [hint.code for hint in hints] == ["one_sentence_only"]
    assert "sentence 1" in hints[0].message


def test_a_claim_that_shares_no_word_with_the_highlight_is_not_blamed_on_a_sentence():
    assert [*one_sentence_only("Whales sing.", SENTENCES)] == []


def test_likeness_is_that_of_the_words_in_order():
    assert likeness("Anna Berg came.", "anna berg came") == 1
    assert likeness("Anna Berg came.", "Whales sing.") == 0
    assert likeness("a b c d", "a b x y") == pytest.approx(0.5)


def test_a_claim_must_name_something_of_the_page():
    page = frozenset({"anna", "berg", "1921"})
    assert [hint.code for hint in entities("Whales sing.", page)] == ["no_shared_name"]
    assert [*entities("The league was founded in 1921.", page)] == []


# --- The project's own claims ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("The Harbour League was founded by Anna Berg in 1921.", True),
        ("In 1921, Anna Berg founded the Harbour League.", True),
        ("In 1921, Anna Berg founded the Harbour League for eight clubs.", True),
        ("Quay Rovers won eleven titles.", False),
    ],
)
def test_near_duplicates_are_found_among_many(project, text, near):
    claims = Claim.objects.bulk_create(
        [Claim(project=project, text="Anna Berg founded the Harbour League in 1921.")]
        + [Claim(project=project, text=f"Club {n} of town {n * 7} won title {n * 13}.") for n in range(300)]
    )
    store_signatures(claims)
    hints = [*near_duplicates(text, project.pk)]
    assert bool(hints) == near
    assert not hints or "“Anna Berg founded" in hints[0].message


def test_another_projects_claims_and_ones_own_are_no_duplicates(project):
    claim = Claim.objects.create(project=project, text="Anna Berg founded the Harbour League in 1921.")
    store_signatures([claim])
    assert [*near_duplicates(claim.text, project.pk + 1)] == []
    assert [*near_duplicates(claim.text, project.pk, besides=[claim.pk])] == []


def test_a_changed_claim_is_found_by_its_new_words_only(project):
    claim = Claim.objects.create(project=project, text="Anna Berg founded the Harbour League in 1921.")
    store_signatures([claim])
    claim.text = "Whales sing long songs below the ice of Greenland."
    claim.save()
    update_signatures([claim])
    assert claim.signatures.count() == BANDS
    assert [*near_duplicates("Whales sing long songs below the Greenland ice.", project.pk)]
    assert not [*near_duplicates("Anna Berg founded the Harbour League in 1921.", project.pk)]


def test_a_text_without_content_has_no_signature():
    assert signatures("It was the one.") == []


@given(st.text(max_size=60))
def test_signatures_fit_the_database_whatever_is_written(text):
    found = signatures(text)
    assert len(found) in (0, BANDS)
    assert all(0 <= value < 2**63 for value in found)


def test_jaccard_by_hand():
    assert jaccard(frozenset("abc"), frozenset("bcd")) == 0.5
    assert jaccard(frozenset(), frozenset()) == 0


def test_a_word_that_goes_with_one_label_tells():
    labelled = [(f"Club {n} is not a club.", "REFUTES") for n in range(27)]
    labelled += [(f"Club {n} is not small.", "SUPPORTS") for n in range(3)]
    labelled += [(f"Club {n} is a club.", "SUPPORTS") for n in range(60)]
    known = tells(labelled)
    assert list(known) == ["not"]
    assert (known["not"].label, known["not"].with_label, known["not"].claims) == ("REFUTES", 27, 30)
    text = "Anna Berg did not found it."
    hints = [*give_away(text, known)]
    assert marked(hints, text) == [("give_away", "not")]
    assert "27 of the 30 claims with it are REFUTES" in hints[0].message


def test_a_word_of_every_claim_tells_nothing():
    assert tells([("A claim.", "REFUTES")] * 50) == {}


def test_a_word_of_few_claims_tells_nothing():
    assert tells([("It is not.", "REFUTES")] * 19 + [("It is.", "SUPPORTS")] * 60) == {}


def test_npmi_by_hand():
    assert npmi(10, 10, 10, 100) == pytest.approx(1)
    assert npmi(25, 50, 50, 100) == pytest.approx(0)


# --- All together ----------------------------------------------------------------------------------------------------


def test_hints_come_by_claim_and_empty_texts_get_none(writing):
    found = hints_for(
        writing,
        {ClaimType.TYPE_I: "he came", ClaimType.TYPE_II: "  ", ClaimType.TYPE_III: "Anna Berg came to the league."},
    )
    assert list(found) == [ClaimType.TYPE_I, ClaimType.TYPE_III]
    assert [hint.code for hint in found[ClaimType.TYPE_I]] == [
        "no_final_period",
        "lower_case_start",
        "pronoun",
        "no_shared_name",
    ]
    assert found[ClaimType.TYPE_III] == []


def test_no_claim_copies_a_highlighted_sentence(writing):
    text = "The Harbour League was founded by Anna Berg in 1921."
    found = hints_for(writing, dict.fromkeys(ClaimType, text))
    assert {kind: [hint.code for hint in hints] for kind, hints in found.items()} == dict.fromkeys(
        ClaimType, ["near_copy"]
    )
    Highlight.objects.update(kind="table", element_ids=["Harbour League_table_0"])
    writing.refresh_from_db()
    assert hints_for(writing, {ClaimType.TYPE_I: text})[ClaimType.TYPE_I] == []


def test_only_the_type_i_claim_has_to_combine_sentences(writing):
    Highlight.objects.update(element_ids=[SENTENCE, SECOND_SENTENCE])
    writing.refresh_from_db()
    text = "Anna Berg founded a league in 1921."
    found = hints_for(writing, dict.fromkeys(ClaimType, text))
    assert [hint.code for hint in found[ClaimType.TYPE_I]] == ["one_sentence_only"]
    assert found[ClaimType.TYPE_II] == found[ClaimType.TYPE_III] == []


def test_a_name_with_accents_is_found_on_its_page(writing):
    Highlight.objects.update(page_title=unicodedata.normalize("NFD", "Åsa Lind"), element_ids=[DECOMPOSED])
    writing.refresh_from_db()
    assert hints_for(writing, {ClaimType.TYPE_II: "Åsa was a coach."})[ClaimType.TYPE_II] == []
    same = hints_for(writing, {ClaimType.TYPE_I: "Åsa Lind coached the Pilots in 2001."})[ClaimType.TYPE_I]
    assert [hint.code for hint in same] == ["near_copy"]


def test_hints_over_http(writing, writer, verifier, assignment):
    mine = Browser(writer, f"/api/v1/assignments/{writing.public_id}/")
    answer = mine.post("hints/", {"texts": {"I": "Anna Berg came"}}).json()
    assert answer["hints"]["I"][0] == {
        "code": "no_final_period",
        "message": "A claim ends with a period.",
        "start": 13,
        "end": 14,
    }
    assert error_of(mine.post("hints/", {"texts": {"I": 5}}), 400)
    verifying = Browser(verifier, f"/api/v1/assignments/{assignment.public_id}/")
    assert error_of(verifying.post("hints/", {"texts": {}}), 404)
