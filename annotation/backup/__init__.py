"""Backups of a whole site, their verification, and restoring one into an empty database of either kind.

A backup is a folder: `manifest.json` (written last), `tables/NAME.jsonl.gz` a table, `files/PATH.gz` a file of the data
folder, `settings/` and `log_heads.csv.gz`. Encrypted objects have `.age` behind their names (https://age-encryption.org).
"""
