/**
 * Vectors of another implementation: Go's `golang.org/x/mod/sumdb/note` and `tlog` (v0.7.0, Debian 12). A Go program
 * wrote `vectors.json`: the tree's leaves are the texts "leaf 0", "leaf 1", …; keys are made from the seeds of 32 bytes 0x01
 * (ledger), 0x02 (its next key), 0x03 (another log), 0x04 and 0x05 (witnesses); in `places`, which is for trees too large to
 * (ledger), 0x02 (its next key), 0x03 (another log), 0x04 and 0x05 (witnesses); in `places`, which is for trees too large to
 * create, the hash of a node is that of the leaf "<level>/<index>". It made cosignatures, which these packages lack, according to
 * to 2^53 leaves, 277 tiles (`tlog.TileHashReader`) and notes of this implementation.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { formatCheckpoint } from '../../../dist/modules/proof/log/checkpoint.js';
import { LogFormatError, LogVerificationError } from '../../../dist/modules/proof/log/errors.js';
import { parseNote, signNote, verifyNote } from '../../../dist/modules/proof/log/note.js';
import { proveConsistency, proveInclusion } from '../../../dist/modules/proof/log/tree-proofs.js';
import { leafHash, type ReadNodes, readRoot, RootBuilder } from '../../../dist/modules/proof/log/tree.js';
import { formatVkey } from '../../../dist/modules/proof/log/vkey.js';
import { cosigner, ed25519Signer, parseVkey } from '../../../dist/modules/proof/log/node.js';
import { base64Of, leavesFrom, MemoryLog, secretOf, verifierFor } from './support.ts';

interface Vectors {
  readonly certificateTransparency: { readonly leaves: readonly string[]; readonly roots: readonly string[] };
  readonly roots: readonly { readonly size: number; readonly root: string }[];
  readonly inclusion: readonly { readonly index: number; readonly size: number; readonly proof: readonly string[] }[];
  readonly consistency: readonly { readonly from: number; readonly to: number; readonly proof: readonly string[] }[];
  readonly tiles: {
    readonly size: number;
    readonly tiles: readonly {
      readonly level: number;
      readonly index: number;
      readonly width: number;
      readonly sha256: string;
    }[];
  };
  readonly places: readonly {
    readonly index: number;
    readonly size: number;
    readonly root: string;
    readonly inclusion: readonly string[];
    readonly consistency: readonly string[];
  }[];
  readonly keys: Readonly<Record<'ledger' | 'ledgerNext' | 'other' | 'w1' | 'w2', string>>;
  readonly notes: Readonly<Record<'signed' | 'rotation' | 'cosigned' | 'other' | 'lines', string>>;
  readonly verdicts: readonly { readonly note: string; readonly verdict: string }[];
}

const vectors = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as Vectors;

/** The log of the vectors, in batches of many sizes. */
async function wholeLog(): Promise<MemoryLog> {
  const log = new MemoryLog();
  for (let batch = 1; log.head.size < vectors.tiles.size; batch = ((batch * 3) % 1999) + 1) {
    await log.append(leavesFrom(log.head.size, Math.min(batch, vectors.tiles.size - log.head.size)));
  }
  return log;
}

const log = await wholeLog();

test('the tree of the eight leaves of Certificate Transparency has its published roots', () => {
  const { leaves, roots } = vectors.certificateTransparency;
  const builder = new RootBuilder();
  const found: string[] = [];
  for (const leaf of leaves) {
    builder.add(leafHash(Buffer.from(leaf, 'hex')));
    found.push(builder.root().toString('hex'));
  }
  assert.deepEqual(found, roots);
  // As published with RFC 6962's first implementation.
  assert.equal(found.at(-1), '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
});

test('roots of any size equal those of Go', async () => {
  for (const { size, root } of vectors.roots) {
    assert.equal((await readRoot(log.nodes(size), size)).toString('base64'), root, String(size));
  }
});

test('inclusion proofs equal those of Go', async () => {
  for (const { index, size, proof } of vectors.inclusion) {
    assert.deepEqual(base64Of(await proveInclusion(log.nodes(size), index, size)), proof, `${index} of ${size}`);
  }
});

test('consistency proofs equal those of Go', async () => {
  for (const { from, to, proof } of vectors.consistency) {
    assert.deepEqual(base64Of(await proveConsistency(log.nodes(to), from, to)), proof, `${from} to ${to}`);
  }
});

test('tiles equal those of Go', () => {
  for (const { level, index, width, sha256 } of vectors.tiles.tiles) {
    const tile = log.tiles.get(`${level}/${index}`);
    assert.equal(tile?.width, width);
    assert.equal(createHash('sha256').update(tile.hashes).digest('hex'), sha256, `${level}/${index}`);
  }
  assert.equal(log.tiles.size, 277);
});

test('trees of up to 2^53 - 1 leaves have the nodes that Go reads', async () => {
  const read: ReadNodes = async (nodes) => nodes.map(({ level, index }) => leafHash(Buffer.from(`${level}/${index}`)));
  for (const { index, size, root, inclusion, consistency } of vectors.places) {
    assert.equal((await readRoot(read, size)).toString('base64'), root);
    assert.deepEqual(base64Of(await proveInclusion(read, index, size)), inclusion);
    assert.deepEqual(base64Of(await proveConsistency(read, index, size)), consistency);
  }
});

const ledger = ed25519Signer('example.com/ledger', secretOf(1));
const next = ed25519Signer('example.com/ledger', secretOf(2));
const w1 = cosigner('witness.example/w1', secretOf(4), 1_679_315_147);
const w2 = cosigner('witness.example/w2', secretOf(5), 1);

test('keys and signatures equal those of Go, byte for byte', () => {
  const { keys, notes } = vectors;
  assert.deepEqual(
    [ledger, next, ed25519Signer('other.example/ledger', secretOf(3)), w1, w2].map(({ key }) => formatVkey(key)),
    [keys.ledger, keys.ledgerNext, keys.other, keys.w1, keys.w2],
  );
  for (const vkey of Object.values(keys)) assert.equal(formatVkey(parseVkey(vkey)), vkey);
  const text = formatCheckpoint({ origin: 'example.com/ledger', ...log.head });
  assert.equal(signNote(text, [ledger]), notes.signed);
  assert.equal(signNote(text, [ledger, next]), notes.rotation);
  assert.equal(signNote(text, [ledger, w1, w2]), notes.cosigned);
  assert.equal(signNote('Grüße, 世界\n\n— nobody AAAA\n\n', [ledger]), notes.lines);
});

/**
 * Go verifies only the first signature of a key. The specification asks verifiers to verify each that matches a known key,
 * so a second one that fails is fatal here.
 */
function differs(note: string): boolean {
  const own = parseNote(note).signatures.filter(({ id }) => id === ledger.key.id);
  return own.length === 2 && !isDeepStrictEqual(own[0]?.signature, own[1]?.signature);
}

test('notes are accepted and refused as by Go', () => {
  const known = [vectors.keys.ledger, vectors.keys.w1, vectors.keys.w2].map(verifierFor);
  const verdictOn = (note: string): string => {
    try {
      verifyNote(note, known);
      return 'verified';
    } catch (error) {
      if (error instanceof LogVerificationError) return error.failure;
      assert.ok(error instanceof LogFormatError, String(error));
      return 'malformed';
    }
  };
  let different = 0;
  for (const { note, verdict } of vectors.verdicts) {
    const own = verdictOn(note);
    if (own === verdict) continue;
    assert.ok(own === 'signature' && verdict === 'verified' && differs(note), `${own}, not ${verdict}: ${note}`);
    different++;
  }
  assert.equal(different, 1);
});
