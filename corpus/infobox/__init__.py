"""Rows of infoboxes: by the wiki's own template, or by rules for families of infoboxes."""
