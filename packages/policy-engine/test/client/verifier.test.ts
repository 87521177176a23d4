/** The browser's verifier on the vectors of the docs, and on receipts with every kind of change. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { verifyReceipt as verifyOnServer } from 'policy-engine/ledger';
import { formatSignatures } from '../../dist/modules/proof/log/note.js';
import { isContinued } from '../../dist/modules/proof/log/verify-tree.js';
import { formatVkey, type VerifierKey } from '../../dist/modules/proof/log/vkey.js';
import { cosigner } from '../../dist/modules/proof/log/node.js';
import { secretOf } from '../proof/log/support.ts';
import { browserCrypto } from '../../dist/client/verifier/crypto.js';
import { keysIn } from '../../dist/client/verifier/keys.js';
import { readJson, Refused } from '../../dist/modules/proof/receipts/check/json.js';
import { type Noted, type Outcome, verifyReceipt } from '../../dist/client/verifier/receipt.js';

interface Vectors {
  readonly keys: readonly string[];
  readonly checkpoints: readonly string[];
  readonly consistency: readonly { from: number; to: number; proof: string[] }[];
  readonly refused_consistency: readonly { from: number; to: number; proof: string[] }[];
  readonly refused_checkpoints: readonly string[];
  readonly receipts: readonly string[];
  readonly suspected: readonly string[];
  readonly pending: readonly string[];
  readonly refused_receipts: readonly { what: string; receipt: string }[];
  readonly witnesses: readonly string[];
  readonly cosigned: readonly string[];
  readonly refused_cosigned: readonly { what: string; receipt: string }[];
  readonly restored: { readonly former: string; readonly receipts: readonly string[] };
}

const vectors = JSON.parse(readFileSync(new URL('../../docs/ledger-vectors.json', import.meta.url), 'utf8')) as Vectors;
const keys: readonly VerifierKey[] = keysIn(vectors.keys.join('\n'));
const NOTHING: Noted = { checkpoint: '', consistency: '' };
const check = (receipt: string, noted: Noted = NOTHING): Outcome => verifyReceipt(receipt, keys, noted);
const lastOf = ({ steps }: Outcome) => steps.at(-1);

test('receipts of the vectors verify, and a changed one is refused', () => {
  for (const receipt of [...vectors.receipts, ...vectors.restored.receipts]) {
    assert.equal(check(receipt).verdict, 'holds');
  }
  for (const receipt of vectors.suspected) assert.equal(check(receipt).verdict, 'marked');
  for (const receipt of vectors.pending) assert.equal(check(receipt).verdict, 'pending');
  for (const { what, receipt } of vectors.refused_receipts) {
    const outcome = check(receipt);
    assert.equal(outcome.verdict, 'refused', what);
    assert.equal(outcome.receipt, null, 'nothing of it is shown');
    assert.equal(lastOf(outcome)?.state, 'fails');
  }
});

test('a receipt without a known key is refused', () => {
  for (const receipt of [...vectors.receipts, ...vectors.suspected]) {
    assert.equal(verifyReceipt(receipt, [], NOTHING).verdict, 'refused');
    const others = keys.map((key) => ({ ...key, id: '00000000' }));
    assert.equal(verifyReceipt(receipt, others, NOTHING).verdict, 'refused');
  }
});

type Holder = Record<string, unknown>;

/** The path of each member of an object and of its nested objects. */
function* pathsIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    yield [...path, name];
    yield* pathsIn(inner, [...path, name]);
  }
}

/** A receipt with one changed object. */
function changed(source: string, path: readonly string[], change: (holder: Holder, name: string) => void): string {
  const receipt = JSON.parse(source) as Holder;
  let holder = receipt;
  for (const name of path.slice(0, -1)) holder = holder[name] as Holder;
  change(holder, path.at(-1) ?? '');
  return JSON.stringify(receipt);
}

const VALUES = [null, true, false, 0, 1, -1, 1.5, '', 'x', '00'.repeat(32), [], {}, ['x']];
/** Omitting information is not a forgery. */
const MAY_BE_NULL = new Set(['text', 'suspicion']);

/** Whether a receipt has no more than a pending one: of an event without a rule, only the proof is additional. */
function isPendingForm(source: string): boolean {
  const receipt = JSON.parse(source) as Holder;
  const { event, later, erasure, suspicion, cosigned } = receipt;
  const isAll = Object.hasOwn(receipt, 'proof') && (event as Holder | null)?.['rule'] === null;
  return isAll && receipt['proof'] === null && cosigned === false && !(later ?? erasure ?? suspicion);
}

test('a receipt with a missing, added, renamed or changed member is refused, in the browser and on the server', () => {
  const kinds = new Map(
    [...vectors.receipts, ...vectors.restored.receipts].map((source) => {
      const { event, openings, proof } = JSON.parse(source) as { event: Holder; openings: unknown; proof: string };
      return [`${String(event['kind'])} ${openings === null} ${proof.match(/\n— /g)?.length}`, source];
    }),
  );
  // Decisions, one with two signatures and one erased, a publication, an administration, a judgement, a takeover.
  assert.equal(kinds.size, 9, [...kinds.keys()].join('\n'));
  const proving = [...kinds.values(), vectors.suspected[0]!];
  let tried = 0;
  for (const source of proving) {
    const original = JSON.parse(source) as Holder;
    for (const path of pathsIn(original)) {
      const changes: string[] = [
        changed(source, path, (holder, name) => delete holder[name]),
        changed(source, path, (holder) => (holder['added'] = null)),
        changed(source, path, (holder, name) => {
          holder[name.toUpperCase()] = holder[name];
          delete holder[name];
        }),
        ...VALUES.filter((value) => value !== null || !MAY_BE_NULL.has(path.join('.'))).map((value) =>
          changed(source, path, (holder, name) => (holder[name] = value)),
        ),
      ];
      for (const receipt of changes) {
        if (receipt === source) continue;
        tried += 1;
        const expected = isPendingForm(receipt) ? 'pending' : 'refused';
        assert.equal(check(receipt).verdict, expected, `${path.join('.')}: ${receipt}`);
        assert.equal(verifyOnServer(receipt, vectors.keys.join('\n')).valid, false, path.join('.'));
      }
    }
  }
  assert.ok(tried > 3000, String(tried));
});

test('a receipt with a changed character in any text is refused', () => {
  const source = vectors.suspected[0]!;
  for (const path of pathsIn(JSON.parse(source))) {
    const length = JSON.stringify(changed(source, path, () => {})).length;
    for (let at = 0; at < length; at++) {
      let isChanged = false;
      const receipt = changed(source, path, (holder, name) => {
        const text = holder[name];
        if (typeof text !== 'string' || at >= text.length) return;
        holder[name] = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
        isChanged = true;
      });
      if (!isChanged) break;
      assert.equal(check(receipt).verdict, 'refused', `${path.join('.')} at ${at}`);
    }
  }
});

test('ambiguous JSON is refused', () => {
  const refused = ['', '{', '{} {}', '{"a":1,"a":1}', '{"a":1,"\\u0061":2}', 'NaN', '1.0', '1e0', '01', '9'.repeat(30)];
  refused.push(
    '-1',
    '-0',
    '["\\ud800"]',
    '"\n"',
    '"\0"',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    '\ufeff{}',
    '['.repeat(5000),
    '"\\x"',
    "'a'",
  );
  for (const text of refused) assert.throws(() => readJson(text), Refused, text.slice(0, 20));
  const read = readJson(' { "__proto__" : [ true , null ] ,\n"a":"\\ud83d\\ude00\u007f", "c": 7 } ');
  assert.deepEqual(Object.entries(read as object), [
    ['__proto__', [true, null]],
    ['a', '😀\u007f'],
    ['c', 7],
  ]);
});

const noteIn = (source: string): string => {
  const { proof } = JSON.parse(source) as { proof: string };
  return proof.slice(proof.indexOf('\n\n') + 2);
};
const sizeIn = (note: string): number => Number(note.split('\n')[1]);

test('a receipt is compared with a noted checkpoint of any size', () => {
  const source = vectors.receipts[1]!;
  const own = sizeIn(noteIn(source));
  const sizes = vectors.checkpoints.map(sizeIn);
  assert.ok(sizes.includes(own) && sizes.some((size) => size < own) && sizes.some((size) => size > own), sizes.join());
  for (const checkpoint of vectors.checkpoints) {
    const size = sizeIn(checkpoint);
    const proof = vectors.consistency.find(
      ({ from, to }) => from === Math.min(size, own) && to === Math.max(size, own),
    );
    assert.ok(proof !== undefined);
    const consistency = JSON.stringify(proof);
    // As copied: without the last newline, or with additional ones around it.
    for (const copied of [checkpoint, checkpoint.trim(), `\n${checkpoint}\n\n`, checkpoint.replaceAll('\n', '\r\n')]) {
      const outcome = check(source, { checkpoint: copied, consistency });
      assert.deepEqual(lastOf(outcome), { name: 'noted', state: 'holds', values: { size } });
    }
    const alone = check(source, { checkpoint, consistency: '' });
    assert.equal(lastOf(alone)?.name, size === own ? 'noted' : 'consistency');
    assert.equal(alone.verdict, 'holds');
    for (const wrong of [...vectors.refused_consistency, { from: 1, to: 2, proof: [] }, { ...proof, proof: ['x'] }]) {
      if (size === own) continue;
      const outcome = check(source, { checkpoint, consistency: JSON.stringify(wrong) });
      assert.equal(outcome.verdict, 'refused');
    }
  }
  for (const checkpoint of [...vectors.refused_checkpoints, 'nothing']) {
    assert.equal(check(source, { checkpoint, consistency: '' }).verdict, 'refused');
  }
});

test('cosignatures of known witnesses are verified, and the receipt lists those of its checkpoint', () => {
  const receipt = JSON.parse(vectors.receipts[0]!) as { proof: string; cosigned: boolean };
  const secret = secretOf(9);
  const { key: witness, sign } = cosigner('witness.example', secret, 1_800_000_000);
  const text = /\n\n(?<text>(?:[^\n]+\n){3})\n/.exec(receipt.proof)?.groups?.['text'] ?? '';
  const line = (signed: string) =>
    formatSignatures([{ name: witness.name, id: witness.id, signature: sign(Buffer.from(signed)) }]);
  const both = [...keys, ...keysIn(formatVkey(witness))];
  const verified = (proof: string, cosigned: boolean, given: readonly VerifierKey[]) =>
    verifyReceipt(JSON.stringify({ ...receipt, proof, cosigned }), given, NOTHING);
  const proof = `${receipt.proof}${line(text)}`;
  const stepOf = ({ steps }: Outcome) => steps.find(({ name }) => name === 'witnesses');
  assert.deepEqual(stepOf(verified(proof, true, both)), {
    name: 'witnesses',
    state: 'holds',
    values: { name: 'witness.example', time: '2027-01-15T08:00:00.000Z' },
  });
  assert.equal(stepOf(verified(proof, true, keys))?.state, 'open');
  for (const [changed, cosigned, given] of [
    [proof, false, both],
    [receipt.proof, true, keys],
    [`${receipt.proof}${line(text.replace(/\n\d+\n/, '\n1\n'))}`, true, both],
    [proof, true, both.slice(-1)],
  ] as const) {
    assert.equal(verified(changed, cosigned, given).verdict, 'refused');
  }
});

test('cosigned receipts of the vectors name all their witnesses, and no changed one does', () => {
  const known = [...keys, ...keysIn(vectors.witnesses.join('\n'))];
  const cosignersOf = ({ verdict, steps }: Outcome) =>
    verdict === 'holds' ? steps.filter(({ name, state }) => name === 'witnesses' && state === 'holds').length : null;
  for (const receipt of vectors.cosigned) {
    assert.equal(cosignersOf(verifyReceipt(receipt, known, NOTHING)), vectors.witnesses.length);
  }
  for (const { what, receipt } of vectors.refused_cosigned) {
    const found = cosignersOf(verifyReceipt(receipt, known, NOTHING));
    assert.ok(found === null || found < vectors.witnesses.length, what);
  }
});

test('consistency proofs of the vectors verify, and changed ones do not', () => {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64'));
  const heads = new Map(
    vectors.checkpoints.map((note) => {
      const [, size = '', root = ''] = note.split('\n');
      return [Number(size), { size: Number(size), root: bytes(root) }];
    }),
  );
  const holds = ({ from, to, proof }: Vectors['consistency'][number]) =>
    isContinued(heads.get(from)!, heads.get(to)!, proof.map(bytes), browserCrypto.sha256);
  for (const answer of vectors.consistency) {
    assert.equal(holds(answer), true);
    assert.equal(holds({ ...answer, proof: [...answer.proof, answer.proof[0] ?? 'AA=='] }), false);
    for (const at of answer.proof.keys())
      assert.equal(holds({ ...answer, proof: answer.proof.toSpliced(at, 1) }), false);
  }
  for (const answer of vectors.refused_consistency) assert.equal(holds(answer), false);
});

test('lines that are not keys are named', () => {
  const [good = ''] = vectors.keys;
  assert.equal(keysIn(`# of the shop\n\n  ${good}  \r\n`).length, 1);
  for (const line of ['x', 'a+b+c', good.replace('+AYE', '+BYE'), good.replace('shop', 'stop'), `${good}=`]) {
    assert.throws(() => keysIn(`${good}\n${line}`), { name: 'Refused', message: line });
  }
});
