"""Numbers that take long to compute, kept in the database: a page shows them at once, and says how old they are."""
