"""Receipts: what the host hands to the person who decided, checked without the host."""

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from . import Refused
from .merkle import check_inclusion
from .notes import Checkpoint, Key, check_line, hash_of, open_checkpoint
from .records import CIRCUMSTANCES, SUBJECT, check_event, commitment, leaf_hash
from .shapes import Member, an_object, at_least, boolean, exactly, one_of, or_null, sha256, text
from .strict_json import parse

FORMAT = "policy-engine/receipt/2"
RECEIPT = (
    Member("format", one_of(FORMAT)),
    Member("event", an_object),
    Member("openings", or_null(an_object)),
    Member("erasure", or_null(text)),
    Member("text", or_null(an_object)),
    Member("proof", or_null(text)),
    Member("cosigned", boolean),
    Member("suspicion", or_null(an_object)),
    Member("later", or_null(an_object)),
)
OPENINGS = (Member("subject", an_object), Member("circumstances", an_object))
TEXT = (Member("hash", sha256), Member("words", text))
SUSPICION = (Member("event", an_object), Member("proof", text))
LATER = (Member("exists", boolean), Member("size", at_least(1)), Member("signature", text))
PROOF = re.compile(r"c2sp\.org/tlog-proof@v1\nindex (0|[1-9][0-9]{0,15})\n((?:[^\n]+\n)*)\n(.+)", re.DOTALL)


@dataclass(frozen=True)
class Verified:
    """A receipt whose steps all hold. Without a checkpoint it is pending and proves nothing yet."""

    event: dict
    openings: dict | None
    words: str | None
    checkpoint: Checkpoint | None
    index: int | None
    suspicion: dict | None
    later: dict | None


def verify_receipt(source: bytes | str, keys: Sequence[Key]) -> Verified:
    """Go through the steps of the page; raise `Refused` at the first that does not hold."""
    receipt = exactly(parse(source), RECEIPT, "the receipt")
    event = check_event(receipt["event"])
    openings = _check_openings(receipt["openings"], event)
    words = _check_text(receipt["text"], event)
    if receipt["proof"] is None:
        if receipt["cosigned"] or any(receipt[name] is not None for name in ("suspicion", "later", "erasure")):
            raise Refused("the receipt is pending, and has what only a sealed one has")
        return Verified(event, openings, words, None, None, None, None)
    leaf = leaf_hash(event)
    checkpoint, index = check_proof(receipt["proof"], leaf, keys)
    if receipt["cosigned"] != checkpoint.is_cosigned:
        raise Refused("the receipt says otherwise than its checkpoint whether a witness cosigned it")
    _check_erasure(receipt, checkpoint, leaf, keys)
    suspicion = _check_suspicion(receipt["suspicion"], event, leaf, keys)
    later = _check_later(receipt, checkpoint, leaf, keys)
    return Verified(event, openings, words, checkpoint, index, suspicion, later)


def check_proof(proof: str, leaf: bytes, keys: Sequence[Key]) -> tuple[Checkpoint, int]:
    """Check a `tlog-proof` of a leaf, and return its checkpoint and the place of the leaf."""
    matched = PROOF.fullmatch(proof)
    if matched is None:
        raise Refused("not a tlog-proof")
    index, lines, note = int(matched[1]), matched[2], matched[3]
    checkpoint = open_checkpoint(note, keys)
    path = [hash_of(line) for line in lines.split("\n")[:-1]]
    check_inclusion(leaf, index, checkpoint.size, path, checkpoint.root)
    return checkpoint, index


def _check_openings(value: dict | None, event: dict) -> dict | None:
    if value is None:
        return None
    openings = exactly(value, OPENINGS, "openings")
    for name, members in (("subject", SUBJECT), ("circumstances", CIRCUMSTANCES)):
        opening = exactly(openings[name], members, f"openings.{name}", event["kind"])
        if commitment(opening) != event[f"{name}_commitment"]:
            raise Refused(f"openings.{name} is not what the event commits to")
    return openings


def _check_text(value: dict | None, event: dict) -> str | None:
    if value is None:
        return None
    shown = exactly(value, TEXT, "the text")
    if shown["hash"] != event["text_hash"] or hashlib.sha256(shown["words"].encode()).hexdigest() != shown["hash"]:
        raise Refused("the text is not the one decided on")
    return shown["words"]


def _check_erasure(receipt: dict, checkpoint: Checkpoint, leaf: bytes, keys: Sequence[Key]) -> None:
    if (receipt["openings"] is None) == (receipt["erasure"] is None):
        raise Refused("the receipt says whom it is about, or proves that they were erased: one of the two")
    if receipt["erasure"] is not None:
        check_tombstone(receipt["erasure"], leaf, checkpoint.origin, keys)


def check_tombstone(line: str, leaf: bytes, origin: str, keys: Sequence[Key]) -> None:
    """Check that the log signed that the identity of an event was erased."""
    said = f"policy-engine/erasure/1\n{origin}\n{base64.b64encode(leaf).decode()}\n"
    check_line(line, said, origin, keys)


def _check_suspicion(value: dict | None, event: dict, leaf: bytes, keys: Sequence[Key]) -> dict | None:
    if value is None:
        return None
    suspicion = exactly(value, SUSPICION, "the suspicion")
    flag = check_event(suspicion["event"], "the flag")
    if flag["kind"] != "suspicion" or flag["about"] != event["id"] or flag["about_hash"] != leaf.hex():
        raise Refused("the flag is not about this event")
    check_proof(suspicion["proof"], leaf_hash(flag), keys)
    return flag


def _check_later(receipt: dict, checkpoint: Checkpoint, leaf: bytes, keys: Sequence[Key]) -> dict | None:
    if receipt["later"] is None:
        if receipt["openings"] is not None and receipt["event"]["rule"] is not None:
            raise Refused("the receipt does not say whether there is a later decision")
        return None
    later = exactly(receipt["later"], LATER, "later")
    if later["size"] < checkpoint.size:
        raise Refused("later speaks of a ledger without this event")
    said = f"{FORMAT} later\n{base64.b64encode(leaf).decode()}\n{later['size']}\n{'yes' if later['exists'] else 'no'}\n"
    check_line(later["signature"], said, checkpoint.origin, keys)
    return later
