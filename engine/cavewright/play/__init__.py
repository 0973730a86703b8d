"""Playing: states as values, the interpreter, reasons, events, views, matches and saves."""
