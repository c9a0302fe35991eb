"""Import a corpus into the database: read, link and describe it; an interrupted import can be resumed."""
