/** Receipts of the vectors, each with one fault, and the step of the check that finds it. */
import { readFileSync } from 'node:fs';

interface Vectors {
  readonly keys: readonly string[];
  readonly checkpoints: readonly string[];
  readonly consistency: readonly Consistency[];
  readonly receipts: readonly string[];
  readonly suspected: readonly string[];
  readonly pending: readonly string[];
  readonly witnesses: readonly string[];
  readonly cosigned: readonly string[];
  readonly restored: { readonly former: string; readonly receipts: readonly string[] };
}

/** The response of `/ledger/consistency.json`. */
export interface Consistency {
  readonly from: number;
  readonly to: number;
  readonly proof: readonly string[];
}

export const vectors = JSON.parse(
  readFileSync(new URL('../../docs/ledger-vectors.json', import.meta.url), 'utf8'),
) as Vectors;

/** One case. */
export interface CheckedCase {
  readonly what: string;
  readonly receipt: string;
  /** The step that fails first. */
  readonly step: string;
  /** The problem that Node reports for it. */
  readonly problem: RegExp;
  /** Default: those of the ledger. */
  readonly keys?: readonly string[];
  readonly noted?: { readonly checkpoint: string; readonly consistency?: Consistency };
}

type Members = Record<string, unknown>;

/** A copy of a receipt with other values at paths; `undefined` removes a member. */
function edited(source: string, changes: Readonly<Record<string, unknown>>): string {
  const receipt = JSON.parse(source) as Members;
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    const holder = names.slice(0, -1).reduce((inner, name) => inner[name] as Members, receipt);
    holder[names.at(-1) ?? ''] = value;
  }
  return JSON.stringify(receipt);
}

/** A text inside of a receipt. */
function textAt(source: string, path: string): string {
  const names = path.split('.');
  return names.reduce<unknown>((inner, name) => (inner as Members)[name], JSON.parse(source)) as string;
}

function replaced(source: string, path: string, from: string | RegExp, to: string): string {
  const before = textAt(source, path);
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${path} has no ${from}`);
  return edited(source, { [path]: after });
}

/** Another character of base64 in the last signature, whose unused bits stay zero. */
const otherSignature = (text: string): string =>
  text.replace(/(?<before>— \S+ [^\n]{20})(?<one>.)(?=[^\n]*\n?$)/, (_, before: string, one: string) =>
    before.concat(one === 'A' ? 'B' : 'A'),
  );

const withOtherSignature = (source: string, path: string): string =>
  edited(source, { [path]: otherSignature(textAt(source, path)) });

/** The receipts of the vectors about an event of a kind; `erased`: those about erased people. */
const of = (kind: string): readonly string[] =>
  vectors.receipts.filter((text) => {
    const { event, erasure } = JSON.parse(text) as { event: { kind: string }; erasure: string | null };
    return kind === 'erased' ? erasure !== null : event.kind === kind;
  });
const [rejected = '', accepted = '', , changed = ''] = of('decision');
const [erased = '', otherErased = ''] = of('erased');
const [judgement = ''] = of('judgement');
const [suspected = ''] = vectors.suspected;
const [pending = ''] = vectors.pending;
const [cosigned = ''] = vectors.cosigned;
const [, otherLedger = ''] = vectors.restored.receipts;
const known = [...vectors.keys, ...vectors.witnesses];

const FORM = /^this is not a receipt, or one with members that it does not have$/;
const CHANGED = /^the proof does not lead from the event to the checkpoint: one of them was changed$/;
const UNVERIFIED = /^the signature of \S+ does not verify$/;
const UNSIGNED = /^the note is signed by no known key$/;
const OTHER_LEDGER = /^it is not of the ledger of the noted checkpoint, or that is not proven/;

/** Faults of the form: what parsers read differently, and what is not part of a receipt. */
const FORMS: Readonly<Record<string, string>> = {
  'no JSON': 'no JSON',
  'an empty text': '',
  'cut JSON': accepted.slice(0, -1),
  'a list': `[${accepted}]`,
  'text behind the end': `${accepted}x`,
  'a byte order mark': `\ufeff${accepted}`,
  'a member given twice': accepted.replace('{', '{"format":"policy-engine/receipt/2",'),
  'a nested member given twice': accepted.replace('"event":{', '"event":{"\\u0069d":"x",'),
  'a number with a fraction': accepted.replace('"version":1', '"version":1.0'),
  'a number with an exponent': accepted.replace('"version":1', '"version":1e0'),
  'half of a surrogate pair': accepted.replace('"words":"', '"words":"\\ud800'),
  'an unknown format': edited(accepted, { format: 'policy-engine/receipt/3' }),
  'a member added': edited(accepted, { added: null }),
  'a member of an event added': edited(accepted, { 'event.about_count': 1 }),
  'a member missing': edited(accepted, { later: undefined }),
  'a member of another type': edited(accepted, { cosigned: 'false' }),
  'an unknown kind of event': edited(accepted, { 'event.kind': 'wish' }),
  'a kind without a decision': edited(accepted, { 'event.kind': 'publication' }),
  'an unknown channel': edited(accepted, { 'event.how': 'telepathy' }),
  'a day that does not exist': edited(accepted, { 'event.at': '2026-02-30T00:00:00.000Z' }),
  'a hash in upper case': edited(accepted, { 'event.text_hash': 'AB'.repeat(32) }),
  'vendors in another order': edited(accepted, { 'event.vendors': '{"offered":["b","a"],"refused":[]}' }),
  'vendors of a rejection': edited(rejected, { 'event.vendors': '{"offered":["a"],"refused":[]}' }),
};

/** All cases. */
export const brokenReceipts: readonly CheckedCase[] = [
  ...Object.entries(FORMS).map(([what, receipt]) => ({ what, receipt, step: 'form', problem: FORM })),
  ...Object.entries({
    'the decision changed': { 'event.decision': 'rejected' },
    'the time changed': { 'event.at': '2026-01-01T00:00:00.000Z' },
    'the number changed': { 'event.number': 99 },
  }).map(([what, changes]) => ({ what, receipt: edited(accepted, changes), step: 'place', problem: CHANGED })),
  {
    what: 'another person',
    receipt: edited(accepted, { 'openings.subject.user': 'eve' }),
    step: 'openings',
    problem: /^it is about somebody else$/,
  },
  {
    what: 'a circumstance changed',
    receipt: edited(accepted, { 'openings.circumstances.locale': 'xx' }),
    step: 'openings',
    problem: /^the circumstances are not those that were noted$/,
  },
  {
    what: 'another text',
    receipt: edited(accepted, { 'text.words': '# Other\n' }),
    step: 'text',
    problem: /^the text is not the one that was decided on$/,
  },
  {
    what: 'the text of another decision',
    receipt: edited(judgement, { text: { hash: 'ab'.repeat(32), words: '' } }),
    step: 'text',
    problem: /^the text is not the one that was decided on$/,
  },
  {
    what: 'a pending receipt that says more',
    receipt: edited(pending, { cosigned: true }),
    step: 'checkpoint',
    problem: /^it has no proof, and says what only a sealed event has$/,
  },
  {
    what: 'a signature that does not verify',
    receipt: withOtherSignature(accepted, 'proof'),
    step: 'checkpoint',
    problem: UNVERIFIED,
  },
  {
    what: 'a signature of another length',
    receipt: replaced(accepted, 'proof', /(?<= )\S+\n$/, `${Buffer.from('306e18e4ff', 'hex').toString('base64')}\n`),
    step: 'checkpoint',
    problem: UNVERIFIED,
  },
  {
    what: 'a signature by another key',
    receipt: accepted,
    step: 'checkpoint',
    problem: UNSIGNED,
    keys: [vectors.keys[0] ?? ''],
  },
  {
    what: 'a signature by a key of another ledger',
    receipt: otherLedger,
    step: 'checkpoint',
    problem: UNSIGNED,
    keys: vectors.keys.slice(0, 2),
  },
  {
    what: 'no signature',
    receipt: replaced(accepted, 'proof', /— .*\n$/, ''),
    step: 'checkpoint',
    problem: /^note: no (?:signature line|empty line)/,
  },
  {
    what: 'another size of the checkpoint',
    receipt: replaced(accepted, 'proof', '\n17\n', '\n18\n'),
    step: 'checkpoint',
    problem: UNVERIFIED,
  },
  {
    what: 'a size with a leading zero',
    receipt: replaced(accepted, 'proof', '\n17\n', '\n017\n'),
    step: 'checkpoint',
    problem: /is not a decimal number without leading zeros$/,
  },
  {
    what: 'a signature in base64 without its padding',
    receipt: replaced(accepted, 'proof', /=\n$/, '\n'),
    step: 'checkpoint',
    problem: /is not base64$/,
  },
  {
    what: 'an extra line',
    receipt: replaced(accepted, 'proof', '\nindex', '\nextra AAAA\nindex'),
    step: 'checkpoint',
    problem: /^the proof has an extra line, which no signature covers$/,
  },
  {
    what: 'another version of the proof',
    receipt: replaced(accepted, 'proof', '@v1', '@v2'),
    step: 'checkpoint',
    problem: /is not c2sp\.org\/tlog-proof@v1$/,
  },
  {
    what: 'a control character in the proof',
    receipt: replaced(accepted, 'proof', '\nindex', '\r\nindex'),
    step: 'checkpoint',
    problem: /control character 0x0d/,
  },
  {
    what: 'the proof of another event',
    receipt: edited(accepted, { proof: textAt(rejected, 'proof') }),
    step: 'place',
    problem: CHANGED,
  },
  {
    what: 'another index',
    receipt: replaced(accepted, 'proof', /index \d+/, 'index 0'),
    step: 'place',
    problem: CHANGED,
  },
  {
    what: 'an index outside of the tree',
    receipt: replaced(accepted, 'proof', /index \d+/, 'index 17'),
    step: 'place',
    problem: CHANGED,
  },
  {
    what: 'a path that is cut',
    receipt: replaced(accepted, 'proof', /(?<=index \d+\n)[^\n]+\n/, ''),
    step: 'place',
    problem: CHANGED,
  },
  {
    what: 'a path that is too long',
    receipt: replaced(accepted, 'proof', /(?<=index \d+\n)(?<hash>[^\n]+\n)/, '$<hash>$<hash>'),
    step: 'place',
    problem: CHANGED,
  },
  {
    what: 'cosigned by nobody, though it says so',
    receipt: edited(accepted, { cosigned: true }),
    step: 'witnesses',
    problem: /^the checkpoint has no cosignatures, and the receipt says otherwise$/,
  },
  {
    what: 'cosigned, though it says otherwise',
    receipt: edited(cosigned, { cosigned: false }),
    step: 'witnesses',
    problem: /^the checkpoint has cosignatures, and the receipt says otherwise$/,
  },
  {
    what: 'cosignatures that are missing',
    receipt: replaced(cosigned, 'proof', /— officer.*\n— sister.*\n/, ''),
    step: 'witnesses',
    problem: /^the checkpoint has no cosignatures, and the receipt says otherwise$/,
  },
  {
    what: 'a cosignature that does not verify',
    receipt: withOtherSignature(cosigned, 'proof'),
    step: 'witnesses',
    problem: UNVERIFIED,
    keys: known,
  },
  {
    what: 'no opening and no tombstone',
    receipt: edited(erased, { erasure: null }),
    step: 'erasure',
    problem: /^it does not say whom it is about, and nothing proves that they were erased$/,
  },
  {
    what: 'an opening and a tombstone',
    receipt: edited(accepted, { erasure: textAt(erased, 'erasure') }),
    step: 'erasure',
    problem: /^it names somebody, and says that they were erased$/,
  },
  {
    what: 'the tombstone of another event',
    receipt: edited(erased, { erasure: textAt(otherErased, 'erasure') }),
    step: 'erasure',
    problem: UNVERIFIED,
  },
  {
    what: 'a tombstone with two signature lines',
    receipt: edited(erased, { erasure: `${textAt(erased, 'erasure')}\n${textAt(erased, 'erasure')}` }),
    step: 'erasure',
    problem: /^note: more than one signature line$/,
  },
  {
    what: 'a tombstone that is no signature line',
    receipt: edited(erased, { erasure: 'erased' }),
    step: 'erasure',
    problem: /does not begin with "— "$/,
  },
  {
    what: 'a flag of another event',
    receipt: edited(suspected, { 'suspicion.event.about_hash': 'ab'.repeat(32) }),
    step: 'mark',
    problem: /^the flag is not about this event$/,
  },
  {
    what: 'a flag that is a judgement',
    receipt: edited(suspected, { 'suspicion.event.kind': 'judgement', 'suspicion.event.reason': 'counts' }),
    step: 'mark',
    problem: /^the flag is not about this event$/,
  },
  {
    what: 'another reason of the flag',
    receipt: edited(suspected, { 'suspicion.event.reason': 'not_erased_here' }),
    step: 'mark',
    problem: /^the proof does not lead from the flag to the checkpoint/,
  },
  {
    what: 'a flag without a signature that verifies',
    receipt: withOtherSignature(suspected, 'suspicion.proof'),
    step: 'mark',
    problem: UNVERIFIED,
  },
  {
    what: 'no statement about later decisions',
    receipt: edited(accepted, { later: null }),
    step: 'later',
    problem: /^it does not say whether there is a later event$/,
  },
  {
    what: 'a later decision hidden',
    receipt: edited(changed, { 'later.exists': false }),
    step: 'later',
    problem: UNVERIFIED,
  },
  {
    what: 'a statement up to an earlier checkpoint',
    receipt: edited(accepted, { 'later.size': 16 }),
    step: 'later',
    problem: /^it says of an earlier checkpoint whether there is a later event$/,
  },
  {
    what: 'the statement of another event',
    receipt: edited(accepted, { 'later.signature': textAt(rejected, 'later.signature') }),
    step: 'later',
    problem: UNVERIFIED,
  },
  ...notedCases(),
];

function notedCases(): CheckedCase[] {
  const own = textAt(accepted, 'proof').split('\n\n')[1] ?? '';
  const sizeOf = (note: string) => Number(note.split('\n')[1]);
  const larger = vectors.checkpoints.find((note) => sizeOf(note) > sizeOf(`${own}\n`)) ?? '';
  const [from, to] = [sizeOf(own), sizeOf(larger)];
  const proof = vectors.consistency.find((one) => one.from === from && one.to === to)?.proof ?? [];
  const restored = textAt(otherLedger, 'proof');
  const others = restored.slice(restored.indexOf('\n\n') + 2);
  const cases: readonly [what: string, checkpoint: string, proof: readonly string[], problem: RegExp][] = [
    ['no checkpoint', 'nothing', [], /^note: no empty line/],
    ['a noted checkpoint that does not verify', otherSignature(larger), proof, UNVERIFIED],
    ['a noted checkpoint of another ledger', others, proof, OTHER_LEDGER],
    ['a consistency proof that is cut', larger, proof.slice(1), OTHER_LEDGER],
    ['a consistency proof that is changed', larger, proof.toReversed(), OTHER_LEDGER],
    ['a consistency proof that is not base64', larger, ['x'], /^consistency proof: "x" is not base64$/],
  ];
  return cases.map(([what, checkpoint, hashes, problem]) => ({
    what,
    receipt: accepted,
    step: 'noted',
    problem,
    noted: { checkpoint, consistency: { from, to: sizeOf(checkpoint) || to, proof: hashes } },
  }));
}
