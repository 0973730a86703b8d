"""Printers of the intermediate form: WebAssembly and C."""
