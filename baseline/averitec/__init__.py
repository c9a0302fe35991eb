"""Evidence for AVeriTeC claims without weights: passages by BM25, questions by templates and training claims."""
