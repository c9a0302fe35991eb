"""How alike two texts, or two lists of texts, are: METEOR, ROUGE-L and the Hungarian matching of lists. No Django."""
