"""Sampling of claims for repeated annotation, to measure agreement (FEVEROUS paper, section 3.2)."""
