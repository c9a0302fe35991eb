"""Whether words of claims alone give a verdict away: the job that evaluates classifiers of any workflow."""
