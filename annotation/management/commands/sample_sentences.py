"""Sample sentences for writers of claims and mutations, by the project's settings of sentences."""

from __future__ import annotations

from annotation.management.commands import sample_highlights


class Command(sample_highlights.Command):
    slug, items = "sentence_claims", "sentences"
    help = "Sample sentences from the project's corpus into the queue of those who write claims from them."
