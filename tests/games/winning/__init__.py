"""Tests of who was winning: finished games weighed."""
