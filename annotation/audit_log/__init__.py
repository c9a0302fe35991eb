"""Audit log: who did what to the site and its projects, apart from annotating."""
