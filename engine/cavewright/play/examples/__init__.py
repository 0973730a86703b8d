"""Examples of rule files, carried out.

In: examples of rule files. Out: whether they hold. Look here for a position by hand (`table_rows`, `position_tables`,
`givens`, and for what cells say `cells`), what lines name (`line_reader`, `action_lines`, `conditions`), what is done
and must hold (`runner`), what is wrong whatever happens (`readings`).
"""
