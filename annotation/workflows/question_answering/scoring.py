"""Score work of the phases against gold, field by field; no database access. Bodies are as the workspace sends them.

Claims, questions and answers are matched with those of gold one to one so that their similarity is greatest (Hungarian
matching). A share is of the gold ones, or of one's own where these are more: superfluous ones cost.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from annotation.similarity.matching import Similarity, matched, matched_sum
from annotation.similarity.rouge import rouge_l
from annotation.work.gold import Answer, Gold, ItemScore
from annotation.workflows.question_answering.phases import ANSWERS, PhaseName

Body = Mapping[str, Any]
AGREES = {PhaseName.ANSWERING: "agrees_answering", PhaseName.VALIDATION: "agrees_validation"}

OF_NORMALISATION = {
    "label": _("Verdict of the fact-checkers"),
    "claim_rouge": _("Claim, ROUGE-L"),
    "types_f1": _("Types, F1"),
    "strategies_f1": _("Strategies, F1"),
}
OF_VERDICT = {
    "agrees_answering": _("Agreement with phase 2"),
    "agrees_validation": _("Agreement with phase 3"),
}
OF_ANSWERS = {
    **OF_VERDICT,
    "question_rouge": _("Questions, ROUGE-L"),
    "question_meteor": _("Questions, METEOR"),
    "answer_rouge": _("Answers, ROUGE-L"),
    "answer_meteor": _("Answers, METEOR"),
}
OF_VALIDATION = {
    **OF_VERDICT,
    "justification_rouge": _("Justification, ROUGE-L"),
    "justification_meteor": _("Justification, METEOR"),
}


def scores_in(phase: str) -> Mapping[str, Promise]:
    """The scores beside the label that work of a phase has, by name, with their words."""
    if phase == PhaseName.NORMALISATION:
        return OF_NORMALISATION
    return OF_ANSWERS if phase in ANSWERS else OF_VALIDATION


def score_normalisation(answer: Answer, gold: Gold) -> ItemScore:
    """Compare claims, their verdicts, types and strategies. Without a gold body the label of the first claim counts."""
    mine, right = answer.body.get("claims", []), gold.body.get("claims", [])
    if not right:
        return ItemScore(verdict_right=answer.verdict == gold.verdict)
    pairs = matched([one["claim"] for one in right], [one["claim"] for one in mine], rouge_l)
    found = [(right[place], mine[other], similar) for place, other, similar in pairs]
    whole = max(len(right), len(mine))
    labels = sum(_value(one, "verdict") == _value(other, "verdict") for one, other, _similar in found) / whole
    return ItemScore(
        verdict_right=labels == 1,
        fields={
            "label": labels,
            "claim_rouge": sum(similar for _one, _other, similar in found) / whole,
            "types_f1": _mean_f1(found, "claim_types", whole),
            "strategies_f1": _mean_f1(found, "fact_checking_strategies", whole),
        },
    )


def score_answers(answer: Answer, gold: Gold) -> ItemScore:
    """Compare the verdict, the questions and the answers, each answer with its question as AVeriTeC's scorers do."""
    from annotation.similarity.meteor import meteor  # NLTK takes a second to import, and few pages score anything

    fields = _agreement(answer, gold)
    if right := gold.body.get("questions", []):
        mine = answer.body.get("questions", [])
        asked = [one["question"] for one in right], [one["question"] for one in mine]
        said = [*_strings(right)], [*_strings(mine)]
        for name, similarity in (("rouge", rouge_l), ("meteor", meteor)):
            fields |= {f"question_{name}": _share(*asked, similarity), f"answer_{name}": _share(*said, similarity)}
    return ItemScore(verdict_right=answer.verdict == gold.verdict, fields=fields)


def score_validation(answer: Answer, gold: Gold) -> ItemScore:
    """Compare the verdict and the justification."""
    from annotation.similarity.meteor import meteor

    fields = _agreement(answer, gold)
    if right := gold.body.get("justification", ""):
        mine = answer.body.get("justification", "")
        fields |= {"justification_rouge": rouge_l(right, mine), "justification_meteor": meteor(right, mine)}
    return ItemScore(verdict_right=answer.verdict == gold.verdict, fields=fields)


def _agreement(answer: Answer, gold: Gold) -> dict[str, float]:
    """Whether the verdict is that of phases 2 and 3, where gold has these (`labels`)."""
    labels = gold.body.get("labels", {})
    return {name: float(answer.verdict == labels[phase]) for phase, name in AGREES.items() if phase in labels}


def _share(reference: Sequence[str], own: Sequence[str], similarity: Similarity) -> float:
    return matched_sum(reference, own, similarity) / max(len(reference), len(own))


def _strings(questions: Sequence[Body]) -> list[str]:
    return [
        f"{one['question']} {each['answer']}" + (f". {told}" if (told := each.get("boolean_explanation")) else "")
        for one in questions
        for each in one["answers"]
    ]


def _mean_f1(found: Sequence[tuple[Body, Body, float]], name: str, whole: int) -> float:
    return sum(_f1(one.get(name, ()), other.get(name, ())) for one, other, _similar in found) / whole


def _f1(one: Collection[str], other: Collection[str]) -> float:
    """2|A and B| / (|A| + |B|); 1 where both are empty."""
    return 2 * len({*one} & {*other}) / (len({*one}) + len({*other})) if one or other else 1.0


def _value(claim: Body, name: str) -> str:
    return str(claim.get(name, ""))
