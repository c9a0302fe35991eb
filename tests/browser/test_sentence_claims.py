"""A writer goes from a sampled sentence over true claims and mutations to claims that wait for verification."""

from __future__ import annotations

import pytest

from annotation.models import Claim, Draft, Task
from annotation.work.guidelines import confirm
from annotation.workflows.sentence_claims.models import SampledSentence, SentenceClaim
from annotation.workflows.sentence_claims.sampling.sample import SLUG, sample_sentences
from tests.browser.axe import violations
from tests.browser.workspace import eventually, log_in
from tests.workflows.sentences import NEGATION, ORIGINAL, switch_on

pytestmark = pytest.mark.browser
SECOND = "The Harbour League began in 1921."


def test_from_a_sentence_to_claims_that_wait_for_verification(context, axe, project, writer):
    switch_on(project, sample=False)
    sample_sentences(project=project, size=1, seed=1, titles=["Harbour League"])
    confirm(person=writer, project=project, kind=SLUG, version=0)
    log_in(context, "wilma")
    page = context.new_page()
    page.goto("/my-work/")
    page.click(f".work-part[data-kind={SLUG}] .take button")
    page.wait_for_selector("#workspace[data-ready]")
    page.keyboard.press("4")
    assert page.text_content("#dictionary dd") == "Anna Berg was a shipowner."
    page.keyboard.press("1")
    page.keyboard.type(f"she won\n{SECOND}")
    page.wait_for_selector("[data-hints=claims] [data-code=pronoun]")
    page.fill("#true-claims", f"{ORIGINAL}\n{SECOND}")
    page.click("#to-mutations")
    page.fill("#box-0-negate", "Anna Berg did not found it.")
    page.wait_for_selector(".mutation-card:nth-child(1) [data-type=negate] [data-code=negation_word]")
    assert page.locator(".mutation-card:nth-child(1) [data-type=negate] .rates li").count() == 1
    page.fill("#box-1-general", "The Harbour League began in the 20th century.")
    # boxes stay with their claims when one is written before them
    page.fill("#true-claims", f"Anna Berg lived.\n{ORIGINAL}\n{SECOND}")
    assert page.input_value("#box-1-negate") == "Anna Berg did not found it."
    page.fill("#true-claims", f"{ORIGINAL}\n{SECOND}")
    assert page.input_value("#box-1-general") == "The Harbour League began in the 20th century."
    context.set_offline(True)
    page.fill("#box-0-negate", f"{NEGATION}\n{ORIGINAL}")
    page.wait_for_selector("#saved-state[data-state=offline]")
    context.set_offline(False)
    eventually(page, lambda: Draft.objects.get().body["boxes"][0]["negate"].split("\n")[0], NEGATION)
    page.reload()
    page.wait_for_selector("#workspace[data-ready]")
    assert violations(page) == []
    page.keyboard.press("Control+Enter")
    page.click("#ask-dialog button[value=submit]")
    page.wait_for_selector("[data-type=negate].is-wrong")  # the claim itself, named by the server at its box
    page.fill("#box-0-negate", NEGATION)
    page.click("#submit-claims")
    page.click("#ask-dialog button[value=submit]")
    page.wait_for_selector("#thanks[open]")
    texts = {ORIGINAL, SECOND, NEGATION, "The Harbour League began in the 20th century."}
    assert set(Claim.objects.values_list("text", flat=True)) == texts
    waiting = Task.objects.filter(kind="claim_verification", assigned_count=0)
    assert set(waiting.values_list("verification_item__claim__text", flat=True)) == texts
    assert set(SentenceClaim.objects.values_list("mutation", flat=True)) == {"", "negate", "general"}
    assert SampledSentence.objects.get(sample__isnull=False).works.get().lines == 4
    page.click("#thanks a[href*=write-sentence]")
    page.wait_for_selector(".written-boxes")
