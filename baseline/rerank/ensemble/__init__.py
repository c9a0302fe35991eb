"""Ensemble of TF-IDF and BM25: two rankings of pages, joined by rank aggregation. See README.md."""
