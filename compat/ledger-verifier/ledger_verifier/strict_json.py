"""JSON without the liberties of parsers: one reading, or none."""

import json

from . import Refused

MAX_INTEGER = 2**53 - 1


def parse(source: bytes | str) -> object:
    """Parse JSON; refuse repeated members, numbers that are not digits alone, and halves of surrogate pairs."""
    try:
        text = source.decode("utf-8") if isinstance(source, bytes) else source
        value = json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_no_number, parse_constant=_no_number
        )
        text.encode("utf-8")
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeError as error:
        raise Refused("not UTF-8, or half of a surrogate pair") from error
    except (ValueError, RecursionError) as error:
        raise Refused(f"not JSON: {error}") from error
    return value


def canonical(record: dict) -> bytes:
    """RFC 8785 of an object whose members are text, whole numbers or null."""
    ordered = dict(sorted(record.items(), key=lambda member: member[0].encode("utf-16-be")))
    return json.dumps(ordered, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _object(pairs: list[tuple[str, object]]) -> dict:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise Refused("a member is given twice")
    return members


def _whole(text: str) -> int:
    if text.startswith("-"):
        _no_number(text)
    return int(text)


def _no_number(text: str) -> None:
    raise Refused(f"{text} is not a whole number")
