import { PolicyEngineError } from '../../../../errors/errors.ts';
import type { TransactionOptions } from '../../port.ts';
import type { Mysql2PromiseConnection } from './handles.ts';
import { asSent } from './types.ts';

type Isolation = NonNullable<TransactionOptions['isolation']>;

/** What is known about a connection's session. */
export interface Mysql2Session {
  readonly isolation: string;
  /** False if each statement opens a transaction that somebody must end. */
  readonly autocommits: boolean;
}

const sessions = new WeakMap<object, Mysql2Session>();

const variables = [
  'version',
  'sql_mode',
  'character_set_client',
  'character_set_connection',
  'character_set_results',
  'autocommit',
  'tx_isolation',
  'transaction_isolation',
];

/**
 * Checks a connection's session once, and rejects one that would store values differently.
 *
 * @param key The driver's connection, which outlives the promise wrappers around it.
 * @throws {PolicyEngineError} `database_session_refused`.
 */
export async function checkedSession(key: object, connection: Mysql2PromiseConnection): Promise<Mysql2Session> {
  const known = sessions.get(key);
  if (known) return known;
  const [rows] = await connection.query({
    sql: `show session variables where variable_name in (${variables.map((name) => `'${name}'`).join(', ')})`,
    rowsAsArray: true,
    nestTables: false,
    typeCast: asSent,
  });
  const settings = new Map((rows as [Buffer, Buffer][]).map(([name, value]) => [String(name), String(value)]));
  refuseOldServer(settings.get('version') ?? '');
  const modes = settings.get('sql_mode') ?? '';
  if (!/STRICT_(?:TRANS|ALL)_TABLES/.test(modes)) {
    throw refused('sql_mode has no STRICT_TRANS_TABLES: IDs that are too long would be truncated silently');
  }
  if (modes.includes('NO_BACKSLASH_ESCAPES')) {
    throw refused('sql_mode has NO_BACKSLASH_ESCAPES, under which mysql2 escapes values wrongly');
  }
  for (const name of ['character_set_client', 'character_set_connection', 'character_set_results']) {
    if (settings.get(name) !== 'utf8mb4') throw refused(`${name} is ${settings.get(name)}, not utf8mb4`);
  }
  const isolation = settings.get('transaction_isolation') ?? settings.get('tx_isolation') ?? '';
  const session = {
    isolation: isolation.toLowerCase().replace('-', ' '),
    autocommits: settings.get('autocommit') !== 'OFF',
  };
  sessions.set(key, session);
  return session;
}

/** Before 8.0.17 MySQL has no collation that compares byte by byte without padding. */
function refuseOldServer(version: string): void {
  const [major = 0, minor = 0, patch = 0] = version.split(/[^0-9]+/).map(Number);
  if (/mariadb/i.test(version) || major * 10_000 + minor * 100 + patch >= 80_017) return;
  throw refused(`the server is version ${version}; MySQL 8.0.17 or MariaDB 10.2 is needed`);
}

/** Starts a transaction; the level is set only if the session's own differs, to save a round trip. */
export async function startTransaction(
  connection: Mysql2PromiseConnection,
  session: Mysql2Session,
  isolation: Isolation,
): Promise<void> {
  if (session.isolation !== isolation) await connection.query({ sql: `set transaction isolation level ${isolation}` });
  await connection.query({ sql: 'start transaction' });
}

function refused(why: string): PolicyEngineError {
  return new PolicyEngineError('database_session_refused', `This MySQL session cannot be used: ${why}.`);
}
