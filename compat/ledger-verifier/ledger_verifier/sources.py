"""Publications and administrations, held against the rows that the sealer made them of."""

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from .records import commitment
from .shapes import sha256
from .strict_json import canonical
from .tables import Tables

TABLES = {"publication": ("terms", "term_translations"), "administration": ("admin_actions",)}
ENTRY = ("id", "at", "actor", "action", "rule", "subject", "request_id", "ip")


@dataclass(frozen=True)
class Source:
    """What an event says that was made of a row as it is now."""

    members: dict[str, object]
    logged: int | None


def difference_from_row(tables: Tables, event: sqlite3.Row, name: str) -> Iterator[tuple[str, str]]:
    """Find what the row of an event says otherwise than the event, or that there is none."""
    kind, about = event["kind"], event["about"]
    is_text = kind == "publication"
    source = (_version(tables, about) or _translation(tables, about)) if is_text else _entry(tables, about)
    if source is None:
        yield f"{kind}_missing", f"the row {about}, of which {name} was made, is not there"
        return
    changed = [member for member, value in source.members.items() if event[member] != value]
    if changed:
        yield f"{kind}_changed", f"the row {about} is not what {name} says: {', '.join(changed)}"
    elif source.logged != event["sealed"]:
        yield f"{kind}_changed", f"the row {about} says that event {source.logged} was made of it, and not {name}"


def rows_without_event(tables: Tables) -> Iterator[tuple[str, str]]:
    """Find rows that name an event which was not made of them."""
    for kind, names in TABLES.items():
        for table in names:
            is_there = f"{{ledger_events}}.sealed = logged and kind = ? and about = {{{table}}}.id"
            none = f"not exists (select 1 from {{ledger_events}} where {is_there})"
            for row in tables.rows(f"{{{table}}} where logged is not null and {none}", kind):
                yield f"{kind}_added", f"the row {row['id']} says that event {row['logged']} was made of it: it was not"


def _version(tables: Tables, term: str) -> Source | None:
    row = tables.row("{terms} where id = ? and state = 'published'", term)
    if row is None:
        return None
    others = tables.rows("{term_translations} where term_id = ? and late = 0", term)
    translations = {other["locale"]: other["hash"] for other in others}
    facts = {
        "locale": row["locale"],
        "material": 1 if row["material"] else 0,
        "note": row["note"],
        "translations": canonical(translations).decode("utf-8"),
    }
    return _text(row, row, row["published_at"], facts)


def _translation(tables: Tables, translation: str) -> Source | None:
    row = tables.row("{term_translations} where id = ? and late = 1", translation)
    version = row and tables.row("{terms} where id = ? and state = 'published'", row["term_id"])
    if row is None or version is None:
        return None
    return _text(row, version, row["created_at"], {"locale": row["locale"], "translation_of": row["term_id"]})


def _text(row: sqlite3.Row, version: sqlite3.Row, at: str, facts: dict) -> Source:
    actual = hashlib.sha256(str(row["description"]).encode("utf-8")).hexdigest()
    members = {
        "rule": version["rule"],
        "version": version["version"],
        "text_hash": actual if actual == row["hash"] else None,
        "at": at,
        "about_hash": hashlib.sha256(canonical(facts)).hexdigest(),
    }
    return Source(members, row["logged"])


def _entry(tables: Tables, entry: str) -> Source | None:
    row = tables.row("{admin_actions} where id = ?", entry)
    if row is None:
        return None
    opening = {name: row[name] for name in (*ENTRY, "salt")}
    return Source({"about_hash": commitment(opening) if sha256(row["salt"]) else None}, row["logged"])
