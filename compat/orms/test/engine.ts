/** The engine of these tests, and the databases they run on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPolicyEngine, type Database } from 'policy-engine';
import { findMariadb, findPostgres, uniqueName } from '../../../testing/databases.ts';

export type Kind = 'PostgreSQL' | 'MariaDB' | 'SQLite';

/** A separate database for a test. */
export interface Target {
  readonly kind: Kind;
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates an empty database; on SQLite the path of a file. */
export async function createTarget(kind: Kind): Promise<Target> {
  if (kind === 'SQLite') {
    const folder = mkdtempSync(path.join(tmpdir(), 'compat-orms-'));
    const drop = async (): Promise<void> => rmSync(folder, { recursive: true, force: true });
    return { kind, url: path.join(folder, 'app.db'), drop };
  }
  const server = await (kind === 'PostgreSQL' ? findPostgres() : findMariadb());
  return { kind, ...(await server.create(uniqueName('compat_orms'))) };
}

/** The host's table of users. */
export const USERS_TABLE =
  'create table users (id varchar(50) primary key, email varchar(100) unique, name varchar(100))';

/** An engine with two rules that a user must accept, a notice, and their texts. */
export async function engineOn(database: Database) {
  const told: string[] = [];
  const engine = createPolicyEngine({
    database,
    rules: [
      { name: 'cookie', sessionless: true },
      { name: 'age', validatesOn: ['create'] },
      {
        name: 'privacy_terms',
        blocking: true,
        validatesOn: ['create', 'update'],
        onAccept: ({ user }) => void told.push(user?.id ?? ''),
      },
      { name: 'privacy', notice: true },
    ],
    scripts: [],
    environment: 'test',
    mountPath: '/policies',
    currentUser: () => null,
    isAdminMethod: () => false,
  });
  await engine.migrate();
  for (const rule of ['cookie', 'age', 'privacy_terms', 'privacy'] as const) {
    const { id } = await engine.terms.create(rule, { markdown: `# Text of ${rule}` });
    await engine.terms.publish(id);
  }
  return { engine, told };
}

export type Engine = Awaited<ReturnType<typeof engineOn>>['engine'];

/** The acceptances, in the table that pages query and in the ledger. */
export async function decisionsIn(database: Database): Promise<{ standing: string[]; events: number }> {
  const standing = await database.execute<{ user_id: string; rule: string; state: string }>(
    'select user_id, rule, state from policy_manager_user_terms order by user_id, rule',
  );
  const events = await database.execute("select id from policy_manager_ledger_events where kind = 'decision'");
  return {
    standing: standing.rows.map(({ user_id, rule, state }) => `${user_id} ${rule} ${state}`),
    events: events.rows.length,
  };
}
