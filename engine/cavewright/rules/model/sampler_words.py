"""Words that the sampler of playouts begins with, in Python and in machine code."""

SALTS = (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344)
"""What is added to the words of a seed before they are mixed."""
LEFT_OUT = 8
"""Numbers after a beginning that are not used."""
