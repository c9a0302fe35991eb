"""Citations of articles: the marks in a page, what each refers to, and the sentence, cell or item it stands behind."""
