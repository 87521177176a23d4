/** An engine with texts, on a given database, for the tests of the ledger. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import type { Database, PolicyEngine, PolicyEngineOptions } from 'policy-engine';
import type { DatabaseRow as Row } from 'policy-engine/database';
import { createPolicyEngine } from 'policy-engine';
import type { TableName } from '../../dist/platform/database/schema/tables.js';
import { createQueries } from '../../dist/schema.js';
import { Computer } from '../support/computer.ts';

export const ORIGIN = 'http://host.test';
export const RULES = ['cookie', 'age', 'privacy_terms'] as const;

/** A new key pair in PEM, the form that hosts use. */
export function newKeys(): { secret: string; public: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** `X-User` signs in as that user; `admin` is the administrator; `X-IP` is the address. */
export function engineOn(
  database: Database,
  options: Partial<Omit<PolicyEngineOptions, 'rules' | 'database'>> = {},
): PolicyEngine {
  return createPolicyEngine({
    scripts: ['Acme Ltd', 'Łódź “Maps”'].map((provider) => ({
      name: provider,
      provider,
      script: '<script></script>',
      environments: ['test'],
    })),
    environment: 'test',
    database,
    rules: [{ name: 'cookie', sessionless: true }, { name: 'age', blocking: true }, { name: 'privacy_terms' }],
    currentUser: (request) => {
      const id = request.headers.get('x-user');
      return id === null ? null : { id, record: null };
    },
    isAdminMethod: ({ id }) => id === 'admin',
    writeLimit: false,
    logger: {
      error: (message, details) => {
        // The time of a test may be far from the database's.
        if (options.now !== undefined && message === 'the clock of a host differs from that of the database') return;
        assert.fail(`${message}: ${String(details.error)}`);
      },
    },
    ...options,
  });
}

export interface Asking {
  readonly method?: string;
  readonly user?: string;
  readonly ip?: string;
  readonly cookie?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to a path below the mount path. */
export async function ask(engine: PolicyEngine, path: string, asking: Asking = {}): Promise<Response> {
  const { method = 'GET', user, ip, cookie, body, headers } = asking;
  const sent: Record<string, string> = { 'sec-fetch-site': 'same-origin', ...headers };
  if (user !== undefined) sent['x-user'] = user;
  if (cookie !== undefined) sent['cookie'] = cookie;
  if (body !== undefined) sent['content-type'] = 'application/json';
  const init = { method, headers: sent, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return engine.fetch(new Request(`${ORIGIN}/policies${path}`, init), ip === undefined ? {} : { ip });
}

/** Publishes a text. */
export async function publish(engine: PolicyEngine, rule: string, description = `# ${rule}`): Promise<void> {
  const body = { description, state: 'published' };
  const response = await ask(engine, `/categories/${rule}/terms.json`, { method: 'POST', user: 'admin', body });
  assert.equal(response.status, 201, await response.text());
}

/** Accepts or rejects as a user. */
export async function decide(
  engine: PolicyEngine,
  user: string,
  rule: string,
  verb: 'accept' | 'reject' = 'accept',
): Promise<void> {
  const response = await ask(engine, `/user_terms/${rule}/${verb}.json`, { method: 'PUT', user });
  assert.equal(response.status, 200, await response.text());
}

/** All events with their identities, in the order of their ids. */
export async function eventsIn(database: Database) {
  return createQueries(database)
    .selectFrom('ledger_events')
    .leftJoin('ledger_identities', 'ledger_identities.event_id', 'ledger_events.id')
    .selectAll()
    .orderBy('id')
    .execute();
}

/** The ledger, the audit log and all decisions, in an order in which they can be emptied. */
export const TABLES = [
  'ledger_events',
  'ledger_identities',
  'ledger_checkpoints',
  'ledger_tiles',
  'ledger_lease',
  'ledger_accounts',
  'ledger_visitors',
  'ledger_erasures',
  'admin_actions',
  'user_terms',
] as const;

/** Index of the first decision of {@link decisionsOn}: before it are three texts, and two entries of the audit log for each. */
export const FIRST = 9;
/** Checkpoints before that of the first decisions, in batches of four. */
export const CHECKPOINTS_BEFORE = 3;

/** Empties the ledger, all decisions and the audit log. Texts are logged again. */
export async function empty(database: Database): Promise<void> {
  for (const table of ['terms', 'term_translations']) {
    await database.execute(`update policy_manager_${table} set logged = null`);
  }
  for (const table of TABLES) await database.execute(`delete from policy_manager_${table}`);
}

/** Reads tables. @returns a function that inserts their rows again, those of the last table first */
export async function copied(
  database: Database,
  tables: readonly TableName[],
): Promise<(transaction: Database) => Promise<void>> {
  const copies = await Promise.all(
    tables.map(async (table) => ({
      table,
      rows: await createQueries(database).selectFrom(table).selectAll().execute(),
    })),
  );
  return async (transaction) => {
    for (const { table, rows } of copies.toReversed()) {
      if (rows.length > 0) await createQueries(transaction).insertInto(table).values(rows).execute();
    }
  };
}

/** Saves the ledger and all decisions. @returns a function that restores them */
export async function noted(database: Database): Promise<() => Promise<void>> {
  const insert = await copied(database, TABLES);
  const texts = await createQueries(database).selectFrom('terms').select(['id', 'logged']).execute();
  return () =>
    database.transaction(async (transaction) => {
      await empty(transaction);
      for (const { id, logged } of texts) {
        await createQueries(transaction).updateTable('terms').set({ logged }).where('id', '=', id).execute();
      }
      await insert(transaction);
    });
}

/** After the publications, ten decisions and an adoption in three batches of four, and one pending event. */
export async function decisionsOn(engine: PolicyEngine): Promise<void> {
  await engine.ledger.seal();
  const headers = { 'user-agent': 'Browser' };
  for (const user of ['anna', 'bob', 'carol']) {
    await ask(engine, '/user_terms/age/accept.json', { method: 'PUT', user, ip: '203.0.113.9', headers });
    await ask(engine, '/user_terms/cookie/reject.json', { method: 'PUT', user, headers: { 'sec-gpc': '1' } });
    await decide(engine, user, 'privacy_terms');
  }
  const computer = new Computer(engine, ORIGIN);
  const shown = { locale: 'en' };
  const vendors = ['Acme Ltd', 'Łódź “Maps”'].map((vendor) => `cookie:${encodeURIComponent(vendor)}`);
  const decisions = { cookie: true, [vendors[0]!]: false, [vendors[1]!]: true };
  await computer.json('PUT', '/consent.json', { body: { decisions, shown } });
  // Every field of it has a value, so that each can be changed.
  const signIn = computer.request('/sign-in', {
    method: 'POST',
    user: 'dave',
    headers: { ...headers, 'sec-gpc': '1' },
  });
  await engine.consentContext(signIn, { ip: '203.0.113.9' }).adoptVisitorDecision('cookie');
  assert.equal((await engine.ledger.seal()).events, 11);
  await decide(engine, 'anna', 'cookie');
}

/** Columns that are empty in the rows of an adoption after {@link decisionsOn}, with a value, and what is found then. */
export const EMPTY: Readonly<Record<string, readonly [string | number, readonly string[]]>> = {
  tombstone: ['x', ['tombstone_wrong']],
  doubt: ['void', ['doubt_changed', 'projection_added']],
  merged_into: ['mallory', ['identity_changed']],
  posture: ['opt-out', ['event_changed']],
  fact: ['UK U4 2026-02-05', ['event_changed']],
  region: ['us-ca', ['identity_changed']],
};

/** The result of {@link decidedOn}. */
export interface Decided {
  readonly engine: PolicyEngine;
  /** Details of the engine's log entries since the last `restore`. */
  readonly said: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /** Restores the ledger. */
  readonly restore: () => Promise<void>;
}

/** An engine with {@link decisionsOn} on a database without tables. */
export async function decidedOn(database: Database, ledgerKey: string): Promise<Decided> {
  const said: Record<string, unknown>[] = [];
  const logger = { error: (_: string, details: object) => void said.push({ ...details }) };
  const engine = engineOn(database, { ledgerKey, ledger: { batchSize: 4 }, logger });
  await engine.migrate();
  for (const rule of RULES) await publish(engine, rule);
  await decisionsOn(engine);
  const restore = await noted(database);
  return {
    engine,
    said,
    restore: async () => {
      await restore();
      said.length = 0;
    },
  };
}

/** The text of a checkpoint without its signatures. */
export function textOfNote(note: string): string {
  return note.slice(0, note.indexOf('\n\n') + 1);
}

/** Truncates a small ledger to a size, bypassing the engine, as an attacker would who continues from there. */
export async function cutTo(database: Database, size: number): Promise<void> {
  const queries = createQueries(database);
  await queries.deleteFrom('ledger_checkpoints').where('size', '>', size).execute();
  const cut = { sealed: null };
  await queries.updateTable('ledger_events').set(cut).where('sealed', '>=', size).execute();
  const [tile] = await queries.selectFrom('ledger_tiles').selectAll().where('tile', '=', '0/0').execute();
  const hashes = Buffer.from(tile!.hashes, 'base64')
    .subarray(0, size * 32)
    .toString('base64');
  await queries.updateTable('ledger_tiles').set({ hashes }).where('tile', '=', '0/0').execute();
}

/** Whether a value is a time, as the engine parses it. */
export function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(value);
}

/** Changes to a database that bypass the engine. */
export function handsOn(database: () => Database) {
  /** A datetime of MySQL accepts no Z. */
  const stored = (value: unknown) =>
    database().dialect === 'mysql' && isTime(value) ? value.replace('T', ' ').replace('Z', '') : value;
  const place = (index: number) => (database().dialect === 'postgres' ? `$${index}` : '?');
  return {
    rowsOf: async (table: string, where: string) =>
      (await database().execute(`select * from policy_manager_${table} where ${where}`)).rows,
    set: async (table: string, column: string, value: unknown, where: string) => {
      const sql = `update policy_manager_${table} set ${column} = ${place(1)} where ${where}`;
      assert.equal((await database().execute(sql, [stored(value)])).affectedRows, 1, sql);
    },
    insert: (table: string, row: Row) => {
      const columns = Object.keys(row);
      const places = columns.map((_, index) => place(index + 1));
      return database().execute(
        `insert into policy_manager_${table} (${columns.join(', ')}) values (${places.join(', ')})`,
        Object.values(row).map(stored),
      );
    },
  };
}
