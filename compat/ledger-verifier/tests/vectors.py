"""The test vectors of the docs, and what the tests do to them."""

import json
from pathlib import Path
from unittest import TestCase

from ledger_verifier import Refused
from ledger_verifier.notes import open_checkpoint, parse_key

FILE = Path(__file__).parents[3] / "packages/policy-engine/docs/ledger-vectors.json"
VECTORS = json.loads(FILE.read_text("utf-8"))
KEYS = [parse_key(line) for line in VECTORS["keys"]]
CHECKPOINTS = {found.size: found for found in (open_checkpoint(note, KEYS) for note in VECTORS["checkpoints"])}


class Refusing(TestCase):
    """A test case that can say what must be refused."""

    def refuses(self, check, *arguments, because: str = "") -> None:
        with self.assertRaisesRegex(Refused, because):
            check(*arguments)
