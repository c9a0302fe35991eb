"""Labels and definitions of all figures, as pages, the command and JSON show them."""

from __future__ import annotations

from annotation.quality.agreement.result import gettext_noop

LABELS = {
    "verdict.percent": gettext_noop("Agreement on the verdict"),
    "verdict.unanimous": gettext_noop("Unanimous claims"),
    "verdict.fleiss": gettext_noop("Fleiss' kappa"),
    "verdict.alpha": gettext_noop("Krippendorff's alpha"),
    "verdict.alpha_ordinal": gettext_noop("Krippendorff's alpha, ordinal"),
    "verdict.cohen": gettext_noop("Cohen's kappa, first and second verifier"),
    "verdict.not_enough": gettext_noop("Disagreements with one NOT ENOUGH INFO"),
    "label.percent": gettext_noop("Agreement on the label"),
    "label.unanimous": gettext_noop("Unanimous tasks"),
    "label.fleiss": gettext_noop("Fleiss' kappa"),
    "label.alpha": gettext_noop("Krippendorff's alpha"),
    "label.alpha_ordinal": gettext_noop("Krippendorff's alpha, ordinal"),
    "label.cohen": gettext_noop("Cohen's kappa, first and second annotator"),
    "challenge.percent": gettext_noop("Agreement on the challenge"),
    "challenge.fleiss": gettext_noop("Fleiss' kappa of the challenge"),
    "challenge.alpha": gettext_noop("Krippendorff's alpha of the challenge"),
    "evidence.identical": gettext_noop("Identical evidence"),
    "evidence.overlapping": gettext_noop("Evidence that overlaps by at least 70 %"),
    "evidence.proper_subset": gettext_noop("Evidence that is part of the other's"),
    "evidence.mean_overlap": gettext_noop("Mean overlap of evidence"),
    "evidence.alpha_jaccard": gettext_noop("Krippendorff's alpha of evidence (Jaccard)"),
    "evidence.alpha_masi": gettext_noop("Krippendorff's alpha of evidence (MASI)"),
    "annotators.mean": gettext_noop("Mean kappa of annotators"),
    "annotators.spread": gettext_noop("Spread of annotators' kappa"),
    "annotators.below_60": gettext_noop("Annotators with a kappa below 0.60"),
    "annotators.above_70": gettext_noop("Annotators with a kappa above 0.70"),
}
DEFINITIONS = {
    "verdict.percent": gettext_noop(
        "Pairs of verifiers of one claim who gave the same verdict, divided by all such pairs."
    ),
    "verdict.unanimous": gettext_noop("Claims on whose verdict all of their verifiers agree, divided by all claims."),
    "verdict.fleiss": gettext_noop(
        "(P - Pe) / (1 - Pe): P is the agreement of pairs, Pe what chance gives if everybody drew verdicts "
        "from one urn (Fleiss 1971). 1 is perfect, 0 is chance. For FEVEROUS it was 0.65."
    ),
    "verdict.alpha": gettext_noop(
        "1 - Do / De: the disagreement within claims beside that of any two verdicts (Krippendorff 2011). Made for "
        "claims with different numbers of verifiers."
    ),
    "verdict.alpha_ordinal": gettext_noop(
        "Krippendorff's alpha with the ordinal distance: two labels are the farther from each other the more answers "
        "lie between them on the scale (Krippendorff 2011)."
    ),
    "verdict.cohen": gettext_noop(
        "(po - pe) / (1 - pe) of who submitted first and who second, each with habits of their own (Cohen 1960). Of "
        "claims with two verifiers."
    ),
    "verdict.not_enough": gettext_noop(
        "Of the pairs who gave different verdicts, those in which one says NOT ENOUGH INFO: the other found something."
    ),
    "label.percent": gettext_noop(
        "Pairs of annotators of one task who gave the same label, divided by all such pairs."
    ),
    "label.unanimous": gettext_noop("Tasks that all of their annotators gave the same label, divided by all tasks."),
    "label.fleiss": gettext_noop(
        "(P - Pe) / (1 - Pe): P is the agreement of pairs, Pe the agreement by chance if everybody drew labels from "
        "one distribution (Fleiss 1971). 1 is perfect, 0 is chance."
    ),
    "label.alpha": gettext_noop(
        "1 - Do / De: the disagreement within tasks, divided by that of any two labels (Krippendorff 2011). Made for "
        "tasks with different numbers of annotators."
    ),
    "label.alpha_ordinal": gettext_noop(
        "Krippendorff's alpha with the ordinal distance: two labels are the farther from each other the more answers "
        "lie between them on the scale (Krippendorff 2011)."
    ),
    "label.cohen": gettext_noop(
        "(po - pe) / (1 - pe) of who submitted first and who second, each with habits of their own (Cohen 1960). Of "
        "tasks with two annotators."
    ),
    "challenge.percent": gettext_noop(
        "Pairs of verifiers of one claim who chose the same challenge, of all such pairs."
    ),
    "challenge.fleiss": gettext_noop("Fleiss' kappa, as of the verdict, over the challenge that verifiers chose."),
    "challenge.alpha": gettext_noop("Krippendorff's alpha, as of the verdict, over the challenges chosen."),
    "evidence.identical": gettext_noop(
        "Pairs of verifiers who have an evidence set in common, element for element, of the pairs with any evidence. "
        "Context does not count."
    ),
    "evidence.overlapping": gettext_noop(
        "Pairs whose evidence sets overlap by at least 0.7: 2|A∩B| / (|A| + |B|), the best over their alternative sets."
    ),
    "evidence.proper_subset": gettext_noop(
        "Pairs of whom one has a set that lies within a set of the other and is smaller, while no two sets are equal."
    ),
    "evidence.mean_overlap": gettext_noop(
        "The mean over pairs of 2|A∩B| / (|A| + |B|), the best over their alternative sets: 1 is identical."
    ),
    "evidence.alpha_jaccard": gettext_noop(
        "Krippendorff's alpha with the Jaccard distance 1 - |A∩B| / |A∪B| of the two sets that are nearest. Nobody's "
        "having evidence counts as agreement."
    ),
    "evidence.alpha_masi": gettext_noop(
        "Krippendorff's alpha with the distance MASI (Passonneau 2006) of the two sets that are nearest: a set within "
        "another is nearer than one that crosses it."
    ),
    "annotators.mean": gettext_noop(
        "The mean over people of their Cohen's kappa with all who verified the same claims. The interval draws people."
    ),
    "annotators.spread": gettext_noop(
        "The standard deviation of that kappa over people. The interval draws people. For FEVEROUS it was 0.07."
    ),
    "annotators.below_60": gettext_noop(
        "People whose Cohen's kappa with all others is below 0.60, divided by all people with a kappa. The interval "
        "draws people. For FEVEROUS: 10 of 54."
    ),
    "annotators.above_70": gettext_noop(
        "People whose Cohen's kappa with all others is above 0.70, divided by all people with a kappa. The interval "
        "draws people. For FEVEROUS: 8 of 54."
    ),
}
GROUP = gettext_noop(
    "Fleiss' kappa over the pairs of verifiers in each group, with the agreement by chance of that group. The interval "
    "is the middle 95 % of 1,000 draws of its claims."
)
GROUPINGS = {
    "ways": gettext_noop("Number of verifiers"),
    "evidence_match": gettext_noop("Evidence match"),
    "calibration": gettext_noop("Calibration score"),
    "calibration_all": gettext_noop("Calibration score, over all annotations"),
    "claim_type": gettext_noop("Claim type"),
    "mutation": gettext_noop("Mutation"),
    "challenge": gettext_noop("Challenge, as the first verifier met it"),
    "expected_challenge": gettext_noop("Challenge, as its writer expected it"),
    "highlight_kind": gettext_noop("Highlight"),
    "week": gettext_noop("Week in which the last verifier submitted"),
}
