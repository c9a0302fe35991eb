"""Discussions of a claim: among managers and adjudicators, and with its annotators once that can change no answer."""
