"""`python -m cavewright`: the command line without its script."""

from .connect.cli import main

main()
