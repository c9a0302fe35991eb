"""What editors decide about the citations of a project's corpus. Nothing is sent to a wiki."""
