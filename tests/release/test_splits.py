"""Sides of a project's claims: what stays together, and what may not change when the project grows."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from annotation.models import Claim, ClaimSignature
from annotation.release.near_duplicates import Compared, near_pairs
from annotation.release.splits import sides_of
from annotation.release.summary import ReleaseOptions
from tests.release.growing import distinct, highlight, verify, write

SETTINGS = ReleaseOptions(splits=(0.5, 0.25, 0.25))
NEAR = "The harbour town of Lindholm built its lighthouse of granite in the year 1871"


def near(project, *texts):
    claims = write(project, texts)
    keys = array("q", [claim.pk for claim in claims])
    return sorted((texts[one], texts[other]) for one, other in near_pairs(project, keys, Compared()))


def texts_of(known):
    return [text for text in Claim.objects.filter(pk__in=known).values_list("text", flat=True) if text.count(" ") == 3]


def test_claims_of_one_highlight_are_on_one_side(project, verifier):
    for number in range(30):
        verify(write(project, distinct(3 * number, 3), highlight(project, number)), verifier)
    sides = sides_of(project, SETTINGS)
    of_highlight = {}
    for claim in Claim.objects.all():
        of_highlight.setdefault(claim.highlight_id, set()).add(sides.of[claim.pk])
    assert len(of_highlight) == 30 and all(len(found) == 1 for found in of_highlight.values())
    assert {side for found in of_highlight.values() for side in found} == {"train", "dev", "test"}


def test_claims_that_say_nearly_the_same_are_found(project):
    assert near(project, f"{NEAR}.", f"{NEAR}, in summer.", *distinct(0, 50)) == [(f"{NEAR}.", f"{NEAR}, in summer.")]


def test_among_hundreds_of_one_pattern_they_are_found_too(project):
    pattern = [f"The club of town{n} won {n % 40} points in the season of {1990 + n % 30}." for n in range(400)]
    twins = [f"{text[:-1]}, allegedly." for text in pattern[:100]]
    assert len([pair for pair in near(project, *pattern, *twins) if pair[1] in twins]) >= 95


def patterned(number):
    """Sentences of one pattern, many of them near-duplicates of some others."""
    ways = [(town, points, year) for town in range(9) for points in range(9) for year in range(5)]
    Random(3).shuffle(ways)
    return [f"The rowing club of town{t} won {p} points in the season of {1990 + y}." for t, p, y in ways[:number]]


def twins(number):
    """Long sentences of one pattern, two and two of which share 0.7 of their words."""
    dice, texts, shared = Random(22), [], []
    for place in range(number):
        if place % 2 == 0:
            shared = [f"{dice.choice('abcdefgh')}{place // 2}x{word}" for word in range(4)]
        own = " ".join([*shared, *(f"own{place}x{word}" for word in range(3))])
        texts.append(
            "The rowing club from Lindholm with seventeen painted boats crossed northern harbour waters before winter "
            f"storms {own}."
        )
    return texts


def test_no_pair_is_lost_among_old_claims_when_there_are_more(project):
    """A pair that was found while few claims were of its pattern is found when there are many."""
    keys = array("q", [claim.pk for claim in write(project, twins(120))])
    whole = set(near_pairs(project, keys, Compared()))
    for some in (10, 20, 40, 60):
        assert set(near_pairs(project, keys[:some], Compared())) == {pair for pair in whole if pair[1] < some}
    assert len(whole) >= 59


def test_claims_that_nobody_signed_are_compared_as_well(project):
    claims = write(project, [f"{NEAR}.", f"{NEAR}, in summer."])
    ClaimSignature.objects.all().delete()
    assert set(near_pairs(project, array("q", [claim.pk for claim in claims]), Compared())) == {(0, 1)}


@pytest.mark.parametrize("seed", range(5))
def test_near_duplicates_take_their_highlights_with_them(project, verifier, seed):
    for number in range(12):
        texts = distinct(3 * number, 2) + [f"{NEAR} {'and' if number % 2 else 'or'} tower{number // 2}."]
        verify(write(project, texts, highlight(project, number)), verifier)
    sides = sides_of(project, ReleaseOptions(splits=(0.5, 0.25, 0.25), seed=seed))
    assert len({sides.of[claim.pk] for claim in Claim.objects.all()}) == 1
    assert (sides.groups, sides.linked, sides.largest) == (1, 11, 36)


def test_a_released_claim_stays_where_it_was_when_the_project_grows(project, verifier, other_verifier):
    dice, known = Random(7), {}
    for step in range(12):
        texts = distinct(100 * step, 6)
        verdicts = dice.choices(["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"], [5, 3, 2], k=len(texts))
        verify(write(project, texts, highlight(project, step)), verifier, verdicts)
        if known:  # a near-duplicate of a claim that is there, which goes to its side
            text = dice.choice(texts_of(known))
            verify(write(project, [f"{text[:-1]} again{step}."]), verifier)
        verify(
            list(Claim.objects.order_by("pk"))[2 * step : 2 * step + 2], other_verifier, "REFUTES"
        )  # others disagree
        sides = sides_of(project, SETTINGS)
        assert {pk: sides.of[pk] for pk in known} == known and sides.moved == 0
        known = dict(sides.of)
    assert len(known) >= 72 and len(set(known.values())) == 3


def test_growing_by_a_tenth_moves_a_claim_only_where_its_group_joins_an_older_one(project, verifier):
    dice, claims = Random(11), []
    texts = [*patterned(60), *distinct(0, 120)]
    dice.shuffle(texts)
    for number in range(60):
        claims += write(project, texts[3 * number : 3 * number + 3], highlight(project, number))
    dice.shuffle(claims)
    each = [ReleaseOptions(splits=(0.5, 0.25, 0.25), seed=seed) for seed in range(8)]
    verify(claims[:162], verifier, dice.choices(["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"], [5, 3, 2], k=162))
    before = [sides_of(project, settings) for settings in each]
    verify(claims[162:], verifier)
    moved = 0
    for settings, was in zip(each, before, strict=True):
        now = sides_of(project, settings)
        elsewhere = [pk for pk in was.of if now.of[pk] != was.of[pk]]
        assert all(now.of[pk] == was.of[now.group[pk]] for pk in was.of)  # as the oldest of the group
        assert all(now.group[pk] != was.group[pk] for pk in elsewhere)
        assert len(elsewhere) <= now.moved
        moved += len(elsewhere)
    assert moved > 0 and len(before[0].of) == 162


def test_claims_that_are_verified_in_any_order_stay_where_they_were(project, verifier):
    """Of a highlight two claims are released, and the third, the oldest by number, is verified a month later."""
    claims = [write(project, distinct(3 * n, 3), highlight(project, n)) for n in range(20)]
    for _late, *early in claims:
        verify(early, verifier)
    before = dict(sides_of(project, SETTINGS).of)
    for late, *_early in claims:
        verify([late], verifier, "NOT ENOUGH INFO")
    after = sides_of(project, SETTINGS).of
    assert {pk: after[pk] for pk in before} == before and len(after) == 60


def test_a_later_claim_that_links_two_groups_brings_the_younger_to_the_older(project, verifier):
    (one,) = write(project, ["Alpha bravo charlie delta echo foxtrot golf hotel india juliet."])
    (other,) = write(project, ["Kilo lima bravo charlie delta echo foxtrot golf hotel mike."])
    fillers = write(project, distinct(0, 40))
    verify([*fillers[:20], one, *fillers[20:], other], verifier)
    # A seed for which the two stand apart, as they may: they share too few words.
    settings = next(
        each
        for each in (ReleaseOptions(splits=(0.4, 0.3, 0.3), seed=seed) for seed in range(50))
        if (found := sides_of(project, each).of)[one.pk] != found[other.pk]
    )
    before = sides_of(project, settings)
    link = write(project, ["Alpha kilo bravo charlie delta echo foxtrot golf hotel mike india."])
    verify(link, verifier)
    after = sides_of(project, settings)
    assert after.of[one.pk] == after.of[link[0].pk] == after.of[other.pk] == before.of[one.pk]
    assert after.moved == 1
    assert {pk: after.of[pk] for pk in before.of if pk != other.pk} == {
        pk: side for pk, side in before.of.items() if pk != other.pk
    }


def test_imported_claims_keep_the_side_they_had(project, verifier):
    claims = write(project, distinct(0, 30))
    for number, claim in enumerate(claims):
        Claim.objects.filter(pk=claim.pk).update(release_id=5_000 + number, release_split=("dev", "test")[number % 2])
    verify(claims, verifier)
    sides = sides_of(project, SETTINGS)
    assert [sides.of[claim.pk] for claim in claims] == ["dev", "test"] * 15


def test_imported_claims_keep_their_side_beside_near_duplicates(project, verifier):
    """FEVER and FEVEROUS have near-duplicates on two sides; moved, dev and test would be others than were published."""
    texts = [f"{NEAR}.", f"{NEAR}, in summer.", f"{NEAR}, in winter.", f"{NEAR}, in autumn."]
    claims = write(project, texts)
    for number, (claim, side) in enumerate(zip(claims, ("train", "test", "dev"), strict=False)):
        Claim.objects.filter(pk=claim.pk).update(release_id=5_000 + number, release_split=side)
    verify(claims[:2], verifier)
    before = sides_of(project, SETTINGS)
    verify(claims[2:], verifier)
    sides = sides_of(project, SETTINGS)
    assert [sides.of[claim.pk] for claim in claims] == ["train", "test", "dev", "train"]
    assert before.of == {claim.pk: side for claim, side in zip(claims[:2], ("train", "test"), strict=True)}
    assert (sides.groups, sides.moved) == (1, 0)


def test_with_one_side_nothing_is_compared(project, verifier):
    verify(write(project, [f"{NEAR}.", f"{NEAR}, in summer."]), verifier)
    sides = sides_of(project, ReleaseOptions(splits=(1, 0, 0)))
    assert set(sides.of.values()) == {"train"} and sides.compared.pairs == 0
