"""Measurements: each module here has a main() that prints its figures."""
