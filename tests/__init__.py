"""The tests of Left Suit."""
