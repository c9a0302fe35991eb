"""241 people, as many as FEVEROUS screened, are invited by a file while twenty annotators work: no save fails."""

from __future__ import annotations

import pytest

from annotation.claims.claim_importer import create_tasks
from annotation.models import Claim, Membership, User, Verification
from annotation.projects.models import Role
from tests.annotation.worker import at_once
from tests.cast import SENTENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

INVITED, ANNOTATORS, PROCESSES = 241, 20, 4


def test_no_save_fails_while_241_people_are_invited(transactional_db, project, manager, tmp_path):
    made = Claim.objects.bulk_create(Claim(project=project, text=f"Claim {n}.") for n in range(2_000))
    create_tasks(project=project, claims=made)
    names = [f"annotator-{n}" for n in range(ANNOTATORS)]
    users = User.objects.bulk_create(User(username=name) for name in names)
    Membership.objects.bulk_create(Membership(project=project, user=user, role=Role.VERIFIER) for user in users)
    rows = "".join(f"candidate-{n},{'verifier' if n % 2 else 'claim_writer'}\n" for n in range(INVITED))
    rows += rows[: rows.index("candidate-9,")]  # some stand there twice
    common = {"project": project.slug, "until": str(tmp_path / "invited")}
    inviting = common | {"manager": manager.username, "csv": "\ufeffname,roles\n" + rows}
    working = [common | {"people": names[n::PROCESSES], "element": SENTENCE} for n in range(PROCESSES)]

    *groups, invited = at_once("at_work_or_inviting", [*working, inviting])

    worked = [one for group in groups for one in group]
    assert [one["wrong"] for one in worked if one["wrong"]] == []
    assert (invited["status"], invited["links"]) == (302, INVITED)
    assert project.invitations.count() == INVITED
    rounds = sum(one["rounds"] for one in worked)
    assert rounds >= 2 * ANNOTATORS
    assert Verification.objects.count() == rounds
    longest = max(one["longest"] for one in worked)
    print(f"{rounds} submissions, longest save {longest:.2f} s; 241 people in {invited['seconds']:.2f} s")
