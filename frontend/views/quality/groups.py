"""Agreement by group as figures: a line over weeks, bars of everything else; each mark leads to its items."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from annotation.figures.bars import bars
from annotation.figures.lines import Point, lines
from annotation.projects.label_sets import label_set_of
from annotation.projects.models import Project
from annotation.quality.agreement.definitions import GROUP, GROUPINGS
from annotation.quality.agreement.filters import Filters
from annotation.quality.agreement.groups import Group
from annotation.quality.agreement.result import ends_of, value_of
from annotation.vocabulary.highlight_kinds import HighlightKind
from annotation.vocabulary.label_set import LabelSet
from frontend.templatetags.words import CLAIM_TYPES, MUTATIONS
from frontend.views.quality.figure_blocks import Block, result_bar, why_undefined
from frontend.views.quality.filters import query_of

# Other groupings than these stand on the page as bars, in the order of GROUPINGS.
WEEK = "week"
FEVEROUS_KAPPA = 0.65  # of the paper, section 3.2: the dashed line over time
_WORDS: dict[str, Mapping[str, str | Promise]] = {
    "claim_type": CLAIM_TYPES,
    "mutation": MUTATIONS,
    "highlight_kind": dict(HighlightKind.choices),
}


def group_words(labels: LabelSet, by: str, name: str) -> str:
    """A group as people read it: "Negation", "identical", "0.4 to 0.5"."""
    if not name:
        return _("(unknown)")
    if by in ("challenge", "expected_challenge"):
        return labels.challenge_set.name(name)
    if by in _WORDS:
        return str(_WORDS[by].get(name, name))
    if by == "ways":
        return {"2": _("two-way"), "3": _("three-way")}.get(name, _("%(n)s people") % {"n": name})
    if by == "evidence_match" and name in ("0", "1"):
        return _("disjoint") if name == "0" else _("identical")
    return name.replace("-", "–") if by in ("evidence_match", "calibration", "calibration_all") else name


def group_block(project: Project, by: str, groups: list[Group], filters: Filters, overall: float | None) -> Block:
    """Fleiss' kappa of each group. `overall`, of all groups together, is drawn beside the bars."""
    title = _("Kappa by week") if by == WEEK else _("Kappa by: %(what)s") % {"what": _(GROUPINGS[by])}
    items = reverse("quality-items", args=[project.slug])

    def href(group: Group) -> str:
        return items + query_of(filters, by=by, group=group.name or "-")

    if by == WEEK:
        points = [
            Point(g.name, value_of(g.kappa), ends_of(g.kappa), g.pairs, href(g), why_undefined(g.kappa)) for g in groups
        ]
        columns = (_("week"), _("kappa"))
        figure = lines(
            by, title, _(GROUP), points, low=0.0, high=1.0, columns=columns, target=FEVEROUS_KAPPA, volume=True
        )
    else:
        rows = [
            result_bar(group_words(label_set_of(project), by, g.name), g.kappa, g.pairs, href(g), overall)
            for g in groups
        ]
        figure = bars(by.replace("_", "-"), title, _(GROUP), rows, high=1.0, columns=(_(GROUPINGS[by]), _("kappa")))
    return Block(figure, f"{_(GROUP)} {_of(by)}" if by == WEEK else _of(by))


def _of(by: str) -> str:
    if by == "evidence_match":
        return _("Kappa of annotator pairs by evidence overlap 2|A∩B| / (|A| + |B|): figure 7a of the paper.")
    if by == "calibration":
        return _(
            "Kappa by calibration score, over those of each annotator’s first 100 annotations that others repeated: "
            "figure 7b of the paper."
        )
    if by == "calibration_all":
        return _("Kappa by calibration score, over all double-annotated claims of each annotator.")
    if by == WEEK:
        return _(
            "A claim counts in the week of its last submission. Dashed line: 0.65, the kappa of FEVEROUS. Columns: "
            "pairs of verifiers in each week."
        )
    return _(
        "Fleiss’ kappa of each group. Dashed line: kappa over all claims; in brackets the number of verifier pairs."
    )
