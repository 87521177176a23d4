/** C2SP tlog-witness, "add-checkpoint". */
import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCheckpoint } from '../../../dist/modules/proof/log/checkpoint.js';
import { LogFormatError, LogVerificationError } from '../../../dist/modules/proof/log/errors.js';
import {
  formatNote,
  formatSignatures,
  type NoteSigner,
  parseNote,
  signNote,
  signText,
  verifyNote,
  withSignatures,
} from '../../../dist/modules/proof/log/note.js';
import { proveConsistency } from '../../../dist/modules/proof/log/tree-proofs.js';
import { EMPTY_ROOT, type Hash, readRoot } from '../../../dist/modules/proof/log/tree.js';
import { decide, type WitnessDecision } from '../../../dist/modules/proof/log/witnesses/witness-decision.js';
import {
  type AddCheckpoint,
  formatAddCheckpoint,
  originHash,
  parseAddCheckpoint,
  readWitnessAnswer,
  SIZE_TYPE,
} from '../../../dist/modules/proof/log/witnesses/witness.js';
import { cosigner, ed25519Signer, verifierOf } from '../../../dist/modules/proof/log/node.js';
import { type TreeHead } from '../../../dist/modules/proof/log/verify-tree.js';
import { leafAt, logOf, secretOf } from './support.ts';

const ORIGIN = 'example.com/ledger';
const signer = ed25519Signer(ORIGIN, secretOf(1));
const next = ed25519Signer(ORIGIN, secretOf(2));
const stranger = ed25519Signer(ORIGIN, secretOf(3));
const verifiers = [signer, next].map(({ key }) => verifierOf(key));
const TIME = 1_679_315_147;
const witness = cosigner('witness.example/w1', secretOf(4), TIME);
const asked = [{ name: 'w1', key: witness.key }];
const log = await logOf(300);

const headOf = async (size: number): Promise<TreeHead> => ({ size, root: await readRoot(log.nodes(size), size) });

/** A request of an honest log, with changes. */
async function request(
  old: number,
  size: number,
  change: { root?: Hash; proof?: Hash[]; signers?: NoteSigner[]; note?: string; old?: number } = {},
): Promise<string> {
  const text = formatCheckpoint({ origin: ORIGIN, size, root: change.root ?? (await headOf(size)).root });
  return formatAddCheckpoint({
    old: change.old ?? old,
    proof: change.proof ?? (old <= size ? await proveConsistency(log.nodes(), old, size) : []),
    note: parseNote(change.note ?? signNote(text, change.signers ?? [signer])),
  });
}

const decideOn = (latest: TreeHead | null, body: string): WitnessDecision =>
  decide({ verifiers, latest }, parseAddCheckpoint(body));

const answerOf = (decision: WitnessDecision) => {
  assert.ok(decision.action === 'refuse');
  return decision.answer;
};

test('a request has the lines of the specification, and can be parsed from them', async () => {
  const body = await request(7, 300);
  const lines = body.split('\n');
  assert.equal(lines[0], 'old 7');
  const { old, proof, note, checkpoint } = parseAddCheckpoint(Buffer.from(body));
  assert.deepEqual([old, checkpoint.size, lines.indexOf('')], [7, 300, 1 + proof.length]);
  assert.equal(formatAddCheckpoint({ old, proof, note }), body);
  assert.ok((await request(0, 300)).startsWith(`old 0\n\n${ORIGIN}\n300\n`));
});

test('anything that is not a request is refused', async () => {
  const whole = await request(7, 300);
  const hash = leafAt(0).toString('base64');
  const malformed: Readonly<Record<string, string | Uint8Array>> = {
    empty: '',
    'no old size': whole.slice(whole.indexOf('\n') + 1),
    'old size with leading zero': whole.replace('old 7', 'old 07'),
    'old size with sign': whole.replace('old 7', 'old -7'),
    'old size with two spaces': whole.replace('old 7', 'old  7'),
    'old size too large': whole.replace('old 7', 'old 9007199254740993'),
    'old in capitals': whole.replace('old 7', 'OLD 7'),
    'hash that is too short': whole.replace('old 7', 'old 7\nAAAA'),
    'hash that is not base64': whole.replace('old 7', `old 7\n${hash.slice(0, -1)}`),
    'more than 63 hashes': whole.replace('old 7', `old 7${`\n${hash}`.repeat(63)}`),
    'no empty line': whole.replace('\n\n', '\n'),
    'two empty lines': whole.replace('\n\n', '\n\n\n'),
    'no signature': whole.slice(0, whole.lastIndexOf('\n\n') + 2),
    'text that is not a checkpoint': whole.replace('\n300\n', '\n0300\n'),
    'carriage returns': whole.replaceAll('\n', '\r\n'),
    'not UTF-8': Buffer.concat([Buffer.from(whole.slice(0, -1)), Buffer.from([0xff, 0x0a])]),
    'too long': `${whole}${'— nobody AAAAAAAA\n'.repeat(100_000)}`,
  };
  for (const [what, body] of Object.entries(malformed)) {
    assert.throws(() => parseAddCheckpoint(body), LogFormatError, what);
  }
  const add: AddCheckpoint = {
    old: 1,
    proof: Array.from({ length: 64 }, () => leafAt(0)),
    note: parseNote(signNote('a\n', [signer])),
  };
  assert.throws(() => formatAddCheckpoint(add), LogFormatError);
  assert.throws(() => formatAddCheckpoint({ ...add, proof: [], old: 0.5 }), LogFormatError);
});

test('a checkpoint that is consistent with the latest one is cosigned', async () => {
  for (const [old, size] of [
    [0, 0],
    [0, 1],
    [0, 300],
    [1, 300],
    [128, 256],
    [299, 300],
    [300, 300],
  ] as const) {
    for (const latest of old === 0 ? [null, await headOf(0)] : [await headOf(old)]) {
      const decision = decideOn(latest, await request(old, size));
      assert.ok(decision.action === 'cosign', `${old} to ${size}`);
      assert.equal(decision.checkpoint.size, size);
    }
  }
});

test('each refusal has the status of the specification, and the first that applies', async () => {
  const [seven, three] = [await headOf(7), await headOf(300)];
  const proof = await proveConsistency(log.nodes(), 7, 300);
  const failing = (await request(7, 300)).replace(/(?<=ledger )(?<id>.{20}).{4}/, '$<id>AAAA');
  const cases: readonly (readonly [string, number, TreeHead | null, string])[] = [
    ['signed by an unknown key', 403, seven, await request(7, 300, { signers: [stranger] })],
    ['a failing signature of a known key', 403, seven, failing],
    ['unsigned, and of another size', 403, three, await request(7, 300, { signers: [stranger] })],
    ['the old size above the size', 400, seven, await request(8, 7)],
    ['the old size above the size, and not the latest', 400, null, await request(8, 7)],
    ['the old size below the latest', 409, three, await request(7, 300)],
    ['the old size above the latest', 409, null, await request(7, 300)],
    ['the old size not the latest, and a bad proof', 409, three, await request(7, 300, { proof: [] })],
    ['an empty tree with another root', 422, null, await request(0, 0, { root: leafAt(0) })],
    ['a proof from the empty tree', 422, null, await request(0, 300, { proof })],
    ['no proof', 422, seven, await request(7, 300, { proof: [] })],
    ['a proof of something else', 422, seven, await request(7, 300, { proof: proof.toReversed() })],
    ['a proof with a hash more', 422, seven, await request(7, 300, { proof: [...proof, leafAt(0)] })],
    ['a fork: another root', 422, seven, await request(7, 300, { root: leafAt(0) })],
    ['a fork: another root of the same size', 422, three, await request(300, 300, { root: leafAt(0) })],
    ['the same size, with a proof', 422, three, await request(300, 300, { proof })],
    ['a latest one that is another tree', 422, { size: 7, root: leafAt(0) }, await request(7, 300)],
  ];
  for (const [what, status, latest, body] of cases) {
    const answer = answerOf(decideOn(latest, body));
    assert.equal(answer.status, status, what);
    if (status === 409) {
      assert.deepEqual([answer.contentType, answer.body], ['text/x.tlog.size', `${latest?.size ?? 0}\n`], what);
    } else {
      assert.match(answer.body, /^.+\n$/, what);
    }
  }
  const unknown = parseAddCheckpoint(await request(8, 7, { signers: [stranger] }));
  assert.equal(answerOf(decide(null, unknown)).status, 404);
});

test('a cosigned checkpoint keeps only the signatures of the log', async () => {
  const body = await request(7, 300, { signers: [stranger, next, signer] });
  const decision = decideOn(await headOf(7), body);
  assert.ok(decision.action === 'cosign');
  const note = formatNote(withSignatures(decision.note, [signText(decision.note.text, witness)]));
  assert.deepEqual(
    parseNote(note).signatures.map(({ id }) => id),
    [next.key.id, signer.key.id, witness.key.id],
  );
});

test('a witness never cosigns two trees neither of which is a prefix of the other', async () => {
  // Two logs that are equal up to leaf 100, with one key.
  const other = await logOf(100);
  await other.append(Array.from({ length: 200 }, (_, at) => leafAt(10_000 + at)));
  const step = fc.record({
    log: fc.constantFrom(log, other),
    size: fc.nat({ max: 300 }),
    old: fc.option(fc.nat({ max: 300 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      let latest: TreeHead | null = null;
      for (const { log: from, size, old: given } of steps) {
        const old: number = Math.min(given ?? latest?.size ?? 0, size);
        const root = await readRoot(from.nodes(size), size);
        const proof = await proveConsistency(from.nodes(), old, size);
        const decision = decideOn(latest, await request(old, size, { root, proof }));
        if (decision.action === 'refuse') continue;
        const before: TreeHead = latest ?? { size: 0, root: EMPTY_ROOT };
        assert.ok(size >= before.size);
        assert.deepEqual(await readRoot(from.nodes(before.size), before.size), before.root);
        latest = { size, root };
      }
    }),
    { numRuns: 60 },
  );
});

const { note } = parseAddCheckpoint(await request(7, 300));
const cosignature = signText(note.text, witness);
const answer = (status: number, body: string, contentType = 'text/plain') =>
  readWitnessAnswer({ status, contentType, body }, note.text, asked);

test('cosignatures in the response of a witness are added to the checkpoint, except those not asked for', () => {
  const foreign = signText(note.text, cosigner('witness.example/w2', secretOf(5), TIME));
  const outcome = answer(200, formatSignatures([foreign, cosignature]));
  assert.ok(outcome.outcome === 'cosigned');
  assert.deepEqual(outcome.signatures, [cosignature]);
  assert.deepEqual(outcome.cosignatures, [{ witness: asked[0], time: TIME }]);
  const whole = formatNote(withSignatures(note, outcome.signatures));
  assert.equal(verifyNote(whole, verifiers).text, note.text);
});

test('other responses are conflicts or refusals', () => {
  assert.deepEqual(answer(409, '7\n', SIZE_TYPE), { outcome: 'conflict', size: 7 });
  assert.deepEqual(answer(409, '7\n', `${SIZE_TYPE}; charset=utf-8`), { outcome: 'conflict', size: 7 });
  assert.deepEqual(answer(409, 'taken\n'), { outcome: 'refused', status: 409, message: 'taken' });
  assert.deepEqual(answer(403, 'no\n'), { outcome: 'refused', status: 403, message: 'no' });
  for (const body of ['', '7', '07\n', '7\n8\n', ' 7\n', '-1\n', '9007199254740993\n']) {
    assert.throws(() => answer(409, body, SIZE_TYPE), LogFormatError, body);
  }
});

test('a response without the requested cosignature is refused', () => {
  const lines = formatSignatures([cosignature]);
  for (const body of ['', 'ok\n', lines.trimEnd(), `\n${lines}`, `${lines}\n`, `other text\n\n${lines}`]) {
    assert.throws(() => answer(200, body), LogFormatError, body);
  }
  const failsWith = (failure: string) => (error: unknown) =>
    error instanceof LogVerificationError && error.failure === failure;
  const foreign = signText(note.text, cosigner('witness.example/w2', secretOf(5), TIME));
  assert.throws(() => answer(200, formatSignatures([foreign])), failsWith('unsigned'));
  const earlier = signText(formatCheckpoint({ origin: ORIGIN, size: 7, root: leafAt(7) }), witness);
  assert.throws(() => answer(200, formatSignatures([earlier])), failsWith('signature'));
  // A time of zero would not state the time: tlog-witness forbids it.
  const timeless = Buffer.concat([
    Buffer.alloc(8),
    sign(null, Buffer.from(`cosignature/v1\ntime 0\n${note.text}`), secretOf(4)),
  ]);
  assert.throws(() => answer(200, formatSignatures([{ ...cosignature, signature: timeless }])), /without a time/);
});

test('Monitor Retrieval Mechanism: an origin is named by its hash', () => {
  assert.equal(originHash('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
