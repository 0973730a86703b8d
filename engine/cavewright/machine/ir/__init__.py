"""The intermediate form of a program: typed, structured, imperative; what machine code and C are printed from."""
