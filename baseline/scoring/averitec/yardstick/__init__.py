"""The yardstick: recall and precision of evidence by words, values, names, negation and yes or no, without weights."""
