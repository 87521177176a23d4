/** Makes `docs/ledger-vectors.json` from a ledger of its own. Not a test: `node make-vectors.ts`. */
import { writeFileSync } from 'node:fs';
import { connectDatabase } from 'policy-engine';
import { canonical } from '../../dist/modules/proof/ledger/canonical.js';
import { EventAppender } from '../../dist/modules/proof/ledger/append.js';
import { hashOfLeaf, leafRecord, newEvent } from '../../dist/modules/proof/ledger/event.js';
import { secretKey } from '../../dist/modules/proof/seal/keys.js';
import { engineNaming } from '../../dist/schema.js';
import { cosignedVectors } from './make-cosigned-vectors.ts';
import { backedUp } from './make-restored-vectors.ts';
import { secretOf } from './log/support.ts';
import { decide, decisionsOn, engineOn, publish, RULES } from './support.ts';

const origin = 'shop.example/5ac0b9d1';
const database = await connectDatabase(':memory:');
const settings = { batchSize: 4, origin };
const logger = { error: () => {} };
const engine = engineOn(database, { ledgerKey: secretOf(1), ledger: settings, logger });
await engine.migrate();
for (const rule of RULES) await publish(engine, rule, `# ${rule}\n\nZażółć gęślą jaźń, “quoted”, 100 %.`);
await decisionsOn(engine);
const pending = await receiptsOf('anna');
// Appended by a host with another key, and therefore sealed and flagged.
await decide(engineOn(database, { ledgerKey: secretOf(3) }), 'mallory', 'age');
await engine.ledger.seal();
const [marked] = await engine.ledger.eventsAbout({ userId: 'mallory', visitorId: null });
await engine.ledger.judge(marked!.leaf.id, 'void');
await engine.ledger.seal();
const rotated = engineOn(database, { ledgerKey: secretOf(2), ledger: { ...settings, earlierKeys: [secretOf(1)] } });
await decide(rotated, 'erin', 'age');
await decide(rotated, 'frank', 'cookie');
await rotated.mergeAccounts({ from: 'frank', into: 'erin' });
await objection('erin');
await rotated.ledger.seal();
const restoredAfter = await backedUp(database);
await decide(rotated, 'bob', 'age', 'reject');
await rotated.ledger.seal();
await rotated.ledger.erase('carol');
await rotated.ledger.seal();

/** An objection to what runs without consent there; the rule lets nobody be asked again for six months. */
async function objection(userId: string) {
  const [earlier] = await rotated.ledger.eventsAbout({ userId, visitorId: null });
  const { rule, version, textHash } = earlier!.leaf;
  const circumstances = { locale: 'en', userAgent: null, ip: null, region: 'gb' };
  const law = { months: 6, posture: 'exempt', fact: 'UK U4 2026-02-05' } as const;
  const said = { kind: 'decision', rule, version, textHash, decision: 'rejected', how: 'panel', ...law } as const;
  const draft = { ...said, at: new Date(), subject: { userId: null, visitorId: null }, circumstances };
  const event = newEvent(draft, { key: secretKey(secretOf(2)).append });
  await new EventAppender(engineNaming('sqlite')).append(database, event);
}

async function receiptsOf(userId: string, by = engine) {
  const events = await by.ledger.eventsAbout({ userId, visitorId: null });
  return Promise.all(events.map(({ leaf }) => by.ledger.receipt(leaf.id)));
}

async function receiptsWhere(condition: string) {
  const from = 'policy_manager_ledger_events join policy_manager_ledger_identities on event_id = id';
  const { rows } = await database.execute(`select id from ${from} where sealed is not null and ${condition}`);
  return Promise.all(rows.map(({ id }) => rotated.ledger.receipt(String(id))));
}

const erased = await receiptsWhere("kind = 'decision' and tombstone is not null limit 2");
const others = await Promise.all(
  [
    'shown is not null',
    'region is not null',
    "kind = 'publication'",
    "kind = 'administration'",
    "kind = 'judgement'",
  ].map((condition) => receiptsWhere(`${condition} limit 1`)),
);
const { rows: checkpoints } = await database.execute(
  'select size from policy_manager_ledger_checkpoints order by size',
);
const sizes = checkpoints.map(({ size }) => Number(size));
const notes = await Promise.all(sizes.map(async (size) => (await engine.ledger.checkpoint(size))!.note));
const consistency = [];
for (const from of sizes) {
  for (const to of sizes.filter((size) => size >= from)) {
    consistency.push({ from, to, proof: await engine.ledger.consistency(from, to) });
  }
}
const text = (receipt: object | null): string => JSON.stringify(receipt);
const receipts = [
  ...(await receiptsOf('bob', rotated)),
  ...(await receiptsOf('erin', rotated)),
  ...erased,
  ...others.flat(),
].map(text);
const suspected = (await receiptsOf('mallory', rotated)).filter((receipt) => receipt?.suspicion).map(text);
const [good = ''] = receipts;
const lines = JSON.parse(good) as { proof: string };
const changes: [what: string, receipt: string][] = [
  ['a decision changed', good.replace('"decision":"rejected"', '"decision":"accepted"')],
  ['a member added', good.replace('{"format"', '{"state":"sealed","format"')],
  ['a member given twice', good.replace('"cosigned":false', '"cosigned":false,"cosigned":false')],
  ['a member missing', good.replace('"cosigned":false,', '')],
  ['said to be cosigned', good.replace('"cosigned":false', '"cosigned":true')],
  ['another person', good.replace('"user":"bob"', '"user":"eve"')],
  ['a circumstance changed', good.replace('"locale":"en"', '"locale":"fr"')],
  ['another text', good.replace('quoted', 'changed')],
  ['a later decision claimed', good.replace('"exists":false', '"exists":true')],
  ['the index changed', text({ ...lines, proof: lines.proof.replace(/index \d+/, 'index 1') })],
  ['an extra line', text({ ...lines, proof: lines.proof.replace('\nindex', '\nextra eA==\nindex') })],
  [
    'the size of the checkpoint changed',
    text({ ...lines, proof: lines.proof.replace(/(?<=\n)\d+(?=\n)/, (size) => `${size}0`) }),
  ],
  ['a number with a fraction', good.replace('"version":1,', '"version":1.0,')],
  ['the openings removed', text({ ...lines, openings: null, later: null })],
  ['the tombstone of another event', text({ ...lines, openings: null, later: null, erasure: erased[0]!.erasure })],
  ['the tombstone removed', text({ ...erased[0], erasure: null })],
  ['the path cut', text({ ...lines, proof: lines.proof.replace(/\n[^\n]+\n\n/, '\n\n') })],
];
for (const [what, receipt] of changes) if (receipt === good) throw new Error(`${what}: nothing was changed`);
const { rows } = await database.execute('select id from policy_manager_ledger_events where sealed is not null');
const { vkey, restored } = await restoredAfter((await rotated.ledger.checkpoint())!.note);
const cosigned = await cosignedVectors(database, rotated);
const events = await Promise.all(rows.map(async ({ id }) => (await engine.ledger.event(String(id)))!));
const vectors = {
  keys: [...(await rotated.ledger.vkeys()), vkey],
  checkpoints: notes,
  refused_checkpoints: notes
    .slice(0, 1)
    .flatMap((note) => [note.replace('\n4\n', '\n5\n'), note.replace('\n4\n', '\n04\n')]),
  consistency,
  refused_consistency: consistency
    .filter(({ proof }) => proof!.length > 1)
    .slice(0, 3)
    .map(({ from, to, proof }) => ({ from, to, proof: proof!.toReversed() })),
  events: events.map(({ leaf }) => ({
    record: leafRecord(leaf),
    canonical: canonical(leafRecord(leaf)),
    leaf_hash: hashOfLeaf(leaf),
  })),
  receipts,
  suspected,
  pending: pending.filter((receipt) => receipt?.proof === null).map(text),
  refused_receipts: changes.map(([what, receipt]) => ({ what, receipt })),
  ...cosigned,
  restored,
};
writeFileSync(new URL('../../docs/ledger-vectors.json', import.meta.url), `${JSON.stringify(vectors, null, 1)}\n`);
await database.close();
