"""Pages by which managers draw tasks from a corpus, for every workflow that draws any."""
