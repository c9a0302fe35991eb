"""FEVER's Wikipedia pages: names, rows of `wiki-NNN.jsonl`, and tokenised text as people read it. Imports no Django."""
