"""Printers of the intermediate form: WebAssembly and C.

In: a module of the form. Out: WebAssembly, C, Python. Look here for bytes (`wasm_encoding`), code (`wasm`,
`wasm_expressions`, `wasm_loops`), `c_source` and its `c_prelude`; Python (`python_source`, `python_expressions`),
where memory lies in it (`python_memory`), what it works out once (`python_rewriting`, `common_subexpressions`).
"""
