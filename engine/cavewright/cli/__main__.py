"""`python -m cavewright.cli`: the command line without its script."""

from . import main

main()
