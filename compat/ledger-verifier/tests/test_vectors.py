"""Everything in the vectors is as the page says."""

import hashlib

from ledger_verifier import Refused
from ledger_verifier.merkle import Tree
from ledger_verifier.notes import check_continues, open_checkpoint, parse_key
from ledger_verifier.records import check_event, leaf_hash
from ledger_verifier.receipts import verify_receipt
from ledger_verifier.strict_json import canonical

from .vectors import CHECKPOINTS, KEYS, VECTORS, Refusing


class Vectors(Refusing):
    def test_events_have_their_canonical_form_and_leaf_hash(self) -> None:
        for event in VECTORS["events"]:
            check_event(event["record"])
            self.assertEqual(canonical(event["record"]).decode(), event["canonical"])
            self.assertEqual(leaf_hash(event["record"]).hex(), event["leaf_hash"])

    def test_events_make_the_tree_of_each_checkpoint(self) -> None:
        tree, compared = Tree(), []
        for event in VECTORS["events"]:
            tree.append(bytes.fromhex(event["leaf_hash"]))
            if tree.size in CHECKPOINTS:
                self.assertEqual(tree.root(), CHECKPOINTS[tree.size].root)
                compared.append(tree.size)
        self.assertEqual(compared, [*CHECKPOINTS])

    def test_changed_checkpoints_are_refused(self) -> None:
        for note in VECTORS["refused_checkpoints"]:
            self.refuses(open_checkpoint, note, KEYS)

    def test_consistency_proofs_hold(self) -> None:
        for answer in VECTORS["consistency"]:
            check_continues(CHECKPOINTS[answer["from"]], CHECKPOINTS[answer["to"]], answer)

    def test_changed_consistency_proofs_are_refused(self) -> None:
        for answer in VECTORS["refused_consistency"]:
            self.refuses(check_continues, CHECKPOINTS[answer["from"]], CHECKPOINTS[answer["to"]], answer)

    def test_receipts_hold(self) -> None:
        for receipt in VECTORS["receipts"]:
            found = verify_receipt(receipt, KEYS)
            self.assertIsNotNone(found.checkpoint)
            self.assertIsNone(found.suspicion)

    def test_receipts_of_a_ledger_that_goes_on_hold_and_the_takeover_names_what_was_known_last(self) -> None:
        former, receipts = VECTORS["restored"]["former"], VECTORS["restored"]["receipts"]
        takeover, decision = (verify_receipt(receipt, KEYS) for receipt in receipts)
        self.assertEqual((takeover.event["kind"], takeover.event["reason"]), ("takeover", "restored"))
        text = former.partition("\n\n")[0] + "\n"
        self.assertEqual(takeover.event["about_hash"], hashlib.sha256(text.encode()).hexdigest())
        self.assertEqual(takeover.event["about_count"], open_checkpoint(former, KEYS).size)
        self.assertEqual(decision.checkpoint.origin, takeover.checkpoint.origin)
        self.assertNotEqual(takeover.checkpoint.origin, open_checkpoint(former, KEYS).origin)

    def test_cosigned_receipts_name_their_witnesses(self) -> None:
        known = [*KEYS, *map(parse_key, VECTORS["witnesses"])]
        for receipt in VECTORS["cosigned"]:
            self.assertEqual(len(verify_receipt(receipt, known).checkpoint.cosigners), len(VECTORS["witnesses"]))

    def test_changed_cosignatures_are_refused_or_are_not_enough(self) -> None:
        known = [*KEYS, *map(parse_key, VECTORS["witnesses"])]
        for changed in VECTORS["refused_cosigned"]:
            with self.subTest(changed["what"]):
                try:
                    found = verify_receipt(changed["receipt"], known).checkpoint.cosigners
                except Refused:
                    continue
                self.assertLess(len(found), len(VECTORS["witnesses"]))

    def test_receipts_under_a_mark_say_so(self) -> None:
        for receipt in VECTORS["suspected"]:
            self.assertEqual(verify_receipt(receipt, KEYS).suspicion["kind"], "suspicion")

    def test_pending_receipts_have_no_checkpoint(self) -> None:
        for receipt in VECTORS["pending"]:
            self.assertIsNone(verify_receipt(receipt, KEYS).checkpoint)

    def test_changed_receipts_are_refused(self) -> None:
        for changed in VECTORS["refused_receipts"]:
            with self.subTest(changed["what"]):
                self.refuses(verify_receipt, changed["receipt"], KEYS)
