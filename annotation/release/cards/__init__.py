"""Descriptions of a release: dataset card, data statement, citation, Croissant metadata, licence, attribution."""
