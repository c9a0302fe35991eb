"""The artefact audit: words that go with labels, and what was made beside what was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.http import require_GET

from annotation.dashboard.reports import report
from annotation.figures.bars import Bar, bars
from annotation.quality.agreement.filters import Filters
from annotation.quality.audit.pmi import Association
from annotation.quality.audit.reports import TOP_OF_LABEL
from frontend.templatetags.words import CHALLENGES, CLAIM_TYPES, MUTATIONS, VERDICTS
from frontend.views import PersonRequest
from frontend.views.quality.access import Seen, quality_of
from frontend.views.quality.figure_blocks import Block, ends_of, file_of, value_of, why
from frontend.views.quality.filters import query_of

LABELS: dict[str, Promise] = {  # by WORDS_BY
    "verdict": gettext_lazy("verdict"),
    "claim_type": gettext_lazy("claim type"),
    "mutation": gettext_lazy("mutation"),
    "challenge": gettext_lazy("challenge"),
    "person": gettext_lazy("annotator"),
}
_WORDS: dict[str, dict[str, Promise]] = {
    "verdict": VERDICTS,
    "claim_type": CLAIM_TYPES,
    "mutation": MUTATIONS,
    "challenge": CHALLENGES,
}
MOST_FIGURES, TOP_OF_ALL = 8, 25
NPMI = gettext_noop(
    "Normalised pointwise mutual information: ln(p(x, y) / (p(x) p(y))) / -ln p(x, y); 1 means only together, 0 "
    "independent. Words and phrases of up to three words in at least ten verified claims, ranked by G2; in brackets "
    "the number of verifications with both. Error bars: 95 % confidence intervals."
)


@require_GET
@login_required
def audit(request: PersonRequest, slug: str) -> HttpResponse:
    """Words and phrases with one kind of label, ?by=; those that are notable stand first, in words."""
    seen = quality_of(request.user, slug)
    by = request.GET.get("by", "") if request.GET.get("by", "") in LABELS else "verdict"
    found = report(seen.project, f"words {by}")
    blocks = _blocks(seen, by, found)
    as_file = file_of(request, blocks)
    if as_file is not None:
        return as_file
    notable = [(one, label_words(seen, by, one.label), _href(slug, by, one)) for one in found if one.is_notable]
    kinds = list(LABELS.items())
    shown = seen.page(
        blocks=blocks, by=by, kinds=kinds, notable=notable[:TOP_OF_LABEL], rows=report(seen.project, "verifications")
    )
    return render(request, "quality/audit.html", shown)


def label_words(seen: Seen, by: str, label: str) -> str:
    if by == "person":
        return seen.names().get(int(label), "?")
    return str(_WORDS[by].get(label, label))


def _href(slug: str, by: str, one: Association) -> str:
    return reverse("quality-rows", args=[slug]) + query_of(Filters(), word=one.feature, **{by: one.label})


def _blocks(seen: Seen, by: str, found: Sequence[Association]) -> list[Block]:
    """A figure a label where there are few, else one of all."""
    labels = sorted({one.label for one in found}, key=lambda label: label_words(seen, by, label))
    if len(labels) > MOST_FIGURES:
        title = _("Words by %(label)s") % {"label": LABELS[by]}
        return [_block(seen, by, f"words-{by}", title, found[:TOP_OF_ALL], with_label=True)]
    return [
        _block(
            seen,
            by,
            f"words-{by}-{n}",
            _("Words of: %(label)s") % {"label": label_words(seen, by, label)},
            [one for one in found if one.label == label][:TOP_OF_LABEL],
            with_label=False,
        )
        for n, label in enumerate(labels, start=1)
    ]


def _block(seen: Seen, by: str, name: str, title: str, found: Sequence[Association], *, with_label: bool) -> Block:
    rows = [
        Bar(
            f"{one.feature} · {label_words(seen, by, one.label)}" if with_label else one.feature,
            value_of(one.npmi),
            ends_of(one.npmi),
            None,
            one.both,
            _href(seen.project.slug, by, one),
            why(one.npmi),
        )
        for one in found
    ]
    figure = bars(name.replace("_", "-"), title, _(NPMI), rows, high=0.5, columns=(_("words"), "NPMI"))
    return Block(figure, _(NPMI))
