"""Train a cross-encoder that checks citations."""
