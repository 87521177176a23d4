"""What other parsers forgive is refused; what C2SP lets pass, passes."""

import base64
import hashlib
import json

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from ledger_verifier import CannotCheck
from ledger_verifier.merkle import Tree, check_inclusion
from ledger_verifier.notes import COSIGNATURE, ED25519, Key, open_checkpoint, parse_key, parse_keys
from ledger_verifier.records import KINDS, check_event
from ledger_verifier.receipts import verify_receipt
from ledger_verifier.strict_json import canonical, parse

from .vectors import CHECKPOINTS, KEYS, VECTORS, Refusing

NOTE = VECTORS["checkpoints"][0]
OF_A_DECISION = ("number", "gpc", "vendors", "months", "posture", "fact")
MAY_BE_LEFT_OUT = {"decision": OF_A_DECISION, "adoption": (*OF_A_DECISION, "decided_at"), "takeover": ("reason",)}
OPTIONAL = {"adopted": "00" * 32, "about": VECTORS["events"][0]["record"]["id"], "about_hash": "00" * 32} | {
    "reason": "changed",
    "about_count": 1,
    "decided_at": "2026-11-28T09:30:00.000Z",
    "months": 6,
    "posture": "exempt",
    "fact": "UK U4 2026-02-05",
}
SECRET = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = SECRET.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def key_named(name: str, key_type: int = ED25519) -> Key:
    public = bytes([key_type]) + PUBLIC
    key_id = hashlib.sha256(name.encode() + b"\n" + public).digest()[:4]
    return parse_key(f"{name}+{key_id.hex()}+{base64.b64encode(public).decode()}")


def cosigned(note: str, key: Key, time: int) -> str:
    text = note.rpartition("\n\n")[0] + "\n"
    signature = SECRET.sign(f"cosignature/v1\ntime {time}\n{text}".encode())
    return f"{note}— {key.name} {base64.b64encode(key.id + time.to_bytes(8, 'big') + signature).decode()}\n"


def signed(text: str, key: Key) -> str:
    signature = base64.b64encode(key.id + SECRET.sign(text.encode())).decode()
    return f"{text}\n— {key.name} {signature}\n"


class StrictJson(Refusing):
    def test_what_parsers_forgive_is_refused(self) -> None:
        for text in ("", "{", "{} {}", '{"a":1,"a":1}', '{"a":1,"\\u0061":2}', "NaN", "Infinity", "1.0", "1e0", "01", "-1", "-0"):
            self.refuses(parse, text)
        for text in ('["\\ud800"]', '{"\\udfff":1}', "'a'", '"\n"', "[1,]", "/**/1", "﻿{}", "[" * 100_000):
            self.refuses(parse, text)
        self.refuses(parse, b'"\xff"')
        self.refuses(parse, b'\xef\xbb\xbf{}')
        self.refuses(parse, "9" * 5000)

    def test_white_space_and_the_order_of_members_do_not_matter(self) -> None:
        self.assertEqual(parse(' { "b" : [ 1 ] ,\n"a":"\\ud83d\\ude00"} '), {"a": "😀", "b": [1]})

    def test_canonical_json_is_that_of_json_stringify(self) -> None:
        record = {"b": '"\\/\b\f\n\r\t\x00\x1f\x7f\u2028ż😀', "a": None, "A": 2**53 - 1}
        written = '{"A":9007199254740991,"a":null,"b":"\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7f\u2028ż😀"}'
        self.assertEqual(canonical(record).decode(), written)

    def test_a_receipt_that_is_no_object_is_refused(self) -> None:
        for text in ("null", "[]", "1", '"receipt"', "{}"):
            self.refuses(verify_receipt, text, KEYS)


class Records(Refusing):
    def test_numbers_and_flags_are_not_one_another(self) -> None:
        for version in (True, 0, -1, "1", None, 2**53):
            self.refuses(check_event, {**VECTORS["events"][0]["record"], "version": version})

    def test_judgements_are_about_an_event_and_nobody(self) -> None:
        mark = next(event["record"] for event in VECTORS["events"] if event["record"]["kind"] == "suspicion")
        judgement = {**mark, "kind": "judgement", "how": "panel", "reason": "void"}
        check_event(judgement)
        for change in ({"reason": "changed"}, {"number": 1}, {"rule": "age"}, {"about_count": 1}):
            self.refuses(check_event, {**judgement, **change})
        self.refuses(check_event, {**mark, "reason": "void"})

    def test_ages_and_postures_are_those_that_exist(self) -> None:
        decision = next(event["record"] for event in VECTORS["events"] if "posture" in event["record"])
        check_event({**decision, "months": 120, "fact": "é" * 100})
        for change in ({"months": 0}, {"months": 121}, {"months": True}, {"months": "6"}, {"posture": "opt"}, {"posture": None}):
            self.refuses(check_event, {**decision, **change})
        for fact in ("", "é" * 101, 1):
            self.refuses(check_event, {**decision, "fact": fact})
        self.refuses(check_event, {name: value for name, value in decision.items() if name != "posture"})
        adoption = next(event["record"] for event in VECTORS["events"] if event["record"]["kind"] == "adoption")
        self.refuses(check_event, {**adoption, "decided_at": "2026-02-30T00:00:00.000Z"})

    def test_times_that_do_not_exist_are_refused(self) -> None:
        for at in ("2026-02-30T00:00:00.000Z", "2026-11-22T24:00:00.000Z", "2026-11-22T08:23:46Z", "2026-11-22"):
            self.refuses(check_event, {**VECTORS["events"][0]["record"], "at": at})

    def test_a_kind_has_only_its_own_members(self) -> None:
        events = [event["record"] for event in VECTORS["events"]]
        events += [json.loads(receipt)["event"] for receipt in VECTORS["restored"]["receipts"]]
        kinds = {event["kind"]: event for event in events}
        self.assertEqual(set(kinds), set(KINDS))
        for record in kinds.values():
            check_event(record)
            for name, value in OPTIONAL.items():
                if name not in record and name not in MAY_BE_LEFT_OUT.get(record["kind"], ()):
                    self.refuses(check_event, {**record, name: value}, because=name)
            for name in record:
                if name not in MAY_BE_LEFT_OUT.get(record["kind"], ()):
                    less = {other: value for other, value in record.items() if other != name}
                    self.refuses(check_event, less, because=name)
            for kind in (*KINDS, "other", None, []):
                if kind != record["kind"]:
                    self.refuses(check_event, {**record, "kind": kind})

    def test_a_publication_has_a_text_and_no_decision_and_an_administration_has_neither(self) -> None:
        kinds = {event["record"]["kind"]: event["record"] for event in VECTORS["events"]}
        publication, administration = kinds["publication"], kinds["administration"]
        self.refuses(check_event, {**publication, "decision": "accepted"}, because="decision")
        for name in ("rule", "version", "text_hash"):
            self.refuses(check_event, {**publication, name: None}, because=name)
            self.refuses(check_event, {**administration, name: publication[name]}, because=name)


class Notes(Refusing):
    def test_keys_whose_id_is_not_theirs_are_none(self) -> None:
        name, key_id, public = VECTORS["keys"][0].split("+", 2)
        for line in (f"other+{key_id}+{public}", f"{name}+00000000+{public}", f"{name}+{key_id}+AAAA", "x", "+"):
            with self.assertRaises(CannotCheck):
                parse_key(line)
        with self.assertRaises(CannotCheck):
            parse_keys("# nothing\n\n")

    def test_signatures_of_unknown_keys_are_ignored(self) -> None:
        stranger = f"— {KEYS[0].name} {base64.b64encode(bytes(80)).decode()}\n"
        self.assertEqual(open_checkpoint(NOTE + stranger, KEYS), CHECKPOINTS[4])
        self.refuses(open_checkpoint, NOTE, [key_named(CHECKPOINTS[4].origin)], because="known key")

    def test_cosignatures_of_known_witnesses_are_checked(self) -> None:
        witness = key_named("witness.example", COSIGNATURE)
        note = cosigned(NOTE, witness, 1_800_000_000)
        self.assertEqual(open_checkpoint(note, [*KEYS, witness]).cosigners, (("witness.example", 1_800_000_000),))
        self.assertEqual(open_checkpoint(note, KEYS).cosigners, ())
        self.assertTrue(open_checkpoint(note, KEYS).is_cosigned)
        self.refuses(open_checkpoint, note, [witness], because="known key")
        for other in (cosigned(VECTORS["checkpoints"][1], witness, 1), signed("x\n", witness)):
            moved = NOTE + other.splitlines(keepends=True)[-1]
            self.refuses(open_checkpoint, moved, [*KEYS, witness], because="does not verify")
            open_checkpoint(moved, KEYS)

    def test_a_receipt_says_of_cosignatures_what_its_checkpoint_has(self) -> None:
        witness = key_named("witness.example", COSIGNATURE)
        receipt = json.loads(VECTORS["receipts"][0])
        head, _, note = receipt["proof"].partition("\n\n")
        receipt["proof"] = f"{head}\n\n{cosigned(note, witness, 1)}"
        self.refuses(verify_receipt, json.dumps(receipt), KEYS, because="cosigned")
        receipt["cosigned"] = True
        found = verify_receipt(json.dumps(receipt), [*KEYS, witness])
        self.assertEqual(found.checkpoint.cosigners, (("witness.example", 1),))

    def test_a_key_of_another_name_signs_no_checkpoint_of_this_log(self) -> None:
        text = f"log.example\n1\n{base64.b64encode(bytes(32)).decode()}\n"
        self.assertEqual(open_checkpoint(signed(text, key_named("log.example")), [key_named("log.example")]).size, 1)
        self.refuses(open_checkpoint, signed(text, key_named("other.example")), [key_named("other.example")])

    def test_extension_lines_are_part_of_what_is_signed(self) -> None:
        key = key_named("log.example")
        text = f"log.example\n1\n{base64.b64encode(bytes(32)).decode()}\nmore\n"
        self.assertEqual(open_checkpoint(signed(text, key), [key]).size, 1)
        self.refuses(open_checkpoint, signed(text, key).replace("more", "less"), [key])
        self.refuses(open_checkpoint, signed(f"{text}\nlast\n", key), [key], because="not a checkpoint")

    def test_notes_of_another_form_are_refused(self) -> None:
        key = key_named("log.example")
        root = base64.b64encode(bytes(32)).decode()
        for lines in (f"-1\n{root}", f"1\n{root[:-2]}B=", f"1\n{root[:-1]}", "1", f"1\n\n{root}", f"01\n{root}"):
            self.refuses(open_checkpoint, signed(f"log.example\n{lines}\n", key), [key])
        for note in (NOTE[:-1], NOTE.replace("\n", "\r\n"), NOTE.replace("— ", "- "), NOTE + "\n", "", "\n\n"):
            self.refuses(open_checkpoint, note, KEYS)


class Trees(Refusing):
    def test_a_path_fits_one_place_of_one_tree(self) -> None:
        leaves = [bytes([number]) * 32 for number in range(9)]
        for size in range(1, 10):
            for index in range(size):
                root, path = prove(leaves[:size], index)
                check_inclusion(leaves[index], index, size, path, root)
                self.refuses(check_inclusion, leaves[index], index, size, [*path, bytes(32)], root)
                self.refuses(check_inclusion, leaves[index], index + 1, size, path, root)
                self.refuses(check_inclusion, leaves[(index + 1) % 9], index, size, path, root)
                if path:
                    self.refuses(check_inclusion, leaves[index], index, size, path[1:], root)
                    self.refuses(check_inclusion, leaves[index], index, size, path[::-1] + path[:1], root)


def prove(leaves: list[bytes], index: int) -> tuple[bytes, list[bytes]]:
    """Root and path, as RFC 6962 defines them: by halves."""
    if len(leaves) == 1:
        return leaves[0], []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    left, right = leaves[:half], leaves[half:]
    other, (inner, path) = (right, prove(left, index)) if index < half else (left, prove(right, index - half))
    tree = Tree()
    for leaf in other:
        tree.append(leaf)
    pair = inner + tree.root() if index < half else tree.root() + inner
    return hashlib.sha256(b"\x01" + pair).digest(), [*path, tree.root()]
