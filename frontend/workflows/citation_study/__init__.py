"""Pages of the preference study of citations."""
