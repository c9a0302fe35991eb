"""The verdicts of FEVEROUS, which projects have that choose no label set of their own (paper, section 2)."""

from __future__ import annotations

from annotation.vocabulary.challenges import CHALLENGES
from annotation.vocabulary.label_set import Label, LabelSet, Meaning, Style
from annotation.vocabulary.labels import Verdict
from annotation.vocabulary.texts import gettext_lazy as _

# Each needs evidence, NOT ENOUGH INFO too: what comes nearest (paper, section 3.1.2).
VERDICTS = LabelSet(
    (
        Label(
            value=Verdict.SUPPORTS.value,
            name=_("Supported"),
            description=_("Every part of the claim is confirmed by the evidence."),
            questions=(
                _("With only this evidence, would I believe the claim?"),
                _("Is every name, number and date in it covered?"),
            ),
            meaning=Meaning.SUPPORTS,
            style=Style.SUPPORTS,
        ),
        Label(
            value=Verdict.REFUTES.value,
            name=_("Refuted"),
            description=_("At least one part of the claim is contradicted by the evidence."),
            questions=(
                _("Had I been told the claim, would I feel misled after reading this evidence?"),
                _("Does the evidence contradict it, rather than merely not mention it?"),
            ),
            meaning=Meaning.REFUTES,
            style=Style.REFUTES,
        ),
        Label(
            value=Verdict.NOT_ENOUGH_INFO.value,
            name=_("Not enough information"),
            description=_("Neither of the two. Select the closest evidence."),
            questions=(
                _("With only this evidence, would I still not know?"),
                _("Is this the closest evidence for the claim?"),
            ),
            meaning=Meaning.NOT_ENOUGH_INFO,
            style=Style.NOT_ENOUGH_INFO,
        ),
    ),
    challenges=CHALLENGES,
)
