"""The demo project: made by one command, the same by the second."""

from __future__ import annotations

import json
import stat
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db.models import Count

from annotation.demo import fever
from annotation.demo.accounts import GOLD, OTHERS, PEOPLE
from annotation.demo.dataset import FIELDS, BadDemo, demo_files, read_demo
from annotation.demo.disagreements import ANSWERS
from annotation.demo.fever import HIDDEN, set_up_fever
from annotation.models import Claim, Highlight, Project, User, Verification
from annotation.quality.adjudication.queue import Wanted, queue
from annotation.quality.calibration.guided_examples import examples_of
from annotation.quality.sampling.draw import Places
from annotation.suggestions.missed_evidence import nei_on_unopened_pages
from annotation.vocabulary.tasks import Phase
from annotation.work.queue import eligible_tasks
from annotation.workflows.claim_verification.queries import progress
from annotation.workflows.kinds import TaskKind
from corpus.models import Corpus
from corpus.sources import SourcePage, read_source
from corpus.store import PageRecord, save_pages
from corpus.wikitext.build import build_page
from tests.cast import CELL, SENTENCE

WIKI = Path(__file__).resolve().parents[2] / "corpus" / "demo" / "wiki"


def set_up(settings, folder) -> str:
    settings.ATTEST_DATA_DIR = folder
    out = StringIO()
    call_command("setup_demo", stdout=out)
    return out.getvalue()


def test_one_command_makes_it_and_a_second_changes_nothing(db, settings, tmp_path, django_assert_max_num_queries):
    first = set_up(settings, tmp_path)
    project = Project.objects.get(slug="demo")
    assert project.suggestions_on and project.claim_rest_hours == 0
    made = progress(project)
    assert made.claims >= 20 and made.submitted == made.claims // 2 + sum(map(len, ANSWERS)) and made.held == 0
    passwords = json.loads((tmp_path / "demo-accounts.json").read_text(encoding="utf-8"))
    assert set(passwords) == set(PEOPLE)
    for name, password in passwords.items():
        assert User.objects.get(username=name).check_password(password)
        assert name in first and password in first
    with django_assert_max_num_queries(80):
        assert set_up(settings, tmp_path) == first
    assert progress(project) == made
    assert stat.S_IMODE((tmp_path / "demo-accounts.json").stat().st_mode) == 0o600


@pytest.mark.extended
def test_every_person_finds_something_to_do_and_to_see(db, settings, tmp_path):
    set_up(settings, tmp_path)
    project = Project.objects.get(slug="demo")
    vera = User.objects.get(username="vera")
    open_claims = eligible_tasks(person=vera, project=project, kind=TaskKind.CLAIM_VERIFICATION, phase=Phase.PRODUCTION)
    assert open_claims.count() > 5
    wren = User.objects.get(username="wren")
    examples = {
        kind: [(one.kind.value, bool(one.item.comment)) for one in examples_of(person, project, kind)]
        for person, kind in ((vera, TaskKind.CLAIM_VERIFICATION.value), (wren, TaskKind.CLAIM_GENERATION.value))
    }
    assert examples == {
        "claim_verification": [("text", True), ("table", True), ("not_enough_info", True)],
        "claim_generation": [("same_page", True), ("several_pages", True)],
    }
    assert Claim.objects.filter(author__username="wren", highlight__isnull=False).count() == progress(project).claims
    assert Highlight.objects.filter(project=project).exists()
    gold = User.objects.get(username=GOLD)
    assert not gold.has_usable_password() and gold.get_full_name() == "Gold, by script"
    assert set(Verification.objects.values_list("submission__assignment__person__username", flat=True)) == {
        GOLD,
        *OTHERS,
    }
    assert len(queue(project)) >= 3 and queue(project, Wanted.EVIDENCE) and nei_on_unopened_pages(project)


@pytest.mark.extended
def test_it_goes_on_where_it_was_killed(db, settings, tmp_path, monkeypatch):
    calls = []

    def dies_at_the_fifth(**arguments):
        from annotation.work.submission import submit

        calls.append(arguments)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return submit(**arguments)

    monkeypatch.setattr("annotation.demo.scripted.submit", dies_at_the_fifth)
    with pytest.raises(KeyboardInterrupt):
        set_up(settings, tmp_path)
    monkeypatch.undo()
    set_up(settings, tmp_path)
    made = progress(Project.objects.get(slug="demo"))
    assert made.submitted == made.claims // 2 + sum(map(len, ANSWERS)) and made.held == 0


@pytest.mark.extended
def test_somebody_s_own_account_of_that_name_is_left_alone(db, settings, tmp_path):
    User.objects.create_user("vera", password="her own")
    assert "(the password you gave it)" in set_up(settings, tmp_path)
    assert User.objects.get(username="vera").check_password("her own")


# --- the claims files ------------------------------------------------------------------------------------------------
def test_the_claims_fit_the_pages(db):
    corpus = Corpus.objects.create(slug="demo", name="Demo", parser_version="1", splitter_version="1")
    built = [
        build_page(record.title, record.wikitext).page
        for record in read_source(WIKI)
        if isinstance(record, SourcePage) and record.redirect_to is None
    ]
    save_pages(corpus, [PageRecord(page) for page in built if page is not None])
    assert demo_files()
    assert read_demo(corpus, demo_files())


GOOD = {
    "claim": "Quay Rovers won in 2001.",
    "type": "I",
    "mutation": "",
    "highlight": {"kind": "table", "elements": ["Harbour League_table_0"]},
    "expected_challenge": "Other",
    "label": "SUPPORTS",
    "challenge": "Other",
    "evidence": [{"content": [CELL]}],
    "why": "The table says so.",
}
SENTENCES = {"kind": "sentences", "elements": [SENTENCE, SENTENCE, SENTENCE, SENTENCE]}


def mistakes_in(corpus, tmp_path, *rows):
    file = tmp_path / "claims.jsonl"
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    file.write_text(text, encoding="utf-8")
    try:
        read_demo(corpus, [file])
    except BadDemo as bad:
        return bad.problems
    return []


def test_a_good_claims_file_has_no_mistakes(corpus, tmp_path):
    assert mistakes_in(corpus, tmp_path, GOOD, GOOD | {"claim": "Another."}) == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"claim": " "}, "claim: empty"),
        ({"why": ""}, "why: empty"),
        ({"type": "IV"}, "type: 'IV' is not one of 'I', 'II', 'III'"),
        ({"mutation": "Negation"}, "mutation: 'Negation' is not one of ''"),
        ({"type": "III"}, "mutation: '' is not one of 'More Specific'"),
        ({"label": "TRUE"}, "label: 'TRUE' is not one of"),
        ({"challenge": "Hard"}, "challenge: 'Hard' is not one of"),
        ({"evidence": []}, "evidence: Select at least one"),
        ({"evidence": [[CELL]]}, "evidence: want"),
        ({"evidence": [{"content": [CELL]}] * 2}, "hold the same evidence"),
        ({"evidence": [{"content": ["Nowhere_sentence_0"]}]}, "evidence: the corpus has no 'Nowhere_sentence_0'"),
        ({"evidence": [{"content": ["Harbour League_section_0"]}]}, "is not a sentence, cell"),
        ({"highlight": {"kind": "page", "elements": ["x"]}}, "highlight: want"),
        ({"highlight": {"kind": "table", "elements": ["Nowhere_table_0"]}}, "highlight: the corpus has no"),
        ({"highlight": {"kind": "table", "elements": [CELL]}}, "is not a table"),
        ({"highlight": SENTENCES}, "four sentences that follow one another"),
        ({"highlight": SENTENCES | {"elements": [CELL] * 4}}, "four sentences of one page"),
    ],
)
def test_each_mistake_is_named_with_its_line(corpus, tmp_path, change, words):
    found = mistakes_in(corpus, tmp_path, GOOD, GOOD | {"claim": "Second."} | change)
    assert found and all(mistake.startswith("claims.jsonl, line 2: ") for mistake in found)
    assert words in "\n".join(found)


def test_lines_that_are_no_claims_are_named(corpus, tmp_path):
    extra = GOOD | {"surprise": 1}
    found = mistakes_in(corpus, tmp_path, "{", extra, GOOD, GOOD)
    assert [mistake.split(":")[0] for mistake in found] == [f"claims.jsonl, line {n}" for n in (1, 2, 4)]
    assert sorted(FIELDS)[0] in found[1] and "the same as in claims.jsonl, line 3" in found[2]


def test_a_second_project_is_in_the_style_of_fever(db, settings, tmp_path):
    """Everybody finds something to do; some claims were labelled by all three scripts, some have an oracle's task."""
    set_up(settings, tmp_path)
    project = Project.objects.get(slug="demo-fever")
    people = {name: User.objects.get(username=name) for name in PEOPLE}
    left = {
        kind: eligible_tasks(person=people[name], project=project, kind=kind).count()
        for name, kind in (("wren", "sentence_claims"), ("vera", "claim_verification"), ("mina", "oracle_annotation"))
    }
    assert left["sentence_claims"] == 20 and left["claim_verification"] >= 5 and left["oracle_annotation"] >= 1
    assert labelled_by_all_three(project) >= 3
    assert Claim.objects.filter(project=project).count() == 31 == Claim.objects.filter(project=project, phase=0).count()


def labelled_by_all_three(project: Project) -> int:
    claims = Claim.objects.filter(project=project).annotate(labels=Count("verifications"))
    return claims.filter(labels=3).count()


@pytest.mark.extended
def test_all_three_scripts_meet_where_a_revalidation_and_an_oracle_item_would_fall_on_one_task(
    db, settings, tmp_path, monkeypatch
):
    """Places are drawn by the ids of accounts, which differ from site to site."""
    set_up(settings, tmp_path)
    person = User.objects.get(username=[*OTHERS][0]).pk
    every = HIDDEN["revalidation_every"]
    seed = next(
        seed
        for seed in count()
        if Places(seed, f"revalidation {person}", every).within(2) == every - 1
        and Places(seed, f"oracle {person}", HIDDEN["oracle_every"]).within(0) == 3 * every - 1
    )
    monkeypatch.setattr(fever, "SLUG", "demo-fever-again")
    monkeypatch.setattr(fever, "SEED", seed)
    assert labelled_by_all_three(set_up_fever(Project.objects.get(slug="demo").corpus, PEOPLE)) >= 3
