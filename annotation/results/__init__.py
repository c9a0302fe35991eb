"""Database cache of expensive project statistics, with the data version they were computed from."""
