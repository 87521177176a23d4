/** C2SP tlog-policy and tlog-cosignature. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCheckpoint } from '../../../dist/modules/proof/log/checkpoint.js';
import { cosignatureTime } from '../../../dist/modules/proof/log/cosignature.js';
import { LogFormatError, LogVerificationError } from '../../../dist/modules/proof/log/errors.js';
import {
  formatNote,
  type NoteSigner,
  parseNote,
  signNote,
  signText,
  verifyNote,
} from '../../../dist/modules/proof/log/note.js';
import { parsePolicy } from '../../../dist/modules/proof/log/witnesses/policy-text.js';
import {
  definePolicy,
  isQuorum,
  judgeCheckpoint,
  type Policy,
  type PolicyWitness,
  verifyCheckpoint,
} from '../../../dist/modules/proof/log/witnesses/policy.js';
import { formatVkey, SIGNATURE_TYPE } from '../../../dist/modules/proof/log/vkey.js';
import { cosigner, ed25519Signer, verifierKey, verifierOf } from '../../../dist/modules/proof/log/node.js';
import { leafAt, secretOf } from './support.ts';

const log = ed25519Signer('example.com/ledger', secretOf(1));
const logVkey = formatVkey(log.key);
const text = formatCheckpoint({ origin: 'example.com/ledger', size: 5, root: leafAt(5) });
const failsWith = (failure: string) => (error: unknown) =>
  error instanceof LogVerificationError && error.failure === failure;

const TIME = 1_679_315_147;
const witnessNumber = (number: number, time: number = TIME) =>
  cosigner(`witness.example/w${number}`, secretOf(100 + number), time);
const vkeys = Array.from({ length: 7 }, (_, at) => formatVkey(witnessNumber(at).key));

/** The example of the specification. */
const example = `
# An example
log ${logVkey}

witness X1 ${vkeys[1]}
witness X2 ${vkeys[2]} https://x2.example/
  \twitness\tX3  ${vkeys[3]}\t
group X-witnesses 2 X1 X2 X3

witness Y1 ${vkeys[4]}
witness Y2 ${vkeys[5]}
witness Y3 ${vkeys[6]}
group Y-witnesses any Y1 Y2 Y3
\t# grüße
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

const cosignedBy = (...numbers: readonly number[]) =>
  signNote(text, [log, ...numbers.map((number) => witnessNumber(number))]);

test('tlog-cosignature, Format: a cosignature is its time and a signature over two lines and the checkpoint', () => {
  const witness = witnessNumber(1);
  const { signature } = signText(text, witness);
  assert.equal(signature.length, 72);
  assert.equal(cosignatureTime(signature), TIME);
  const verifier = verifierOf(witness.key);
  assert.ok(verifier.verify(Buffer.from(text), signature));
  // A signature for one type of note is not valid for another.
  assert.ok(!verifier.verify(Buffer.from(text), log.sign(Buffer.from(text))));
  const plain = ed25519Signer('witness.example/w1', secretOf(101));
  assert.notEqual(plain.key.id, witness.key.id);
  assert.ok(!verifierOf(plain.key).verify(Buffer.from(text), signature.subarray(8)));
  const asText = Buffer.from(`cosignature/v1\ntime ${TIME}\n${text}`);
  assert.ok(verifierOf(plain.key).verify(asText, signature.subarray(8)));
});

test('tlog-cosignature, Format: no byte of time, signature or checkpoint can be changed', () => {
  const witness = witnessNumber(1);
  const verifier = verifierOf(witness.key);
  const whole = Buffer.concat([signText(text, witness).signature, Buffer.from(text)]);
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(whole);
      changed[at]! ^= change;
      assert.ok(!verifier.verify(changed.subarray(72), changed.subarray(0, 72)));
    }),
  );
  for (const length of [0, 8, 64, 71]) assert.ok(!verifier.verify(Buffer.from(text), whole.subarray(0, length)));
});

test('tlog-cosignature: only checkpoints are cosigned, at a time after the epoch', () => {
  assert.throws(() => signNote('something else\n', [witnessNumber(1)]), LogFormatError);
  for (const time of [0, -1, 0.5, Number.NaN, 2 ** 53]) assert.throws(() => witnessNumber(1, time), LogFormatError);
});

test('tlog-policy, Example policy: requires two of X and one of Y', () => {
  const policy = parsePolicy(example);
  assert.deepEqual(
    [policy.logs.map(({ key }) => key.name), policy.witnesses.map(({ name }) => name)],
    [['example.com/ledger'], ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3']],
  );
  assert.equal(policy.witnesses[1]?.url, 'https://x2.example/');
  for (let set = 0; set < 64; set++) {
    const numbers = [1, 2, 3, 4, 5, 6].filter((number) => Math.floor(set / 2 ** (number - 1)) % 2 === 1);
    const isEnough = numbers.filter((one) => one <= 3).length >= 2 && numbers.some((one) => one > 3);
    const verdict = judgeCheckpoint(policy, cosignedBy(...numbers));
    assert.equal(verdict.hasQuorum, isEnough, numbers.join(' '));
    assert.equal(verdict.cosignatures.length, numbers.length);
    if (isEnough) assert.deepEqual(verifyCheckpoint(policy, cosignedBy(...numbers)), verdict);
    else assert.throws(() => verifyCheckpoint(policy, cosignedBy(...numbers)), failsWith('quorum'));
  }
});

test('the same policy can be created from plain objects', () => {
  const witnesses: { readonly name: string; readonly vkey: string; readonly url?: string }[] = [
    'X1',
    'X2',
    'X3',
    'Y1',
    'Y2',
    'Y3',
  ].map((name, at) => ({
    name,
    vkey: vkeys[at + 1]!,
  }));
  const policy = definePolicy({
    logs: [{ vkey: logVkey }],
    witnesses: witnesses.with(1, { ...witnesses[1]!, url: 'https://x2.example/' }),
    groups: [
      { name: 'X-witnesses', threshold: 2, members: ['X1', 'X2', 'X3'] },
      { name: 'Y-witnesses', threshold: 'any', members: ['Y1', 'Y2', 'Y3'] },
      { name: 'X-and-Y', threshold: 'all', members: ['X-witnesses', 'Y-witnesses'] },
    ],
    quorum: 'X-and-Y',
  });
  const comparable = ({ logs, ...rest }: Policy) =>
    JSON.stringify([logs, rest], (name, value: unknown) => (name === 'key' ? undefined : value));
  assert.equal(comparable(policy), comparable(parsePolicy(example)));
});

test('a checkpoint is accepted from a log whose name is the origin, and from no other', () => {
  const none = `quorum none\n`;
  const policy = parsePolicy(`log ${logVkey}\n${none}`);
  const other = ed25519Signer('other.example/ledger', secretOf(2));
  assert.ok(verifyCheckpoint(policy, cosignedBy()).hasQuorum);
  assert.throws(() => verifyCheckpoint(policy, signNote(text, [other])), failsWith('unsigned'));
  const both = parsePolicy(`log ${logVkey}\nlog ${formatVkey(other.key)}\n${none}`);
  assert.throws(() => verifyCheckpoint(both, signNote(text, [other])), failsWith('origin'));
  // A witness alone does not make it a checkpoint of the log.
  const witnessed = parsePolicy(`log ${logVkey}\nwitness w ${vkeys[1]}\nquorum w\n`);
  assert.throws(() => verifyCheckpoint(witnessed, signNote(text, [witnessNumber(1)])), failsWith('origin'));
  // Logs that are known in other ways.
  assert.throws(() => verifyCheckpoint(parsePolicy(none), cosignedBy()), failsWith('unsigned'));
  assert.equal(verifyCheckpoint(parsePolicy(none), cosignedBy(), [log.key]).logs[0], log.key);
  // Rotation: two signatures, and either key suffices.
  const next = ed25519Signer('example.com/ledger', secretOf(3));
  const rotated = signNote(text, [log, next]);
  for (const key of [log.key, next.key]) assert.ok(verifyCheckpoint(parsePolicy(none), rotated, [key]).hasQuorum);
  assert.equal(verifyCheckpoint(parsePolicy(none), rotated, [log.key, next.key]).logs.length, 2);
});

test('a failing cosignature of a known witness is fatal, one of an unknown witness is ignored', () => {
  const policy = parsePolicy(`log ${logVkey}\nwitness w ${vkeys[1]}\nquorum none\n`);
  const note = parseNote(cosignedBy(1, 2));
  const failing = (name: string) => ({
    text: note.text,
    signatures: note.signatures.map(({ name: own, id, signature }) => ({
      name: own,
      id,
      signature: own === name ? Buffer.alloc(72, 1) : signature,
    })),
  });
  assert.equal(judgeCheckpoint(policy, failing('witness.example/w2')).cosignatures.length, 1);
  assert.throws(() => judgeCheckpoint(policy, failing('witness.example/w1')), failsWith('signature'));
});

test('a witness counts once, however many times it cosigned', () => {
  const policy = parsePolicy(
    `log ${logVkey}\nwitness a ${vkeys[1]}\nwitness b ${vkeys[2]}\ngroup g all a b\nquorum g\n`,
  );
  const twice: NoteSigner[] = [log, witnessNumber(1), witnessNumber(1, TIME + 1)];
  const { cosignatures, hasQuorum } = judgeCheckpoint(policy, signNote(text, twice));
  assert.deepEqual([cosignatures.map(({ time }) => time), hasQuorum], [[TIME, TIME + 1], false]);
});

test('tlog-policy: an invalid policy is refused, with the number of its line', () => {
  const [w1, w2, w3] = [`witness a ${vkeys[1]}`, `witness b ${vkeys[2]}`, `witness c ${vkeys[3]}`];
  const sameKey = formatVkey(verifierKey('another.example', SIGNATURE_TYPE.cosignature, secretOf(101)));
  const cosigningLog = formatVkey(verifierKey('log.example', SIGNATURE_TYPE.cosignature, secretOf(1)));
  const malformed: Readonly<Record<string, string>> = {
    'no quorum': w1,
    empty: '',
    'two quorums': 'quorum none\nquorum none',
    'quorum without name': 'quorum',
    'quorum with two names': `${w1}\n${w2}\nquorum a b`,
    'quorum that is not defined': 'quorum a',
    'quorum defined later': `quorum a\n${w1}`,
    'unknown keyword': 'logs x\nquorum none',
    'keyword in capitals': 'QUORUM none',
    'log without key': 'log\nquorum none',
    'log with too much': `log ${logVkey} https://a.example more\nquorum none`,
    'log with an invalid key': 'log example.com/ledger\nquorum none',
    'log twice': `log ${logVkey}\nlog ${logVkey}\nquorum none`,
    'log with the key of another, for another type': `log ${logVkey}\nlog ${cosigningLog}\nquorum none`,
    'witness without key': 'witness a\nquorum none',
    'witness with too much': `${w1} https://a.example more\nquorum none`,
    'witness with a key of a log': `witness a ${logVkey}\nquorum none`,
    'witness whose key is another’s': `${w1}\nwitness b ${sameKey}\nquorum none`,
    'name twice': `${w1}\nwitness a ${vkeys[2]}\nquorum none`,
    'name of a witness and a group': `${w1}\ngroup a all a\nquorum none`,
    'witness named none': `witness none ${vkeys[1]}\nquorum none`,
    'group named none': `${w1}\ngroup none all a\nquorum none`,
    'member none': `${w1}\ngroup g any a none\nquorum g`,
    'group without members': `${w1}\ngroup g all\nquorum none`,
    'group without threshold': `${w1}\ngroup g a\nquorum none`,
    'group of itself': 'group g all g\nquorum none',
    'member defined later': `group g all a\n${w1}\nquorum g`,
    'member twice in a group': `${w1}\ngroup g 1 a a\nquorum g`,
    'member of two groups': `${w1}\n${w2}\n${w3}\ngroup g any a b\ngroup h any b c\nquorum g`,
    'threshold zero': `${w1}\ngroup g 0 a\nquorum g`,
    'threshold above members': `${w1}\n${w2}\ngroup g 3 a b\nquorum g`,
    'threshold negative': `${w1}\ngroup g -1 a\nquorum g`,
    'threshold with a fraction': `${w1}\ngroup g 1.0 a\nquorum g`,
    'threshold hexadecimal': `${w1}\ngroup g 0x1 a\nquorum g`,
    'carriage return': 'quorum none\r\n',
    'form feed': '\fquorum none\n',
    'zero byte': '# \0\nquorum none\n',
    delete: '# \u007f\nquorum none\n',
  };
  for (const [what, policy] of Object.entries(malformed)) {
    assert.throws(() => parsePolicy(policy), LogFormatError, what);
  }
  assert.throws(() => parsePolicy('\n# x\nquorum a\n'), /^LogFormatError: policy, line 3: quorum/);
});

test('tlog-policy, Character set: octets above 0x7f are opaque', () => {
  const latin = Buffer.concat([
    Buffer.from(`witness K ${vkeys[1]}\nwitness \u212a ${vkeys[2]}\nwitness \u00e9 ${vkeys[3]}\nwitness `),
    Buffer.from([0xe9]),
    Buffer.from(` ${vkeys[4]}\n# `),
    Buffer.from([0xff, 0xa0, 0x85]),
    Buffer.from('\ngroup a\u00a0b any '),
    Buffer.from([0xe9]),
    Buffer.from('\nquorum a\u00a0b'),
  ]);
  const { witnesses, quorum } = parsePolicy(latin);
  assert.equal(new Set(witnesses.map(({ name }) => name)).size, 4);
  assert.ok(quorum !== null && 'members' in quorum);
  assert.deepEqual([quorum.name, quorum.members], ['a\u00a0b', [witnesses[3]]]);
});

test('tlog-policy, Implementation limits: 32 logs, witnesses and groups are read, but not any number', () => {
  const keyOf = (at: number, type: 1 | 4) => formatVkey(verifierKey(`k${at}`, type, secretOf(at)));
  const lines = Array.from({ length: 32 }, (_, at) => [
    `log ${keyOf(at, 1)}`,
    `witness w${at} ${keyOf(at, 4)}`,
    `group g${at} all w${at} ${at === 0 ? '' : `g${at - 1}`}`,
  ]);
  const { logs, witnesses, quorum } = parsePolicy([...lines.flat(), 'quorum g31'].join('\n'));
  assert.deepEqual([logs.length, witnesses.length], [32, 32]);
  const lacks = (missing: number) => isQuorum(quorum, ({ name }) => name !== `w${missing}`);
  assert.ok(isQuorum(quorum, () => true) && !lacks(0) && !lacks(31));
  assert.throws(() => parsePolicy(`# ${'x'.repeat(2 ** 20)}\nquorum none\n`), LogFormatError);
});

test('a group is witnessed if and only if its threshold is reached, at any depth', () => {
  const key = witnessNumber(1).key;
  const trees = fc.letrec<{ readonly node: NonNullable<Policy['quorum']> }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.nat({ max: 9 }).map((name): PolicyWitness => ({ name: String(name), key })),
      fc
        .tuple(fc.array(tie('node'), { minLength: 1, maxLength: 4 }), fc.nat())
        .map(([members, any]) => ({ name: 'g', threshold: 1 + (any % members.length), members })),
    ),
  }));
  const count = (node: NonNullable<Policy['quorum']>, names: ReadonlySet<string>): boolean => {
    if (!('members' in node)) return names.has(node.name);
    let left = node.threshold;
    for (const member of node.members) if (count(member, names)) left--;
    return left <= 0;
  };
  fc.assert(
    fc.property(trees.node, fc.array(fc.nat({ max: 9 })), (quorum, numbers) => {
      const names = new Set(numbers.map(String));
      assert.equal(
        isQuorum(quorum, ({ name }) => names.has(name)),
        count(quorum, names),
      );
    }),
  );
  assert.ok(isQuorum(null, () => false));
});

test('a cosignature in the note of a log keeps its position when it is read again', () => {
  const note = cosignedBy(2, 1);
  const keys = [log.key, witnessNumber(1).key, witnessNumber(2).key];
  assert.deepEqual(
    verifyNote(note, keys.map(verifierOf)).signatures.map(({ name }) => name),
    ['example.com/ledger', 'witness.example/w2', 'witness.example/w1'],
  );
  assert.equal(formatNote(parseNote(note)), note);
});
