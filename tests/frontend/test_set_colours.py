"""Evidence sets keep the colours that their verifier gave them on every page on which a verification is read."""

from __future__ import annotations

import pytest
from django.urls import reverse

from annotation.evidence.models import EvidenceSet
from tests.cast import CELL, SENTENCE
from tests.frontend.html import select
from tests.frontend.submitting import submitted


@pytest.fixture
def verification(assignment):
    """Two sets: one coloured violet, one left as it was, which is the second colour."""
    made = submitted(assignment, sets=((SENTENCE,), (CELL,)))
    EvidenceSet.objects.filter(submission=made.submission, position=0).update(colour="violet")
    return made


def colours(client, person, address):
    client.force_login(person)
    html = client.get(address).content.decode()
    swatches = select(html, "main .set-swatch")
    within = [each for each in select(html, "main [data-colour]") if each.css(".set-swatch")]
    assert len(swatches) == len(within)
    return [each.attributes["data-colour"] for each in within]


def test_for_whoever_verified(client, verification, verifier):
    address = reverse("workspace", args=[verification.assignment.public_id])
    assert colours(client, verifier, address) == ["violet", "blue"]


@pytest.mark.parametrize("page", ["manage-verification", "quality-side-by-side"])
def test_for_managers(client, verification, manager, project, page):
    pk = verification.pk if page == "manage-verification" else verification.claim_id
    assert colours(client, manager, reverse(page, kwargs={"slug": project.slug, "pk": pk})) == ["violet", "blue"]
