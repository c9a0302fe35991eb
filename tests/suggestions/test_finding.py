"""Looking for evidence in the background: when it is asked for, what is stored, and whatever may be wrong with it."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.core.management.base import CommandError

from annotation.claims.claim_importer import import_claims
from annotation.management.commands.doctor import examine_suggestions
from annotation.models import Claim, Report, Suggestion, SuggestionRun
from annotation.quality.workflows.claim_verification.report_decisions import decide
from annotation.suggestions.enqueue import KIND, ask_for_suggestions
from annotation.suggestions.runner import lacking, open_suggester
from annotation.vocabulary.labels import ClaimType
from annotation.work.submission import submit
from annotation.workflows.claim_generation.editing import edit
from annotation.workflows.claim_generation.rules import WrittenClaim
from annotation.workflows.claim_verification.reporting import report
from baseline import suggester
from baseline.config import default_config
from corpus.models import Corpus, StoredPage
from jobs import registry
from jobs.models import Job, JobState
from jobs.runner import run_next
from search.indexing import job
from search.indexing.build import build_index
from tests.cast import CELL, CLAIMS, SECOND_SENTENCE, SENTENCE, claim_of, tasks_of

PLUGS = "tests.suggestions.plugs."


def jobs(project):
    return Job.objects.filter(project=project, kind=KIND).order_by("pk")


def work_off() -> None:
    while run_next() is not None:
        pass


@pytest.fixture
def plug(settings):
    settings.ATTEST_SUGGESTER = PLUGS + "three"
    return settings


# --- When it is asked for --------------------------------------------------------------------------------------------
def test_claims_that_come_in_ask_for_one_job(project, claims):
    import_claims(project=project, lines=['{"claim": "Anna Berg was a shipowner."}'])
    import_claims(project=project, lines=['{"claim": "The Harbour League was founded in 1921."}'])
    assert jobs(project).count() == 1


def test_an_import_that_brings_nothing_new_asks_for_nothing(project, claims):
    jobs(project).delete()
    import_claims(project=project, lines=[f'{{"claim": "{CLAIMS[0]}"}}'])
    assert not jobs(project).exists()


def test_what_a_writer_hands_in_and_changes_is_looked_for(plug, project, writing):
    words = {kind: WrittenClaim(f"Claim {kind} of the league.", "Other") for kind in ClaimType}
    claim_set, _new = submit(assignment=writing, client_id=writing.public_id, claims=words)
    work_off()
    assert SuggestionRun.objects.count() == 3
    changed = words | {ClaimType.TYPE_I: WrittenClaim("Anna Berg founded it in 1921.", "Other")}
    edit(claim_set=claim_set, person=writing.person, claims=changed, base_revisions=dict.fromkeys(ClaimType, 1))
    work_off()
    assert SuggestionRun.objects.count() == 4  # the run over the earlier words stays, and no other is made


def test_a_corrected_claim_is_looked_for_again(plug, project, assignment, manager):
    work_off()
    report(assignment=assignment, reasons=["language"])
    decide(report=Report.objects.get(), by=manager, decision="corrected", text="Anna Berg founded a league in 1921.")
    assert jobs(project).last().state == JobState.WAITING
    work_off()
    assert SuggestionRun.objects.filter(claim=claim_of(assignment)).count() == 2


def test_a_project_without_suggestions_asks_for_nothing(project):
    project.suggestions_on = False
    project.save()
    import_claims(project=project, lines=['{"claim": "Anna Berg was a shipowner."}'])
    assert not jobs(project).exists()


def test_nothing_is_asked_for_where_no_suggester_is_configured(project, settings):
    settings.ATTEST_SUGGESTER = ""
    import_claims(project=project, lines=['{"claim": "Anna Berg was a shipowner."}'])
    assert not jobs(project).exists()


def test_a_second_job_waits_behind_one_that_runs(project, claims):
    jobs(project).update(state=JobState.RUNNING, leased_until="2099-01-01T00:00:00Z")
    ask_for_suggestions(project)
    ask_for_suggestions(project)
    assert [job.state for job in jobs(project)] == [JobState.RUNNING, JobState.WAITING]


# --- What is stored --------------------------------------------------------------------------------------------------
def test_every_claim_gets_a_run_with_its_suggestions(plug, project, claims):
    work_off()
    assert jobs(project).last().result == {"claims": 3, "failed": 0, "note": ""}
    run = SuggestionRun.objects.get(claim=claims[0])
    assert (run.state, run.model, run.version) == ("ready", "made up", "v1")
    found = list(run.suggestions.values_list("element_id", "page_title", "stage", "rank"))
    assert found == [
        (SENTENCE, "Harbour League", "sentences", 1),
        (SECOND_SENTENCE, "Harbour League", "sentences", 2),
        (CELL, "Harbour League", "cells", 1),
    ]


def test_the_next_job_looks_only_for_what_is_missing(plug, project, claims):
    work_off()
    SuggestionRun.objects.filter(claim=claims[1]).delete()
    before = set(SuggestionRun.objects.values_list("pk", flat=True))
    ask_for_suggestions(project)
    work_off()
    assert jobs(project).last().result["claims"] == 1
    assert before < set(SuggestionRun.objects.values_list("pk", flat=True))


def test_claims_that_are_offered_next_come_first(project, claims):
    tasks_of(claims[2]).update(position=-1)
    tasks_of(claims[0]).update(assigned_count=1)
    assert [wanted.claim for wanted in lacking(project, "v1")] == [claims[2].pk, claims[1].pk, claims[0].pk]


def test_another_version_looks_again_and_keeps_what_was(plug, project, claims):
    work_off()
    plug.ATTEST_SUGGESTER = PLUGS + "newer"
    ask_for_suggestions(project)
    work_off()
    assert sorted(SuggestionRun.objects.values_list("version", flat=True)) == ["v1"] * 3 + ["v2"] * 3


def test_what_makes_no_sense_is_left_out(settings, project, claims):
    settings.ATTEST_SUGGESTER = PLUGS + "odd"
    work_off()
    run = SuggestionRun.objects.get(claim=claims[0])
    assert [one.element_id for one in run.suggestions.all()] == [SENTENCE, "Nowhere_sentence_0"]
    assert run.notes == ["The claim is long."]


# --- What may be wrong -----------------------------------------------------------------------------------------------
def test_a_claim_that_fails_costs_itself_alone(settings, project, claims):
    settings.ATTEST_SUGGESTER = PLUGS + "failing"
    work_off()
    states = dict(SuggestionRun.objects.values_list("claim__text", "state"))
    assert states == {CLAIMS[0]: "ready", CLAIMS[1]: "ready", CLAIMS[2]: "failed"}
    assert SuggestionRun.objects.get(state="failed").notes == ["RuntimeError: CUDA out of memory"]
    assert jobs(project).last().result == {"claims": 3, "failed": 1, "note": ""}


def test_a_model_that_fails_at_everything_is_given_up(settings, project, claims):
    settings.ATTEST_SUGGESTER = PLUGS + "always_failing"
    import_claims(project=project, lines=[f'{{"claim": "The club has {n} players."}}' for n in range(40)])
    work_off()
    result = jobs(project).last().result
    assert (result["claims"], result["note"]) == (20, "RuntimeError: CUDA out of memory")


def test_an_engine_that_goes_away_keeps_what_was_found(settings, project, claims):
    settings.ATTEST_SUGGESTER = PLUGS + "gone"
    work_off()
    assert SuggestionRun.objects.count() == 2  # one by each of two jobs, the second behind the index
    assert [job.kind for job in Job.objects.order_by("pk")] == [KIND, job.KIND, KIND]
    assert "The engine does not answer." in jobs(project).first().result["note"]


def test_a_plug_that_cannot_be_opened_is_said_and_nothing_fails(settings, project, claims):
    settings.ATTEST_SUGGESTER = PLUGS + "broken"
    work_off()
    job = jobs(project).get()
    assert (job.state, job.result["note"]) == ("done", "ValueError: baseline.toml: keep is no setting.")


def test_a_plug_that_is_not_there_is_said(settings, project, claims):
    settings.ATTEST_SUGGESTER = "baseline.nowhere.suggester"
    work_off()
    assert "baseline.nowhere" in jobs(project).get().result["note"]


def test_a_claim_without_anything_is_nothing(settings, project, claims):
    settings.ATTEST_SUGGESTER = PLUGS + "nothing"
    work_off()
    run = SuggestionRun.objects.get(claim=claims[0])
    assert (run.state, run.suggestions.count()) == ("nothing", 0)
    assert run.notes == ["No page has any word of the claim."]


# --- With the baseline itself ----------------------------------------------------------------------------------------
def test_the_baseline_finds_what_the_claim_says(project, claims):
    build_index(project.corpus)
    work_off()
    found = Suggestion.objects.filter(run__claim=claims[0]).order_by("-stage", "rank")
    assert found[0].element_id == SENTENCE
    assert found[0].model == "bm25"
    assert CELL in Suggestion.objects.filter(run__claim=claims[1]).values_list("element_id", flat=True)


def test_without_an_index_one_is_made_and_looked_in(project, claims):
    work_off()
    kinds = [(job.kind, job.state) for job in Job.objects.order_by("pk")]
    assert kinds == [(KIND, "done"), (job.KIND, "done"), (KIND, "done")]
    assert "no search index" in jobs(project).first().result["note"]
    assert SuggestionRun.objects.filter(state="ready").count() == 3


def test_a_missing_index_that_cannot_be_made_is_not_asked_for_again_and_again(project, claims, monkeypatch):
    def fail(_turn):
        raise OSError("No space left on device")

    monkeypatch.setitem(registry.FUNCTIONS, job.KIND, fail)
    work_off()
    kinds = [(job.kind, job.state) for job in Job.objects.order_by("pk")]
    assert kinds == [(KIND, "done"), (job.KIND, "failed"), (KIND, "done")]
    assert not SuggestionRun.objects.exists()


def test_a_corpus_without_pages_has_no_suggestions(project, claims):
    project.corpus.pages.all().delete()
    build_index(project.corpus)
    work_off()
    assert set(SuggestionRun.objects.values_list("state", flat=True)) == {"nothing"}


@pytest.mark.parametrize("text", ["x " * 2500, "?", " . "])
def test_odd_claims_have_an_answer(project, text):
    build_index(project.corpus)
    Claim.objects.create(project=project, text=text)
    found = open_suggester(project.corpus).find(text)
    assert not found.suggestions


def test_weights_that_are_missing_leave_the_other_stages(project, claims, tmp_path, settings):
    (tmp_path / "own.toml").write_text('[cells]\nweights = "/nowhere"\n[verdict]\nweights = "/nowhere/either"\n')
    settings.ATTEST_BASELINE = str(tmp_path / "own.toml")
    build_index(project.corpus)
    work_off()
    run = SuggestionRun.objects.get(claim=claims[1])
    assert run.state == "ready"
    assert any("/nowhere" in note for note in run.notes)
    assert not any("/nowhere/either" in note for note in run.notes)  # verdicts are none of this
    assert run.version != default_config().version


def test_settings_that_cannot_be_read_are_said(project, claims, tmp_path, settings):
    (tmp_path / "own.toml").write_text("[pages]\nkeepp = 3\n")
    settings.ATTEST_BASELINE = str(tmp_path / "own.toml")
    build_index(project.corpus)
    work_off()
    assert "keepp is no setting" in jobs(project).get().result["note"]


def test_it_is_opened_once_and_again_when_the_index_is_another(project):
    build_index(project.corpus)
    first = suggester.suggester(Corpus.objects.get(pk=project.corpus_id))
    assert suggester.suggester(Corpus.objects.get(pk=project.corpus_id)) is first
    project.corpus.pages.first().delete()
    build_index(project.corpus)
    assert suggester.suggester(project.corpus) is not first


def test_suggesting_never_imports_torch():
    code = (
        "import django, sys; django.setup(); import baseline.suggester, jobs.registry, annotation.api.urls;"
        "from baseline.suggester import suggesting_config; suggesting_config();"
        "sys.exit('torch' in sys.modules or 'transformers' in sys.modules)"
    )
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings", "ATTEST_DATA_DIR": str(django_settings.ATTEST_DATA_DIR)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


# --- The command -----------------------------------------------------------------------------------------------------
def said(*arguments: str) -> str:
    text = StringIO()
    call_command("suggest_evidence", *arguments, stdout=text)
    return text.getvalue()


def test_the_command_does_what_the_job_does(plug, project, claims):
    assert "3 claims in" in said("--project", "harbour")
    assert "Every claim has suggestions of version v1." in said("--project", "harbour")


def test_the_command_does_again_what_failed(settings, project, claims):
    settings.ATTEST_SUGGESTER = PLUGS + "failing"
    said("--project", "harbour")
    settings.ATTEST_SUGGESTER = PLUGS + "three"
    said("--project", "harbour", "--again")
    assert set(SuggestionRun.objects.values_list("state", flat=True)) == {"ready"}


def test_the_command_says_what_is_missing(project, claims):
    with pytest.raises(CommandError, match="build_index --corpus harbour"):
        said("--project", "harbour")
    with pytest.raises(CommandError, match="no project 'nowhere'"):
        said("--project", "nowhere")


# --- doctor ----------------------------------------------------------------------------------------------------------
def test_doctor_says_what_lacks_suggestions(plug, project, claims):
    (finding,) = examine_suggestions()
    assert not finding.is_problem and "3 claims to come" in finding.text
    Job.objects.all().delete()
    (finding,) = examine_suggestions()
    assert finding.text == "3 claims lack those of version v1"
    assert finding.remedy == "python manage.py suggest_evidence --project harbour"
    said("--project", "harbour")
    (finding,) = examine_suggestions()
    assert not finding.is_problem


def test_doctor_says_why_there_are_none(settings, project, claims):
    (finding,) = examine_suggestions()
    assert not finding.is_problem and "no search index" in finding.text  # a problem of the corpus, said there
    settings.ATTEST_SUGGESTER = PLUGS + "broken"
    (finding,) = examine_suggestions()
    assert finding.is_problem and "keep is no setting" in finding.text
    settings.ATTEST_SUGGESTER = ""
    assert [finding.text for finding in examine_suggestions()] == ["off (ATTEST_SUGGESTER)"]


# --- What is never offered -------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("untrusted", "offered"),
    [({}, {SENTENCE, SECOND_SENTENCE, CELL}), ({"table_0": "template_cells"}, {SENTENCE, SECOND_SENTENCE})],
)
def test_an_untrusted_element_is_never_offered(plug, project, claims, untrusted, offered):
    StoredPage.objects.filter(title="Harbour League").update(untrusted=untrusted)
    work_off()
    assert set(Suggestion.objects.values_list("element_id", flat=True)) == offered


def test_a_claim_with_untrusted_findings_alone_has_none(plug, project, claims):
    untrusted = {"table_0": "template_cells", "sentence_0": "missing_text", "sentence_1": "missing_text"}
    StoredPage.objects.filter(title="Harbour League").update(untrusted=untrusted)
    work_off()
    assert not Suggestion.objects.exists()
    assert set(SuggestionRun.objects.values_list("state", flat=True)) == {"nothing"}
