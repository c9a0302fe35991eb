"""The report of a release: its tables, figures, agreement and audit, as Markdown, HTML and files of each figure."""
