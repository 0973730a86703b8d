"""Adapters to libraries for programs that learn, by the path that documents name; they stand in `connect.adapters`."""
