"""Archived web pages as pages of a corpus: addresses, dates, text, passages. Imports no Django."""
