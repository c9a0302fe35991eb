"""Agreement, disputes, time and artefacts of claims that are verified with questions and answers."""
