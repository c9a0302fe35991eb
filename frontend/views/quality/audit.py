"""The artefact audit: words that go with labels, and what was made beside what was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.cue_bigrams import CueBigram
from annotation.quality.audit.pmi import Association
from annotation.quality.audit.reports import TOP_OF_LABEL
from frontend.templatetags.words import CLAIM_TYPES, MUTATIONS
from frontend.views.access import PersonRequest
from frontend.views.lists import choice_of
from frontend.views.quality.access import QualityAccess, quality_view
from frontend.views.quality.figure_blocks import Block, bar_block, figures_page, result_bar
from frontend.views.quality.filters import query_of
from frontend.views.quality.rows import RELEASED

LABELS: dict[str, Promise] = {  # by WORDS_BY
    "verdict": gettext_lazy("verdict"),
    "claim_type": gettext_lazy("claim type"),
    "mutation": gettext_lazy("mutation"),
    "challenge": gettext_lazy("challenge"),
    "person": gettext_lazy("annotator"),
}
_WORDS: dict[str, dict[str, Promise]] = {
    "claim_type": CLAIM_TYPES,
    "mutation": MUTATIONS,
}
MOST_FIGURES, TOP_OF_ALL = 8, 25
NPMI = gettext_noop(
    "Normalised pointwise mutual information: ln(p(x, y) / (p(x) p(y))) / -ln p(x, y); 1 means only together, 0 "
    "independent. Words and phrases of up to three words in at least ten claims, ranked by G2; in brackets the number "
    "of released claims with both, by annotator of verifications. Error bars: 95 % confidence intervals."
)
LMI = gettext_noop(
    "Local mutual information of a pair of neighbouring words and a verdict: p(w, l) ln(p(l | w) / p(l)), in "
    "millionths (Schuster et al. 2019). It is high for pairs that are frequent and go with the verdict. Counted are "
    "occurrences in released claims; count is those with the verdict."
)


@quality_view("GET")
def audit(request: PersonRequest, access: QualityAccess) -> HttpResponse:
    """Words and phrases with one kind of label, ?by=; those that are notable stand first, in words."""
    by = choice_of(request, "by", LABELS, "verdict")
    found = report(access.project, f"words {by}")
    blocks = _blocks(access, by, found)
    if by == "verdict":
        blocks += _cue_blocks(access, report(access.project, "cue bigrams"))
    notable = [
        (one, label_words(access, by, one.label), _href(access.project.slug, by, one))
        for one in found
        if one.is_notable
    ]
    return figures_page(
        request,
        access,
        "quality/audit.html",
        blocks,
        by=by,
        kinds=list(LABELS.items()),
        notable=notable[:TOP_OF_LABEL],
        rows=report(access.project, "verifications" if by == "person" else "released claims"),
    )


def label_words(access: QualityAccess, by: str, label: str) -> str:
    if by == "person":
        return access.names().get(int(label), "?")
    if by == "challenge":
        return access.labels.challenge_set.name(label)
    return access.labels.name(label) if by == "verdict" else str(_WORDS[by].get(label, label))


def _href(slug: str, by: str, one: Association) -> str:
    counted = {} if by == "person" else {RELEASED: "yes"}
    return reverse("quality-rows", args=[slug]) + query_of(Filters(), word=one.feature, **{by: one.label}, **counted)


def _blocks(access: QualityAccess, by: str, found: Sequence[Association]) -> list[Block]:
    """A figure a label where there are few, else one of all."""
    labels = sorted({one.label for one in found}, key=lambda label: label_words(access, by, label))
    if len(labels) > MOST_FIGURES:
        title = _("Words by %(label)s") % {"label": LABELS[by]}
        return [_block(access, by, f"words-{by}", title, found[:TOP_OF_ALL], with_label=True)]
    return [
        _block(
            access,
            by,
            f"words-{by}-{n}",
            _("Words of: %(label)s") % {"label": label_words(access, by, label)},
            [one for one in found if one.label == label][:TOP_OF_LABEL],
            with_label=False,
        )
        for n, label in enumerate(labels, start=1)
    ]


def _block(
    access: QualityAccess, by: str, name: str, title: str, found: Sequence[Association], *, with_label: bool
) -> Block:
    rows = [
        result_bar(
            f"{one.feature} · {label_words(access, by, one.label)}" if with_label else one.feature,
            one.npmi,
            one.both,
            _href(access.project.slug, by, one),
        )
        for one in found
    ]
    return bar_block(name.replace("_", "-"), title, _(NPMI), rows, high=0.5, columns=(_("words"), "NPMI"))


def _cue_blocks(access: QualityAccess, found: Sequence[CueBigram]) -> list[Block]:
    """A figure a verdict."""
    address = reverse("quality-rows", args=[access.project.slug])
    blocks = []
    for n, label in enumerate(dict.fromkeys(one.label for one in found), start=1):
        rows = [
            Bar(
                one.bigram,
                one.millionths,
                count=one.both,
                href=address + query_of(Filters(), word=one.bigram, verdict=label, **{RELEASED: "yes"}),
            )
            for one in found
            if one.label == label
        ]
        title = _("Cue bigrams of: %(label)s") % {"label": access.labels.name(label)}
        columns = (_("words"), "LMI × 10⁶")
        blocks.append(bar_block(f"bigrams-verdict-{n}", title, _(LMI), rows, columns=columns, digits=0))
    return blocks
