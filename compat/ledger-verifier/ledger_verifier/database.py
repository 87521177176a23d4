"""A whole ledger in an SQLite file, opened for reading only: its tree is computed anew and held against the checkpoints."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from . import CannotCheck, Refused
from .merkle import Tree
from .notes import Checkpoint, Key, open_checkpoint
from .receipts import check_tombstone
from .records import CIRCUMSTANCES, LEAF, MADE_OF_A_ROW, check_event, commitment, leaf_hash
from .shapes import sha256
from .sources import difference_from_row, rows_without_event
from .subjects import number_findings
from .tables import Tables


@dataclass
class Verification:
    """What was found, a code and a sentence each, and what there is."""

    findings: list[tuple[str, str]] = field(default_factory=list)
    events: int = 0
    pending: int = 0
    erased: int = 0
    checkpoints: list[Checkpoint] = field(default_factory=list)

    def found(self, code: str, message: str) -> None:
        self.findings.append((code, message))


def verify_database(
    file: Path, keys: Sequence[Key], noted: Checkpoint | None = None, prefix: str = "policy_manager_"
) -> Verification:
    """Hold every sealed event against its leaf hash, its identity and the next checkpoint."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            connection.row_factory = sqlite3.Row
            connection.execute("begin")  # all that follows sees one state
            return _Walk(Tables(connection, prefix), keys, noted).run()
    except (sqlite3.Error, OSError) as error:
        raise CannotCheck(f"{file}: {error}") from error


class _Walk:
    def __init__(self, tables: Tables, keys: Sequence[Key], noted: Checkpoint | None) -> None:
        self.tables = tables
        self.keys = keys
        self.noted = noted
        self.tree = Tree()
        self.is_lost = False
        self.result = Verification()

    def run(self) -> Verification:
        size = 0
        for number, row in enumerate(self.tables.rows("{ledger_checkpoints} order by size"), start=1):
            checkpoint = self._checkpoint(row, number)
            self._grow(size, row["size"])
            size = row["size"]
            if checkpoint is not None:
                self._compare(checkpoint, f"checkpoint {size}", "tree_changed")
        for row in self._events("sealed < 0 or sealed >= ?", size):
            self.result.found("event_added", f"event {row['id']} has the place {row['sealed']}, under no checkpoint")
        for row in self._events("sealed is null"):
            self.result.pending += 1
            self._check_event(row, "the unsealed event")
        for row in self.tables.rows("{ledger_identities} where event_id not in (select id from {ledger_events})"):
            self.result.found("identity_added", f"there is an identity for {row['event_id']}, which is no event")
        for code, message in (*rows_without_event(self.tables), *number_findings(self.tables)):
            self.result.found(code, message)
        if self.noted is not None and self.noted.size > size:
            self.result.found("noted_checkpoint_contradicted", "the noted checkpoint covers more events than there are")
        return self.result

    def _events(self, condition: str, *values: object) -> Iterator[sqlite3.Row]:
        both = "{ledger_events} left join {ledger_identities} on event_id = id"
        waiting = "(select event_id as waiting_id from {ledger_erasures}) on waiting_id = id"
        return self.tables.rows(f"{both} left join {waiting} where {condition}", *values)

    def _checkpoint(self, row: sqlite3.Row, number: int) -> Checkpoint | None:
        name = f"checkpoint {row['size']}"
        if row["number"] != number:
            self.result.found("checkpoint_missing", f"{name} has the number {row['number']}, not {number}")
        try:
            checkpoint = open_checkpoint(row["note"], self.keys)
        except Refused as error:
            self.result.found("checkpoint_changed", f"{name}: {error}")
            return None
        origins = {earlier.origin for earlier in self.result.checkpoints} | {checkpoint.origin}
        if (checkpoint.size, checkpoint.root.hex()) != (row["size"], row["root"]) or len(origins) > 1:
            self.result.found("checkpoint_changed", f"{name} is not what its note says")
        self.result.checkpoints.append(checkpoint)
        return checkpoint

    def _grow(self, place: int, size: int) -> None:
        """Append the leaves from a place up to a size, and look at each."""
        for row in self._events("sealed >= ? and sealed < ? order by sealed, id", place, size):
            if row["sealed"] < place:
                self.result.found("event_added", f"event {row['id']} has the place {row['sealed']} of another one")
                continue
            if row["sealed"] > place:
                self._missing(place, row["sealed"])
            place = row["sealed"] + 1
            self.result.events += 1
            computed = self._check_event(row, f"event {row['sealed']}")
            # What was sealed is the stored hash: another event under it is said once, and the tree still fits.
            self.tree.append(bytes.fromhex(row["leaf"]) if sha256(row["leaf"]) else computed)
            if self.noted is not None and place == self.noted.size:
                self._compare(self.noted, "the noted checkpoint", "noted_checkpoint_contradicted")
        if place < size:
            self._missing(place, size)

    def _missing(self, first: int, end: int) -> None:
        self.result.found("event_missing", f"of events {first} to {end - 1} there is none: no later tree is compared")
        self.is_lost = True

    def _check_event(self, row: sqlite3.Row, name: str) -> bytes:
        """Look at one row, and return the leaf hash of what it says."""
        record = {member.name: row[member.name] for member in LEAF}
        record = {m.name: record[m.name] for m in LEAF if m.is_always_there or record[m.name] is not None}
        computed = leaf_hash(record)
        try:
            check_event(record, name)
        except Refused as error:
            self.result.found("event_changed", str(error))
        if computed.hex() != row["leaf"]:
            self.result.found("event_changed", f"{name} ({row['id']}) is not what its leaf hash is of")
        if row["kind"] == "suspicion" and row["sealed"] is not None:
            self.result.found("event_suspected", f"event {row['about']} was sealed under a flag, {row['reason']}")
        if row["kind"] in MADE_OF_A_ROW:
            for code, message in difference_from_row(self.tables, row, name):
                self.result.found(code, message)
        self._check_identity(row, name)
        return computed

    def _check_identity(self, row: sqlite3.Row, name: str) -> None:
        if row["event_id"] is None:
            self.result.found("identity_missing", f"the identity of {name} ({row['id']}) is missing, and was not erased")
            return
        if row["circumstances_salt"] == "":
            self._check_tombstone(row, name)
            return
        if row["tombstone"] is not None:
            self.result.found("tombstone_wrong", f"{name} ({row['id']}) has a tombstone, and its identity")
        subject = {"user": row["subject"], "visitor": row["visitor"], "salt": row["subject_salt"]}
        # Only in a merge, and not in databases of a format before.
        if "merged_into" in row.keys() and row["merged_into"] is not None:
            subject["into"] = row["merged_into"]
        given = {m: row[m.name] for m in CIRCUMSTANCES if m.name != "salt"}
        opening = {m.name: value for m, value in given.items() if m.is_always_there or value is not None}
        opening["salt"] = row["circumstances_salt"]
        for what, opened in (("subject", subject), ("circumstances", opening)):
            if not sha256(opened["salt"]) or commitment(opened) != row[f"{what}_commitment"]:
                self.result.found("identity_changed", f"the {what} of {name} ({row['id']}) is not what it commits to")

    def _check_tombstone(self, row: sqlite3.Row, name: str) -> None:
        """Count an erasure, which may wait for its tombstone until the next checkpoint."""
        if row["tombstone"] is None and row["waiting_id"] is None:
            self.result.found("identity_missing", f"the identity of {name} ({row['id']}) is missing, and was not erased")
            return
        self.result.erased += 1
        origin = self.result.checkpoints[-1].origin if self.result.checkpoints else ""
        if row["tombstone"] is None or row["sealed"] is None:
            return
        try:
            check_tombstone(row["tombstone"], bytes.fromhex(row["leaf"]), origin, self.keys)
        except (Refused, ValueError) as error:
            self.result.found("tombstone_wrong", f"the tombstone of {name} ({row['id']}) does not hold: {error}")

    def _compare(self, checkpoint: Checkpoint, name: str, code: str) -> None:
        if not self.is_lost and (checkpoint.size, checkpoint.root) != (self.tree.size, self.tree.root()):
            self.result.found(code, f"the events before place {checkpoint.size} are not those of {name}")
