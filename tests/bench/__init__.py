"""Benches: run by hand, no part of the test suite."""
