/** A new ledger of a real engine, with all kinds of events, checked by the verifier that was written from its description only. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { connectDatabase, type Database } from '../../../packages/policy-engine/dist/index.js';
import { secretOf } from '../../../packages/policy-engine/test/proof/log/support.ts';
import {
  ask,
  decide,
  decisionsOn,
  engineOn,
  publish,
  RULES,
} from '../../../packages/policy-engine/test/proof/support.ts';
import { python, type Ran } from './python.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ledger-verifier-'));
const at = (name: string) => path.join(folder, name);
const keys = ['--key', at('keys.txt')];
const verify = (...args: readonly string[]): Ran => python('-m', 'ledger_verifier', ...args);
const named = (part: string) => readdirSync(folder).filter((name) => name.startsWith(part));
let database: Database;

/** All receipts of a person, from the engine's own route. */
async function keepReceipts(engine: ReturnType<typeof engineOn>, user: string, as: string): Promise<void> {
  const events = (await (await ask(engine, '/ledger/events.json', { user })).json()) as { id: string }[];
  assert.ok(events.length > 0);
  for (const [number, { id }] of events.entries()) {
    const answer = await ask(engine, `/ledger/events/${id}.json`, { user });
    writeFileSync(at(`${as}-${user}-${number}.json`), await answer.text());
  }
}

/** Publishes a version with a note and a translation, and adds another translation once it is in force. */
async function publishTranslated(engine: ReturnType<typeof engineOn>): Promise<void> {
  const translations = { fr: '# Âge' };
  const { id } = await engine.terms.create('age', { markdown: '# Age, anew', note: 'Anew', translations });
  await engine.terms.publish(id);
  await engine.ledger.seal();
  const late = { method: 'PUT', user: 'admin', body: { description: '# Edad', late: true } };
  const answer = await ask(engine, `/categories/age/terms/${id}/translations/es.json`, late);
  assert.ok(answer.ok, await answer.text());
}

/** A decision that names the banner as it was served. */
async function decideInBanner(engine: ReturnType<typeof engineOn>, user: string): Promise<void> {
  const html = await (await ask(engine, '/consent/banner.html', { user })).text();
  const [, digits] = /data-appearance="(\w+)"/.exec(html) ?? [];
  const body = { decisions: { cookie: false }, shown: { locale: 'en', appearance: digits } };
  assert.equal((await ask(engine, '/consent.json', { method: 'PUT', user, body })).status, 200);
  const events = await engine.ledger.eventsAbout({ userId: user, visitorId: null });
  assert.match(events.map(({ identity }) => identity?.shown).join(), /"appearance":"[0-9a-f]{64}"/);
}

before(async () => {
  database = await connectDatabase(at('live.db'));
  const settings = { batchSize: 4, origin: 'fresh.example/ledger' };
  const engine = engineOn(database, { ledgerKey: secretOf(1), ledger: settings, logger: { error: () => {} } });
  await engine.migrate();
  for (const rule of RULES) await publish(engine, rule, `# ${rule}\n\nZażółć gęślą jaźń, “quoted”, 100 %.`);
  await decisionsOn(engine);
  await decide(engine, 'dora', 'age');
  await decideInBanner(engine, 'dora');
  await keepReceipts(engine, 'dora', 'pending');
  await engine.ledger.seal();
  await database.execute(`vacuum into '${at('whole.db')}'`);
  // Appended by a host with another key, and therefore flagged when sealed.
  await decide(engineOn(database, { ledgerKey: secretOf(3) }), 'mallory', 'age');
  await engine.ledger.seal();
  const [suspected] = await engine.ledger.eventsAbout({ userId: 'mallory', visitorId: null });
  assert.ok(suspected);
  await engine.ledger.judge(suspected.leaf.id, 'void');
  await engine.ledger.seal();
  const rotated = engineOn(database, { ledgerKey: secretOf(2), ledger: { ...settings, earlierKeys: [secretOf(1)] } });
  await decide(rotated, 'bob', 'age', 'reject');
  await rotated.ledger.seal();
  await decide(rotated, 'erin', 'age');
  await decide(rotated, 'frank', 'cookie');
  await rotated.mergeAccounts({ from: 'frank', into: 'erin' });
  await rotated.ledger.seal();
  await keepReceipts(rotated, 'carol', 'erased');
  for (const name of named('erased-')) rmSync(at(name));
  const ofCarol = await rotated.ledger.eventsAbout({ userId: 'carol', visitorId: null });
  await rotated.ledger.erase('carol');
  await publishTranslated(rotated);
  // Erasures get their tombstones with the next seal.
  await rotated.ledger.seal();
  for (const { leaf } of ofCarol) {
    writeFileSync(at(`erased-${leaf.id}.json`), JSON.stringify(await rotated.ledger.receipt(leaf.id)));
  }
  for (const user of ['anna', 'bob', 'dora', 'erin']) await keepReceipts(rotated, user, 'receipt');
  await keepReceipts(rotated, 'mallory', 'suspected');
  writeFileSync(at('keys.txt'), `${(await rotated.ledger.vkeys()).join('\n')}\n`);
  const { rows } = await database.execute('select size from policy_manager_ledger_checkpoints order by size');
  const sizes = rows.map(({ size }) => Number(size));
  for (const size of sizes) {
    writeFileSync(at(`note-${size}`), await (await ask(rotated, `/ledger/checkpoint?size=${size}`)).text());
    for (const from of sizes.filter((other) => other <= size)) {
      const proof = await ask(rotated, `/ledger/consistency.json?from=${from}&to=${size}`);
      writeFileSync(at(`proof-${from}-${size}`), await proof.text());
    }
  }
  await database.execute(`vacuum into '${at('now.db')}'`);
});

after(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

function holds(...args: readonly string[]): void {
  const { code, output } = verify(...args, ...keys);
  assert.equal(code, 0, `${args.join(' ')}\n${output}`);
}

/** Asserts that a check finds an error, and reports it. */
function finds(what: RegExp, ...args: readonly string[]): void {
  const { code, output } = verify(...args, ...keys);
  assert.match(output, what, args.join(' '));
  assert.equal(code, 1, output);
}

test('receipts of decisions, an adoption, after a rotation and after an erasure hold', () => {
  const receipts = [...named('receipt-'), ...named('erased-')];
  assert.ok(receipts.length >= 12, receipts.join(' '));
  assert.ok(named('erased-').length >= 3);
  holds('receipt', ...receipts.map(at));
});

test('a pending receipt and one under a flag are findings', () => {
  for (const receipt of named('pending-')) finds(/^pending: /m, 'receipt', at(receipt));
  for (const receipt of named('suspected-')) finds(/^suspected: .*sealed under a flag, /m, 'receipt', at(receipt));
});

test('later checkpoints continue earlier ones', () => {
  const proofs = named('proof-').map((name) => name.split('-').slice(1));
  assert.ok(proofs.length >= 15, proofs.join(' '));
  // From a full tree and from another one.
  for (const [from, to] of proofs.filter(([from]) => from === '4' || from === '11')) {
    holds('consistency', at(`note-${from}`), at(`note-${to}`), at(`proof-${from}-${to}`));
  }
});

test('a receipt is held against a checkpoint of any size', () => {
  const [receipt = ''] = named('receipt-bob');
  const sizes = named('note-').map((name) => Number(name.slice('note-'.length)));
  const { size } = /of (?<size>\d+) in/.exec(verify('receipt', at(receipt), ...keys).output)!.groups!;
  for (const noted of sizes) {
    const [older, newer] = [noted, Number(size)].toSorted((one, other) => one - other);
    const proof = ['--consistency', at(`proof-${older}-${newer}`)];
    holds('receipt', at(receipt), '--checkpoint', at(`note-${noted}`), ...proof);
  }
});

test('the whole ledger holds, and a flag in it is the only finding', () => {
  holds('ledger', at('whole.db'));
  const { output, code } = verify('ledger', at('now.db'), ...keys, '--json');
  const { findings } = JSON.parse(output) as { findings: { code: string }[] };
  assert.deepEqual(
    findings.map((finding) => finding.code),
    ['event_suspected'],
  );
  assert.equal(code, 1);
});

test('the ledger is held against a noted checkpoint', () => {
  const [newest = ''] = named('note-').toSorted((one, other) => Number(other.slice(5)) - Number(one.slice(5)));
  holds('ledger', at('whole.db'), '--checkpoint', at('note-4'));
  finds(/^noted_checkpoint_contradicted: .* more events/m, 'ledger', at('whole.db'), '--checkpoint', at(newest));
});

const EVENTS = 'policy_manager_ledger_events';
const CHECKPOINTS = 'policy_manager_ledger_checkpoints';
const IDENTITIES = 'policy_manager_ledger_identities';
const FIRST = `id = (select id from ${EVENTS} where sealed = 2)`;
const TAMPERING: Readonly<Record<string, readonly [sql: string, finding: RegExp]>> = {
  'a decision turned': [`update ${EVENTS} set decision = 'rejected' where sealed = 0`, /^event_changed: event 0 /m],
  'a decision turned with its leaf hash': [
    `update ${EVENTS} set decision = 'rejected', leaf = '${'ab'.repeat(32)}' where sealed = 0`,
    /^tree_changed: /m,
  ],
  'a time moved': [`update ${EVENTS} set at = '2020-01-01T00:00:00.000Z' where ${FIRST}`, /^event_changed: /m],
  'another text': [`update ${EVENTS} set text_hash = '${'00'.repeat(32)}' where ${FIRST}`, /^event_changed: /m],
  'a member added': [`update ${EVENTS} set reason = 'changed' where ${FIRST}`, /^event_changed: /m],
  'an event removed': [`delete from ${EVENTS} where ${FIRST}`, /^event_missing: /m],
  'the last event removed': [
    `delete from ${EVENTS} where sealed = (select max(sealed) from ${EVENTS})`,
    /^event_missing: /m,
  ],
  'two events changed places': [
    `update ${EVENTS} set sealed = case sealed when 1 then 2 else 1 end where sealed in (1, 2)`,
    /^tree_changed: /m,
  ],
  'an event beyond the last checkpoint': [`update ${EVENTS} set sealed = 1000 where sealed = 2`, /^event_added: /m],
  'another person': [
    `update ${IDENTITIES} set subject = 'eve' where subject = 'bob'`,
    /^identity_changed: the subject/m,
  ],
  'another browser': [
    `update ${IDENTITIES} set user_agent = 'x' where subject = 'bob'`,
    /^identity_changed: the circumstances/m,
  ],
  'a checkpoint removed': [`delete from ${CHECKPOINTS} where size = 4`, /^checkpoint_missing: /m],
  'a signature changed': [
    `update ${CHECKPOINTS} set note = substr(note, 1, length(note) - 5) || 'AAA=' || char(10) where size = 8`,
    /^checkpoint_changed: checkpoint 8: a signature of a known key/m,
  ],
  'a root changed': [`update ${CHECKPOINTS} set root = '${'00'.repeat(32)}' where size = 8`, /^checkpoint_changed: /m],
};

const ERASED = `circumstances_salt = ''`;
/** In a ledger with erasures. */
const ERASURES: typeof TAMPERING = {
  'an identity that was deleted': [`delete from ${IDENTITIES} where subject = 'bob'`, /^identity_missing: /m],
  'an identity that was emptied': [
    `update ${IDENTITIES} set subject = null, visitor = null, circumstances_salt = '', tombstone =
      (select tombstone from ${IDENTITIES} where ${ERASED}) where subject = 'bob'`,
    /^tombstone_wrong: .* does not hold/m,
  ],
  'an identity that was emptied, and waits for no tombstone': [
    `update ${IDENTITIES} set subject = null, visitor = null, locale = null, user_agent = null, ip = null, shown = null,
      subject_salt = '', circumstances_salt = '' where subject = 'bob'`,
    /^identity_missing: .* was not erased/m,
  ],
  'a tombstone that was changed': [
    `update ${IDENTITIES} set tombstone = '' where ${ERASED}`,
    /^tombstone_wrong: .* does not hold/m,
  ],
  'a tombstone beside an identity': [
    `update ${IDENTITIES} set tombstone = (select tombstone from ${IDENTITIES} where ${ERASED}) where subject = 'bob'`,
    /^tombstone_wrong: .* and its identity/m,
  ],
  'a number changed': [`update ${EVENTS} set number = number + 1 where number = 1`, /^event_changed: /m],
  'a judgement turned': [`update ${EVENTS} set reason = 'counts' where kind = 'judgement'`, /^event_changed: /m],
};

const [TERMS, TRANSLATIONS] = ['policy_manager_terms', 'policy_manager_term_translations'];
const ENTRIES = 'policy_manager_admin_actions';
const OF_BOB = `id in (select event_id from ${IDENTITIES} where subject = 'bob')`;
/** In the rows that the sealer turns into events, and in the numbers of people. */
const ROWS: typeof TAMPERING = {
  'a published text changed': [
    `update ${TERMS} set description = 'Other' where rule = 'cookie'`,
    /^publication_changed: .*: text_hash$/m,
  ],
  'a note added to a publication': [`update ${TERMS} set note = 'x'`, /^publication_changed: .*: about_hash$/m],
  'a publication moved in time': [
    `update ${TERMS} set published_at = '2020-01-01T00:00:00.000Z'`,
    /^publication_changed: .*: at$/m,
  ],
  'a publication taken back': [`update ${TERMS} set state = 'draft' where rule = 'age'`, /^publication_missing: /m],
  'a translation removed that was published with its version': [
    `delete from ${TRANSLATIONS} where late = 0`,
    /^publication_changed: .*: about_hash$/m,
  ],
  'a later translation changed': [
    `update ${TRANSLATIONS} set locale = 'tr' where late = 1`,
    /^publication_changed: .*: about_hash$/m,
  ],
  'a later translation removed': [`delete from ${TRANSLATIONS} where late = 1`, /^publication_missing: /m],
  'a translation that claims an event': [
    `update ${TRANSLATIONS} set logged = 0 where late = 0`,
    /^publication_added: /m,
  ],
  'an entry of the log changed': [`update ${ENTRIES} set actor = 'eve'`, /^administration_changed: .*: about_hash$/m],
  'the salt of an entry removed': [`update ${ENTRIES} set salt = null`, /^administration_changed: .*: about_hash$/m],
  'an entry of the log removed': [`delete from ${ENTRIES} where logged = 3`, /^administration_missing: /m],
  'an entry at another place': [`update ${ENTRIES} set logged = 0 where logged = 3`, /^administration_changed: /m],
  'an entry that claims an event': [
    `insert into ${ENTRIES} (id, at, action, logged) select 'x', at, action, logged from ${ENTRIES} where logged = 3`,
    /^administration_added: the row x /m,
  ],
  'the last event of an account removed before it was sealed': [
    `update policy_manager_ledger_accounts set last = last + 1 where subject = 'bob'`,
    /^event_missing: the person of event /m,
  ],
  'an event with a number that was not given': [
    `update policy_manager_ledger_accounts set last = last - 1 where subject = 'bob'`,
    /^event_added: events of the person of event /m,
  ],
  'a number given twice': [
    `update ${EVENTS} set number = 1 where number = 2 and ${OF_BOB}`,
    /^event_added: .* a number twice/m,
  ],
  'the numbers of an account removed': [
    `delete from policy_manager_ledger_accounts where subject = 'bob'`,
    /^event_added: .* never given a number$/m,
  ],
  'an event of a visitor removed before it was sealed': [
    `update policy_manager_ledger_visitors set last = last + 1`,
    /^event_missing: /m,
  ],
};

for (const [what, [sql, finding]] of Object.entries({ ...TAMPERING, ...ERASURES, ...ROWS })) {
  test(`finds ${what} in the database`, () => {
    copyFileSync(at(Object.hasOwn(TAMPERING, what) ? 'whole.db' : 'now.db'), at('changed.db'));
    const changed = new DatabaseSync(at('changed.db'));
    assert.ok(Number(changed.prepare(sql).run().changes) > 0);
    changed.close();
    finds(finding, 'ledger', at('changed.db'));
  });
}

test('what could not be checked is told apart from findings', () => {
  writeFileSync(at('empty.db'), '');
  writeFileSync(at('none.txt'), 'no key\n');
  const [receipt = ''] = named('receipt-');
  for (const args of [
    ['ledger', at('nowhere.db'), ...keys],
    ['ledger', at('empty.db'), ...keys],
    ['ledger', at('keys.txt'), ...keys],
    ['receipt', at('nowhere.json'), ...keys],
    ['receipt', at(receipt), '--key', at('none.txt')],
    ['receipt', at(receipt)],
    ['nothing', ...keys],
  ]) {
    const { code, output } = verify(...args);
    assert.equal(code, 2, `${args.join(' ')}\n${output}`);
    assert.doesNotMatch(output, /Traceback/);
  }
});
