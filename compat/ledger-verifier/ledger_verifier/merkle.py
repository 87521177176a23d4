"""Trees of RFC 6962: the root of many leaves, and proofs (RFC 9162, sections 2.1.3.2 and 2.1.4.2)."""

import hashlib

from . import Refused


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree that grows by one leaf at a time. It keeps the roots of its full subtrees: one for each bit of its size."""

    def __init__(self) -> None:
        self.size = 0
        self._full: list[bytes] = []

    def append(self, leaf: bytes) -> None:
        size = self.size
        while size & 1:
            leaf = node(self._full.pop(), leaf)
            size >>= 1
        self._full.append(leaf)
        self.size += 1

    def root(self) -> bytes:
        if not self._full:
            return hashlib.sha256(b"").digest()
        root, *others = reversed(self._full)
        for left in others:
            root = node(left, root)
        return root


def check_inclusion(leaf: bytes, index: int, size: int, path: list[bytes], root: bytes) -> None:
    """Refuse unless `path` leads from `leaf` at `index` to the root of a tree of `size` leaves."""
    if not 0 <= index < size:
        raise Refused("the place of the event is outside of the tree")
    at, last, computed = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            raise Refused("the path to the root is too long")
        if at & 1 or at == last:
            computed = node(sibling, computed)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            computed = node(computed, sibling)
        at, last = at >> 1, last >> 1
    if last != 0 or computed != root:
        raise Refused("the path does not lead from the event to the root of the checkpoint")


def check_consistency(first_size: int, first_root: bytes, size: int, root: bytes, proof: list[bytes]) -> None:
    """Refuse unless `proof` shows that the tree of `size` leaves continues the one of `first_size`."""
    if first_size > size:
        raise Refused("the first tree is larger than the second")
    if first_size in (0, size):
        empty = first_size == 0 and first_root != Tree().root()
        if proof or empty or (first_size == size and first_root != root):
            raise Refused("the two roots differ")
        return
    if first_size & (first_size - 1) == 0:
        proof = [first_root, *proof]
    if not proof:
        raise Refused("the consistency proof is empty")
    at, last = first_size - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    first, second = proof[0], proof[0]
    for sibling in proof[1:]:
        if last == 0:
            raise Refused("the consistency proof is too long")
        if at & 1 or at == last:
            first, second = node(sibling, first), node(sibling, second)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            second = node(second, sibling)
        at, last = at >> 1, last >> 1
    if last != 0 or first != first_root or second != root:
        raise Refused("the second tree does not continue the first")
