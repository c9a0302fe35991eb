"""A corpus brought into the database whole: read, linked and described, and taken up again where it was stopped."""
