"""Drawing of claims for symmetric pairs, and the set that comes of them."""
