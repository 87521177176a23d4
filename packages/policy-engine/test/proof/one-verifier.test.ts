/** Node and the browser say the same of a receipt: the same code, on `node:crypto` and on the library of the page. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { verifyReceipt as verifyInNode } from 'policy-engine/ledger';
import { browserCrypto } from '../../dist/client/verifier/crypto.js';
import { keysIn } from '../../dist/client/verifier/keys.js';
import { type Outcome, verifyReceipt as verifyInBrowser } from '../../dist/client/verifier/receipt.js';
import { nodeCrypto, publicBytes } from '../../dist/modules/proof/log/node.js';
import { brokenReceipts, type CheckedCase, vectors } from './broken-receipts.ts';

const isWitness = (vkey: string) => vectors.witnesses.includes(vkey);

/** The problems that Node reports, and the outcome of the browser. */
function both({ receipt, keys = vectors.keys, noted }: Omit<CheckedCase, 'what' | 'step' | 'problem'>): {
  problems: readonly string[];
  outcome: Outcome;
} {
  const witnesses = keys.filter(isWitness);
  const { valid, problems } = verifyInNode(
    receipt,
    keys.filter((key) => !isWitness(key)).join('\n'),
    noted && { checkpoint: noted.checkpoint, consistency: noted.consistency?.proof },
    witnesses.length === 0 ? undefined : witnesses.join('\n'),
  );
  assert.equal(valid, problems.length === 0);
  const { checkpoint = '', consistency } = noted ?? {};
  const entered = { checkpoint, consistency: consistency === undefined ? '' : JSON.stringify(consistency) };
  return { problems, outcome: verifyInBrowser(receipt, keysIn(keys.join('\n')), entered) };
}

for (const one of brokenReceipts) {
  test(`Node and the browser find the same fault: ${one.what}`, () => {
    const { problems, outcome } = both(one);
    const last = outcome.steps.at(-1);
    assert.deepEqual([outcome.verdict, last?.state, last?.name], ['refused', 'fails', one.step]);
    assert.match(problems[0] ?? '', one.problem);
    assert.equal(last?.problem, problems[0], 'the step that fails in the browser is the first problem in Node');
    assert.equal(outcome.receipt, null);
  });
}

test('Node and the browser accept the same receipts', () => {
  const { receipts, restored, cosigned, keys, witnesses } = vectors;
  for (const receipt of [...receipts, ...restored.receipts, ...cosigned]) {
    const { problems, outcome } = both({ receipt, keys: [...keys, ...(cosigned.includes(receipt) ? witnesses : [])] });
    assert.deepEqual([problems, outcome.verdict], [[], 'holds']);
    assert.deepEqual(
      outcome.steps.filter(({ problem }) => problem !== undefined),
      [],
    );
  }
});

test('what is valid and proves nothing is a problem in Node, and a verdict of its own in the browser', () => {
  for (const [receipt = '', verdict, problem] of [
    [vectors.suspected[0], 'marked', /^the event was sealed under a flag, \w+: it does not count until it is judged$/],
    [vectors.pending[0], 'pending', /^it is pending: no checkpoint covers the event yet$/],
  ] as const) {
    const { problems, outcome } = both({ receipt });
    assert.equal(outcome.verdict, verdict);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', problem);
    assert.deepEqual(
      outcome.steps.flatMap((step) => step.problem ?? []),
      problems,
    );
  }
});

test('a consistency proof that is not given is a problem in Node, and a step that is open in the browser', () => {
  const [receipt = ''] = vectors.receipts;
  const checkpoint = vectors.checkpoints.find((note) => !receipt.includes(JSON.stringify(note).slice(1, -1))) ?? '';
  const { problems, outcome } = both({ receipt, noted: { checkpoint } });
  const last = outcome.steps.at(-1);
  assert.deepEqual([outcome.verdict, last?.name, last?.state], ['holds', 'consistency', 'open']);
  assert.deepEqual(problems, [last?.problem]);
});

test('Node requires a quorum of the given witnesses, and the browser lists those that it knows', () => {
  const [receipt = ''] = vectors.receipts;
  const { problems, outcome } = both({ receipt, keys: [...vectors.keys, ...vectors.witnesses] });
  assert.equal(outcome.verdict, 'holds');
  assert.deepEqual(problems, ['the checkpoint is cosigned by no known witness, which is not enough']);
});

test('keys of which none is given are not the same as no check of signatures', () => {
  const [receipt = ''] = vectors.receipts;
  assert.deepEqual(verifyInNode(receipt, null).problems, []);
  assert.deepEqual(verifyInNode(receipt, '# none\n').problems, ['the note is signed by no known key']);
  assert.deepEqual(both({ receipt, keys: [] }).outcome.verdict, 'refused');
});

test('hashes of the library are those of node:crypto, at any length', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  const plain = (value: Uint8Array) => Uint8Array.from(value);
  fc.assert(
    fc.property(bytes, bytes, (key, content) => {
      assert.deepEqual(browserCrypto.sha256(content), plain(nodeCrypto.sha256(content)));
      assert.deepEqual(browserCrypto.hmacSha256(key, content), plain(nodeCrypto.hmacSha256(key, content)));
    }),
  );
});

/** The order of the group of Ed25519. */
const ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

/** A signature whose second half is larger by the order: the same number, written in another way. */
function malleated(signature: Uint8Array): Uint8Array {
  const half = BigInt(`0x${Buffer.from(signature.subarray(32).toReversed()).toString('hex')}`) + ORDER;
  const bytes = Buffer.from(half.toString(16).padStart(64, '0'), 'hex').toReversed();
  return new Uint8Array(Buffer.concat([signature.subarray(0, 32), bytes]));
}

test('signatures of the library are those of node:crypto: each bit counts, and each has one form', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = publicBytes(publicKey);
  const verdicts = (own: Uint8Array, signature: Uint8Array, content: Uint8Array) =>
    [nodeCrypto, browserCrypto].map(({ isSignedBy }) => isSignedBy(own, signature, content));
  for (const length of [0, 1, 100, 1000]) {
    const content = new Uint8Array(randomBytes(length));
    const signature = new Uint8Array(sign(null, content, privateKey));
    assert.deepEqual(verdicts(key, signature, content), [true, true]);
    assert.deepEqual(verdicts(key, malleated(signature), content), [false, false]);
    for (let bit = 0; bit < 512; bit += 7) {
      const flipped = signature.with(bit >> 3, signature[bit >> 3]! ^ (1 << (bit & 7)));
      assert.deepEqual(verdicts(key, flipped, content), [false, false], `bit ${bit}`);
    }
    assert.deepEqual(verdicts(new Uint8Array(32).fill(length), signature, content), [false, false], 'not a key');
  }
});
