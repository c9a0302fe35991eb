"""Adjudicate disagreements, request revisions and decide on reported claims."""
