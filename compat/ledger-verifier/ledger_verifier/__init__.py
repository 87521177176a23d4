"""Verifies the ledger of policy-engine from the description of its format alone: docs/ledger-format.md."""


class Refused(Exception):
    """What was checked is not what it claims to be."""


class CannotCheck(Exception):
    """Something that the check needs is missing or can't be read."""
