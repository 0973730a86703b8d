"""Servers: matches for other programs and for language models, by messages.

In: messages. Out: answers. Look here for matches for other programs: the matches by id (`sessions`; those that wait
on the disk: `put_away`), what can be asked of them (`methods`) and in which form (`messages`, `protocol_schema`),
lines of JSON-RPC (`json_rpc`; of many clients at once: `unix_socket`), what is said of wrong ones (`faults`); the Model
Context Protocol (`mcp_server`; what can be read there: `mcp_readings`), rules in portions (`rule_parts`).
"""
