"""The FEVEROUS paper's own retriever: entities matched with titles, then TF-IDF over introductions. See README.md."""
