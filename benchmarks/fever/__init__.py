"""FEVER: what importing its pages costs, its rows over the corpora at hand, claims alone and with evidence."""
