"""The artefact audit: words that go with labels, and what was made beside what was asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.http import require_GET

from annotation.agreement.filters import Filters
from annotation.audit.association import LEAST_COUNT, Association, associations
from annotation.audit.phrases import phrases
from annotation.audit.queries import Verified
from annotation.audit.snapshot import kept
from annotation.figures.bars import Bar, bars
from annotation.projects.models import Project
from frontend.templatetags.words import CHALLENGES, CLAIM_TYPES, MUTATIONS, VERDICTS
from frontend.views import PersonRequest
from frontend.views.quality.access import Seen, quality_of
from frontend.views.quality.asked import query_of
from frontend.views.quality.blocks import Block, ends_of, file_of, value_of, why
from frontend.views.quality.rows import all_rows

Label = Callable[[Verified], str]
LABELS: dict[str, tuple[str | Promise, Label]] = {
    "verdict": (gettext_lazy("verdict"), lambda row: row.verdict),
    "claim_type": (gettext_lazy("claim type"), lambda row: row.claim_type),
    "mutation": (gettext_lazy("mutation"), lambda row: row.mutation),
    "challenge": (gettext_lazy("challenge"), lambda row: row.challenge),
    "person": (gettext_lazy("annotator"), lambda row: str(row.person)),
}
_WORDS: dict[str, dict[str, Promise]] = {
    "verdict": VERDICTS,
    "claim_type": CLAIM_TYPES,
    "mutation": MUTATIONS,
    "challenge": CHALLENGES,
}
MOST_FIGURES, TOP_OF_LABEL, TOP_OF_ALL, TOP_OF_PERSON = 8, 12, 25, 3
NPMI = gettext_noop(
    "Normalised pointwise mutual information: ln(p(x, y) / (p(x) p(y))) / -ln p(x, y); 1 only together, 0 by chance. "
    "Words and phrases of up to three words in at least ten verified claims, ranked by G2; in brackets how many "
    "verifications have both. The line on a bar is its 95 % interval."
)


@require_GET
@login_required
def audit(request: PersonRequest, slug: str) -> HttpResponse:
    """Words and phrases with one kind of label, ?by=; those that are notable stand first, in words."""
    seen = quality_of(request.user, slug)
    by = request.GET.get("by", "") if request.GET.get("by", "") in LABELS else "verdict"
    found = words_with(seen.project, by)
    blocks = _blocks(seen, by, found)
    as_file = file_of(request, blocks)
    if as_file is not None:
        return as_file
    notable = [(one, label_words(seen, by, one.label), _href(slug, by, one)) for one in found if one.is_notable]
    kinds = [(name, words) for name, (words, _label) in LABELS.items()]
    shown = seen.page(
        blocks=blocks, by=by, kinds=kinds, notable=notable[:TOP_OF_LABEL], rows=len(all_rows(seen.project))
    )
    return render(request, "quality/audit.html", shown)


def words_with(project: Project, by: str) -> list[Association]:
    """The words that go with this kind of label, in verified claims."""

    def compute() -> list[Association]:
        rows = all_rows(project)
        documents = _frequent_phrases(rows)
        # There are many annotators, and each interval takes a thousand draws.
        top = TOP_OF_PERSON if by == "person" else TOP_OF_LABEL
        return associations(documents, [LABELS[by][1](row) for row in rows], top=top)

    return kept(project, ("words", by), compute)


def _frequent_phrases(rows: Sequence[Verified]) -> list[list[str]]:
    """The phrases of each claim that are frequent enough to be looked at: all of them would be half a gigabyte."""
    counts = Counter(phrase for row in rows for phrase in phrases(row.text))
    frequent = {phrase: phrase for phrase, count in counts.items() if count >= LEAST_COUNT}
    return [[frequent[phrase] for phrase in phrases(row.text) if phrase in frequent] for row in rows]


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
        title = _("Words by %(label)s") % {"label": LABELS[by][0]}
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
