/** A host whose database is restored from backups, for the tests of the detection. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before } from 'node:test';
import type { Database, PolicyEngine, PolicyEngineOptions } from 'policy-engine';
import { createQueries } from '../../dist/schema.js';
import type { TestDatabase } from '../support/databases.ts';
import { ask, copied, decide, engineOn, newKeys, publish, TABLES } from './support.ts';

export const keys: ReturnType<typeof newKeys> = newKeys();

const ALL = [...TABLES, 'ledger_log', 'ledger_earlier', 'ledger_witnesses', 'ledger_former', 'terms'] as const;

/** A backup. @returns a function that restores it */
async function backUp(database: Database): Promise<() => Promise<void>> {
  const insert = await copied(database, ALL);
  return () =>
    database.transaction(async (transaction) => {
      for (const table of ALL) await createQueries(transaction).deleteFrom(table).execute();
      await insert(transaction);
    });
}

export type Settings = NonNullable<PolicyEngineOptions['ledger']>;

/** One host for the tests of a suite, with an empty ledger for each. */
export class RestorableHost {
  readonly #testDatabase: TestDatabase;
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-restores-'));
  #count = 0;
  #blank: () => Promise<void> = async () => {};
  database!: Database;
  /** Events of a ledger without decisions: publications, and administrators' actions. */
  base = 0;
  /** Messages logged for the host. */
  told: string[] = [];

  constructor(testDatabase: TestDatabase) {
    this.#testDatabase = testDatabase;
    before(async () => {
      this.database = await testDatabase.open();
      const engine = engineOn(this.database, { ledgerKey: keys.secret });
      await engine.migrate();
      await publish(engine, 'age');
      this.#blank = await backUp(this.database);
      await engine.ledger.seal();
      this.base = (await engine.ledger.checkpoint())?.size ?? 0;
    });
    after(() => rmSync(this.#folder, { recursive: true }));
  }

  get url(): string {
    return this.#testDatabase.url;
  }

  /** A path where no mark exists yet. */
  newMark(): string {
    return path.join(this.#folder, String(++this.#count), 'mark.txt');
  }

  /** A process of the host, as at its start. */
  started(ledger: Settings): PolicyEngine {
    const logger = { error: (message: string) => void this.told.push(message) };
    return engineOn(this.database, { ledgerKey: keys.secret, ledger, logger });
  }

  /** The first process on an empty ledger. */
  async fresh(ledger: Settings): Promise<PolicyEngine> {
    await this.#blank();
    this.told = [];
    return this.started(ledger);
  }

  /** @returns a function that restores the current database */
  backUp(): Promise<() => Promise<void>> {
    return backUp(this.database);
  }

  /** Restores the database from before the first seal. */
  blank(): Promise<void> {
    return this.#blank();
  }

  /** The name of the log in the database. */
  async origin(): Promise<string> {
    const row = await createQueries(this.database)
      .selectFrom('ledger_log')
      .select('value')
      .where('name', '=', 'origin')
      .executeTakeFirstOrThrow();
    return row.value;
  }
}

/** Decides as each of these users, and seals. */
export async function sealed(engine: PolicyEngine, ...users: readonly string[]): Promise<void> {
  for (const user of users) await decide(engine, user, 'age');
  assert.equal((await engine.ledger.seal()).events, users.length);
}

/** The receipt of a user, as text. */
export async function receiptOf(engine: PolicyEngine, user: string): Promise<string> {
  return (await ask(engine, '/user_terms/age/receipt.json', { user })).text();
}

/** The findings of the check about restores and marks. */
export async function findingsOf(engine: PolicyEngine): Promise<string[]> {
  const found = (await engine.check()).filter(({ code }) => /restore|mark/.test(code));
  return found.map(({ code, subject }) => `${code}: ${subject}`);
}
