/** The test vectors of `docs/ledger-format.md`, verified by the package and by a verifier written only from that page. */
import assert from 'node:assert/strict';
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { verifyReceipt } from 'policy-engine/ledger';
import { eventKinds } from '../../dist/modules/proof/ledger/event.js';

type Plain = Record<string, string | number | null>;
interface Vectors {
  readonly keys: string[];
  readonly checkpoints: string[];
  readonly refused_checkpoints: string[];
  readonly consistency: { from: number; to: number; proof: string[] }[];
  readonly refused_consistency: { from: number; to: number; proof: string[] }[];
  readonly events: { record: Plain; canonical: string; leaf_hash: string }[];
  readonly receipts: string[];
  readonly suspected: string[];
  readonly pending: string[];
  readonly refused_receipts: { what: string; receipt: string }[];
  readonly witnesses: string[];
  readonly cosigned: string[];
  readonly refused_cosigned: { what: string; receipt: string }[];
  readonly restored: { former: string; receipts: string[] };
}
const vectors = JSON.parse(readFileSync(new URL('../../docs/ledger-vectors.json', import.meta.url), 'utf8')) as Vectors;

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const canonical = (record: object) =>
  JSON.stringify(Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))));
const leafHash = (record: object) => sha256(Buffer.from([0]), Buffer.from(canonical(record)));
const nodeHash = (left: Buffer, right: Buffer) => sha256(Buffer.from([1]), left, right);
const base64 = (text: string) => Buffer.from(text, 'base64');

/** "Keys". */
const keyOf = (type: number) => (vkey: string) => {
  const [name = '', id = '', encoded = ''] = /^([^+]*)\+([^+]*)\+(.*)$/.exec(vkey)!.slice(1);
  const bytes = base64(encoded);
  assert.equal(bytes[0], type);
  assert.equal(sha256(Buffer.from(`${name}\n`), bytes).toString('hex', 0, 4), id);
  const x = bytes.subarray(1).toString('base64url');
  return { name, id, key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }) };
};
const keys = vectors.keys.map(keyOf(1));
const witnesses = vectors.witnesses.map(keyOf(4));

function isSigned(text: string, lines: readonly string[]): boolean {
  const verified = lines.map((line) => {
    const [, name, bytes] = line.split(' ');
    const key = keys.find(({ name: known, id }) => known === name && id === base64(bytes!).toString('hex', 0, 4));
    return key && verify(null, Buffer.from(text), key.key, base64(bytes!).subarray(4));
  });
  return verified.some((one) => one === true) && verified.every((one) => one !== false);
}

/** "Cosignatures": names of known witnesses. @throws {AssertionError} for one that does not verify */
function cosignersOf(text: string, lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, name, bytes] = line.split(' ');
    const [id, time, signature] = [
      base64(bytes!).subarray(0, 4),
      base64(bytes!).subarray(4, 12),
      base64(bytes!).subarray(12),
    ];
    const witness = witnesses.find((one) => one.name === name && one.id === id.toString('hex'));
    if (witness === undefined) return [];
    const message = `cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`;
    assert.ok(verify(null, Buffer.from(message), witness.key, signature), 'cosignature');
    return [witness.name];
  });
}

/** "Checkpoints". */
function readCheckpoint(note: string) {
  const end = note.indexOf('\n\n');
  const text = note.slice(0, end + 1);
  const [origin, size = '', root = ''] = text.split('\n');
  assert.match(size, /^(?:0|[1-9]\d*)$/);
  const lines = note.slice(end + 2, -1).split('\n');
  assert.ok(isSigned(text, lines), 'signature');
  const isCosigned = lines.some((line) => line.split(' ')[1] !== origin);
  return { origin, size: Number(size), root: base64(root), isCosigned, cosigners: cosignersOf(text, lines) };
}

/** RFC 9162 §2.1.3.2 and §2.1.4.2, by recursion over the tree instead of their loops. */
const half = (size: number) => 2 ** Math.floor(Math.log2(size - 1));
function rootOfPath(leaf: Buffer, index: number, size: number, path: readonly Buffer[]): Buffer {
  if (size === 1) return (assert.equal(path.length, 0), leaf);
  assert.ok(path.length > 0 && index < size);
  const [last, rest, left] = [path.at(-1)!, path.slice(0, -1), half(size)];
  return index < left
    ? nodeHash(rootOfPath(leaf, index, left, rest), last)
    : nodeHash(last, rootOfPath(leaf, index - left, size - left, rest));
}
function rootsOf(from: number, to: number, path: readonly Buffer[], known: Buffer | null): [Buffer, Buffer] {
  if (from === to) {
    const root = known ?? path[0]!;
    assert.equal(path.length, known === null ? 1 : 0);
    return [root, root];
  }
  assert.ok(path.length > 0);
  const [last, rest, left] = [path.at(-1)!, path.slice(0, -1), half(to)];
  if (from <= left) {
    const [older, newer] = rootsOf(from, left, rest, known);
    return [older, nodeHash(newer, last)];
  }
  const [older, newer] = rootsOf(from - left, to - left, rest, null);
  return [nodeHash(last, older), nodeHash(last, newer)];
}

const members = (value: object | null, names: string, optional = ''): void => {
  const given = Object.keys(value ?? {}).filter((name) => !optional.split(' ').includes(name));
  if (value !== null) assert.deepEqual(given.toSorted(), names.split(' ').toSorted());
};

function proven(event: object, proof: string) {
  const end = proof.indexOf('\n\n');
  const [header, index = '', ...path] = proof.slice(0, end).split('\n');
  assert.equal(header, 'c2sp.org/tlog-proof@v1');
  assert.match(index, /^index (?:0|[1-9]\d*)$/);
  const checkpoint = readCheckpoint(proof.slice(end + 2));
  const root = rootOfPath(leafHash(event), Number(index.slice(6)), checkpoint.size, path.map(base64));
  assert.deepEqual(root, checkpoint.root);
  return checkpoint;
}

/**
 * "Receipts", step by step.
 *
 * @param cosigners whose cosignatures are requested
 * @throws {AssertionError}
 */
function check(text: string, cosigners: readonly string[] = []): 'proven' | 'suspected' | 'pending' {
  const receipt = JSON.parse(text);
  // Ours are written by JSON.stringify, so that duplicates are visible when it is serialised again.
  assert.equal(JSON.stringify(receipt), text);
  members(receipt, 'format event openings erasure text proof cosigned suspicion later');
  const { format, event, openings, erasure, text: words, proof, cosigned, suspicion, later } = receipt;
  assert.deepEqual([format, typeof cosigned], ['policy-engine/receipt/2', 'boolean']);
  const always = 'id kind rule version text_hash decision at how subject_commitment circumstances_commitment';
  members(
    event,
    always,
    'number gpc vendors adopted decided_at months posture fact about about_hash reason about_count',
  );
  const leaf = leafHash(event);
  if (openings !== null) {
    members(openings, 'subject circumstances');
    for (const [name, group] of Object.entries(openings as Record<string, Plain>)) {
      members(
        group,
        name === 'subject' ? 'user visitor salt' : 'ip locale user_agent salt',
        name === 'subject' ? (event.kind === 'merge' ? 'into' : '') : 'region shown',
      );
      const { salt, ...record } = group;
      const commitment = createHmac('sha256', Buffer.from(String(salt), 'hex'))
        .update(canonical(record))
        .digest('hex');
      assert.equal(commitment, event[`${name}_commitment`]);
    }
  }
  members(words, 'hash words');
  if (words !== null) {
    const hash = sha256(Buffer.from(words.words)).toString('hex');
    assert.deepEqual([words.hash, hash], [event.text_hash, event.text_hash]);
  }
  if (proof === null) {
    assert.deepEqual([later, suspicion, erasure, cosigned], [null, null, null, false]);
    return 'pending';
  }
  const { origin, size, ...noted } = proven(event, proof);
  assert.equal(cosigned, noted.isCosigned);
  for (const name of cosigners) assert.ok(noted.cosigners.includes(name), `cosigned by ${name}`);
  assert.equal(openings === null, erasure !== null);
  if (erasure !== null) {
    assert.ok(isSigned(`policy-engine/erasure/1\n${origin}\n${leaf.toString('base64')}\n`, [erasure]), 'erasure');
  }
  members(later, 'exists size signature');
  if (later === null) assert.ok(openings === null || event.rule === null);
  else {
    assert.ok(later.size >= size);
    const said = `policy-engine/receipt/2 later\n${leaf.toString('base64')}\n${later.size}\n${later.exists ? 'yes' : 'no'}\n`;
    assert.ok(isSigned(said, [later.signature]), 'later');
  }
  if (suspicion === null) return 'proven';
  members(suspicion, 'event proof');
  const { kind, about, about_hash: hash } = suspicion.event;
  assert.deepEqual([kind, about, hash], ['suspicion', event.id, leaf.toString('hex')]);
  proven(suspicion.event, suspicion.proof);
  return 'suspected';
}

describe('a verifier that was written from the documentation', () => {
  test('computes the same leaves', () => {
    assert.equal(vectors.events.length, 34);
    for (const { record, canonical: text, leaf_hash: hash } of vectors.events) {
      assert.deepEqual([canonical(record), leafHash(record).toString('hex')], [text, hash]);
    }
  });
  test('verifies checkpoints, and the consistency from one to the other', () => {
    const heads = new Map(vectors.checkpoints.map(readCheckpoint).map((head) => [head.size, head.root]));
    const holds = ({ from, to, proof }: Vectors['consistency'][number]) => {
      const isPower = Number.isInteger(Math.log2(from));
      const known = isPower || from === to ? heads.get(from)! : null;
      const roots = rootsOf(from, to, proof.map(base64), known);
      assert.deepEqual(roots, [heads.get(from), heads.get(to)], `${from} → ${to}`);
    };
    for (const one of vectors.consistency) holds(one);
    assert.equal(vectors.consistency.length, 91);
    for (const one of vectors.refused_consistency) assert.throws(() => holds(one));
    for (const note of vectors.refused_checkpoints) assert.throws(() => readCheckpoint(note));
  });
  test('accepts the receipts, and refuses changed ones', () => {
    assert.ok(vectors.receipts.length >= 6);
    for (const receipt of vectors.receipts) assert.equal(check(receipt), 'proven');
    for (const receipt of vectors.suspected) assert.equal(check(receipt), 'suspected');
    for (const receipt of vectors.pending) assert.equal(check(receipt), 'pending');
    for (const { what, receipt } of vectors.refused_receipts) assert.throws(() => check(receipt), what);
  });
  test('handles events of every type, and circumstances with what was shown', () => {
    const receipts = [...vectors.receipts, ...vectors.restored.receipts].map((text) => JSON.parse(text));
    const kinds = new Set(
      [...vectors.events.map(({ record }) => record), ...receipts.map(({ event }) => event)].map(({ kind }) => kind),
    );
    assert.deepEqual(kinds, new Set(eventKinds));
    assert.ok(receipts.some(({ openings }) => typeof openings?.circumstances.shown === 'string'));
    const placed = receipts.find(({ openings }) => openings?.circumstances.region === 'gb');
    const { months, posture, fact } = placed.event;
    assert.deepEqual({ months, posture, fact }, { months: 6, posture: 'exempt', fact: 'UK U4 2026-02-05' });
  });
  test('accepts receipts of a continued ledger, and finds the last known checkpoint in its takeover', () => {
    const { former, receipts } = vectors.restored;
    for (const receipt of receipts) assert.equal(check(receipt), 'proven');
    const { event } = JSON.parse(receipts[0]!);
    const text = former.slice(0, former.indexOf('\n\n') + 1);
    assert.deepEqual(
      [event.kind, event.reason, event.about_hash, event.about_count],
      ['takeover', 'restored', sha256(Buffer.from(text)).toString('hex'), readCheckpoint(former).size],
    );
  });
  test('accepts cosigned receipts, and refuses changed ones', () => {
    const all = witnesses.map(({ name }) => name);
    assert.equal(all.length, 2);
    for (const receipt of vectors.cosigned) assert.equal(check(receipt, all), 'proven');
    for (const { what, receipt } of vectors.refused_cosigned) assert.throws(() => check(receipt, all), what);
  });
});

test('the package agrees with the vectors', () => {
  const known = vectors.keys.join('\n');
  for (const receipt of [...vectors.receipts, ...vectors.restored.receipts]) {
    assert.deepEqual(verifyReceipt(receipt, known).problems, []);
  }
  for (const receipt of [...vectors.suspected, ...vectors.pending]) {
    const { valid, problems } = verifyReceipt(receipt, known);
    assert.equal(valid, false);
    assert.equal(problems.length, 1, problems.join());
  }
  for (const { what, receipt } of vectors.refused_receipts) {
    assert.equal(verifyReceipt(receipt, known).valid, false, what);
  }
  const names = vectors.witnesses.map((vkey, at) => [`w${at}`, vkey] as const);
  const policy = [
    ...names.map(([name, vkey]) => `witness ${name} ${vkey}`),
    `group all all ${names.map(([name]) => name).join(' ')}`,
    'quorum all',
  ].join('\n');
  for (const receipt of vectors.cosigned) {
    const { problems, cosignatures } = verifyReceipt(receipt, known, undefined, policy);
    assert.deepEqual([problems, cosignatures.length], [[], 2]);
  }
  for (const { what, receipt } of vectors.refused_cosigned) {
    assert.equal(verifyReceipt(receipt, known, undefined, policy).valid, false, what);
  }
});
