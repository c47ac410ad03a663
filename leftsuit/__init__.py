"""Left Suit, a solitaire for the terminal."""

__version__ = "1.0.0"
