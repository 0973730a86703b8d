"""Tests: a folder for each package of the engine, and those of rule files, of laws over made-up rules, and of the house itself."""
