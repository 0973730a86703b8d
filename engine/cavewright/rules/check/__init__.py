"""Checks composed declarations and makes the model of them: names, types, bounds and logic, all findings at once."""
