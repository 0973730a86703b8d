"""Games for web pages and for programs in C: modules that explain themselves, and the texts beside them."""
