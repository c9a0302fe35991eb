"""Closed lists of words that every other folder of `annotation` uses: labels, operations, phases, kinds of task."""
