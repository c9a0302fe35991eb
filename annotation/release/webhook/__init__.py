"""Tell another system, by a signed HTTP request, that a release was made."""
