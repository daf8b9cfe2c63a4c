"""Attempts to break the site: `make test-faults` at the full numbers, a short form in every run."""
