"""The version of this program, as saves, pickles and the package name it."""

VERSION = "0.2.0"
