"""``python -m leftsuit``."""

import sys

if sys.version_info < (3, 10):  # noqa: UP036
    # From a checkout any Python may be tried. Nothing has been imported yet that it cannot read.
    sys.stderr.write("leftsuit: Python 3.10 or later is needed\n")
    sys.exit(2)

from leftsuit.cli import main

if __name__ == "__main__":
    sys.exit(main())
