"""Examples of rule files, carried out."""
