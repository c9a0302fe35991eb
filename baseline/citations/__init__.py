"""Does a citation hold, and is there a better source? Queries, retrieval, verification; WAFER files."""
