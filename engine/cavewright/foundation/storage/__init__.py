"""Storage between runs: what was worked out once, in the cache directory of the user.

In: a path or a key, bytes. Out: the bytes again. Look here for what is kept between runs in the user's cache
directory (`cache`); files that are nothing else (`plain_files`), how they are written (`durable_writes`), and who has
them (`file_locks`).
"""
