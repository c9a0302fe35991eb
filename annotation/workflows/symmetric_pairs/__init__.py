"""Symmetric pairs: the contrary of a claim and its evidence, so that words alone give nothing away."""
