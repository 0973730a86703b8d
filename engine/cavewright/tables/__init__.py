"""CSV files and inline tables of rule files become typed rows; a bad cell is reported by row and column."""

from .inline import read_cell, split_row
from .reader import read_csv
from .rows import type_rows
from .values import Cell, Column, ColumnType, RawRow, RawTable, Row, Value

__all__ = ["Cell", "Column", "ColumnType", "RawRow", "RawTable", "Row", "Value",
           "read_cell", "read_csv", "split_row", "type_rows"]
