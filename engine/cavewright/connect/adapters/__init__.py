"""Adapters to libraries for programs that learn. Each needs an extra: `openspiel`, `pettingzoo`, `gymnasium`."""
