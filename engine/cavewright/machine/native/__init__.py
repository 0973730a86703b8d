"""Rules as machine code: what runs compiled modules, and `Native`."""
