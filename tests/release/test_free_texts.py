"""What people wrote in their own words: listed, scanned, and in no file once it is left out or redacted."""

from __future__ import annotations

import json
import uuid
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models
from django.utils import timezone
from pyarrow import parquet

from annotation.models import (
    Adjudication,
    Assignment,
    CheckLine,
    FlagReview,
    Operation,
    Project,
    Question,
    Redaction,
    Report,
    RevisionRequest,
    Task,
    Verification,
)
from annotation.release.privacy import redactions
from annotation.release.privacy.kinds import KINDS, OPTIONAL, TextKind
from annotation.release.privacy.models import FreeTextChoice, TextFinding
from annotation.release.privacy.scan_job import request_scan
from annotation.release.privacy.scanning import find, wanted
from annotation.release.privacy.texts import all_texts, texts_after
from annotation.release.summary import FORMATS, ReleaseOptions
from annotation.release.write import write_release
from annotation.work.append_only import removal_allowed
from annotation.work.submission import submit
from annotation.workflows.question_answering.models import Question as CheckedQuestion
from jobs.models import JobState
from jobs.runner import run_next
from tests.cast import SENTENCE
from tests.release.conftest import DATA, hold

pytestmark = pytest.mark.both_databases

# Kind -> a word of it that is nowhere else. Of searches there are four: typed, full text, in the page, page of results.
WORDS = {
    TextKind.REPORT_NOTES: ["qxreportnote"],
    TextKind.REPORT_DECISIONS: ["qxreportdecision"],
    TextKind.ADJUDICATION_NOTES: ["qxadjudication"],
    TextKind.SEARCHES: ["qxsearch", "qxfulltext", "qxpagesearch", "qxresults"],
    TextKind.LINKS: ["qxlink"],
    TextKind.OTHER_OPERATIONS: ["qximported", "qxotherwork"],
}
TYPED = [
    ("search", "qxsearch one"),
    ("search", "Contains...qxfulltext"),
    ("Page search", "qxpagesearch"),
    ("Now on", "?search=qxresults"),
    ("hyperlink", "qxlink"),
]


def operations(assignment: Assignment, *said: tuple[str, str], first: int = 0) -> None:
    """A log as another installation, or a workflow that is gone, may have left it."""
    Operation.objects.bulk_create(
        Operation(
            assignment=assignment,
            sequence=number,
            browser_sequence=number,
            name=name,
            value=value,
            seconds=number,
            received_at=timezone.now(),
        )
        for number, (name, value) in enumerate(said, start=first)
    )


@pytest.fixture
def spoken(project, worked, verifier, other_verifier):
    """The project, with a word of each kind of free text."""
    Report.objects.update(note="qxreportnote", decision_note="qxreportdecision")
    Adjudication.objects.update(note="qxadjudication")
    typed = [{"sequence": n, "name": name, "value": said, "seconds": n} for n, (name, said) in enumerate(TYPED, 1)]
    sent = {"verdict": "SUPPORTS", "challenge": "Other", "evidence_sets": [[SENTENCE]], "operations": typed}
    submit(assignment=hold(worked["open"], verifier), client_id=uuid.uuid4(), **sent)
    imported = Assignment.objects.filter(task__verification_item__claim=worked["plain"]).get()
    with removal_allowed():
        Operation.objects.filter(assignment=imported).delete()
    operations(imported, ("imported", "imported"), ("note-of-theirs", "qximported"), ("finish", "finish"))
    task = Task.objects.create(project=project, kind="gone")
    other = Assignment.objects.create(
        task=task, project=project, kind="gone", person=other_verifier, leased_until=timezone.now()
    )
    operations(other, ("start", "start"), ("said", "qxotherwork"), ("search", "qxsearch two"))
    return project


def everything_in(folder: Path) -> str:
    """All that can be read in the files of a release, compressed columns included."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".parquet":
            found.append(json.dumps(parquet.read_table(path).to_pylist(), default=str, ensure_ascii=False))
        elif path.is_file():
            found.append(path.read_bytes().decode("utf-8", errors="replace"))
    return "\n".join(found)


def said_in(folder: Path) -> list[str]:
    """The words above that can be read there."""
    released = everything_in(folder)
    return [word for words in WORDS.values() for word in words if word in released]


def texts(project, kind):
    return [one.text for one in all_texts(project, kind)]


def rows_with(project, kind, word):
    return [one.row for one in all_texts(project, kind) if word in one.text]


def test_every_free_text_of_a_release_is_listed_under_its_kind(spoken, tmp_path):
    write_release(spoken, tmp_path / "out", DATA)
    released = everything_in(tmp_path / "out")
    for kind, words in WORDS.items():
        for word in words:
            assert word in released, word
            assert any(word in text for text in texts(spoken, kind)), word
            for other in set(OPTIONAL) - {kind}:
                assert not any(word in text for text in texts(spoken, other)), (word, other)
    assert len(texts(spoken, TextKind.SEARCHES)) == 5
    assert len(texts(spoken, TextKind.CLAIMS)) == 8
    assert texts(spoken, TextKind.STATEMENT) == ["The Harbour project"]


@pytest.mark.parametrize("shared_task", [False, pytest.param(True, marks=pytest.mark.extended)])
def test_what_is_left_out_is_in_no_file(spoken, tmp_path, shared_task):
    settings = ReleaseOptions(
        formats=FORMATS if shared_task else DATA.formats,
        splits=(0.5, 0, 0.5),
        shared_task=shared_task,
        left_out=frozenset(OPTIONAL),
    )
    write_release(spoken, tmp_path / "out", settings)
    assert said_in(tmp_path / "out") == [] and "[left out]" in everything_in(tmp_path / "out")
    folder = tmp_path / "out" / ("sealed" if shared_task else "")
    said = json.loads((folder / "manifest.json").read_text())["privacy"]
    assert (said["left_out"], said["redacted"]) == (sorted(OPTIONAL), {})


@pytest.mark.parametrize("kind", OPTIONAL)
def test_one_kind_left_out_leaves_the_others(spoken, tmp_path, kind):
    formats = frozenset({"feverous"})
    write_release(spoken, tmp_path / "out", ReleaseOptions(formats=formats, left_out=frozenset({kind})))
    assert said_in(tmp_path / "out") == [word for other, words in WORDS.items() for word in words if other != kind]


@pytest.mark.parametrize("formats", ["whole", "feverous"])
def test_what_is_redacted_is_in_no_file(spoken, manager, tmp_path, formats):
    for kind, words in WORDS.items():
        for word in words:
            assert redactions.redact(spoken, kind, rows_with(spoken, kind, word), manager) >= 1
    if formats == "whole":
        write_release(spoken, tmp_path / "out", DATA)
    else:
        call_command("export_dataset", "--project", "harbour", "--format", "feverous", str(tmp_path / "out"))
    assert said_in(tmp_path / "out") == [] and "[redacted]" in everything_in(tmp_path / "out")
    said = json.loads((tmp_path / "out/manifest.json").read_text())["privacy"]["redacted"]
    assert said == {kind: len(texts(spoken, kind)) for kind in WORDS}


def test_a_marked_search_stays_an_operation_of_its_kind(spoken, tmp_path):
    settings = ReleaseOptions(formats=frozenset({"feverous"}), left_out=frozenset({TextKind.SEARCHES}))
    write_release(spoken, tmp_path / "out", settings)
    lines = [json.loads(line) for line in (tmp_path / "out/annotations.jsonl").read_text().splitlines()]
    logged = [(one["operation"], one["value"]) for line in lines for one in line["annotator_operations"]]
    for said in (
        ("search", "[left out]"),
        ("search", "Contains...[left out]"),
        ("Page search", "[left out]"),
        ("Now on", "?search=[left out]"),
        ("hyperlink", "qxlink"),
    ):
        assert said in logged


def test_a_redaction_is_undone_until_a_release_has_been_made_with_it(spoken, manager, tmp_path):
    kind = TextKind.REPORT_NOTES
    (row,) = rows_with(spoken, kind, "qx")
    assert redactions.redact(spoken, kind, [row], manager) == 1
    assert redactions.redact(spoken, kind, [row, 10**9], manager) == 0  # twice, and of no text
    assert redactions.undo(spoken, kind, [row]) == 1
    redactions.redact(spoken, kind, [row], manager)
    write_release(spoken, tmp_path / "out", ReleaseOptions(formats=frozenset({"feverous"})))
    assert Redaction.objects.get().released_at is not None
    assert redactions.undo(spoken, kind, [row]) == 0


def test_two_releases_with_the_same_redactions_are_the_same_bytes(spoken, manager, tmp_path):
    redactions.redact(spoken, TextKind.SEARCHES, rows_with(spoken, TextKind.SEARCHES, "qxsearch"), manager)
    for name in ("one", "two"):
        write_release(spoken, tmp_path / name, DATA)
    one, two = (
        {p.relative_to(tmp_path / n): p.read_bytes() for p in (tmp_path / n).rglob("*") if p.is_file()}
        for n in ("one", "two")
    )
    assert one == two


def test_a_search_is_redacted_with_its_page_of_results(project, worked, verifier, manager):
    typed = [("search", "anna"), ("Now on", "?search=anna"), ("search", "Contains...anna"), ("search", "annabel")]
    sent = [{"sequence": n, "name": name, "value": said, "seconds": n} for n, (name, said) in enumerate(typed, 1)]
    submit(
        assignment=hold(worked["open"], verifier),
        client_id=uuid.uuid4(),
        verdict="SUPPORTS",
        challenge="Other",
        evidence_sets=[[SENTENCE]],
        operations=sent,
    )
    kind = TextKind.SEARCHES
    first = rows_with(project, kind, "anna")[0]
    assert redactions.redact(project, kind, [first], manager) == 3
    assert redactions.undo(project, kind, [first]) == 3


def test_the_command_has_the_choice_and_its_own(spoken, tmp_path):
    FreeTextChoice.objects.create(project=spoken, left_out=["searches", "links"], smallest_group=4)

    def exported(*options: str) -> tuple[dict, str]:
        out = tmp_path / "out"
        call_command("export_dataset", "--project", "harbour", "--only", "feverous", "--force", str(out), *options)
        return json.loads((out / "manifest.json").read_text()), everything_in(out)

    chosen, released = exported()
    assert chosen["privacy"]["left_out"] == chosen["settings"]["left_out"] == ["links", "searches"]
    assert chosen["privacy"]["smallest_group"] == 4 and "qxsearch" not in released and "qxreportnote" in released
    own, released = exported("--leave-out", "report_notes", "--smallest-group", "2")
    assert (own["privacy"]["left_out"], own["privacy"]["smallest_group"]) == (["report_notes"], 2)
    assert "qxsearch" in released and "qxreportnote" not in released
    assert exported("--leave-out", "none")[0]["privacy"]["left_out"] == []
    for wrong in (("--leave-out", "claims"), ("--smallest-group", "0")):
        with pytest.raises(CommandError):
            exported(*wrong)


def test_what_no_kind_has_is_in_no_file(spoken, verifier, tmp_path):
    """What the page says that no release has."""
    Assignment.objects.update(skip_note="qxskipnote")
    Project.objects.update(description="qxdescription")
    Question.objects.create(project=spoken, asker=verifier, text="qxquestion")
    said = Verification.objects.first()
    CheckLine.objects.create(verification=said, code="part", state="dismissed", reason="other", note="qxdismissed")
    task = Task.objects.get(kind="gone")
    operations(task.assignments.get(), ("check-dismissed", "part"), first=9)
    RevisionRequest.objects.create(verification=said, assignment=said.assignment, by=verifier, note="qxrevise")
    FlagReview.objects.create(verification=said, by=verifier, note="qxreviewed")
    write_release(spoken, tmp_path / "out", DATA)
    released = everything_in(tmp_path / "out")
    assert not [
        one
        for one in ("skipnote", "description", "question", "dismissed", "revise", "reviewed")
        if f"qx{one}" in released
    ]


# --- The scan --------------------------------------------------------------------------------------------------------
NAMES = wanted(["wilma", "Åsa von Berg", "anna.lind", "x1"], ["the Boss"])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("write to eve@example.org.", [("mail", "eve@example.org")]),
        ("Ask WILMA, or asa", [("name", "WILMA"), ("name", "asa")]),
        ("A\u030asa Berg", [("name", "A\u030asa"), ("name", "Berg")]),
        ("Anna_Lind", [("name", "Anna"), ("name", "Lind")]),
        ("wilma@example.org", [("mail", "wilma@example.org")]),
        ("boss", [("word", "boss")]),
        ("call +49 30 1234567 or 030/123456", [("phone", "+49 30 1234567"), ("phone", "030/123456")]),
        ("555-123-4567", [("phone", "555-123-4567")]),
        ("(030) 123456", [("phone", "(030) 123456")]),
    ],
)
def test_the_scan_finds(text, found):
    assert [(one.what, text[one.start : one.end]) for one in find(text, NAMES)] == found


@pytest.mark.parametrize(
    "text",
    ["Wilmas league", "in 1921 and 2001", "12 000 000 people", "x1", "0.953", "2001-09-11", "page 1234567", "von 10"],
)
def test_the_scan_does_not_find(text):
    assert [one for one in find(text, wanted(["wilma", "x1"], [])) if one.what != "name" or "von" not in text] == []


def test_a_scan_lists_what_it_found_and_counts_texts(spoken, manager, verifier):
    Report.objects.update(note=f"ask {verifier.username} or eve@example.org", decision_note="call +49 30 1234567")
    FreeTextChoice.objects.create(project=spoken, words="qxlink")
    for _again in range(2):
        job = request_scan(spoken, manager)
        assert request_scan(spoken, manager).pk == job.pk
        while (done := run_next()) is not None and done.pk != job.pk:
            continue
        assert done is not None and done.state == JobState.DONE, done and done.error
    rows = set(TextFinding.objects.values_list("kind", "what"))
    assert rows == {
        ("report_notes", "name"),
        ("report_notes", "mail"),
        ("report_decisions", "phone"),
        ("links", "word"),
    }
    assert done.result["texts"]["searches"] == 5
    assert done.result["found"]["report_notes"] == {"name": 1, "mail": 1}
    assert redactions.redact_found(spoken, TextKind.REPORT_NOTES, "mail", manager) == 1
    assert redactions.redact_found(spoken, TextKind.LINKS, "", manager) == 1


def test_pages_of_texts_follow_one_another_without_gap(spoken):
    for kind in KINDS:
        every, paged, after = list(all_texts(spoken, kind)), [], 0
        while some := texts_after(spoken, kind, after, 2):
            paged += some
            after = some[-1].row
        assert paged == every


# --- Nothing new is forgotten ----------------------------------------------------------------------------------------
RELEASED = {
    "Report.note": "report_notes",
    "Report.decision_note": "report_decisions",
    "Adjudication.note": "adjudication_notes",
    "Operation.value": "searches, links, other_operations",
    "Claim.text": "claims",
    "Pair.text": "symmetric pairs",
    "Pair.evidence": "symmetric pairs",
    "ContraryPair.claim": "symmetric pairs",
    "ContraryPair.evidence": "symmetric pairs",
    **dict.fromkeys(
        (
            *("NormalisedClaim.text", "NormalisedClaim.speaker", "NormalisedClaim.reporting_source"),
            *("NormalisedClaim.transcription", "ClaimWork.justification", "ClaimWork.correction"),
            *("question_answering.Question.text", "Answer.text", "Answer.boolean_explanation"),
        ),
        "claims with questions and answers",
    ),
    "ImportedLine.text": "other_operations",  # of files with logs, which are left out with any kind of text in logs
    "DataStatement.answers": "statement",
}
# Of these nothing is in a release, as the test below shows for those of work.
NOT_RELEASED = {
    # Words of the corpus, which nobody who worked has written: mutations.jsonl has the sentence.
    *("SampledSentence.text", "SampledSentence.before", "SampledSentence.after"),
    # Imported with the evidence of a system: nobody who works here has written them.
    *("RatedEvidence.claim", "RatedEvidence.speaker"),
    *("StudyItem.title", "StudyItem.section", "StudyItem.text"),
    *("Assignment.skip_note", "ClaimRevision.text", "TaskReport.note", "TaskReport.decision_note"),
    *("TaskDecision.note", "RevisionRequest.note", "RevisionRequest.answer", "FlagReview.note"),
    *("Calibration.note", "ClaimGrade.comment", "GoldItem.comment"),
    *("Announcement.text", "AnnouncementRevision.text", "Question.text", "Question.answer", "FaqEntry.answer"),
    *("Guidelines.text", "Project.description", "FreeTextChoice.words"),
    *("Source.text", "CachedResult.value", "WebhookDelivery.body"),  # a release refuses sources; results are computed
    *("ScreeningText.text", "ScreeningAnswers.summary", "ScreeningAnswers.mutated"),
    *("ScreeningGrade.comment", "ScreeningDecision.note"),
    *("Action.note", "Action.undo_note", "GuidelineChange.reason", "DiscussionEntry.text"),
    *("SecondFactor.secret", "Session.session_data"),
    *("FieldsFile.text", "ClaimText.text"),
    *("SharedTask.description", "SharedTask.rules", "TeamSystem.description"),
    *("TeamSubmission.reason", "TeamSubmission.detail"),
    *("CitationDecision.note", "CitationDecision.claim"),  # about the corpus: no release has decisions on citations
}


def test_every_text_field_is_known_to_be_released_or_not():
    """A new one? If a release writes it, it needs a kind (`privacy.kinds`)."""
    ours = [model for model in apps.get_models() if model.__module__.startswith("annotation.")]
    fields = {
        f"{'question_answering.Question' if model is CheckedQuestion else model.__name__}.{field.name}"
        for model in ours
        for field in model._meta.fields
        if isinstance(field, models.TextField)
    }
    assert fields - set(RELEASED) == NOT_RELEASED
