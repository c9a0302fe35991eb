"""Preference study of citations: which of two sources supports a claim better, judged blind (SIDE's two studies)."""
