"""The tables of a host, under the names that it chose."""

import re
import sqlite3
from collections.abc import Iterator


class Tables:
    """Tables in an SQLite file. In each statement a table is its name in braces, without the prefix."""

    def __init__(self, connection: sqlite3.Connection, prefix: str) -> None:
        self.connection = connection
        self.prefix = prefix

    def rows(self, what: str, *values: object) -> Iterator[sqlite3.Row]:
        """Rows of `select * from …`."""
        return self.select(f"select * from {what}", *values)

    def row(self, what: str, *values: object) -> sqlite3.Row | None:
        """The first row of `select * from …`."""
        return next(self.rows(what, *values), None)

    def select(self, statement: str, *values: object) -> Iterator[sqlite3.Row]:
        named = re.sub(r"\{(\w+)\}", lambda table: f'"{self.prefix}{table[1]}"', statement)
        return iter(self.connection.execute(named, values))
