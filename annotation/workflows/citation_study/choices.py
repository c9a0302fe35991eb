"""What an annotator chooses from: the better source, a grade of each, and why a source is not enough."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from annotation.vocabulary.label_set import Label, LabelSet
from annotation.vocabulary.texts import Translated

SOURCE_A, SOURCE_B, NEITHER, BOTH = "source_a", "source_b", "neither", "both"
LEFT, RIGHT = "left", "right"
ENOUGH, PARTIAL, NO_EVIDENCE = "enough", "partial", "none"
CHOICES = {LEFT: _("Source 1"), RIGHT: _("Source 2"), NEITHER: _("Neither"), BOTH: _("Both alike")}
GRADES = {ENOUGH: _("Enough"), PARTIAL: _("Partial"), NO_EVIDENCE: _("None")}
# Table 1 of Petroni et al. (2023), where experts looked again at sources without evidence.
REASONS = {
    "one_passage": _("In one other passage"),
    "several_passages": _("Spread over several passages"),
    "not_in_text": _("Not in the text (video, picture)"),
    "paywall": _("Behind a paywall"),
}
LABELS = LabelSet(
    (
        Label(value=SOURCE_A, name=Translated(gettext_noop("source A")), needs_evidence=False),
        Label(value=SOURCE_B, name=Translated(gettext_noop("source B")), needs_evidence=False),
        Label(value=NEITHER, name=Translated(gettext_noop("neither")), needs_evidence=False),
        Label(value=BOTH, name=Translated(gettext_noop("both alike")), needs_evidence=False),
    )
)
