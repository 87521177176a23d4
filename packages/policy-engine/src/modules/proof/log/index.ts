/**
 * A tamper-evident log: an append-only list of leaves, whose whole content one signed note of three lines stands for.
 *
 * This folder is a package in all but name. It knows no database, no clock and nothing of the engine. Whatever reads and
 * verifies is without Node, so that a browser runs the same code; `node.ts` adds `node:crypto` to it. It implements the C2SP specifications (https://c2sp.org) `signed-note`, `tlog-checkpoint`, `tlog-tiles`,
 * `tlog-proof`, `tlog-cosignature` and `tlog-witness`, and the tree of RFC 6962 §2.1 (RFC 9162 §2.1), so that programs
 * which were written for other logs can read and witness ours.
 *
 * # The tree
 *
 * A leaf is any bytes. Its hash is SHA-256 of a zero byte and the bytes; the hash of a node is SHA-256 of a one byte and
 * the hashes of its two children. The root over all leaves changes if one leaf changes, is removed, or is moved. Two kinds
 * of proof need no more than the logarithm of the number of leaves: *inclusion* shows that a leaf is at an index, and
 * *consistency* shows that a larger tree begins with a smaller one, unchanged.
 *
 * # Tiles
 *
 * Nodes are stored in tiles: eight levels of the tree as one row of at most 256 hashes. A full tile never changes. Proofs
 * read few tiles, and a log grows without reading its leaves again.
 *
 * # Notes and checkpoints
 *
 * A signed note is text, an empty line, and one line for each signature: an em dash, the name of the key, and base64 of
 * four bytes of key ID followed by the signature. A checkpoint is a note whose text has at least three lines:
 *
 *     shop.example/ledger
 *     2
 *     woxoECzjcRcxtCEpW/dihnpQyycZCVROsk6zEj0ib9o=
 *
 *     — shop.example/ledger 3Zob25Q+EQRjx7svxmn26T+riT10jnIJrOWrkyyb9dRpR6PI3FCi8Ru…
 *
 * the origin, which names the log; the number of leaves; and the root in base64. Who keeps a checkpoint can later ask for
 * a proof of consistency: a log that has rewritten its past has none.
 *
 * # Keys
 *
 * A verifier key is text, `name+key ID+base64`, where the key ID is the first four bytes of SHA-256 of name and key. Two
 * keys may share a name, as at a rotation. Signatures of unknown keys are ignored; a signature of a known key that does
 * not verify makes the whole note invalid.
 *
 * # Witnesses
 *
 * A witness is another party that signs a checkpoint, with the time, after it has verified that the log continues what it
 * signed before. A policy says which witnesses are trusted, and how many of them are enough. A log that shows different
 * trees to different people then needs the help of its witnesses.
 *
 * # Example
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { generateKeyPairSync } from 'node:crypto';
 * import {
 *   ed25519Signer, formatCheckpoint, leafHash, parseCheckpoint, RootBuilder, signNote, verifierOf, verifyNote,
 * } from './index.ts';
 *
 * const origin = 'shop.example/ledger';
 * const signer = ed25519Signer(origin, generateKeyPairSync('ed25519').privateKey);
 *
 * const tree = new RootBuilder();
 * for (const leaf of ['anna accepts', 'bela rejects']) tree.add(leafHash(leaf));
 * const note = signNote(formatCheckpoint({ origin, size: tree.size, root: tree.root() }), [signer]);
 *
 * const { text } = verifyNote(note, [verifierOf(signer.key)]);
 * assert.equal(parseCheckpoint(text).size, 2);
 * assert.throws(() => verifyNote(note.replace('\n2\n', '\n1\n'), [verifierOf(signer.key)]), /does not verify/);
 * ```
 *
 * # Errors
 *
 * Input of any origin is hostile. `LogFormatError` says that a text has not the form of the specification, and where;
 * `LogVerificationError` says that it has, but that its statement does not verify; its `failure` names the check. Misuse by
 * the caller, such as a hash of another length, is a `RangeError`.
 *
 * @module
 */
export { base64Of, hexOf, isSame } from './bytes.ts';
export { type Checkpoint, formatCheckpoint, parseCheckpoint } from './checkpoint.ts';
export { cosignatureTime, isCosigned } from './cosignature.ts';
export { LogFormatError, LogVerificationError } from './errors.ts';
export { formatInclusionProof, parseInclusionProof } from './inclusion-proof.ts';
export { cosigner, ed25519Signer, nodeCrypto, parseVkey, publicBytes, verifierKey, verifierOf } from './node.ts';
export {
  formatNote,
  formatSignatures,
  type NoteSignature,
  type NoteSigner,
  type NoteVerifier,
  parseNote,
  parseSignatures,
  type SignedNote,
  signNote,
  signText,
  verifyNote,
  withSignatures,
} from './note.ts';
export { linesOf, parseBase64, readText, type TextInput } from './strict.ts';
export {
  appendLeaves,
  countTiles,
  isBegun,
  nodeReader,
  readGrowing,
  type ReadTiles,
  type Tile,
  TileCollector,
  type TileCoordinates,
} from './tiles.ts';
export { proveConsistency, proveInclusion, verifyConsistency } from './tree-proofs.ts';
export { EMPTY_ROOT, type Hash, leafHash, leafHashHex, type ReadNodes, readRoot, RootBuilder } from './tree.ts';
export type { TreeHead } from './verify-tree.ts';
export { formatVkey, isKeyName, isSameKey, namedKey, SIGNATURE_TYPE, type VerifierKey } from './vkey.ts';
export { parsePolicy } from './witnesses/policy-text.ts';
export {
  type Cosignature,
  definePolicy,
  isQuorum,
  knownCosignatures,
  type Policy,
  type PolicyWitness,
} from './witnesses/policy.ts';
export { decide, refusal } from './witnesses/witness-decision.ts';
export {
  formatAddCheckpoint,
  LONGEST_REQUEST,
  originHash,
  parseAddCheckpoint,
  type ReadAddCheckpoint,
  readWitnessAnswer,
  type WitnessAnswer,
} from './witnesses/witness.ts';
