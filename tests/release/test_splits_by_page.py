"""Claims that were written from sentences of one page stand in one split; dev and test can be balanced."""

from __future__ import annotations

import json

from annotation.models import Claim
from annotation.release.splits import pages_of_claims, sides_of
from annotation.release.summary import ReleaseOptions
from annotation.release.write import write_release
from annotation.work.assignment import assign_next
from tests.annotation.disagreeing import submit_work
from tests.cast import SENTENCE
from tests.workflows.sentences import claim, hand_over, switch_on

OPTIONS = ReleaseOptions(splits=(0.4, 0.3, 0.3), balanced=True, formats=frozenset({"fever"}))


def test_claims_of_one_page_stand_together(project, writer, verifier, tmp_path):
    switch_on(project)
    number = 0
    while held := assign_next(person=writer, project=project, kind="sentence_claims"):
        number += 1
        other = claim(f"Another, {number}, of it.", negate=[f"No, {number}."])
        hand_over(held, claim(f"Claim {number} of a page."), other)
    while held := assign_next(person=verifier, project=project, kind="claim_verification"):
        submit_work(held, "SUPPORTS", [SENTENCE])
    pages = pages_of_claims(project)
    assert set(pages) == set(Claim.objects.values_list("pk", flat=True)) and len(set(pages.values())) == 3
    sides = sides_of(project, OPTIONS)
    for title in set(pages.values()):
        assert len({sides.of[pk] for pk, page in pages.items() if page == title}) == 1
    write_release(project, tmp_path / "out", OPTIONS)
    told = json.loads((tmp_path / "out" / "splits.json").read_text("utf-8"))
    assert told["settings"]["balanced"] is True and told["test_nei"] is None
