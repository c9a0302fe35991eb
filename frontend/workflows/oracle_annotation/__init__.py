"""Pages of screening: the test, its result, and what managers do with it."""
