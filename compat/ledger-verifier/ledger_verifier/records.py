"""Events as records: their members, leaf hashes and commitments."""

import hashlib
import hmac
import json

from . import Refused
from .shapes import Member, at_least, between, exactly, matching, one_of, or_null, sha256, text, text_up_to, time, uuid
from .strict_json import canonical

# A new kind is a line here; a new member is a line in LEAF.
DECISIONS = ("decision", "adoption")
ABOUT_AN_EVENT = ("suspicion", "judgement")
MADE_OF_A_ROW = ("publication", "administration")
ABOUT_A_HASH = (*ABOUT_AN_EVENT, *MADE_OF_A_ROW, "takeover")
WITHOUT_TEXT = (*ABOUT_AN_EVENT, "takeover", "administration", "merge")
WITHOUT_DECISION = (*WITHOUT_TEXT, "publication")
KINDS = (*DECISIONS, *WITHOUT_DECISION)
HOW = ("panel", "banner", "api", "sign-up", "import", "import-undated", "import-cookie", "gpc", "opt-out",
       "host", "adopted", "phone", "letter", "email", "sealer")
REASONS = ("changed", "identity_changed", "identity_missing", "not_appended_here", "not_erased_here")

def vendors_text(value: object) -> bool:
    """Whether a text says which vendors were offered and refused: of one choice there is one text."""
    if not isinstance(value, str):
        return False
    try:
        choice = json.loads(value)
    except ValueError:
        return False
    if not isinstance(choice, dict) or set(choice) != {"offered", "refused"}:
        return False
    offered, refused = choice["offered"], choice["refused"]
    if not all(isinstance(names, list) and all(isinstance(name, str) and name for name in names) for names in (offered, refused)):
        return False
    if not offered or not set(refused) <= set(offered):
        return False
    form = {"offered": in_order(offered), "refused": in_order(refused)}
    return json.dumps(form, ensure_ascii=False, separators=(",", ":")) == value


def in_order(names: list) -> list:
    """Each once, sorted by UTF-16 code units."""
    return sorted(set(names), key=lambda name: name.encode("utf-16-be", "surrogatepass"))


LEAF = (
    Member("id", uuid),
    Member("kind", one_of(*KINDS)),
    Member("rule", text, null_in=WITHOUT_TEXT),
    Member("version", at_least(1), null_in=WITHOUT_TEXT),
    Member("text_hash", sha256, null_in=WITHOUT_TEXT),
    Member("decision", one_of("accepted", "rejected"), null_in=WITHOUT_DECISION),
    Member("at", time),
    Member("how", one_of(*HOW)),
    Member("subject_commitment", sha256),
    Member("circumstances_commitment", sha256),
    Member("number", at_least(1), optional=True, kinds=DECISIONS),
    Member("number", at_least(1), kinds=("merge",)),
    Member("gpc", one_of("honoured", "overridden"), optional=True, kinds=DECISIONS),
    Member("vendors", vendors_text, optional=True, kinds=DECISIONS),
    Member("adopted", sha256, kinds=("adoption",)),
    Member("decided_at", time, optional=True, kinds=("adoption",)),
    Member("months", between(1, 120), optional=True, kinds=DECISIONS),
    Member("posture", one_of("opt-in", "opt-out", "exempt"), optional=True, kinds=DECISIONS),
    Member("fact", text_up_to(100), optional=True, kinds=DECISIONS),
    Member("about", uuid, kinds=(*ABOUT_AN_EVENT, *MADE_OF_A_ROW)),
    Member("about_hash", sha256, kinds=ABOUT_A_HASH),
    Member("reason", one_of(*REASONS), kinds=("suspicion",)),
    Member("reason", one_of("counts", "void"), kinds=("judgement",)),
    Member("reason", one_of("restored"), optional=True, kinds=("takeover",)),
    Member("about_count", at_least(0), kinds=("takeover",)),
)

salt = matching("[0-9a-f]{64}")
SUBJECT = (Member("into", text, kinds=("merge",)), Member("user", or_null(text)), Member("visitor", or_null(text)), Member("salt", salt))
CIRCUMSTANCES = (
    Member("ip", or_null(text)),
    Member("locale", or_null(text)),
    Member("region", text, optional=True),
    Member("user_agent", or_null(text)),
    Member("shown", text, optional=True),
    Member("salt", salt),
)


def check_event(value: object, what: str = "the event") -> dict:
    """Return `value` when it is a well-formed record of an event."""
    kind = value.get("kind") if isinstance(value, dict) else None
    if kind not in KINDS:
        raise Refused(f"{what} is of no known kind")
    event = exactly(value, LEAF, what, kind)
    if "vendors" in event and event["decision"] != "accepted":
        raise Refused(f"{what} refuses, and chooses among vendors")
    if "fact" in event and "posture" not in event:
        raise Refused(f"{what} has a fact without a posture")
    return event


def leaf_hash(event: dict) -> bytes:
    return hashlib.sha256(b"\x00" + canonical(event)).digest()


def commitment(opening: dict) -> str:
    """The commitment that an opening opens: its salt is the key, its other members are the record."""
    record = {name: value for name, value in opening.items() if name != "salt"}
    return hmac.new(bytes.fromhex(opening["salt"]), canonical(record), hashlib.sha256).hexdigest()
