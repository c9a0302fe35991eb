"""Search engine on Elasticsearch 8 or 9, for corpora that outgrow one machine.

`elasticsearch` is imported in here only, and only when ELASTICSEARCH_URL is set.
"""
