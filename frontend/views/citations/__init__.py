"""Citations of a project's corpus: worst first, each beside its source and better ones, and what was decided."""
