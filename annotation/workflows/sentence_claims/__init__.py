"""Claims from one sentence and their mutations (FEVER paper, section 3.1)."""
