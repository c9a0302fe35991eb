"""Report of the preference study of citations."""
