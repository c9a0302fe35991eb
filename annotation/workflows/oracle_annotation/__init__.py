"""Oracle annotation: all evidence for a few claims that annotators label too, to measure what they find (FEVER)."""
