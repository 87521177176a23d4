"""Each member of each receipt, changed in every way there is."""

import copy
import json
from collections.abc import Iterator

from ledger_verifier.records import commitment, leaf_hash
from ledger_verifier.receipts import verify_receipt

from .vectors import KEYS, VECTORS, Refusing

PROVING = [json.loads(text) for text in (*VECTORS["receipts"], *VECTORS["suspected"])]
# Saying less is no forgery: a receipt without its text or its mark holds.
MAY_BE_NULL = (("text",), ("suspicion",))
VALUES = (None, True, False, 0, 1, 7, -1, 1.5, "", "x", "00" * 32, [], {}, ["x"], {"x": None})


def paths(value: object, path: tuple = ()) -> Iterator[tuple]:
    """Where each member of an object and of the objects in it is."""
    for name, inner in value.items() if isinstance(value, dict) else ():
        yield (*path, name)
        yield from paths(inner, (*path, name))


def holder(receipt: dict, path: tuple) -> dict:
    for name in path[:-1]:
        receipt = receipt[name]
    return receipt


def is_pending_form(receipt: dict) -> bool:
    """Whether a receipt says no more than a pending one: of an event without a rule the proof is all that is more."""
    return all(receipt[name] is None for name in ("proof", "later", "erasure", "suspicion")) and not receipt["cosigned"]


class ChangedReceipts(Refusing):
    def test_the_receipts_hold_as_they_are(self) -> None:
        for receipt in PROVING:
            verify_receipt(json.dumps(receipt), KEYS)

    def refuses_change(self, receipt: dict, what: str, path: tuple) -> None:
        with self.subTest(f"{'.'.join(path)} {what}"):
            self.refuses(verify_receipt, json.dumps(receipt), KEYS)

    def test_a_missing_member_is_refused(self) -> None:
        for receipt in PROVING:
            for path in paths(receipt):
                changed = copy.deepcopy(receipt)
                del holder(changed, path)[path[-1]]
                self.refuses_change(changed, "missing", path)

    def test_an_added_member_is_refused(self) -> None:
        for receipt in PROVING:
            places = {(), *(path[:-1] for path in paths(receipt)), *(path for path in paths(receipt))}
            for place in places:
                changed = copy.deepcopy(receipt)
                inside = holder(changed, (*place, ""))
                if isinstance(inside, dict):
                    inside["added"] = None
                    self.refuses_change(changed, "with a member added", place)

    def test_a_renamed_member_is_refused(self) -> None:
        for receipt in PROVING:
            for path in paths(receipt):
                changed = copy.deepcopy(receipt)
                inside = holder(changed, path)
                inside[path[-1].upper()] = inside.pop(path[-1])
                self.refuses_change(changed, "renamed", path)

    def test_a_member_of_another_value_or_type_is_refused(self) -> None:
        for receipt in PROVING:
            for path in paths(receipt):
                for value in VALUES:
                    changed = copy.deepcopy(receipt)
                    before = holder(changed, path)[path[-1]]
                    is_same = type(before) is type(value) and before == value
                    if not is_same and (value is not None or path not in MAY_BE_NULL):
                        holder(changed, path)[path[-1]] = value
                        if is_pending_form(changed):
                            self.assertIsNone(verify_receipt(json.dumps(changed), KEYS).checkpoint)
                        else:
                            self.refuses_change(changed, f"is {value!r}", path)

    def test_a_changed_character_of_a_text_is_refused(self) -> None:
        for receipt in PROVING[-3:]:
            for path in paths(receipt):
                before = holder(receipt, path)[path[-1]]
                for at in range(len(before)) if isinstance(before, str) else ():
                    changed = copy.deepcopy(receipt)
                    holder(changed, path)[path[-1]] = before[:at] + chr(ord(before[at]) ^ 1) + before[at + 1 :]
                    self.refuses_change(changed, f"changed at {at}", path)

    def test_after_a_rotation_one_known_key_is_enough_and_no_signature_of_one_may_fail(self) -> None:
        rotated = next(receipt for receipt in PROVING if receipt["proof"].count("\n— ") == 2)
        source = json.dumps(rotated)
        newest = KEYS[0]
        verify_receipt(source, [newest])
        *lines, second, first = rotated["proof"][:-1].split("\n")
        for signatures in ([second[:-4] + "AAA=", first], [second, first[:-4] + "AAA="], [second, first, ""]):
            changed = {**rotated, "proof": "\n".join([*lines, *signatures, ""])}
            self.refuses(verify_receipt, json.dumps(changed), KEYS)

    def test_a_member_given_twice_is_refused_at_each_level(self) -> None:
        for receipt in PROVING:
            for path in paths(receipt):
                changed = copy.deepcopy(receipt)
                inside = holder(changed, path)
                inside["\0"] = inside[path[-1]]
                twice = json.dumps(changed).replace('"\\u0000"', json.dumps(path[-1]))
                with self.subTest(".".join(path)):
                    self.refuses(verify_receipt, twice, KEYS, because="twice")

    def test_parts_of_two_receipts_do_not_make_one(self) -> None:
        for receipt in PROVING:
            for other in PROVING:
                for name in ("event", "openings", "erasure", "text", "proof", "later", "suspicion"):
                    changed = {**receipt, name: other[name]}
                    if other[name] is not None and other[name] != receipt[name]:
                        self.refuses_change(changed, "of another receipt", (name,))

    def test_a_forged_event_needs_the_tree(self) -> None:
        receipt = copy.deepcopy(PROVING[0])
        receipt["openings"]["subject"]["user"] = "eve"
        receipt["event"]["subject_commitment"] = commitment(receipt["openings"]["subject"])
        self.refuses(verify_receipt, json.dumps(receipt), KEYS, because="path")

    def test_a_flag_is_about_the_event_beside_it(self) -> None:
        marked = next(receipt for receipt in PROVING if receipt["suspicion"])
        for receipt in PROVING:
            if receipt is not marked:
                changed = {**receipt, "suspicion": marked["suspicion"]}
                self.refuses(verify_receipt, json.dumps(changed), KEYS, because="flag")
        self.assertEqual(marked["suspicion"]["event"]["about_hash"], leaf_hash(marked["event"]).hex())

    def test_receipts_of_an_unknown_key_are_refused(self) -> None:
        for receipt in PROVING:
            self.refuses(verify_receipt, json.dumps(receipt), [], because="known key")
