"""Quality of claims that are verified with questions and answers."""
