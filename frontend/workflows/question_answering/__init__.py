"""Pages of claims of the real world, verified with questions and answers: the workspaces of the five phases."""
