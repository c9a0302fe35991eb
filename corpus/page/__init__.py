"""Pages and their elements: ids, text, links, tables as grids, context and hashes. Imports no Django."""
