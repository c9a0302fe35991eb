"""Actions on the work of one workflow, a folder each."""
