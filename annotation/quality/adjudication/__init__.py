"""Deciding where annotators disagree, sending work back to them, and deciding on reported claims."""
