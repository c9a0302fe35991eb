"""AVeriTeC's files without Django: labels and their spellings, and predictions in the three shapes of its task."""
