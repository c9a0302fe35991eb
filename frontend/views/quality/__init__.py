"""The quality pages of a project: who agrees with whom, and the rows behind every number."""
