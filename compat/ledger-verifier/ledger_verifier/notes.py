"""Keys (vkey lines), signed notes and checkpoints, as C2SP describes them."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from . import CannotCheck, Refused
from .merkle import check_consistency
from .shapes import Member, at_least, exactly, texts
from .strict_json import MAX_INTEGER

ED25519, COSIGNATURE = 0x01, 0x04
CONSISTENCY = (Member("from", at_least(0)), Member("to", at_least(0)), Member("proof", texts))
SIGNATURE_LINE = re.compile("— ([^\\s+]+) (\\S+)")


@dataclass(frozen=True)
class Key:
    """A public key of a log or, of the type `COSIGNATURE`, of a witness, under the name and ID of its signatures."""

    name: str
    id: bytes
    type: int
    public: bytes

    def verify(self, signature: bytes, text: bytes) -> int | None:
        """Refuse a signature that does not verify; return the time that a witness signed with it, in seconds."""
        time = None
        if self.type == COSIGNATURE:
            time, signature = int.from_bytes(signature[:8], "big"), signature[8:]
            text = f"cosignature/v1\ntime {time}\n".encode() + text
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text)
        except InvalidSignature as error:
            raise Refused("a signature of a known key does not verify") from error
        return time


@dataclass(frozen=True)
class Checkpoint:
    """The signed head of a log, and which known witnesses cosigned it, with their times in seconds."""

    origin: str
    size: int
    root: bytes
    is_cosigned: bool = False  # by anybody, known or not
    cosigners: tuple[tuple[str, int], ...] = ()


def base64_of(text: str) -> bytes:
    """Decode base64 that is written in the one canonical way."""
    try:
        decoded = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Refused("not base64") from error
    if base64.b64encode(decoded).decode() != text:
        raise Refused("base64 that is not canonical")
    return decoded


def hash_of(text: str) -> bytes:
    """Decode the base64 of a SHA-256."""
    decoded = base64_of(text)
    if len(decoded) != 32:
        raise Refused("a hash that has not 32 bytes")
    return decoded


def parse_key(line: str) -> Key:
    """Parse `<name>+<key ID>+<base64 of 0x01 || public key>`."""
    name, _, rest = line.partition("+")
    written_id, _, encoded = rest.partition("+")
    try:
        key = base64_of(encoded)
    except Refused as error:
        raise CannotCheck(f"not a verifier key: {line}") from error
    key_id = hashlib.sha256(name.encode() + b"\n" + key).digest()[:4]
    if not name or len(key) != 33 or key[0] not in (ED25519, COSIGNATURE) or written_id != key_id.hex():
        raise CannotCheck(f"not a verifier key of Ed25519: {line}")
    return Key(name, key_id, key[0], key[1:])


def parse_keys(text: str) -> list[Key]:
    """Parse a file of vkey lines; empty lines and lines that start with `#` are passed over."""
    lines = (line.strip() for line in text.splitlines())
    keys = [parse_key(line) for line in lines if line and not line.startswith("#")]
    if not keys:
        raise CannotCheck("no key is given")
    return keys


def check_line(line: str, text: str, name: str, keys: Iterable[Key]) -> None:
    """Refuse unless a line is the signature of a known key with this name under `text`."""
    _check_signatures(text, [line], name, keys)


def _check_signatures(text: str, lines: Iterable[str], name: str, keys: Iterable[Key]) -> tuple[tuple[str, int], ...]:
    """Refuse unless a known key of a log with this name signed, or if a signature of a known key does not verify.

    Return the known witnesses that cosigned, with their times.
    """
    known = {(key.name, key.id): key for key in keys}
    is_signed, cosigners = False, []
    for line in lines:
        matched = SIGNATURE_LINE.fullmatch(line)
        if matched is None:
            raise Refused("a line is not a signature")
        signature = base64_of(matched[2])
        if len(signature) < 5:
            raise Refused("a signature is too short")
        key = known.get((matched[1], signature[:4]))
        if key is None:
            continue
        time = key.verify(signature[4:], text.encode("utf-8"))
        if time is not None:
            cosigners.append((key.name, time))
        elif key.name == name:
            is_signed = True
    if not is_signed:
        raise Refused(f"nothing here is signed by a known key of {name}")
    return tuple(cosigners)


def open_checkpoint(note: str, keys: Iterable[Key]) -> Checkpoint:
    """Check a note with a key whose name is the origin of its checkpoint, and parse it."""
    text, separator, signatures = note.rpartition("\n\n")
    if not separator or not signatures.endswith("\n") or re.search(r"[\x00-\x09\x0b-\x1f]", note):
        raise Refused("not a signed note")
    text += "\n"
    checkpoint = _parse_checkpoint(text)
    lines = signatures[:-1].split("\n")
    cosigners = _check_signatures(text, lines, checkpoint.origin, keys)
    is_cosigned = any(not line.startswith(f"— {checkpoint.origin} ") for line in lines)
    return replace(checkpoint, is_cosigned=is_cosigned, cosigners=cosigners)


def check_continues(older: Checkpoint, newer: Checkpoint, answer: object | None) -> None:
    """Refuse unless the two are of one log; of different sizes, `answer` is that of `/ledger/consistency.json`."""
    if older.size > newer.size:
        older, newer = newer, older
    if older.origin != newer.origin:
        raise Refused(f"the checkpoints are of two logs, {older.origin} and {newer.origin}")
    if answer is None and older.size != newer.size:
        raise CannotCheck(f"give the consistency proof from {older.size} to {newer.size}")
    proof = [] if answer is None else _parse_consistency(answer, older.size, newer.size)
    check_consistency(older.size, older.root, newer.size, newer.root, proof)


def _parse_consistency(answer: object, older: int, newer: int) -> list[bytes]:
    parsed = exactly(answer, CONSISTENCY, "the consistency proof")
    if (parsed["from"], parsed["to"]) != (older, newer):
        raise Refused(f"the consistency proof is not one from {older} to {newer}")
    return [hash_of(line) for line in parsed["proof"]]


def _parse_checkpoint(text: str) -> Checkpoint:
    lines = text[:-1].split("\n")
    if len(lines) < 3 or "" in lines:
        raise Refused("not a checkpoint")
    origin, size, root = lines[:3]  # further lines are extensions, which mean nothing here
    if not re.fullmatch("0|[1-9][0-9]{0,15}", size) or int(size) > MAX_INTEGER:
        raise Refused("a checkpoint of a size that no tree has")
    return Checkpoint(origin, int(size), hash_of(root))
