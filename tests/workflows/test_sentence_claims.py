"""Claims from sentences: what is drawn, what is stored once, who is kept from what, hints, release, pages."""

from __future__ import annotations

import json
import uuid

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from annotation.audit_log.acts import Act
from annotation.audit_log.models import AuditEntry
from annotation.errors import Invalid
from annotation.models import Claim, GoldItem, Membership, Project, Task
from annotation.projects.models import Role
from annotation.quality.workflows.sentence_claims.audit import sentence_figures
from annotation.quality.workflows.sentence_claims.walkthroughs import make_walkthroughs
from annotation.release.write import write_release
from annotation.results.codec import decode, encode
from annotation.work.assignment import assign_next
from annotation.work.queue import eligible_tasks
from annotation.work.sampling.pages import page_titles
from annotation.work.submission import submit
from annotation.workflows.claim_generation.hints.copying import likeness
from annotation.workflows.sentence_claims.give_away import rates
from annotation.workflows.sentence_claims.models import SampledSentence, SentenceClaim, SentenceSample, SentenceWork
from annotation.workflows.sentence_claims.payload import payload
from annotation.workflows.sentence_claims.sampling.popularity import most_linked
from annotation.workflows.sentence_claims.sampling.sample import SLUG, sample_sentences
from annotation.workflows.sentence_claims.settings import (
    PRESETS,
    BadSentenceSettings,
    Box,
    Settings,
    save_settings,
    settings_from,
    settings_of,
)
from corpus.page.elements import Page, RedirectRecord, Section, Sentence
from corpus.store import PageRecord, save_pages, save_redirects
from tests.cast import member
from tests.frontend.html import select
from tests.workflows.sentences import NEGATION, ORIGINAL, claim, hand_over, switch_on, take

pytestmark = pytest.mark.django_db
FIRST = "Harbour League_sentence_0"


@pytest.fixture
def writing(project: Project) -> Project:
    switch_on(project)
    return project


@pytest.fixture
def managing(manager) -> Client:
    browser = Client()
    browser.force_login(manager)
    return browser


def drawn(project: Project) -> list[str]:
    rows = SampledSentence.objects.filter(project=project).exclude(element_id="").order_by("task__position", "task")
    return list(rows.values_list("element_id", flat=True))


# --- Sampling --------------------------------------------------------------------------------------------------------
def test_sentences_of_introductions_are_drawn_once_a_page(writing):
    assert set(drawn(writing)) == {"Anna Berg_sentence_0", FIRST, "A\u030asa Lind_sentence_0"}
    league = SampledSentence.objects.get(element_id=FIRST)
    assert (league.text, league.before, league.after) == (
        "The Harbour League was founded by Anna Berg in 1921.",
        "",
        "",
    )
    again = sample_sentences(project=writing, size=10, seed=2)
    assert (again.is_stored, again.report.drawn) == (False, 0)


def test_a_seed_gives_the_same_draw_and_a_list_its_pages(project):
    tried = [sample_sentences(project=project, size=2, seed=seed, only_try=True).to_json() for seed in (7, 7)]
    assert tried[0] == tried[1] and tried[0]["drawn"] == 2
    assert not SentenceSample.objects.exists()
    titles = ["harbor League", "Nowhere", "[]", "Harbour League"]
    listed = sample_sentences(project=project, size=5, seed=1, titles=titles, excluded=["Anna Berg"])
    assert (drawn(project), listed.unknown) == ([FIRST], ("Nowhere", "[]"))
    more = sample_sentences(project=project, size=5, seed=1, excluded=["Anna Berg"])
    assert more.report.drawn == 1 and "Anna Berg_sentence_0" not in drawn(project)


def test_settings_widen_what_is_drawn(project, corpus):
    texts = ["One is here.", "", "– 1921 –", "Two is here.", "Three is here."]
    elements = [Sentence(f"sentence_{n}", text) for n, text in enumerate(texts)]
    page = Page("Long", (*elements[:4], Section("section_0", "More", 2), elements[4]))
    save_pages(corpus, [PageRecord(page)])
    save_settings(project, Settings(whole_page=True, sentences_a_page=2))
    found = sample_sentences(project=project, size=9, seed=4, titles=["Long"])
    ids = {f"Long_sentence_{n}" for n in (0, 3, 4)}
    assert found.report.drawn == 2 and set(drawn(project)) < ids
    assert found.report.pages == 1
    middle = SampledSentence.objects.filter(element_id="Long_sentence_3").first()
    assert middle is None or (middle.before, middle.after) == ("– 1921 –", "Three is here.")


def test_the_most_linked_pages_come_first(project, corpus):
    save_pages(corpus, [PageRecord(Page("Fan", (Sentence("sentence_0", "[[Anna Berg]], [[Åsa Lind]], [[Nobody]]."),)))])
    assert most_linked(corpus, 5) == ["Anna Berg", "A\u030asa Lind"]
    save_settings(project, Settings(most_linked=1))
    sample_sentences(project=project, size=5, seed=1)
    assert drawn(project) == ["Anna Berg_sentence_0"]


def test_listed_titles_are_found_as_they_are_spelled_in_the_corpus(project, corpus):
    pages = [Page(title, (Sentence("sentence_0", "It is sold in many towns."),)) for title in ("ePod", "Amp")]
    save_pages(corpus, [PageRecord(page) for page in pages])
    save_redirects(corpus, [RedirectRecord("Amplifier", "Amp")])
    found = page_titles(corpus, ["ePod", "amplifier#History", "Amp", "Nowhere", " "])
    assert found == {"ePod": "ePod", "amplifier#History": "Amp", "Amp": "Amp"}
    drawn = sample_sentences(project=project, size=5, seed=1, titles=["ePod", "EPod", "Amp"], excluded=["Amplifier"])
    assert (drawn.report.drawn, drawn.unknown) == (1, ("EPod",))


def test_the_command_draws_by_the_settings(project, capsys, tmp_path):
    titles = tmp_path / "popular.txt"
    titles.write_text("Anna Berg\n", encoding="utf-8")
    call_command("sample_sentences", project=project.slug, size=3, seed=1, titles_from=titles, json=True)
    shown = json.loads(capsys.readouterr().out)
    assert (shown["drawn"], shown["kept"], drawn(project)) == (1, True, ["Anna Berg_sentence_0"])


def test_settings_that_nobody_can_work_by_are_refused():
    for wrong in (
        {"least_claims": 6},
        {"boxes": []},
        {"boxes": [{"type": "nothing"}]},
        {"boxes": [{"type": "negate", "share": 0}]},
    ):
        with pytest.raises(BadSentenceSettings):
            settings_from(wrong)
    assert [box.share for box in PRESETS["feverous"]] == [15, 15, 30, 10, 30]


# --- Storing ---------------------------------------------------------------------------------------------------------
@pytest.mark.both_databases
def test_equal_lines_are_one_claim_of_their_original_and_never_of_another(writing, writer):
    other = member(writing, "wim", Role.CLAIM_WRITER)
    mutations = {"negate": [NEGATION], "general": [NEGATION, "  Someone founded   the league. "]}
    first = hand_over(take(writer, writing), claim(**mutations), claim("Anna Berg had a ship."))
    second = hand_over(take(other, writing), claim(negate=[NEGATION]), claim("Anna Berg lived.", negate=[NEGATION]))
    rows = SentenceClaim.objects.filter(claim__text=NEGATION).order_by("pk")
    kinds = [(row.mutation, row.claim.mutated_claim.text, row.original.claim.text) for row in rows]
    lived = "Anna Berg lived."
    assert kinds == [
        ("negate", ORIGINAL, ORIGINAL),
        ("general", ORIGINAL, ORIGINAL),
        ("negate", ORIGINAL, ORIGINAL),
        ("negate", lived, lived),
    ]
    assert len({row.claim_id for row in rows}) == 2
    assert Claim.objects.filter(text=ORIGINAL).count() == 1
    assert Claim.objects.get(text="Someone founded the league.").author == writer
    assert (
        len({row.correlation for row in first.claims.all()})
        == 2
        == len({row.correlation for row in second.claims.all()})
    )
    tasks = Task.objects.filter(kind="claim_verification")
    assert tasks.count() == Claim.objects.count() == 6
    assert set(tasks.values_list("opened_by", flat=True)) == {first.submission_id, second.submission_id}


@pytest.mark.both_databases
def test_the_database_holds_each_rule_of_equal_texts(project, claims):
    def stored(**fields: object) -> None:
        with transaction.atomic():
            Claim.objects.create(project=project, **fields)

    one, other, _third = claims
    stored(text="Same.", mutated_claim=one)
    stored(text="Same.", mutated_claim=other)
    stored(text="Same.")
    for again in ({"mutated_claim": one}, {}, {"mutated_claim": one, "claim_type": "III", "mutation": "Negation"}):
        with pytest.raises(IntegrityError):
            stored(text="Same.", **again)


def test_the_rest_of_written_claims_holds(writing, writer, verifier):
    writing.claim_rest_hours = 24
    writing.save()
    hand_over(take(writer, writing), claim())
    assert assign_next(person=verifier, project=writing, kind="claim_verification") is None


@pytest.mark.parametrize(
    ("claims", "field"),
    [
        ([], "claims"),
        ([claim(f"Claim {n}.") for n in range(6)], "claims"),
        ([claim(" ")], "claims.0.text"),
        ([claim(), claim(ORIGINAL.upper())], "claims.1.text"),
        ([claim(negate=[f"Line {n}." for n in range(40)])], "claims.0.negate"),
        ([claim(negate=[ORIGINAL.lower()])], "claims.0.negate"),
        ([claim(general=["x" * 2_001])], "claims.0.general"),
        ([claim(tense_shift=["It will be."])], "claims.0.tense_shift"),
    ],
)
def test_what_cannot_be_stored_is_named_by_its_box(writing, writer, claims, field):
    held = take(writer, writing)
    with pytest.raises(Invalid) as refused:
        submit(assignment=held, client_id=uuid.uuid4(), claims=claims)
    assert list(refused.value.fields) == [field]
    held.refresh_from_db()
    assert held.state == "held" and not SentenceWork.objects.exists()
    if len(claims) == 1 and len(claims[0]["mutations"].get("negate", ())) == 40:
        assert "40" in refused.value.fields[field][0] and "3" in refused.value.fields[field][0]


def test_the_same_submission_is_stored_once_with_its_time(writing, writer):
    held, client_id = take(writer, writing), uuid.uuid4()
    sent = {"assignment": held, "client_id": client_id, "claims": [claim(negate=[NEGATION])]}
    first, second = submit(**sent), submit(**sent)
    assert (first[1], second[1], first[0].pk) == (True, False, second[0].pk)
    assert first[0].lines == 2 and first[0].seconds >= 0 and Claim.objects.count() == 2


# --- Blindness -------------------------------------------------------------------------------------------------------
@pytest.mark.both_databases
def test_nobody_verifies_claims_of_a_sentence_they_wrote_from_or_hold(writing, writer):
    Membership.objects.create(project=writing, user=writer, role=Role.VERIFIER)
    other = member(writing, "wim", Role.CLAIM_WRITER, Role.VERIFIER)
    third = member(writing, "vic", Role.VERIFIER)

    def open_to(person) -> int:
        return eligible_tasks(person=person, project=writing, kind="claim_verification").count()

    hand_over(take(writer, writing), claim(negate=[NEGATION]))
    merged = hand_over(take(other, writing), claim(), claim("Anna Berg lived."))
    assert (open_to(writer), open_to(other), open_to(third)) == (1, 1, 3)  # the merged claim is of both
    writing.workflows = ["claim_verification"]
    writing.save()
    assert open_to(other) == 1  # while it is off too
    assert merged.claims.get(claim__text=ORIGINAL).claim.author == writer


def test_nobody_writes_from_a_sentence_whose_claim_they_were_given(writing, writer, verifier):
    held = take(writer, writing)
    hand_over(held, claim())
    Membership.objects.create(project=writing, user=verifier, role=Role.CLAIM_WRITER)
    assert assign_next(person=verifier, project=writing, kind="claim_verification") is not None
    Task.objects.filter(pk=held.task_id).update(required_annotations=2)
    assert held.task_id not in eligible_tasks(person=verifier, project=writing, kind=SLUG).values_list("pk", flat=True)


def test_the_payload_tells_nothing_of_others(writing, writer, django_assert_max_num_queries):
    hand_over(take(member(writing, "wim", Role.CLAIM_WRITER), writing), claim(negate=[NEGATION]))
    held = take(writer, writing)
    with django_assert_max_num_queries(14):
        shown = payload(held)
    assert "wim" not in json.dumps(shown) and NEGATION not in json.dumps(shown)
    league = SampledSentence.objects.get(element_id=FIRST)
    held.task.sampled_sentence = league
    assert [entry["title"] for entry in payload(held)["dictionary"]] == ["Anna Berg"]
    assert [box["type"] for box in shown["boxes"]] == list(settings_of(writing).types)


# --- Hints and words -------------------------------------------------------------------------------------------------
def test_each_line_has_its_hints(writing, writer):
    held = take(writer, writing)
    copied = held.task.sampled_sentence.text
    assert likeness(copied, copied) == 1
    lines = [
        {"key": "claims.0", "text": copied, "mutation": ""},
        {"key": "claims.1", "text": "she perhaps founded it", "mutation": ""},
        {"key": "n", "text": "Anna Berg did not found the league.", "mutation": "negate"},
        {"key": "r", "text": "Anna Berg did not found the league.", "mutation": "rephrase"},
        {"key": "empty", "text": "  ", "mutation": ""},
    ]
    browser = Client()
    browser.force_login(writer)
    address = f"/api/v1/assignments/{held.public_id}/line-hints/"
    found = browser.post(address, {"lines": lines}, content_type="application/json").json()["hints"]
    codes = {key: {hint["code"] for hint in hints} for key, hints in found.items()}
    assert "near_copy" in codes["claims.0"] and "negation_word" in codes["n"] and "negation_word" not in codes["r"]
    assert {"pronoun", "no_final_period", "lower_case_start"} <= codes["claims.1"]
    assert codes["empty"] == set()


def test_give_away_words_are_those_of_their_type():
    typed = [(f"It is not {n}.", "negate") for n in "abcdef"] + [(f"It is {n} exactly.", "specific") for n in "abcdef"]
    found = rates(typed)
    assert (found["negate"].lines, found["negate"].words) == (6, {"not": 6})
    assert found["specific"].words == {"exactly": 6}


# --- Walkthroughs ----------------------------------------------------------------------------------------------------
def test_three_walkthroughs_come_first_and_make_no_claims(project, writer):
    switch_on(project, walkthroughs=True)
    make_walkthroughs(project)
    kinds = list(GoldItem.objects.filter(task__project=project).values_list("guide_kind", flat=True))
    assert kinds == ["walkthrough_1", "walkthrough_2", "walkthrough_3"]
    browser = Client()
    browser.force_login(writer)
    for number in (1, 2, 3):
        held = take(writer, project)
        assert payload(held)["guided"] == f"walkthrough_{number}" and payload(held)["dictionary"]
        page = browser.get(reverse("write-sentence", args=[held.public_id])).text
        assert len(select(page, "#guided li[data-step]")) == 6
        hand_over(held, claim(negate=["She did not."]))
        shown = browser.get(reverse("write-sentence", args=[held.public_id]), follow=True).text
        assert select(shown, "[data-box=negate] [data-code=negation_word]")
        assert select(shown, "[data-box=claims] [data-suggested] li")
    assert not Claim.objects.exists()
    assert take(writer, project).task.phase == 0
    again = browser.post(
        reverse("guided-example-start", args=[project.slug, GoldItem.objects.first().pk]), {"keep": "1"}
    )
    held = browser.get(again["Location"]).context["payload"]
    assert held["draft"]["body"]["text"] == ORIGINAL


# --- Pages of managers -----------------------------------------------------------------------------------------------
def test_managers_draw_by_a_job_and_see_the_balance(project, writer, manager, managing):
    switch_on(project, sample=False)
    here = reverse("manage-sentences", args=[project.slug])
    tried = managing.post(here, {"size": 2, "seed": "", "titles": "Nowhere\nAnna Berg", "after": "", "try": "1"})
    assert select(tried.text, "[data-test=sentence-report]") and not SampledSentence.objects.filter(sample=1).exists()
    asked = managing.post(here, {"size": 2, "seed": 3, "titles": "", "after": "", "draw": "1"})
    assert asked.status_code == 302 and AuditEntry.objects.filter(act=Act.SENTENCES_SAMPLED).exists()
    assert managing.post(here, {"size": 2, "titles": "", "after": "", "draw": "1"}).status_code == 400
    call_command("run_jobs", once=True)
    done = managing.get(asked["Location"], follow=True)
    assert done.redirect_chain[-1][0].endswith(f"/draws/{SentenceSample.objects.get().pk}/")
    hand_over(take(writer, project), claim(negate=[NEGATION]), claim("Anna Berg lived."))
    page = managing.get(here + "?state=done&q=the").text
    assert [one.attributes["data-count"] for one in select(page, "a[data-count]")] == [
        "open",
        "held",
        "done",
        "withdrawn",
    ]
    figures = sentence_figures(project)
    assert figures.types == {"": 2, "negate": 1} and figures.lines == {writer.pk: 3}
    assert decode(encode(figures)) == figures
    for name in ("quality-production", "manage-people"):
        assert managing.get(reverse(name, args=[project.slug]) + f"?kind={SLUG}").status_code == 200


def test_managers_choose_the_boxes(writing, managing):
    here = reverse("manage-sentence-settings", args=[writing.slug])
    form = managing.get(here + "?preset=feverous").context["form"]
    sent = {name: field.initial for name, field in form.fields.items() if field.initial not in (None, False)}
    plain = {name: form.initial[name] for name in ("sentences_a_page", "most_linked", "least_claims", "most_claims")}
    changed = sent | plain | {"tense_shift_shown": "on", "tense_shift_words": "Shift it.", "most_claims": 4}
    assert managing.post(here, changed).status_code == 302
    settings = settings_of(writing)
    assert settings.most_claims == 4
    assert settings.boxes[-1] == Box("tense_shift", words="Shift it.")
    assert {box.type: box.share for box in settings.boxes} == {
        "rephrase": 10,
        "negate": 30,
        "specific": 15,
        "general": 15,
        "substitute": 30,
        "tense_shift": 1,
    }
    assert managing.post(here, changed | {"least_claims": 9}).status_code == 400


# --- Release ---------------------------------------------------------------------------------------------------------
def test_a_release_has_the_mutations_with_their_correlation(writing, writer, tmp_path):
    work = hand_over(take(writer, writing), claim(negate=[NEGATION]), claim("Anna Berg lived."))
    write_release(writing, tmp_path / "out")
    lines = (tmp_path / "out" / "mutations.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert [(row["original"], row["mutation"], row["mutation_type"]) for row in rows] == [
        (ORIGINAL, None, None),
        (ORIGINAL, NEGATION, "negate"),
        ("Anna Berg lived.", None, None),
    ]
    assert rows[0]["correlation_id"] == rows[1]["correlation_id"] != rows[2]["correlation_id"]
    assert rows[0]["sentence_id"] == work.sentence.element_id and rows[0]["page"] == work.sentence.page_title
    assert "wilma" not in "".join(lines) and len({row["writer"] for row in rows}) == 1
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["lines"] == {"mutations.jsonl": 3}


def test_tables_are_those_of_the_migrations():
    call_command("makemigrations", "sentence_claims", check=True, dry_run=True, verbosity=0)
