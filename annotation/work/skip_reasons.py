"""Reasons to skip a task, with what follows from each; `Workflow.skip_reasons` says which a workflow offers.

To add a reason write a `SkipReason` beside the workflow that offers it: the database stores any value.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LONGEST_VALUE = 20  # characters; the database has no more


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipReason:
    """Why a person does not want to do a task. `value` is stored and sent, `label` is what people read.

    `withdraws_after`: how many people must give this reason before the task is withdrawn from the queue; None: never.
    """

    value: str
    label: str | Promise
    withdraws_after: int | None = None
    needs_note: bool = False


# FEVEROUS paper, sections 3.1.1 and 7.9. What anybody can see needs fewer people than what one may judge otherwise.
FORMATTING = SkipReason(value="formatting", label=_("It is not displayed correctly"), withdraws_after=1)
NOTHING_VERIFIABLE = SkipReason(value="nothing_verifiable", label=_("Nothing in it can be verified"), withdraws_after=2)
POLITICS = SkipReason(value="politics", label=_("It is about contemporary politics"), withdraws_after=1)
PERSONAL = SkipReason(value="personal", label=_("I cannot judge it without prejudice"))
UNWILLING = SkipReason(value="unwilling", label=_("I do not want to do this one"))  # FEVER: others are asked
OTHER = SkipReason(value="other", label=_("Another reason"), withdraws_after=3, needs_note=True)
