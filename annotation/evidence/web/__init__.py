"""Evidence from archived web pages: corpora that a project searches, lists of flagged domains, the search itself."""
