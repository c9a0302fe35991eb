"""AVeriTeC's scores: three official scorers, which differ, each by its name."""
