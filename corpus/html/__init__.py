"""Pages as MediaWiki rendered them (Parsoid, and the older parser's HTML alike) to the same elements as wikitext.

Here templates have been expanded: infoboxes, computed values and tables that templates build are all there.
"""
