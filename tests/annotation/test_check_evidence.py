"""check_evidence over two snapshots in the database."""

from __future__ import annotations

import json
import uuid
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation.models import Evidence, Project, Verification
from annotation.quality.evidence_drift import cited_evidence
from annotation.quality.evidence_drift.comparison import Status
from annotation.quality.evidence_drift.snapshots import Totals, checked
from annotation.work.assignment import assign_next
from annotation.work.models import Submission
from annotation.work.submission import submit
from annotation.workflows.kinds import TaskKind
from corpus.models import Corpus
from corpus.sentences import SPLITTER_VERSION
from corpus.store import PageRecord, RedirectRecord, save_pages, save_redirects
from corpus.wikitext.build import PARSER_VERSION, build_page
from tests.cast import CAPTION, CELL, DECOMPOSED, ITEM, OTHER_PAGE, PAGES, SECOND_SENTENCE, SENTENCE

LEAGUE = PAGES["Harbour League"]


def snapshot(slug: str, pages: dict[str, str], redirects: dict[str, str] | None = None) -> Corpus:
    made = Corpus.objects.create(slug=slug, name=slug, parser_version=PARSER_VERSION, splitter_version=SPLITTER_VERSION)
    built = [build_page(title, text).page for title, text in pages.items()]
    save_pages(made, [PageRecord(page) for page in built if page is not None])
    save_redirects(made, [RedirectRecord(title, target) for title, target in (redirects or {}).items()])
    return made


@pytest.fixture
def verdicts(project, verifier, claims) -> list[Verification]:
    """Three verdicts: two sets on two pages, a cell with its caption, an item with a page in Swedish."""
    evidence = [[[SENTENCE], [OTHER_PAGE]], [[CELL, CAPTION]], [[ITEM, DECOMPOSED], [SECOND_SENTENCE]]]
    return [verdict(project, verifier, sets) for sets in evidence]


def verdict(project, person, sets) -> Verification:
    assignment = assign_next(person=person, project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert assignment is not None
    client = uuid.uuid4()
    made, _ = submit(assignment=assignment, client_id=client, verdict="SUPPORTS", challenge="Other", evidence_sets=sets)
    return made


def run(*arguments: str) -> tuple[int, str]:
    """The exit code and what was written."""
    out = StringIO()
    try:
        call_command("check_evidence", "--project", "harbour", *arguments, stdout=out)
    except CommandError as error:
        return error.returncode, f"{out.getvalue()}{error}"
    return 0, out.getvalue()


def statuses(project: Project, against: Corpus | None) -> list[list[list[str]]]:
    return [
        [[finding.status.value for finding in each] for each in one.sets] for one in checked(project, against, Totals())
    ]


# --- What it finds ---------------------------------------------------------------------------------------------------


def test_nothing_has_changed_in_a_copy_of_the_snapshot(verdicts):
    snapshot("copy", PAGES)
    code, said = run("--against", "copy")
    assert code == 0
    assert said == (
        "Project harbour: its evidence from corpus harbour, against corpus copy.\n"
        "7 pieces of evidence of 3 verdicts:\n"
        "       7  unchanged\n"
    )


def test_every_way_in_which_evidence_may_change_is_told(project, verdicts):
    text = (
        LEAGUE.replace("1921", "1922").replace("! 2001", "! 2000\n| Anchor\n|-\n! 2001").replace("* Quay Rovers\n", "")
    )
    pages = {"Harbour League": text.replace("Seasons", "Years"), "A. Berg": PAGES["Anna Berg"]}
    against = snapshot("later", pages, {"Anna Berg": "A. Berg"})
    assert statuses(project, against) == [
        [["changed"], ["page renamed"]],
        [["moved", "context changed"]],
        [["moved", "page gone"], ["context changed"]],
    ]


def test_the_list_shows_words_places_and_what_stands_around(verdicts):
    text = LEAGUE.replace("1921", "1922").replace("! 2001", "! 2000\n| Anchor\n|-\n! 2001").replace("Seasons", "Years")
    snapshot("later", {"Harbour League": text, "A. Berg": PAGES["Anna Berg"]}, {"Anna Berg": "A. Berg"})
    code, said = run("--against", "later")
    assert code == 1
    first, second, third = verdicts
    assert said.startswith(
        f"verification {first.pk} of claim {first.claim_id}, SUPPORTS: “{first.claim.text}”\n"
        "  changed: 2 of 2 elements; intact: 0 of 2 sets\n"
        f"  set 1: changed: {SENTENCE}\n"
        "    was “The Harbour League was founded by Anna Berg in 1921.”\n"
        "    now “The Harbour League was founded by Anna Berg in 1922.”\n"
        f"  set 2: page renamed: {OTHER_PAGE} -> A. Berg_sentence_0\n"
        "\n"
        f"verification {second.pk} of claim {second.claim_id}, SUPPORTS: “{second.claim.text}”\n"
        "  changed: 2 of 2 elements; intact: 0 of 1 sets\n"
        f"  set 1: moved: {CELL} -> Harbour League_cell_0_2_1\n"
        "    no longer under “Seasons” (Harbour League_section_0)\n"
        "    now under “Years” (Harbour League_section_0)\n"
    )
    assert f"  set 1: page gone: {DECOMPOSED}\n" in said
    assert "3 of 3 verdicts" in said.splitlines()[-1]


def test_as_json_each_changed_verdict_is_a_line_and_the_totals_are_the_last(verdicts):
    snapshot("later", PAGES | {"Anna Berg": "'''Anna Berg''' was a ship."})
    code, said = run("--against", "later", "--json")
    changed, totals, _ = said.split("\n")
    assert code == 1
    assert json.loads(changed) == {
        "verification": verdicts[0].pk,
        "claim": verdicts[0].claim_id,
        "text": verdicts[0].claim.text,
        "verdict": "SUPPORTS",
        "sets": [
            [
                {
                    "element": SENTENCE,
                    "status": "unchanged",
                    "now": [SENTENCE],
                    "old_words": "The Harbour League was founded by Anna Berg in 1921.",
                    "new_words": None,
                    "page": "Harbour League",
                    "context_lost": [],
                    "context_gained": [],
                }
            ],
            [
                {
                    "element": OTHER_PAGE,
                    "status": "changed",
                    "now": [],
                    "old_words": "Anna Berg was a shipowner.",
                    "new_words": "Anna Berg was a ship.",
                    "page": "Anna Berg",
                    "context_lost": [],
                    "context_gained": [],
                }
            ],
        ],
    }
    counts = {status.value: 0 for status in Status} | {"unchanged": 6, "changed": 1}
    names = {"project": "harbour", "corpus": "harbour", "against": "later"}
    kinds = {status.value: int(status is Status.CHANGED) for status in Status if status is not Status.UNCHANGED}
    expected = names | {"verdicts": 3, "changed": 1, "evidence": counts, "verdicts_by_kind": kinds}
    assert json.loads(totals) == expected


def test_the_list_may_go_into_a_file(verdicts, tmp_path):
    snapshot("later", PAGES | {"Anna Berg": "'''Anna Berg''' was a ship."})
    code, said = run("--against", "later", "--json", "--out", str(tmp_path / "list.jsonl"))
    assert code == 1 and said.startswith("Project harbour: ") and "{" not in said
    lines = (tmp_path / "list.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("verification", "totals") for line in lines] == [verdicts[0].pk, "totals"]


# --- The project's own corpus ----------------------------------------------------------------------------------------


def test_without_another_snapshot_the_pins_are_checked_against_the_corpus_as_it_is(project, verdicts):
    assert run()[0] == 0
    page = build_page("Anna Berg", "'''Anna Berg''' was a ship.").page
    save_pages(project.corpus, [PageRecord(page)])
    code, said = run()
    assert code == 1
    assert "changed: Anna Berg_sentence_0\n    now “Anna Berg was a ship.”" in said
    assert statuses(project, None)[0] == [["unchanged"], ["changed"]]


def test_pins_of_earlier_versions_are_no_change(project, verdicts):
    from hashlib import sha256

    stored = "sentence\nThe Harbour League was founded by [[Anna_Berg|Anna Berg]] in 1921."
    Evidence.objects.filter(element_id=SENTENCE).update(content_hash=sha256(stored.encode()).hexdigest())
    assert run()[0] == 0


def test_an_overwritten_verdict_does_not_count(project, verdicts):
    Submission.objects.filter(verification=verdicts[0]).update(is_current=False)
    snapshot("later", PAGES | {"Anna Berg": "'''Anna Berg''' was a ship."})
    assert run("--against", "later")[0] == 0


def test_a_project_without_verdicts_has_nothing_that_changed(project):
    code, said = run()
    assert code == 0 and "0 pieces of evidence of 0 verdicts" in said


# --- Errors ----------------------------------------------------------------------------------------------------------


def test_what_cannot_be_found_out_has_an_exit_code_of_its_own(verdicts, tmp_path):
    code, said = run("--against", "nowhere")
    assert (
        code == 2
        and said.startswith("There is no corpus 'nowhere'")
        and said.endswith("check_evidence --against harbour")
    )
    code, said = run("--out", str(tmp_path / "none" / "list.txt"))
    assert code == 2 and "cannot be written" in said
    with pytest.raises(CommandError, match="There is no project 'none'") as error:
        call_command("check_evidence", "--project", "none")
    assert error.value.returncode == 2


# --- Size ------------------------------------------------------------------------------------------------------------


def test_the_queries_grow_with_batches_and_not_with_verdicts(project, verdicts, monkeypatch):
    against = snapshot("copy", PAGES)

    def queries(batch: int) -> int:
        monkeypatch.setattr(cited_evidence, "BATCH", batch)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert len(list(checked(project, against, Totals()))) == 3
        return len(captured)

    assert queries(100) == 6 + 1 + 3  # the last finds no more verdicts; counting both kinds, and no adjudications
    assert queries(1) == 3 * 6 + 1 + 3
