"""Checks the ledger of policy-engine. Exits with 0 if all is whole, 1 for findings, 2 if it could not be checked."""

import argparse
import json
import re
import sys
from datetime import datetime, timezone
from pathlib import Path

from . import CannotCheck, Refused
from .database import verify_database
from .notes import Checkpoint, Key, check_continues, open_checkpoint, parse_keys
from .receipts import Verified, verify_receipt
from .strict_json import parse

WHOLE, FINDINGS, NOT_CHECKED = 0, 1, 2
VKEY = re.compile(r"[^+\s]+\+[0-9a-f]{8}\+\S+")


def main() -> int:
    options = _options()
    try:
        keys = [key for given in options.key for key in parse_keys(given if VKEY.fullmatch(given) else _read(given))]
        return options.run(options, keys)
    except Refused as error:
        return _report(options, [("refused", str(error))], [])
    except CannotCheck as error:
        print(error, file=sys.stderr)
        return NOT_CHECKED


def _options() -> argparse.Namespace:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--key", action="append", required=True, help="a vkey line, or a file of such lines")
    shared.add_argument("--json", action="store_true", help="print the outcome as JSON")
    noted = argparse.ArgumentParser(add_help=False)
    noted.add_argument("--checkpoint", metavar="FILE", help="a checkpoint noted elsewhere, of the same ledger")
    parser = argparse.ArgumentParser(prog="python3 -m ledger_verifier", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    receipt = commands.add_parser("receipt", parents=[shared, noted], help="check receipts (JSON)")
    receipt.add_argument("files", nargs="+", metavar="file")
    receipt.add_argument("--consistency", metavar="FILE", help="proof from one of the two checkpoints to the other")
    receipt.set_defaults(run=_receipt)

    checkpoint = commands.add_parser("checkpoint", parents=[shared], help="check the signatures of a checkpoint")
    checkpoint.add_argument("file")
    checkpoint.set_defaults(run=_checkpoint)

    consistency = commands.add_parser("consistency", parents=[shared], help="check that a checkpoint continues another")
    consistency.add_argument("older")
    consistency.add_argument("newer")
    consistency.add_argument("proof", help="answer of /ledger/consistency.json")
    consistency.set_defaults(run=_consistency)

    ledger = commands.add_parser("ledger", parents=[shared, noted], help="check a whole ledger in an SQLite file")
    ledger.add_argument("file")
    ledger.add_argument("--prefix", default="policy_manager_", help="put before the table names (default: %(default)s)")
    ledger.set_defaults(run=_ledger)
    return parser.parse_args()


def _receipt(options: argparse.Namespace, keys: list[Key]) -> int:
    findings, lines = [], []
    for file in options.files:
        try:
            receipt = verify_receipt(_bytes(file), keys)
            if receipt.checkpoint is None:
                findings.append(("pending", f"{file}: no checkpoint covers the event yet, so it proves nothing"))
                continue
            _hold_against_noted(receipt.checkpoint, options, keys)
        except Refused as error:
            findings.append(("refused", f"{file}: {error}"))
            continue
        if receipt.suspicion is not None:
            message = f"sealed under a flag, {receipt.suspicion['reason']}: it does not count until it is judged"
            findings.append(("suspected", f"{file}: {message}"))
        lines += [f"{file}:", *_words(receipt, receipt.checkpoint)]
    return _report(options, findings, lines)


def _hold_against_noted(checkpoint: Checkpoint, options: argparse.Namespace, keys: list[Key]) -> None:
    if options.checkpoint:
        answer = parse(_bytes(options.consistency)) if options.consistency else None
        check_continues(checkpoint, open_checkpoint(_read(options.checkpoint), keys), answer)


def _words(receipt: Verified, checkpoint: Checkpoint) -> list[str]:
    event, later = receipt.event, receipt.later
    lines = [f"{event['kind']} {event['decision']}, {event['rule']} version {event['version']}, at {event['at']}"]
    if receipt.openings is None:
        lines.append("Whom it is about is erased.")
    else:
        subject = receipt.openings["subject"]
        lines.append(f"Account {subject['user']}, visitor {subject['visitor']}.")
    lines.append(f"Number {receipt.index} of {checkpoint.size} in {checkpoint.origin}.")
    lines += [f"Cosigned by {name} at {_time(seconds)}." for name, seconds in checkpoint.cosigners]
    if later is not None:
        lines.append(f"The host says: {'a' if later['exists'] else 'no'} later decision before number {later['size']}.")
    return lines


def _time(seconds: int) -> str:
    try:
        return datetime.fromtimestamp(seconds, timezone.utc).isoformat()
    except (ValueError, OverflowError, OSError):
        return f"second {seconds}"


def _checkpoint(options: argparse.Namespace, keys: list[Key]) -> int:
    return _report(options, [], [_described(open_checkpoint(_read(options.file), keys))])


def _consistency(options: argparse.Namespace, keys: list[Key]) -> int:
    older, newer = (open_checkpoint(_read(file), keys) for file in (options.older, options.newer))
    if older.size > newer.size:
        raise Refused("the first checkpoint is of the larger tree")
    check_continues(older, newer, parse(_bytes(options.proof)))
    return _report(options, [], [f"{_described(newer)} continues the one of {older.size}."])


def _ledger(options: argparse.Namespace, keys: list[Key]) -> int:
    noted = open_checkpoint(_read(options.checkpoint), keys) if options.checkpoint else None
    outcome = verify_database(Path(options.file), keys, noted, options.prefix)
    counts = f"{outcome.events} events under {len(outcome.checkpoints)} checkpoints"
    return _report(options, outcome.findings, [f"{counts}, {outcome.pending} pending; {outcome.erased} erased"])


def _described(checkpoint: Checkpoint) -> str:
    return f"The checkpoint of {checkpoint.origin} with {checkpoint.size} events"


def _report(options: argparse.Namespace, findings: list[tuple[str, str]], lines: list[str]) -> int:
    if options.json:
        found = [{"code": code, "message": message} for code, message in findings]
        print(json.dumps({"ok": not findings, "findings": found, "about": lines}))
    else:
        print("\n".join([*lines, *(f"{code}: {message}" for code, message in findings)]))
        if not findings:
            print("It holds.")
    return FINDINGS if findings else WHOLE


def _bytes(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise CannotCheck(f"{file}: {error.strerror}") from error


def _read(file: str) -> str:
    try:
        return _bytes(file).decode("utf-8")
    except UnicodeDecodeError as error:
        raise CannotCheck(f"{file} is not UTF-8") from error


if __name__ == "__main__":
    sys.exit(main())
