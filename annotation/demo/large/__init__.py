"""A large simulated project with planted defects, to see dashboards by and to measure with. Nothing in it is real."""
