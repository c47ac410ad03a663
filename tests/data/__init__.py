"""Data of the tests, and what made it."""
