"""Writing a release at the size of FEVEROUS."""
