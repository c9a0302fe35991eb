"""Pages of oracle annotation: the workspace, and what annotators found of the oracle's evidence."""
