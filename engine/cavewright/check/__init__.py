"""From the composed declarations to the model: names, types, bounds and logic, all findings at once."""
