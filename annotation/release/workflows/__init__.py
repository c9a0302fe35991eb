"""Folders named by the slugs of workflows: what a release report says of one of them. No module outside names one."""
