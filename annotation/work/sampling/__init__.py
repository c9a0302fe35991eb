"""Tasks drawn at random from a corpus: what is alike in every workflow that draws any."""
