"""Pages of the workflows, a folder each: views, `urls.py`, templates, ES modules and CSS.

A folder is named by the slug of its workflow and needs no entry anywhere: `frontend.workflow_urls` finds its URLs,
`config.settings` its templates and static files.
"""
