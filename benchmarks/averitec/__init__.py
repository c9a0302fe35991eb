"""AVeriTeC's scores of evidence: the yardstick beside METEOR, how fast they are, and evidence of our own baseline."""
