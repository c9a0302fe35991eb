"""Claims of the real world, verified with questions and answers (AVeriTeC, Schlichtkrull et al. 2023)."""
