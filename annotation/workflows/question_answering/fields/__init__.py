"""The fields file: values, labels, limits, routing, gates and release rule as data."""
