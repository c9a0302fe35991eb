"""Folders named by the slugs of workflows: quality work that is about one of them. No module outside names one."""
