"""Actions on work of the phases of questions and answers."""
