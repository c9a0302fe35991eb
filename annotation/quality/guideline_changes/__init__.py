"""The guideline loop: why guidelines were changed, whom it was announced to, what was re-opened, and its effect."""
