"""Evidence rating: people judge the evidence of systems blind, by a major error, a verdict and scales."""
