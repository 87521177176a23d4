"""What a value may be: small predicates, and objects that have exactly the members of a table."""

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from . import Refused
from .strict_json import MAX_INTEGER

Check = Callable[[object], bool]


@dataclass(frozen=True)
class Member:
    """A member of an object. Without `kinds` every kind of record has it; `null_in` names the kinds where it is null."""

    name: str
    check: Check
    optional: bool = False
    kinds: Collection[str] | None = None
    null_in: Collection[str] = ()

    @property
    def is_always_there(self) -> bool:
        return self.kinds is None and not self.optional

    def belongs_to(self, kind: str | None) -> bool:
        return self.kinds is None or kind in self.kinds

    def accepts(self, value: object, kind: str | None) -> bool:
        return value is None if kind in self.null_in else self.check(value)


def exactly(value: object, members: Iterable[Member], what: str, kind: str | None = None) -> dict:
    """Return `value` when it is an object with these members and no others, each of its type."""
    if not isinstance(value, dict):
        raise Refused(f"{what} is not an object")
    allowed = {member.name: member for member in members if member.belongs_to(kind)}
    for name in value:
        if name not in allowed:
            raise Refused(f"{what} has a member {name!r}, which is unknown here")
    for name, member in allowed.items():
        if name not in value:
            if not member.optional:
                raise Refused(f"{what} has no member {name!r}")
        elif not member.accepts(value[name], kind):
            raise Refused(f"{what} has a member {name!r} of another type or value")
    return value


def text(value: object) -> bool:
    return isinstance(value, str)


def texts(value: object) -> bool:
    return isinstance(value, list) and all(map(text, value))


def boolean(value: object) -> bool:
    return isinstance(value, bool)


def an_object(value: object) -> bool:
    return isinstance(value, dict)


def at_least(least: int) -> Check:
    return lambda value: type(value) is int and least <= value <= MAX_INTEGER


def between(least: int, most: int) -> Check:
    return lambda value: type(value) is int and least <= value <= most


def text_up_to(most: int) -> Check:
    """A text that is not empty, and has at most this number of code points."""
    return lambda value: isinstance(value, str) and 0 < len(value) <= most


def one_of(*values: str) -> Check:
    return lambda value: isinstance(value, str) and value in values


def or_null(check: Check) -> Check:
    return lambda value: value is None or check(value)


def matching(pattern: str) -> Check:
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


sha256 = matching("[0-9a-f]{64}")
uuid = matching("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def time(value: object) -> bool:
    """`2026-11-21T09:30:00.000Z`, and a day and hour that exist."""
    if not matching(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")(value):
        return False
    try:
        datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")
    except ValueError:
        return False
    return True
