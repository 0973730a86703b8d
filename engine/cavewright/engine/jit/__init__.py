"""Engines that are generated at run time: Python written for a program, kept between runs, and called."""
