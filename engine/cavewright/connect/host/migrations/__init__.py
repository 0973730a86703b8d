"""Migrations of the tables of a host, one module for each version."""
