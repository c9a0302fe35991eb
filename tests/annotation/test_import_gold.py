"""Bringing gold in: FEVEROUS rows, all of a file or nothing, every bad line named."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Claim, GoldItem, Task
from annotation.vocabulary.tasks import Phase
from tests.annotation.gold import answer_next, row
from tests.cast import CLAIMS, SENTENCE

pytestmark = pytest.mark.both_databases

HEADER = '{"id": "", "label": "", "claim": "", "evidence": "", "annotator_operations": "", "challenge": ""}'


@pytest.fixture
def bring(project, tmp_path):
    """Run the command on these lines; what it said."""

    def run(*lines, phase="1"):
        path = tmp_path / "gold.jsonl"
        path.write_text("\n".join(lines), encoding="utf-8")
        out = StringIO()
        call_command("import_gold", str(path), project=project.slug, phase=phase, stdout=out)
        return out.getvalue()

    return run


def test_rows_of_feverous_become_gold_for_everybody(bring):
    said = bring(HEADER, row("One."), row("Two.", label="NOT_ENOUGH_INFO", challenges=["Other", "numerical reasoning"]))
    assert said.strip() == "Gold items imported: 2. Already in the project: 0."
    one, two = GoldItem.objects.order_by("pk")
    assert (one.verdict, one.challenges, one.sets) == ("SUPPORTS", ["Other"], [[SENTENCE]])
    assert (two.verdict, two.challenges) == ("NOT ENOUGH INFO", ["Other", "Numerical Reasoning"])
    assert {(task.phase, task.required_annotations) for task in Task.objects.all()} == {(Phase.FIRST, 32_767)}
    assert set(Claim.objects.values_list("phase", flat=True)) == {1}


def test_running_it_again_changes_nothing(bring):
    bring(row("One."))
    assert "imported: 0. Already in the project: 1" in bring(row("One."))


def test_every_bad_line_is_named_and_nothing_comes_in(bring):
    with pytest.raises(CommandError) as refused:
        bring(
            row("Good."),
            row("No such element.", evidence=[["Nowhere_sentence_0"]]),
            "{",
            row("Odd.", label="MAYBE"),
            row("Empty.", evidence=[{"content": []}]),
            row("Good."),
            row("Whole page.", evidence=[["Harbour League_title"]]),
        )
    said = str(refused.value)
    for line, words in {
        2: "evidence: This corpus has no element",
        3: "line: not readable as JSON",
        4: "label: 'MAYBE' is not known",
        5: "evidence: Select at least one piece",
        6: "claim: the same claim as on line 1",
        7: "evidence: Evidence set 1",
    }.items():
        assert f"line {line}, {words}" in said, said
    assert "line 1," not in said
    assert not GoldItem.objects.exists() and not Claim.objects.exists()


def test_a_claim_that_nobody_verified_becomes_gold_where_it_stands(bring, claims):
    bring(row(CLAIMS[0]), phase="2")
    assert Claim.objects.count() == 3
    assert GoldItem.objects.get().task.verification_item.claim == claims[0]


def test_a_claim_that_was_verified_is_not_taken_out_of_the_data_set_by_a_file(bring, claims, project, verifier):
    answer_next(verifier, project)
    with pytest.raises(CommandError, match=r"line 1, claim: was verified in this project"):
        bring(row(CLAIMS[0]))
    assert not GoldItem.objects.exists()
