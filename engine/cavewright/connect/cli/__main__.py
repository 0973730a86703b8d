"""`python -m cavewright.connect.cli`: the command line without its script."""

from . import main

main()
