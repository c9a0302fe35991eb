"""Claims through the five phases, over the API: routing, gates, changes, skips, fields of a project, imports."""

from __future__ import annotations

import json
import uuid

import pytest
from django.urls import reverse

from annotation.models import Assignment, Project, Submission, Task, User
from annotation.release.row_ids import pseudonym
from annotation.release.write import write_release
from annotation.work.models import AssignmentState
from annotation.work.registry import prepare_workflows
from annotation.workflows.question_answering.fields.file import BUILT_IN, built_in
from annotation.workflows.question_answering.fields.project import fields_of, save_file
from annotation.workflows.question_answering.models import (
    Answer,
    Article,
    ClaimItem,
    ClaimWork,
    NormalisedClaim,
    Question,
)
from annotation.workflows.question_answering.phases import PHASES
from annotation.workflows.question_answering.progress import progress
from annotation.workflows.question_answering.release_rule import counts
from tests.cast import SENTENCE
from tests.importing.bringing import bring
from tests.workflows.fact_checks import (
    NOT_ENOUGH,
    REFUTED,
    SUPPORTED,
    URL,
    Body,
    answer,
    answered,
    api,
    claim,
    do,
    normalised,
    people_of,
    question,
    send,
    switch_on,
    take,
    validated,
    without_correction,
)

NORMALISATION, ANSWERING, VALIDATION, DISPUTE, CONTROL = PHASES
FIRST, CORRECTED = "The Harbour League was founded in 1921.", "The Harbour League was founded in 1921 or 1922."


@pytest.fixture
def checked(project) -> Project:
    return switch_on(project)


@pytest.fixture
def five(checked) -> list[User]:
    return people_of(checked, 5)


def problems(person: User, taken: Body, body: Body) -> list[str]:
    """The fields that a submission is refused for."""
    refused = send(person, taken, body)
    assert refused.status_code == 400, refused.content
    return sorted(refused.json()["error"]["fields"])


def revise(person: User, assignment: Assignment, body: Body, revision: int = 1) -> int:
    sent = {"client_id": str(uuid.uuid4()), "base_revision": revision} | body
    return api(person).put(f"/api/v1/assignments/{assignment.public_id}/revision/", sent, format="json").status_code


def opened(kind: str) -> list[bool]:
    """Of the tasks of a phase, whether each is in the queue."""
    tasks = Task.objects.filter(kind=kind).order_by("pk")
    return [found is None for found in tasks.values_list("withdrawn_at", flat=True)]


# --- The whole way ---------------------------------------------------------------------------------------------------
@pytest.mark.both_databases
def test_a_claim_goes_through_five_phases_with_a_dispute(checked, five):
    left = claim("It will rain.", claim_types=["Speculative Claim"])
    do(five[0], checked, NORMALISATION, normalised(claim(), left, confirmed=("speculative",)))
    assert NormalisedClaim.objects.get(text="It will rain.").left_by == "claim_type"
    assert ClaimItem.objects.count() == 1
    kept, gone = question(), question("Who founded it?", answer("Anna Berg did.", source={"kind": "url", "url": URL}))
    do(five[1], checked, ANSWERING, answered(kept, gone, correction=CORRECTED))
    shown = take(five[2], checked, VALIDATION)
    assert shown is not None and shown["claim"]["text"] == CORRECTED
    flagged = {gone["id"]: ["unrelated"], gone["answers"][0]["id"]: ["biased"]}
    do(five[2], checked, VALIDATION, validated(REFUTED, problems=flagged))
    shown = take(five[3], checked, DISPUTE)
    assert shown is not None and [one["problems"] for one in shown["questions"]] == [[], ["unrelated"]]
    assert [one["verdict"] for one in shown["verdicts"]] == [SUPPORTED, REFUTED]
    edited = answer("In the spring of 1921.", id=kept["answers"][0]["id"])
    new = question("Who coached the Pilots?")
    do(five[3], checked, DISPUTE, without_correction(answered({**kept, "answers": [edited]}, new)))
    latest = Question.objects.filter(submission__assignment__kind=DISPUTE)
    assert list(latest.values_list("state", flat=True)) == ["kept", "added"]
    now = Answer.objects.get(question=latest[0])
    assert (now.state, now.evidence.element_id if now.evidence else "") == ("edited", SENTENCE)
    do(five[4], checked, CONTROL, validated("Claim Too Vague"))
    found = NormalisedClaim.objects.get(left_by="")
    assert [(one.number, one.text) for one in found.texts.all()] == [(1, FIRST), (2, CORRECTED)]
    labels = [SUPPORTED, REFUTED, SUPPORTED, "Claim Too Vague"]
    assert list(ClaimWork.objects.order_by("pk").values_list("label", flat=True)) == labels
    assert counts(checked).left_out == {"claim_type": 1, "verdict_not_released": 1}


def test_where_two_agree_no_dispute_opens_and_the_claim_is_released(checked, five):
    do(five[0], checked, NORMALISATION, normalised())
    do(five[1], checked, ANSWERING, answered())
    do(five[2], checked, VALIDATION, validated())
    assert not ClaimItem.objects.filter(kind=DISPUTE).exists()
    assert counts(checked).released == {SUPPORTED: 1}


def test_several_validate_a_share_and_a_tie_opens_a_dispute(checked):
    whole = (
        BUILT_IN.read_text(encoding="utf-8").replace("share = 0 ", "share = 100").replace("people = 3 ", "people = 2")
    )
    save_file(checked, whole, None)
    people = people_of(checked, 4)
    do(people[0], checked, NORMALISATION, normalised())
    do(people[1], checked, ANSWERING, answered())
    do(people[2], checked, VALIDATION, validated())
    assert opened(DISPUTE) == []
    do(people[3], checked, VALIDATION, validated(NOT_ENOUGH))
    assert opened(DISPUTE) == [True]


def test_a_phase_that_is_switched_on_later_finds_its_work(checked, five):
    checked.workflows = [NORMALISATION, VALIDATION]
    checked.save()
    do(
        five[0],
        checked,
        NORMALISATION,
        normalised(claim(), claim("It is good.", claim_types=["Opinion Claim"]), confirmed=("opinion",)),
    )
    assert opened(ANSWERING) == []
    checked.workflows = [*PHASES]
    checked.save()
    for _twice in range(2):
        prepare_workflows(checked, [ANSWERING])
        assert opened(ANSWERING) == [True]
    assert Task.objects.get(kind=ANSWERING).chain == Task.objects.get(kind=NORMALISATION)


def test_the_way_of_a_claim_is_released_without_names(checked, five, tmp_path):
    do(five[0], checked, NORMALISATION, normalised())
    do(five[1], checked, ANSWERING, answered(correction=CORRECTED))
    do(five[2], checked, VALIDATION, validated())
    write_release(checked, tmp_path / "out")
    [row] = [json.loads(line) for line in (tmp_path / "out" / "claims_with_questions.jsonl").read_text().splitlines()]
    assert (row["texts"], row["label"], row["agreement_of"]) == ([FIRST, CORRECTED], SUPPORTED, [ANSWERING, VALIDATION])
    assert [one["phase"] for one in row["work"]] == [ANSWERING, VALIDATION]
    assert row["work"][0]["questions"][0]["answers"][0]["element"] == SENTENCE
    assert row["writer"] == pseudonym(checked.pk, five[0].pk)
    assert row["work"][1]["annotator"] == pseudonym(checked.pk, five[2].pk)
    assert "person-" not in json.dumps(row)


# --- Gates -----------------------------------------------------------------------------------------------------------
NOTHING = {"answer_type": "Unanswerable", "source": {"kind": "none"}, "source_medium": "", "answer": ""}


def at(url: str, **more: str) -> Body:
    return answer(source={"kind": "url", "url": url}, **more)


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        (answered(*(question(f"Q{n}?", answer(**NOTHING)) for n in range(4))), ["questions"]),
        (answered(question("Q?", answer(" Yes. "))), ["questions.0.answers.0.answer"]),
        (answered(question("Q?", answer("Maybe", answer_type="Boolean"))), ["questions.0.answers.0.answer"]),
        (answered(question("Q?", at("http://www.factcheck.example/0?utm_source=x"))), ["questions.0.answers.0.source"]),
        (
            answered(question("Q?", at("https://web.archive.org/web/2021/https://factcheck.example/0"))),
            ["questions.0.answers.0.source"],
        ),
        (
            answered(question("Q?", at("https://archive.ph/2021/https://amp.snopes.com/x"))),
            ["questions.0.answers.0.source"],
        ),
        (answered(question("Q?", at("https://apnews.com/ap-fact-check/x"))), ["questions.0.answers.0.source"]),
        (answered(question("Q?", at("javascript:alert(1)"))), ["questions.0.answers.0.source"]),
        (answered(question("Q?", at("data:text/html,x"))), ["questions.0.answers.0.source"]),
        (
            answered(question("Q?", answer(source={"kind": "page", "element": "X_sentence_9"}))),
            ["questions.0.answers.0.source"],
        ),
        (answered(question("Q?", at(URL, source_medium="Metadata"))), ["questions.0.answers.0.source"]),
        (answered(question("Q?", answer("x" * 10_001))), ["questions.0.answers.0.answer"]),
        (answered(question("Q?", answer(answer_type="Spoken"))), ["questions.0.answers.0.answer_type"]),
        (answered(verdict="SUPPORTS"), ["verdict"]),
        (answered(verdict="Claim Too Vague"), ["verdict"]),
        (answered(confirmed=False), ["confirmed"]),
        (answered(correction="x" * 501), ["correction"]),
        ({**answered(), "questions": []}, ["questions"]),
        ({**answered(), "questions": [{**question(), "answers": []}]}, ["questions.0.answers"]),
    ],
)
def test_answers_are_refused_one_by_one(checked, five, body, fields):
    do(five[0], checked, NORMALISATION, normalised())
    taken = take(five[1], checked, ANSWERING)
    assert taken is not None
    found = problems(five[1], taken, body)
    assert [one for one in found if one in fields] == fields and set(found) <= {*fields, *_beside(fields)}
    assert not ClaimWork.objects.exists()


def _beside(fields: list[str]) -> set[str]:
    return {one.rpartition(".")[0] + ".boolean_explanation" for one in fields}


def test_what_is_near_a_gate_passes(checked, five):
    """Five questions without an answer; "No." with an explanation; a page of a news agency that is no fact-check."""
    do(five[0], checked, NORMALISATION, normalised(claim(), claim("Anna Berg was a shipowner.")))
    do(five[1], checked, ANSWERING, answered(*(question(f"Q{n}?", answer(**NOTHING)) for n in range(5))))
    no = at(
        "https://apnews.com/article/x", answer="No", answer_type="Boolean", boolean_explanation="The list ends in 1920."
    )
    metadata = answer(source={"kind": "metadata"}, source_medium="Metadata")
    do(five[2], checked, ANSWERING, answered(question("Q?", no, metadata)))
    stored = Answer.objects.filter(question__submission__assignment__person=five[2])
    assert list(stored.values_list("text", "source_kind", "url")) == [
        ("No", "url", "https://apnews.com/article/x"),
        ("It was founded in 1921.", "metadata", ""),
    ]
    assert set(Answer.objects.filter(answer_type="Unanswerable").values_list("text", flat=True)) == {
        "No answer could be found."
    }


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"claim": ""}, "claim"),
        ({"claim": "x" * 501}, "claim"),
        ({"verdict": ""}, "verdict"),
        ({"verdict": "supported"}, "verdict"),
        ({"claim_date": "31-2-2020"}, "claim_date"),
        ({"claim_date": "2020-00-00"}, "claim_date"),
        ({"claim_date": "2020-02-31"}, "claim_date"),
        ({"original_claim_url": "somewhere"}, "original_claim_url"),
        ({"media_sources": [URL, "javascript:x"]}, "media_sources"),
        ({"location_iso_code": "EU"}, "location_iso_code"),
        ({"claim_types": []}, "claim_types"),
        ({"claim_types": ["Rumour"]}, "claim_types"),
        ({"fact_checking_strategies": []}, "fact_checking_strategies"),
    ],
)
def test_claims_are_refused_one_by_one(checked, five, changes, field):
    taken = take(five[0], checked, NORMALISATION)
    assert taken is not None
    assert problems(five[0], taken, normalised(claim(**changes))) == [f"claims.0.{field}"]


def test_confirmations_are_asked_for_by_what_a_claim_has(checked, five):
    taken = take(five[0], checked, NORMALISATION)
    assert taken is not None
    claims = normalised(claim(transcription="AS SEEN"), claim("It is good.", claim_types=["Opinion Claim"]))
    refused = send(five[0], taken, claims).json()["error"]["fields"]
    assert list(refused) == ["confirmed"] and len(refused["confirmed"]) == 2
    assert send(five[0], taken, claims | {"confirmed": ["opinion", "transcription"]}).status_code == 200


def test_a_missing_date_stays_missing_and_a_month_a_month(checked, five):
    do(five[0], checked, NORMALISATION, normalised(claim(claim_date=""), claim("B.", claim_date="2017-02/2017-04")))
    assert list(NormalisedClaim.objects.values_list("claim_date", flat=True)) == ["", "2017-02/2017-04"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (validated(""), "verdict"),
        (validated(justification=""), "justification"),
        (validated("Claim Too Vague"), "verdict"),
        (validated(unreadable=True), "verdict"),
        (validated(problems={"7a0c6a3e-5d0c-4c3a-9f8a-0b5d5c0c2f11": ["unrelated"]}), "problems"),
    ],
)
def test_verdicts_are_refused_one_by_one(checked, five, body, field):
    do(five[0], checked, NORMALISATION, normalised())
    asked = question()
    do(five[1], checked, ANSWERING, answered(asked))
    taken = take(five[2], checked, VALIDATION)
    assert taken is not None
    assert any(one.startswith(field) for one in problems(five[2], taken, body))
    wrong = validated(problems={asked["id"]: ["biased"]})
    assert problems(five[2], taken, wrong) == [f"problems.{asked['id']}"]
    assert send(five[2], taken, validated("", unreadable=True)).status_code == 200
    assert opened(DISPUTE) == [True]


# --- Changes and skips -----------------------------------------------------------------------------------------------
@pytest.mark.both_databases
def test_changes_reach_what_has_not_begun_and_double_nothing(checked, five, client, manager):
    first = claim()
    done = do(five[0], checked, NORMALISATION, normalised(first))
    changed = {**first, "claim": "The league was founded in 1921."}
    assert revise(five[0], done, normalised(changed, claim("Anna Berg was a shipowner."))) == 200
    assert [len(opened(kind)) for kind in (ANSWERING, VALIDATION)] == [2, 0]
    leaving = {**changed, "claim_types": ["Opinion Claim"]}
    assert revise(five[0], done, normalised(leaving, confirmed=("opinion",)), revision=2) == 200
    assert (opened(ANSWERING), NormalisedClaim.objects.filter(is_current=True).count()) == ([False, False], 1)
    assert revise(five[0], done, normalised(changed), revision=3) == 200
    assert opened(ANSWERING) == [True, False]
    work = do(five[1], checked, ANSWERING, answered())
    assert revise(five[0], done, normalised({**changed, "claim": "Another."}), revision=4) == 400  # it went on
    assert revise(five[0], done, normalised(changed, claim("A third.")), revision=4) == 200  # which does not touch it
    assert revise(five[1], work, answered(question("When?"), correction=CORRECTED)) == 200
    item = ClaimItem.objects.get(kind=VALIDATION)
    assert item.answers == Submission.objects.get(assignment=work, is_current=True)
    judged = do(five[2], checked, VALIDATION, validated(REFUTED))
    assert (opened(DISPUTE), revise(five[1], work, answered(), revision=2)) == ([True], 409)
    assert revise(five[2], judged, validated(SUPPORTED)) == 200
    assert opened(DISPUTE) == [False] and not any(one.withdrawn for one in progress(checked))
    client.force_login(manager)
    assert not client.get(reverse("manage-withdrawn", args=[checked.slug])).context["page"].paginator.count
    assert revise(five[2], judged, validated(REFUTED), revision=2) == 200
    assert opened(DISPUTE) == [True] and ClaimItem.objects.filter(kind=DISPUTE).count() == 1


def test_skips_return_to_the_queue_or_wait_for_a_manager(checked, five):
    for person, reason in zip(five, ("does_not_load", "language", "does_not_load"), strict=False):
        taken = take(person, checked, NORMALISATION)
        assert taken is not None
        answer = api(person).post(f"/api/v1/assignments/{taken['id']}/skip/", {"reason": reason}, format="json")
        assert answer.status_code == 200
    assert take(five[3], checked, NORMALISATION) is None  # two say that it does not load
    assert opened(NORMALISATION) == [False]
    Task.objects.update(withdrawn_at=None)  # a manager puts it back
    assert take(five[0], checked, NORMALISATION) is None and take(five[3], checked, NORMALISATION) is not None


def test_nobody_meets_a_claim_twice_or_judges_with_the_article_in_mind(checked):
    people = people_of(checked, 6)
    do(people[0], checked, NORMALISATION, normalised(claim(), claim("Anna Berg was a shipowner.")))
    assert take(people[0], checked, ANSWERING) is None
    do(people[1], checked, ANSWERING, answered())
    assert take(people[1], checked, VALIDATION) is None  # of the other claim they know the article
    do(people[1], checked, ANSWERING, answered())
    do(people[2], checked, VALIDATION, validated(REFUTED))
    do(people[2], checked, VALIDATION, validated(REFUTED))
    assert take(people[2], checked, DISPUTE) is None
    released = take(people[3], checked, DISPUTE)
    assert released is not None
    assert api(people[3]).post(f"/api/v1/assignments/{released['id']}/release/").status_code == 200
    do(people[4], checked, DISPUTE, without_correction(answered()))
    do(people[4], checked, DISPUTE, without_correction(answered()))
    assert take(people[3], checked, CONTROL) is None  # they saw the article, though they gave the claim back
    assert [take(one, checked, CONTROL) for one in (people[0], people[1], people[2], people[4])] == [None] * 4
    assert take(people[5], checked, CONTROL) is not None
    states = Assignment.objects.filter(person=people[3]).values_list("state", flat=True)
    assert list(states) == [AssignmentState.RELEASED]


# --- Fields of a project ---------------------------------------------------------------------------------------------
def test_a_project_changes_its_verdicts_without_code(checked, five, client, manager):
    client.force_login(manager)
    page, own = reverse("manage-fields", args=[checked.slug]), BUILT_IN.read_text(encoding="utf-8")
    assert client.get(page).status_code == 200
    broken = client.post(page, {"text": own.replace('form = "choice"', 'form = "chose"')})
    assert broken.status_code == 400 and 'data-line="' in broken.text
    assert fields_of(checked) is built_in()
    changed = own.replace('value = "Refuted"', 'value = "False"').replace('label.en = "Refuted"', 'label.en = "False"')
    assert client.post(page, {"text": changed, "check": "1"}).status_code == 200 and fields_of(checked) is built_in()
    assert client.post(page, {"text": changed}).status_code == 302
    taken = take(five[0], checked, NORMALISATION)
    assert taken is not None and [one["value"] for one in taken["fields"]["verdicts"]][:2] == [SUPPORTED, "False"]
    assert problems(five[0], taken, normalised(claim(verdict=REFUTED))) == ["claims.0.verdict"]
    assert send(five[0], taken, normalised(claim(verdict="False"))).status_code == 200
    assert client.post(page, {"text": own}).status_code == 400  # a verdict that was given is not in it
    assert client.get(reverse("manage-fields-file", args=[checked.slug])).content.decode() == changed
    rule = client.get(reverse("manage-release-rule", args=[checked.slug]))
    assert rule.status_code == 200
    client.force_login(five[0])
    assert client.get(page).status_code in (403, 404)


# --- Import ----------------------------------------------------------------------------------------------------------
def test_articles_are_imported_once_whatever_the_file(checked, tmp_path):
    raw = {"web_archive": "https://web.archive.org/web/2021/https://www.a.example/1", "claim_text": "X is Y."}
    rows = [
        raw | {"fact_checking_date": "16-01-21T06:08:00", "source_claim": None, "verdict_article": "False"},
        {"url": "http://a.example/1/", "date": "2021-01"},  # the same
        {"url": "https://b.example/", "date": "2021-02-30"},
        {"url": "b.example", "date": 5},
        {"url": "javascript:x"},
    ]
    array = tmp_path / "raw.json"
    array.write_text(json.dumps(rows))
    code, said = bring(array, project=checked.slug)
    assert code == 1 and "Tasks imported: 1. Already in the project: 1." in said
    more = [raw, raw | {"claim_text": "Y is Z.", "source_claim": "A speaker"}]
    array.write_text(json.dumps([rows[0], *more, more[1]]))
    assert "Tasks imported: 0. Added to tasks that were there: 2. Already" in bring(array, project=checked.slug)[1]
    assert "Tasks imported: 0. Already in the project: 4." in bring(array, project=checked.slug)[1]
    table = tmp_path / "articles.csv"
    table.write_text("url,archived_url,date,title\nhttps://c.example/x,,2020,A title\n")
    assert bring(table, project=checked.slug)[0] == 0
    found = Article.objects.exclude(url__contains="factcheck.example").order_by("pk")
    assert list(found.values_list("url", "published", "title")) == [
        ("https://www.a.example/1", "2021-01-16", ""),
        ("https://c.example/x", "2020", "A title"),
    ]
    assert found[0].found == [
        {"claim": "X is Y.", "verdict": "False"},
        {"claim": "X is Y."},
        {"claim": "Y is Z.", "speaker": "A speaker"},
    ]
