"""Labels and definitions of all figures, as pages, the command and JSON show them."""

from __future__ import annotations

from annotation.quality.agreement.result import gettext_noop

LABELS = {
    "verdict.percent": gettext_noop("Agreement on the verdict"),
    "verdict.unanimous": gettext_noop("Unanimous claims"),
    "verdict.ac1": gettext_noop("Gwet's AC1"),
    "verdict.fleiss_2": gettext_noop("Fleiss' kappa, two-way"),
    "verdict.fleiss_3": gettext_noop("Fleiss' kappa, three-way"),
    "verdict.fleiss": gettext_noop("Fleiss' kappa, all claims"),
    "verdict.alpha": gettext_noop("Krippendorff's alpha"),
    "verdict.alpha_ordinal": gettext_noop("Krippendorff's alpha, ordinal"),
    "verdict.cohen": gettext_noop("Cohen's kappa, first and second verifier"),
    "verdict.not_enough": gettext_noop("Disagreements with one NOT ENOUGH INFO"),
    "label.percent": gettext_noop("Agreement on the label"),
    "label.unanimous": gettext_noop("Unanimous tasks"),
    "label.ac1": gettext_noop("Gwet's AC1"),
    "label.fleiss_2": gettext_noop("Fleiss' kappa, two-way"),
    "label.fleiss_3": gettext_noop("Fleiss' kappa, three-way"),
    "label.fleiss": gettext_noop("Fleiss' kappa, all tasks"),
    "label.alpha": gettext_noop("Krippendorff's alpha"),
    "label.alpha_ordinal": gettext_noop("Krippendorff's alpha, ordinal"),
    "label.cohen": gettext_noop("Cohen's kappa, first and second annotator"),
    "challenge.percent": gettext_noop("Agreement on the challenge"),
    "challenge.ac1": gettext_noop("Gwet's AC1 of the challenge"),
    "challenge.fleiss": gettext_noop("Fleiss' kappa of the challenge"),
    "challenge.alpha": gettext_noop("Krippendorff's alpha of the challenge"),
    "evidence.identical": gettext_noop("Identical evidence"),
    "evidence.overlapping": gettext_noop("Evidence that overlaps by at least 70 %"),
    "evidence.proper_subset": gettext_noop("Evidence that is part of the other's"),
    "evidence.mean_overlap": gettext_noop("Mean overlap of evidence"),
    "evidence.alpha_jaccard": gettext_noop("Krippendorff's alpha of evidence (Jaccard)"),
    "evidence.alpha_masi": gettext_noop("Krippendorff's alpha of evidence (MASI)"),
    "adjudicators.agreed": gettext_noop("Both adjudicators agree"),
    "adjudicators.percent": gettext_noop("The same verdict"),
    "adjudicators.kappa": gettext_noop("Cohen's kappa, first and second adjudicator"),
    "adjudicators.alpha": gettext_noop("Krippendorff's alpha of adjudicators"),
    "adjudicators.ac1": gettext_noop("Gwet's AC1 of adjudicators"),
    "adjudicators.overlap": gettext_noop("Mean overlap of adjudicators' evidence"),
    "annotators.mean": gettext_noop("Mean kappa of annotators"),
    "annotators.spread": gettext_noop("Spread of annotators' kappa"),
    "annotators.below_60": gettext_noop("Annotators with a kappa below 0.60"),
    "annotators.above_70": gettext_noop("Annotators with a kappa above 0.70"),
}
DEFINITIONS = {
    "verdict.percent": gettext_noop(
        "The share of pairs of a claim's verifiers who gave the same verdict, averaged over claims."
    ),
    "verdict.ac1": gettext_noop(
        "(P - Pe) / (1 - Pe): P is the agreement on the verdict, Pe the sum of p (1 - p) / (q - 1) over the q "
        "verdicts, p the share of each (Gwet 2008). Unlike kappa and alpha it does not fall because one verdict is "
        "rare."
    ),
    "verdict.fleiss_2": gettext_noop("Fleiss' kappa of the claims with two verifiers. For FEVEROUS it was 0.65."),
    "verdict.fleiss_3": gettext_noop("Fleiss' kappa of the claims with three verifiers. For FEVEROUS it was 0.65."),
    "verdict.unanimous": gettext_noop("Claims on whose verdict all of their verifiers agree, divided by all claims."),
    "verdict.fleiss": gettext_noop(
        "(P - Pe) / (1 - Pe): P is the agreement on the verdict, Pe the agreement by chance if everybody drew verdicts "
        "from one distribution (Fleiss 1971). Generalised to different numbers of verifiers: each claim counts once "
        "(Gwet 2014). 1 is perfect, 0 is chance."
    ),
    "verdict.alpha": gettext_noop(
        "1 - Do / De: the disagreement within claims, divided by that of any two verdicts (Krippendorff 2011). Made "
        "for claims with different numbers of verifiers. 1 is perfect, 0 is chance."
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
        "The share of pairs of a task's annotators who gave the same label, averaged over tasks."
    ),
    "label.ac1": gettext_noop(
        "(P - Pe) / (1 - Pe): P is the agreement on the label, Pe the sum of p (1 - p) / (q - 1) over the q labels, p "
        "the share of each (Gwet 2008). Unlike kappa and alpha it does not fall because one label is rare."
    ),
    "label.fleiss_2": gettext_noop("Fleiss' kappa of the tasks with two annotators."),
    "label.fleiss_3": gettext_noop("Fleiss' kappa of the tasks with three annotators."),
    "label.unanimous": gettext_noop("Tasks that all of their annotators gave the same label, divided by all tasks."),
    "label.fleiss": gettext_noop(
        "(P - Pe) / (1 - Pe): P is the agreement on the label, Pe the agreement by chance if everybody drew labels "
        "from one distribution (Fleiss 1971). Generalised to different numbers of annotators: each task counts once "
        "(Gwet 2014). 1 is perfect, 0 is chance."
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
        "The share of pairs of a claim's verifiers who chose the same challenge, averaged over claims."
    ),
    "challenge.ac1": gettext_noop("Gwet's AC1, as of the verdict, over the challenges that were chosen."),
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
    "adjudicators.agreed": gettext_noop(
        "Claims on which both adjudicators gave the same verdict, with evidence that overlaps by at least 70 % (or "
        "none from both), divided by all claims that two decided on."
    ),
    "adjudicators.percent": gettext_noop(
        "Claims on which both adjudicators gave the same verdict, divided by all claims that two decided on."
    ),
    "adjudicators.kappa": gettext_noop(
        "(po - pe) / (1 - pe) of the verdicts of who decided first and who decided second (Cohen 1960)."
    ),
    "adjudicators.alpha": gettext_noop(
        "1 - Do / De of the verdicts of both adjudicators (Krippendorff 2011). 1 is perfect, 0 is chance."
    ),
    "adjudicators.ac1": gettext_noop(
        "(P - Pe) / (1 - Pe) of the verdicts of both adjudicators, which does not fall because one verdict is rare "
        "(Gwet 2008)."
    ),
    "adjudicators.overlap": gettext_noop(
        "2|A∩B| / (|A| + |B|) of the evidence of both adjudicators, the best over their alternative sets, averaged "
        "over claims; without those for which neither has evidence."
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
COMPETENCE_LABELS = {
    "dawid_skene": gettext_noop("Competence by Dawid and Skene"),
    "mace": gettext_noop("Competence by MACE"),
}
COMPETENCE = {
    "dawid_skene": gettext_noop(
        "How likely a person gives the right verdict: rates of error and right verdicts are estimated together, from "
        "the claims that several people verified, without gold (Dawid and Skene 1979). The interval is the middle 95 % "
        "of 100 draws of the claims."
    ),
    "mace": gettext_noop(
        "How likely a person knows the verdict instead of guessing it, estimated without gold (MACE, Hovy et al. "
        "2013). Somebody who gives the same verdict whatever the claim is near 0. The interval is the middle 95 % of "
        "100 draws of the claims."
    ),
}
GROUP = gettext_noop(
    "Fleiss' kappa of each group, with the agreement by chance of that group; a claim counts once, by those of its "
    "pairs of verifiers that are in the group. The interval is the middle 95 % of 1,000 draws of its claims."
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
