"""Report of a release: tables, figures, agreement and audit, as Markdown, HTML and a file per figure."""
