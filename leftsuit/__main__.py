"""``python -m leftsuit``."""

import sys

from leftsuit.cli import main

if __name__ == "__main__":
    sys.exit(main())
