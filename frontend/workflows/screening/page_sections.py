"""What screening shows on pages that all workflows share."""

from __future__ import annotations

from annotation.workflows.screening.candidates import candidates
from frontend.page_sections import PageSections, Section

SECTIONS = PageSections(
    candidates=Section("screening/_candidates.html", candidates),
)
