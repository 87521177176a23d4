/** C2SP tlog-proof. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCheckpoint } from '../../../dist/modules/proof/log/checkpoint.js';
import { LogFormatError, LogVerificationError } from '../../../dist/modules/proof/log/errors.js';
import {
  formatInclusionProof,
  type InclusionProof,
  parseInclusionProof,
} from '../../../dist/modules/proof/log/inclusion-proof.js';
import { parseNote, signNote } from '../../../dist/modules/proof/log/note.js';
import { definePolicy, verifyInclusionProof } from '../../../dist/modules/proof/log/witnesses/policy.js';
import { proveInclusion } from '../../../dist/modules/proof/log/tree-proofs.js';
import { formatVkey } from '../../../dist/modules/proof/log/vkey.js';
import { cosigner, ed25519Signer } from '../../../dist/modules/proof/log/node.js';
import { base64Of, leafAt, logOf, secretOf } from './support.ts';

const SIZE = 300;
const log = await logOf(SIZE);
const signer = ed25519Signer('example.com/ledger', secretOf(1));
const witness = cosigner('witness.example/w1', secretOf(4), 1_679_315_147);
const text = formatCheckpoint({ origin: 'example.com/ledger', ...log.head });
const policy = definePolicy({
  logs: [{ vkey: formatVkey(signer.key) }],
  witnesses: [{ name: 'w1', vkey: formatVkey(witness.key) }],
  quorum: 'w1',
});

async function proofOf(index: number, signers = [signer, witness], extra?: Uint8Array): Promise<InclusionProof> {
  const path = (await proveInclusion(log.nodes(), index, SIZE)).map((hash) => new Uint8Array(hash));
  return { index, path, checkpoint: parseNote(signNote(text, signers)), ...(extra !== undefined && { extra }) };
}

const failsWith = (failure: string) => (error: unknown) =>
  error instanceof LogVerificationError && error.failure === failure;

test('Format: a proof has the lines of the specification, and can be parsed from them', async () => {
  const extra = new TextEncoder().encode('age-v1.2.1');
  const proof = await proofOf(73, [signer, witness], extra);
  const lines = formatInclusionProof(proof).split('\n');
  assert.deepEqual(lines.slice(0, 3), ['c2sp.org/tlog-proof@v1', 'extra YWdlLXYxLjIuMQ==', 'index 73']);
  assert.deepEqual(lines.slice(3, 3 + proof.path.length), base64Of(proof.path));
  assert.deepEqual(lines.slice(3 + proof.path.length, 7 + proof.path.length), ['', ...text.split('\n').slice(0, 3)]);
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: SIZE - 1 }), fc.option(fc.uint8Array({ minLength: 1 })), async (index, bytes) => {
      const own = await proofOf(index, [signer, witness], bytes ?? undefined);
      const written = formatInclusionProof(own);
      assert.deepEqual(parseInclusionProof(Buffer.from(written)), own);
      assert.equal(formatInclusionProof(parseInclusionProof(written)), written);
    }),
  );
});

test('Format: the proof of a tree with one leaf has no hashes', async () => {
  const { head } = await logOf(1);
  const note = signNote(formatCheckpoint({ origin: 'example.com/ledger', ...head }), [signer, witness]);
  const written = `c2sp.org/tlog-proof@v1\nindex 0\n\n${note}`;
  assert.equal(formatInclusionProof({ index: 0, path: [], checkpoint: parseNote(note) }), written);
  assert.equal(verifyInclusionProof(parseInclusionProof(written), leafAt(0), policy).checkpoint.size, 1);
});

test('Format: anything that is not a proof is refused', async () => {
  const whole = formatInclusionProof(await proofOf(73));
  const hash = leafAt(0).toString('base64');
  const changes: Readonly<Record<string, string>> = {
    empty: '',
    'no header': whole.slice(whole.indexOf('\n') + 1),
    'another version': whole.replace('@v1', '@v2'),
    'space behind the header': whole.replace('@v1', '@v1 '),
    'byte order mark': `\ufeff${whole}`,
    'line before the header': `\n${whole}`,
    'no index': whole.replace('index 73\n', ''),
    'index with leading zero': whole.replace('index 73', 'index 073'),
    'index with sign': whole.replace('index 73', 'index +73'),
    'index with two spaces': whole.replace('index 73', 'index  73'),
    'index too large': whole.replace('index 73', 'index 9007199254740992'),
    'index twice': whole.replace('index 73', 'index 73\nindex 73'),
    'extra behind the index': whole.replace('index 73', 'index 73\nextra AAAA'),
    'extra twice': whole.replace('index 73', 'extra AAAA\nextra AAAA\nindex 73'),
    'extra without data': whole.replace('index 73', 'extra \nindex 73'),
    'extra without space': whole.replace('index 73', 'extra\nindex 73'),
    'extra not base64': whole.replace('index 73', 'extra AAB=\nindex 73'),
    'another line': whole.replace('index 73', 'comment AAAA\nindex 73'),
    'hash too short': whole.replace('index 73', 'index 73\nAAAA'),
    'hash not base64': whole.replace('index 73', `index 73\n${hash.slice(0, -1)}`),
    'hash with space': whole.replace('index 73', `index 73\n${hash} `),
    'too many hashes': whole.replace('index 73', `index 73${`\n${hash}`.repeat(60)}`),
    'empty line among the hashes': whole.replace('index 73\n', 'index 73\n\n'),
    'two empty lines before the checkpoint': whole.replace('\n\n', '\n\n\n'),
    'no checkpoint': whole.slice(0, whole.indexOf('\n\n') + 2),
    'no signature': whole.slice(0, whole.lastIndexOf('\n\n') + 2),
    'text that is not a checkpoint': whole.replace(`\n${SIZE}\n`, '\n0300\n'),
    'carriage returns': whole.replaceAll('\n', '\r\n'),
    'no last newline': whole.slice(0, -1),
    'text behind': `${whole}more\n`,
  };
  for (const [what, changed] of Object.entries(changes)) {
    assert.notEqual(changed, whole, what);
    assert.throws(() => parseInclusionProof(changed), LogFormatError, what);
  }
  assert.throws(() => formatInclusionProof({ ...parseInclusionProof(whole), index: -1 }), LogFormatError);
  assert.throws(() => formatInclusionProof({ ...parseInclusionProof(whole), extra: Buffer.alloc(0) }), LogFormatError);
});

test('Verifying a tlog proof: each step is needed', async () => {
  const proof = await proofOf(73);
  const verdict = verifyInclusionProof(proof, leafAt(73), policy);
  assert.deepEqual([verdict.checkpoint.size, verdict.cosignatures.map(({ time }) => time)], [SIZE, [1_679_315_147]]);
  // 1. The leaf.
  assert.throws(() => verifyInclusionProof(proof, leafAt(74), policy), failsWith('inclusion'));
  // 2. The origin and its key.
  const other = ed25519Signer('example.com/ledger', secretOf(2));
  const foreign = await proofOf(73, [other, witness]);
  assert.throws(() => verifyInclusionProof(foreign, leafAt(73), policy), failsWith('origin'));
  assert.equal(verifyInclusionProof(foreign, leafAt(73), policy, [other.key]).logs[0], other.key);
  // 3. The cosignatures.
  const uncosigned = await proofOf(73, [signer]);
  assert.throws(() => verifyInclusionProof(uncosigned, leafAt(73), policy), failsWith('quorum'));
  const none = definePolicy({ logs: [{ vkey: formatVkey(signer.key) }], quorum: 'none' });
  assert.deepEqual(verifyInclusionProof(uncosigned, leafAt(73), none).cosignatures, []);
  // 4. The path.
  const fails = (changed: Partial<InclusionProof>) =>
    assert.throws(() => verifyInclusionProof({ ...proof, ...changed }, leafAt(73), policy), failsWith('inclusion'));
  fails({ index: 72 });
  fails({ index: SIZE + 73 });
  fails({ path: proof.path.slice(1) });
  fails({ path: [...proof.path, leafAt(1)] });
  fails({ path: proof.path.with(0, leafAt(1)) });
});

test('changing a character of a proof never yields another statement that verifies', async () => {
  const proof = await proofOf(73);
  const whole = Buffer.from(formatInclusionProof(proof));
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(whole);
      changed[at]! ^= change;
      assert.throws(
        () => verifyInclusionProof(parseInclusionProof(changed), leafAt(73), policy),
        (error) => error instanceof LogFormatError || error instanceof LogVerificationError,
      );
    }),
    { numRuns: 1000 },
  );
});
