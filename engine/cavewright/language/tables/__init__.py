"""CSV files and inline tables of rule files become typed rows; a bad cell is reported by row and column.

In: CSV and `| … |` rows. Out: typed rows. Look here for a bad cell's message.
"""

from .csv_reader import read_csv
from .inline_rows import read_cell, split_row
from .table_values import Cell, Column, ColumnType, RawRow, RawTable, Row, Value
from .typed_rows import type_rows

__all__ = [
    "Cell",
    "Column",
    "ColumnType",
    "RawRow",
    "RawTable",
    "Row",
    "Value",
    "read_cell",
    "read_csv",
    "split_row",
    "type_rows",
]
