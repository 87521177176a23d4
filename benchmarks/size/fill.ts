/**
 * Fills a database with a ledger that verifies, by bulk SQL: the rows that the engine would have written, and the tree over them
 * with its signed checkpoints. Two of five events are decisions of accounts, the others of visitors; a person has four. It
 * continues where an earlier run stopped.
 */
import { createPrivateKey } from 'node:crypto';
import type { Database, PolicyEngine } from 'policy-engine';
import { addUpDecisions } from '../../packages/policy-engine/dist/modules/consent/figures/rollup.js';
import { circumstancesCommitment } from '../../packages/policy-engine/dist/modules/proof/ledger/event.js';
import {
  appendLeaves,
  ed25519Signer,
  formatCheckpoint,
  parseCheckpoint,
  parseNote,
  signNote,
  type TreeHead,
} from '../../packages/policy-engine/dist/modules/proof/log/index.js';
import { CheckpointStore } from '../../packages/policy-engine/dist/modules/proof/seal/checkpoint-store.js';
import { TileStore } from '../../packages/policy-engine/dist/modules/proof/seal/tile-store.js';
import { createQueries, engineNaming } from '../../packages/policy-engine/dist/schema.js';
import { textsOf } from '../lists/engine.ts';
import { addRequests, RULES } from '../lists/fill.ts';
import { insert, insertFrom, PREFIX, turns, type Words, WORDS } from '../lists/words.ts';

/** The same in each run, so that a database can be used again. PKCS #8 (RFC 8410 §7). */
export const ledgerKey = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'07'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});

/** The rules of a person's four decisions. */
const DECIDED = ['cookie', 'age', 'privacy_terms', 'age'] as const;
/** Events after which other people decide; a tenth as many people. */
const BLOCK = 10_000;
const PEOPLE = BLOCK / 10;
/** Events of one transaction, and under one checkpoint, like those of a sealer with the default `batchSize`. */
const AT_ONCE = 100_000;
const BATCH = 500;
/** Events of one open or closed request. */
const EVENTS_PER_REQUEST = 50;
/** 1 December 2024; ten million events take not quite two years. */
const BEGIN = 1_733_011_200;
const SECONDS_APART = 6;

const salt = Buffer.alloc(32, 5);
const circumstances = { locale: 'en', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/141.0', ip: '203.0.113.0/24' };

/** Fills up to a number of events, a multiple of 10,000. */
export async function fill(database: Database, engine: PolicyEngine, events: number): Promise<void> {
  const words = WORDS[database.dialect];
  await engine.migrate();
  const texts = new Map((await textsOf(engine)).map((text, index) => [RULES[index], text]));
  await engine.ledger.seal();
  const [vkey = ''] = await engine.ledger.vkeys();
  const [origin = ''] = vkey.split('+');
  await database.execute(
    'create table if not exists shop_users (id varchar(64) primary key, email varchar(255) not null unique)',
  );
  const begin = await filled(database);
  for (let from = begin; from < events; from += AT_ONCE) {
    const until = Math.min(events, from + AT_ONCE);
    await database.transaction(async (transaction) => {
      await addPeople(transaction, words, from / 10, until / 10);
      await addEvents(transaction, words, texts, { from, until });
      await grow(transaction, origin);
    });
  }
  if (begin >= events) return;
  if (begin === 0) {
    const add = (table: string, columns: Readonly<Record<string, string>>, count: number) =>
      insert(database, words, table, columns, count);
    await addRequests(add, words, events / EVENTS_PER_REQUEST);
  }
  // The database and the engine do the same some time after such rows are written.
  for (const statement of words.analyse) await database.execute(statement);
  await addUpDecisions({ database, naming: engineNaming(database.dialect), now: () => new Date() });
}

/** How many events there are: their IDs begin with their number, unlike those of the engine. */
async function filled(database: Database): Promise<number> {
  const { last } = await createQueries(database)
    .selectFrom('ledger_events')
    .select(({ fn }) => fn.max('id').as('last'))
    .where('id', '<', '0100')
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Number.parseInt(last.slice(0, 8), 16) + 1;
}

async function addPeople(transaction: Database, { numbers, text, join }: Words, from: number, until: number) {
  const person = join("'user-'", text('i'));
  const people = numbers(from, until);
  const email = join("'person-'", text('i'), "'@example.test'");
  await insertFrom(transaction, 'shop_users', { id: person, email }, people);
  await insertFrom(transaction, `${PREFIX}ledger_accounts`, { subject: person, last: '4' }, people);
}

/** Rows of events with their hashes, as a table. */
function eventsOf(words: Words, hashOf: (rule: Rule) => string, from: number, until: number): string {
  const { numbers, id, text, join, quotient, hmac, leafHash, momentText, fence } = words;
  const isAccount = 'i % 5 < 2';
  // The number of an account's event in its block.
  const own = `(${quotient(`(i % ${BLOCK})`, 5)} * 2 + i % 5)`;
  const people = `select i, case when ${isAccount} then ${quotient(own, PEOPLE)} end as turn,
    case when ${isAccount} then ${quotient('i', BLOCK)} * ${PEOPLE} + ${own} % ${PEOPLE} end as person
    from ${numbers(from, until)} ${fence}`;
  const rules = turns(
    DECIDED.map((rule) => `'${rule}'`),
    'turn',
  );
  const decisions = turns(["'rejected'", "'accepted'", "'accepted'", "'rejected'"], 'turn');
  const decided = `select i, turn, ${id(2)} as id, ${join("'user-'", text('person'))} as subject, ${id(9)} as visitor,
    case when turn is null then ${turns(["'cookie'", "'media'"])} else ${rules} end as rule,
    case when turn is null then ${turns(["'accepted'", "'accepted'", "'rejected'"])} else ${decisions} end as decision,
    ${momentText(`(${BEGIN} + i * ${SECONDS_APART})`)} as at_text from (${people}) people ${fence}`;
  const who = (user: string, visitor: string) => hmac(salt, join(`'{"user":'`, user, `',"visitor":'`, visitor, `'}'`));
  const quoted = (column: string) => join(`'"'`, column, `'"'`);
  const hashes = RULES.map((rule) => `when '${rule}' then '${hashOf(rule)}'`).join(' ');
  const committed = `select i, turn, id, subject, visitor, rule, decision, at_text, case rule ${hashes} end as text_hash,
    case when turn is null then 'banner' else 'panel' end as how, case when turn is null then 1 else turn + 1 end as number,
    case when turn is null then ${who("'null'", quoted('visitor'))} else ${who(quoted('subject'), "'null'")} end
    as subject_commitment from (${decided}) decided ${fence}`;
  const common = circumstancesCommitment(circumstances, salt.toString('hex'));
  const leaf = join(
    `'{"at":"'`,
    'at_text',
    `'","circumstances_commitment":"${common}","decision":"'`,
    'decision',
    `'","how":"'`,
    'how',
    `'","id":"'`,
    'id',
    `'","kind":"decision","number":'`,
    text('number'),
    `',"rule":"'`,
    'rule',
    `'","subject_commitment":"'`,
    'subject_commitment',
    `'","text_hash":"'`,
    'text_hash',
    `'","version":1}'`,
  );
  return `(select committed.*, '${common}' as common, ${leafHash(leaf)} as leaf from (${committed}) committed ${fence}) events`;
}

type Rule = (typeof RULES)[number];

interface Span {
  readonly from: number;
  readonly until: number;
}

async function addEvents(
  transaction: Database,
  words: Words,
  texts: ReadonlyMap<Rule, { readonly id: string; readonly hash: string }>,
  { from, until }: Span,
): Promise<void> {
  const { moment, numbers } = words;
  const events = eventsOf(words, (rule) => texts.get(rule)!.hash, from, until);
  const at = moment(`(${BEGIN} + i * ${SECONDS_APART})`);
  const { size } = (await new CheckpointStore(transaction, engineNaming(transaction.dialect)).last())!;
  const own = ['id', 'rule', 'text_hash', 'decision', 'how', 'subject_commitment', 'leaf', 'number'];
  const constant = { kind: "'decision'", version: '1', circumstances_commitment: 'common' };
  const placed = { ...constant, at, stored_at: at, sealed: `i + ${size - from}` };
  await insertFrom(
    transaction,
    `${PREFIX}ledger_events`,
    { ...Object.fromEntries(own.map((name) => [name, name])), ...placed },
    events,
  );
  const { locale, userAgent, ip } = circumstances;
  const salts = { subject_salt: `'${salt.toString('hex')}'`, circumstances_salt: `'${salt.toString('hex')}'` };
  const known = { locale: `'${locale}'`, user_agent: `'${userAgent}'`, ip: `'${ip}'`, ...salts };
  const subject = 'case when turn is null then null else subject end';
  const visitor = 'case when turn is null then visitor end';
  await insertFrom(transaction, `${PREFIX}ledger_identities`, { event_id: 'id', subject, visitor, ...known }, events);
  const visitors = `(select ${words.id(9)} as id from ${numbers(from, until)} where i % 5 >= 2) visitors`;
  await insertFrom(transaction, `${PREFIX}ledger_visitors`, { visitor: 'id', last: '1' }, visitors);
  const ids = RULES.map((rule) => `when '${rule}' then '${texts.get(rule)!.id}'`).join(' ');
  const state = { user_id: 'subject', term_id: `case rule ${ids} end`, rule: 'rule', state: 'decision' };
  const times = { decided_at: at, created_at: at, updated_at: at };
  // The second decision of a person is replaced by the fourth, on the same rule.
  const present = `(select * from ${events} where turn is not null and turn <> 1) present`;
  await insertFrom(transaction, `${PREFIX}user_terms`, { id: 'id', ...state, ...times }, present);
}

/** Adds the leaves after the last checkpoint to the tree. */
async function grow(transaction: Database, origin: string): Promise<void> {
  const naming = engineNaming(transaction.dialect);
  const [checkpoints, tiles] = [new CheckpointStore(transaction, naming), new TileStore(transaction, naming)];
  const last = (await checkpoints.last())!;
  const signer = ed25519Signer(origin, ledgerKey);
  let head: TreeHead = parseCheckpoint(parseNote(last.note).text);
  let { number } = last;
  const rows = await createQueries(transaction)
    .selectFrom('ledger_events')
    .select('leaf')
    .where('sealed', '>=', head.size)
    .orderBy('sealed')
    .execute();
  for (let at = 0; at < rows.length; at += BATCH) {
    const leaves = rows.slice(at, at + BATCH).map(({ leaf }) => Buffer.from(leaf, 'hex'));
    const tree = await appendLeaves(tiles.read, head, leaves);
    await tiles.write(tree.tiles, head.size);
    const note = signNote(formatCheckpoint({ origin, size: tree.size, root: tree.root }), [signer]);
    number += 1;
    await checkpoints.insert({ size: tree.size, number, root: tree.root.toString('hex'), note });
    head = tree;
  }
}
