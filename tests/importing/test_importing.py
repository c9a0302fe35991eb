"""A released data set becomes a project, and comes out again as it came."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command

from annotation.models import Assignment, Claim, Evidence, Project, Task, User, Verification
from annotation.quality.adjudication.adjudicate import adjudicate
from annotation.release.report.reading import count_splits
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from annotation.work.assignment import assign_next
from annotation.workflows.kinds import TaskKind
from tests.annotation.disagreeing import said, submit_work
from tests.cast import CELL, OTHER_PAGE, SENTENCE, claim_of, member
from tests.importing.bringing import bring, row, taken_out, write
from tests.official_checker import assert_official_code_reads

# --- As it came ------------------------------------------------------------------------------------------------------


def test_released_rows_come_out_as_they_came(corpus, shared_data, tmp_path):
    source = shared_data / "feverous" / "train_rows.jsonl"
    assert bring(source)[0] == 0
    came = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
    went = taken_out(tmp_path)
    # They name no challenge, and the format has no row without.
    assert [json.dumps(one | {"challenge": "Other"}) for one in came] == [json.dumps(one) for one in went]


@pytest.mark.extended
def test_the_official_code_reads_what_came_and_went(corpus, shared_data, tmp_path):
    assert bring(shared_data / "feverous" / "train_rows.jsonl")[0] == 0
    taken_out(tmp_path)
    assert_official_code_reads(tmp_path / "train.jsonl")


def test_a_challenge_that_nobody_gave_is_made_up_nowhere(corpus, tmp_path):
    """The line of FEVEROUS' format has a word for it; all else says that there was none, and so does the way back."""
    rows = [row(1), row(2, challenge=""), {name: value for name, value in row(3).items() if name != "challenge"}]
    code, told = bring(write(tmp_path / "train.jsonl", rows))
    assert code == 0 and "2 verifications name no challenge" in told
    settings = ReleaseOptions(splits=(1, 0, 0), formats=frozenset({"feverous", "tables"}))
    facts = write_release(Project.objects.get(slug="brought"), tmp_path / "out", settings)
    sources = (tmp_path / "out/sources.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line).get("challenge_given", True) for line in sources] == [True, False, False]
    assert json.loads((tmp_path / "out/manifest.json").read_text())["challenges_not_given"] == 2
    said = (tmp_path / "out/annotations.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["challenge"] for line in said] == ["Other", "", ""]
    with (tmp_path / "out/tables/claims.csv").open(encoding="utf-8", newline="") as file:
        assert [claim["challenge"] for claim in csv.DictReader(file)] == ["Other", "", ""]
    assert count_splits(replace(facts, folder=tmp_path / "out"))["train"].challenges == {"Other": 1, "": 2}
    assert bring(tmp_path / "out", "--corpus", "harbour", project="again")[0] == 0
    again = Verification.objects.filter(claim__project__slug="again").order_by("claim__release_id")
    assert list(again.values_list("challenge", flat=True)) == ["Other", "", ""]


def test_the_folder_for_datasets_has_no_challenge_where_nobody_gave_one(corpus, tmp_path):
    from pyarrow import parquet

    assert bring(write(tmp_path / "train.jsonl", [row(1), row(2, challenge="")]))[0] == 0
    settings = ReleaseOptions(splits=(1, 0, 0), formats=frozenset({"datasets"}))
    write_release(Project.objects.get(slug="brought"), tmp_path / "out", settings)
    rows = parquet.read_table(tmp_path / "out/data/train-00000-of-00001.parquet").to_pylist()
    assert [one["challenge"] for one in rows] == ["Other", ""]


def test_order_sets_context_challenge_and_letters_stay(corpus, tmp_path):
    sets = [
        {"content": ["Å_cell_0_2_1", "Å_sentence_3"], "context": {"Å_cell_0_2_1": ["Å_title", "Å_header_cell_0_0_1"],
         "Å_sentence_3": ["Å_title", "Å_section_1"]}},
        {"content": ["Å_item_0_2"], "context": {"Å_item_0_2": ["Å_title"]}},
    ]  # fmt: skip
    rows = [
        row(90, claim="Ångström came first.", evidence=sets, challenge="Numerical Reasoning"),
        row(7, label="REFUTES"),
        row(8, label="NOT ENOUGH INFO", challenge=""),
        row(9, claim="Rey Ling won 7 races."),  # as number 7 says
    ]
    assert bring(write(tmp_path / "train.jsonl", rows))[0] == 0
    rows[2]["challenge"] = "Other"  # the format's word where nobody gave one
    assert taken_out(tmp_path / "out") == rows


@pytest.mark.parametrize("header", [True, False])
def test_the_first_line_is_a_header_or_a_row(corpus, tmp_path, header):
    bring(write(tmp_path / "train.jsonl", [row(1), row(2)], header=header))
    assert list(Claim.objects.values_list("release_id", flat=True)) == [1, 2]


@pytest.mark.parametrize(
    "operations",
    [
        [("start", "start", "0"), ("finish", "finish", "9"), ("Highlighting", "P_sentence_0", "1619138938.376")],
        [("search", "Rey", "3.25"), ("finish", "finish", "12")],
        [("start", "start", "0"), ("search", "a", "9"), ("search", "b", "4"), ("finish", "finish", "12.50")],
        [("start", "start", "0"), ("Now on", "undefined", "1"), ("back-button-clicked", "", "2"), ("odd", "x", "3")],
        [],
    ],
)
def test_logs_that_break_the_rules_come_out_as_they_came_and_hold_together(corpus, tmp_path, operations):
    rows = [row(1, operations=operations), row(2)]
    assert bring(write(tmp_path / "train.jsonl", rows))[0] == 0
    assert taken_out(tmp_path / "out") == rows
    out = StringIO()
    call_command("verify_log", "--project", "brought", stdout=out)
    assert "in 2 logs were checked" in out.getvalue()


def test_evidence_that_the_corpus_has_is_pinned_and_other_is_listed(corpus, tmp_path):
    code, told = bring(write(tmp_path / "dev.jsonl", [row(1, content=[SENTENCE, CELL, "Rey Ling_sentence_0"])]))
    assert code == 0 and "1 evidence elements are not in the corpus harbour" in told and "1  Rey Ling" in told
    pinned = dict(Evidence.objects.values_list("element_id", "content_hash"))
    assert len(pinned[SENTENCE]) == len(pinned[CELL]) == 64 and pinned["Rey Ling_sentence_0"] == ""
    assert len(taken_out(tmp_path / "out")) == 1


def test_a_folder_of_sides_is_read_in_their_order_and_each_claim_knows_its_side(corpus, tmp_path):
    for side, number in (("test", 3), ("train", 1), ("dev", 2)):
        write(tmp_path / f"feverous_{side}_challenges.jsonl", [row(number)])
    blind = [{"id": 3, "claim": "Rey Ling won 3 races.", "challenge": "Other"}]
    write(tmp_path / "test_blind.jsonl", blind)
    assert bring(tmp_path)[0] == 0
    assert list(Claim.objects.values_list("release_id", "release_split")) == [(1, "train"), (2, "dev"), (3, "test")]


# --- Twice, halfway, and badly ---------------------------------------------------------------------------------------


def all_rows():
    models = (Claim, Task, Assignment, Verification, Evidence, User)
    return [list(model.objects.order_by("pk").values()) for model in models]


def test_a_second_import_changes_nothing(corpus, tmp_path):
    path = write(tmp_path / "train.jsonl", [row(1), row(2)])
    bring(path)
    before = all_rows()
    code, told = bring(path)
    assert (code, "imported: 0, with 0 verifications. Already in the project: 2." in told) == (0, True)
    assert before == all_rows()


def test_a_bad_row_costs_only_itself_and_is_named(corpus, tmp_path):
    bad = [
        "{",
        "[1]",
        json.dumps(row(-1)),
        json.dumps(row(10, claim=" ")),
        json.dumps(row(11, label="MAYBE")),
        json.dumps(row(12, content=["no element"])),
        json.dumps(row(13, operations=[("start", "start", "soon")])),
        json.dumps(row(14, claim="\0")),
        json.dumps(row(15, claim="\ud800")),
        json.dumps(row(16, claim="x" * 3_000)),
        json.dumps(row(17, challenge="Hard")),
        json.dumps(row(2**70)),
        json.dumps(row(18, evidence=[{"content": ["P_sentence_0"], "context": {}}])),
    ]
    path = write(tmp_path / "train.jsonl", [row(1), *bad, row(2)])
    code, told = bring(path)
    assert code == 1 and "13 rows" in told.splitlines()[-1]
    for line in range(3, 3 + len(bad)):
        assert f"train.jsonl, line {line}: " in told
    assert [*Claim.objects.order_by("release_id").values_list("release_id", flat=True)] == [1, 2]


def test_bytes_that_are_no_text_cost_one_row(corpus, tmp_path):
    path = tmp_path / "train.jsonl"
    path.write_bytes(json.dumps(row(1)).encode() + b"\n\xff\xfe\n" + json.dumps(row(2)).encode() + b"\n")
    code, told = bring(path)
    assert code == 1 and "line 2: line: not UTF-8" in told
    assert Claim.objects.count() == 2


def test_a_number_that_stands_for_another_claim_is_refused(corpus, tmp_path):
    bring(write(tmp_path / "train.jsonl", [row(1)]))
    code, told = bring(write(tmp_path / "dev.jsonl", [row(1, claim="Another."), row(2)]))
    assert code == 1 and "line 2: id: 1 is another claim here already" in told
    assert list(Claim.objects.values_list("text", flat=True)) == ["Rey Ling won 1 races.", "Rey Ling won 2 races."]


def test_a_project_with_claims_of_its_own_is_left_alone(project, claims, tmp_path):
    code, told = bring(write(tmp_path / "train.jsonl", [row(1)]), project="harbour")
    assert code == 1 and "Name a new project." in told
    assert Claim.objects.filter(release_id__isnull=False).count() == 0


def test_where_no_row_can_be_read_the_first_trouble_is_named(corpus, tmp_path):
    path = tmp_path / "train.jsonl"
    path.write_text(json.dumps(row(1)), encoding="utf-16")
    assert "no row that can be read. " in (told := bring(path)[1]) and "line 1: line: not UTF-8" in told
    path.write_text(json.dumps([row(1)], indent=1))
    assert "line 1: line: not readable as JSON" in bring(path)[1]
    assert not Project.objects.exists()


def test_no_project_is_made_for_a_source_that_is_not_there(corpus, tmp_path):
    for format_ in ("feverous", "fever", "attest"):
        assert "There is no " in bring(tmp_path / "none", "--format", format_)[1]
    assert not Project.objects.exists()


def test_the_first_row_with_evidence_tells_the_format(corpus, tmp_path):
    plain = {"id": 1, "claim": "A lake.", "label": "NOT ENOUGH INFO", "evidence": []}
    told = plain | {"id": 2, "label": "SUPPORTS", "evidence": [[[7, 8, "Harbour_League", 0]]]}
    assert bring(write(tmp_path / "dev.jsonl", [plain, told], header=False))[0] == 0
    assert Verification.objects.get().evidence_sets.get().evidence.get().element_id == SENTENCE


def test_what_verifiers_found_is_not_what_the_writer_meant(corpus, tmp_path):
    """Figure 6 compared the challenge of an imported verification with itself."""
    path = write(tmp_path / "train.jsonl", [row(1, label="REFUTES", challenge="Numerical Reasoning")])
    bring(path, "--challenge", "Other")
    assert list(Claim.objects.values_list("intended_label", "expected_challenge")) == [("", "")]
    bring(path, "--reannotate", "--corpus", "harbour", project="anew")
    anew = Claim.objects.filter(project__slug="anew").values_list("intended_label", "expected_challenge")
    assert list(anew) == [("REFUTES", "Numerical Reasoning")]
    assert "Already in the project: 1." in bring(path)[1]
    code, told = bring(write(tmp_path / "dev.jsonl", [row(1, label="SUPPORTS")]))
    assert code == 1 and "has another label" in told


def test_what_is_not_there_is_said(corpus, tmp_path):
    assert "There is no " in bring(tmp_path / "none.jsonl")[1]
    assert "no file whose name says train, dev or test" in bring(tmp_path)[1]
    assert not Project.objects.exists()


@pytest.mark.django_db
def test_who_has_no_corpus_yet_is_told_to_bring_one_in(tmp_path):
    code, told = bring(write(tmp_path / "train.jsonl", [row(1)]))
    assert code == 1 and "import_corpus" in told
    assert not Project.objects.exists()


# --- People and work -------------------------------------------------------------------------------------------------


def test_annotators_are_pseudonyms_that_cannot_log_in(corpus, tmp_path, client):
    bring(write(tmp_path / "train.jsonl", [row(1), row(2)]))
    user = User.objects.get(
        assignments__project__slug="brought", assignments__task__verification_item__claim__release_id=1
    )
    assert (user.is_active, user.memberships.count()) == (False, 0)
    client.post("/login/", {"username": user.username, "password": "!"})
    assert "_auth_user_id" not in client.session


def test_finished_claims_are_offered_to_nobody(corpus, tmp_path):
    bring(write(tmp_path / "train.jsonl", [row(1)]), "--manager", "mina")
    project = Project.objects.get(slug="brought")
    vera = member(project, "vera", "verifier")
    assert assign_next(person=vera, project=project, kind=TaskKind.CLAIM_VERIFICATION) is None
    assert project.memberships.filter(user__username="mina", role="manager").exists()


def test_for_reannotation_the_claims_alone_come_and_are_open(corpus, tmp_path):
    bring(write(tmp_path / "train.jsonl", [row(5), row(6)]), "--reannotate")
    project = Project.objects.get(slug="brought")
    assert Verification.objects.count() == 0
    held = assign_next(person=member(project, "vera", "verifier"), project=project, kind=TaskKind.CLAIM_VERIFICATION)
    assert held is not None and claim_of(held).release_id in (5, 6)


# --- FEVER -----------------------------------------------------------------------------------------------------------


def test_what_fever_s_annotators_found_is_kept_apart(corpus, tmp_path):
    evidence = [
        [[11, 21, "Harbour_League", 0], [11, 21, "Anna_Berg", 0]],
        [[12, 22, "Soul_Food_-LRB-film-RRB-", 3]],
        [[11, 23, "A-COLON-B_-LSB-c-RSB-", 1]],
    ]
    none = [[31, None, None, None], [32, None, None, None]]
    rows = [
        {"id": 3, "verifiable": "VERIFIABLE", "label": "REFUTES", "claim": "One.", "evidence": evidence},
        {"id": 4, "label": "NOT ENOUGH INFO", "claim": "Two.", "evidence": [none]},
    ]
    code, told = bring(write(tmp_path / "paper_dev.jsonl", rows, header=False))
    assert code == 0 and "sentence_n" in told
    found = [
        [[one.element_id for one in each.evidence.all()] for each in verified.evidence_sets]
        for verified in Verification.objects.order_by("pk")
    ]
    assert found == [
        [["Harbour League_sentence_0", "Anna Berg_sentence_0"], ["A:B [c]_sentence_1"]],
        [["Soul Food (film)_sentence_3"]],
        [],
        [],
    ]
    assert Evidence.objects.get(element_id=SENTENCE).context == ["Harbour League_title"]
    assert list(Verification.objects.values_list("verdict", flat=True).order_by("pk"))[:3] == [
        "REFUTES",
        "REFUTES",
        "NOT ENOUGH INFO",
    ]


def test_rows_of_fever_come_out_as_they_came(corpus, shared_data, tmp_path):
    """All sets of all annotators, in their numbers and order; and rows without evidence, which FEVEROUS refuses."""
    lines = (shared_data / "fever" / "dev_rows.jsonl").read_text(encoding="utf-8").splitlines()[:400]
    came = [json.loads(line) for line in lines]
    assert bring(write(tmp_path / "paper_dev.jsonl", came, header=False))[0] == 0
    settings = ReleaseOptions(formats=frozenset({"fever"}))
    write_release(Project.objects.get(slug="brought"), tmp_path / "out", settings)
    written = (tmp_path / "out" / "fever" / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    went = [json.loads(line) for line in written]
    kept = ("id", "label", "claim", "evidence")
    assert [{name: one[name] for name in kept} for one in went] == [{name: one[name] for name in kept} for one in came]


def test_a_release_of_ours_goes_out_as_it_came(project, verifier, other_verifier, manager, claims, tmp_path):
    """Single, unanimous, adjudicated, and one that nobody agreed on: rows, sources and sides stay."""
    worked_on(project, verifier, other_verifier, manager)
    settings = ReleaseOptions(formats=frozenset({"feverous"}))
    write_release(project, tmp_path / "first", settings)
    assert bring(tmp_path / "first", "--corpus", "harbour")[0] == 0
    write_release(Project.objects.get(slug="brought"), tmp_path / "second", settings)
    for name in ("feverous/train.jsonl", "feverous/dev.jsonl", "feverous/test.jsonl", "sources.jsonl"):
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes(), name
    sources = [json.loads(line)["source"] for line in (tmp_path / "second" / "sources.jsonl").read_text().splitlines()]
    assert sorted(sources) == ["adjudicated", "single", "unanimous"]
    people = [
        {json.loads(line)["annotator"] for line in (tmp_path / which / "annotations.jsonl").read_text().splitlines()}
        for which in ("first", "second")
    ]
    assert people[0] == people[1] and len(people[0]) == 2
    out = StringIO()
    call_command("verify_log", "--project", "brought", stdout=out)
    assert "logs were checked" in out.getvalue()


def test_a_release_without_feverous_rows_is_known_as_ours(corpus, tmp_path):
    assert bring(write(tmp_path / "train.jsonl", [row(1)]))[0] == 0
    settings = ReleaseOptions(formats=frozenset({"fever"}))
    write_release(Project.objects.get(slug="brought"), tmp_path / "out", settings)
    assert bring(tmp_path / "out", "--corpus", "harbour", project="again")[0] == 0
    assert Claim.objects.filter(project__slug="again").count() == 1


def test_a_damaged_line_of_our_own_folder_costs_its_claim_alone(
    project, verifier, other_verifier, manager, claims, tmp_path
):
    worked_on(project, verifier, other_verifier, manager)
    write_release(project, tmp_path / "out", ReleaseOptions(formats=frozenset({"feverous"})))
    path = tmp_path / "out" / "annotations.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows[0]["claim_left_out"] = []
    rows[1]["annotation"] = {}
    for number, one in enumerate(rows):
        del one["evidence"][0][0]["content_hash"]  # then the corpus says what was read
        one["verdict"] = one["verdict"] if number else ["SUPPORTS"]
    write(path, rows, header=False)
    code, told = bring(tmp_path / "out", "--corpus", "harbour", "--changed")
    assert code == 1 and "line 1: label: ['SUPPORTS'] is not one of" in told and "1 rows were left out" in told
    assert Claim.objects.filter(project__slug="brought").count() == 2
    assert not Evidence.objects.filter(content_hash__in=("", "None")).exists()


def test_letters_stay_as_they_came_on_the_way_over_our_own_folder(corpus, tmp_path):
    """FEVEROUS' claims are in NFC, and annotations.jsonl is what a release comes back by."""
    sets = [{"content": ["\xc5_sentence_3"], "context": {"\xc5_sentence_3": ["\xc5_title"]}}]
    rows = [row(1, claim="\xc5ngstr\xf6m and A\u030angstro\u0308m.", evidence=sets)]
    assert bring(write(tmp_path / "train.jsonl", rows))[0] == 0
    settings = ReleaseOptions(formats=frozenset({"feverous"}))
    write_release(Project.objects.get(slug="brought"), tmp_path / "first", settings)
    assert bring(tmp_path / "first", "--corpus", "harbour", project="again")[0] == 0
    assert taken_out(tmp_path / "second", "again") == rows


def worked_on(project, verifier, other_verifier, manager) -> None:
    """Three claims of two people: one verified once, one twice alike, one adjudicated."""
    for evidence in (SENTENCE, CELL, OTHER_PAGE):
        said(project, verifier, "SUPPORTS", [evidence])
    for verdict in ("SUPPORTS", "REFUTES"):
        submit_work(
            assign_next(person=other_verifier, project=project, kind=TaskKind.CLAIM_VERIFICATION), verdict, [OTHER_PAGE]
        )
    disagreed = Claim.objects.get(verifications__verdict="REFUTES")
    adjudicate(
        claim=disagreed,
        adjudicator=manager,
        kind="new",
        error_type="overlooked",
        verdict="NOT ENOUGH INFO",
        challenge="Other",
        evidence_sets=[[SENTENCE, OTHER_PAGE], [CELL]],
    )
