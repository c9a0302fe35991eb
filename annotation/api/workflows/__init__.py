"""Endpoints of single workflows, a folder each, named by the slug of the workflow; `annotation.api.urls` finds them."""
