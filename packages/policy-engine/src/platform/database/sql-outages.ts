/**
 * Errors of databases and drivers that say nothing about the statement: the database cannot be reached, refuses connections, or
 * cannot store anything at present.
 *
 * Not among them: a damaged file (SQLITE_CORRUPT, SQLITE_NOTADB) and missing privileges on a table. They last until somebody mends
 * them, so that nobody is asked to try again.
 */
import { type DriverError, findError, isConflict, isNamed } from './sql-errors.ts';

interface Outage {
  /** For the log; followed by the driver's message. */
  readonly says: string;
  readonly postgres: RegExp;
  readonly mysql: ReadonlySet<unknown>;
  /** Primary result codes; extended ones have them in their last byte. */
  readonly sqlite?: ReadonlySet<number>;
  readonly sqliteNames?: RegExp;
  /** Codes and names of errors of drivers, sockets and ORMs. */
  readonly words?: RegExp;
  /** Some errors of drivers have nothing else. */
  readonly messages?: RegExp;
}

const OUTAGES: readonly Outage[] = [
  {
    says: 'The database does not exist',
    postgres: /^3D000$/,
    mysql: new Set([1049]),
    words: /^P1003$/,
  },
  {
    says: 'The database refuses the user or the password',
    postgres: /^28[0-9A-Z]{3}$/,
    /** Access denied to a database, for a user, without a password; host not allowed; TLS required; account locked. */
    mysql: new Set([1044, 1045, 1130, 1698, 3118, 3159, 4151]),
    words: /^(?:P1000|P1010|SequelizeAccessDeniedError)$/,
  },
  {
    says: 'The database has no space or memory left',
    postgres: /^(?:53[0-24]00|58030)$/,
    /** Disk full, out of memory (three forms), table full, no more transactions. */
    mysql: new Set([1021, 1037, 1038, 1041, 1114, 1637]),
    /** SQLITE_NOMEM, _IOERR, _FULL. */
    sqlite: new Set([7, 10, 13]),
    sqliteNames: /^SQLITE_(?:NOMEM|IOERR|FULL)/,
    messages: /No space left on device/,
  },
  {
    says: 'The database is read-only: nothing can be stored',
    postgres: /^25006$/,
    /** `--read-only`, a read-only transaction, InnoDB in read-only mode. */
    mysql: new Set([1290, 1792, 1836, 1874]),
    sqlite: new Set([8]),
    sqliteNames: /^SQLITE_READONLY/,
  },
  {
    says: 'The database was too busy',
    /** Statement or lock timeout. */
    postgres: /^(?:57014|55P03)$/,
    /** Lock table full, query interrupted, statement timeout (MariaDB, MySQL), lock not available at once. */
    mysql: new Set([1206, 1317, 1969, 3024, 3572]),
    /** SQLITE_PROTOCOL: a lock that was lost in a race. */
    sqlite: new Set([15]),
    sqliteNames: /^SQLITE_PROTOCOL/,
    words: /^(?:P1008|P2024|KnexTimeoutError|SequelizeConnectionAcquireTimeoutError|PROTOCOL_SEQUENCE_TIMEOUT)$/,
    messages: /^(?:Query read timeout|Queue limit reached\.|No connections available\.)/,
  },
  {
    says: 'The connection to the database was cut or refused',
    /** Class 08; shutdowns and idle timeouts; too many connections. */
    postgres: /^(?:08\w{3}|57P0[1-5]|25P0[34]|53300)$/,
    /**
     * Too many connections (four limits), bad handshake, shutdown, network errors, host blocked, connection killed, gone away,
     * lost, offline mode, idle for too long.
     */
    mysql: new Set([
      1040, 1043, 1053, 1129, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1226, 1927, 2002, 2003, 2006, 2013, 3032, 3169,
      4031,
    ]),
    /** SQLITE_CANTOPEN: the folder is gone, no more open files. */
    sqlite: new Set([14]),
    sqliteNames: /^SQLITE_CANTOPEN/,
    words:
      /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|AI_AGAIN|HOST(?:UNREACH|DOWN)|NET(?:UNREACH|DOWN|RESET)|ADDRNOTAVAIL|NOTFOUND)|PROTOCOL_CONNECTION_LOST|HANDSHAKE_\w+|P100[12]|P1017|P2037|SequelizeConnectionError|SequelizeConnectionRefusedError|SequelizeConnectionTimedOutError|SequelizeHostNot\w+|SequelizeInvalidConnectionError)$/,
    messages:
      /^(?:Connection terminated|Connection ended|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end|Pool is closed|Can't add new command when connection is in closed state|Connection lost|[Tt]he database connection is not open|database is not open)|WSREP has not yet prepared node/,
  },
];

const BUSY = 'Other writers kept the database busy';
/** PostgreSQL: `database "shop" is not currently accepting connections`; for a statement, the code has other meanings. */
const NOT_READY = '55000';

/** Errors of attempts to get a connection, whatever their codes. */
const refused = new WeakSet<object>();

/**
 * Opens a connection or takes one from a pool. If that fails, the database cannot be reached, whatever the pool says: those of ORMs
 * have errors of their own.
 */
export async function connecting<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (typeof error === 'object' && error !== null) refused.add(error);
    throw error;
  }
}

/** @returns which outage an error, or one it wraps, is about, with the message of the driver; null if it is about none */
export function outageOf(error: unknown): string | null {
  for (const outage of OUTAGES) {
    const found = findError(error, (one) => isAbout(outage, one));
    if (found !== undefined) return said(outage.says, found);
  }
  const unreachable = findError(error, (one) => refused.has(one) || isNotReady(one));
  if (unreachable !== undefined) return said('The database accepts no connection', unreachable);
  return isConflict(error) ? said(BUSY, findError(error, isConflict) ?? {}) : null;
}

/** Whether the server ends the connection with an error, so that it must not be used again. */
export function endsConnection(code: unknown): boolean {
  return isNamed(code, /^(?:08|57P|25P0[34])/);
}

function isAbout(outage: Outage, { name, code, errno, errcode, message }: DriverError): boolean {
  const { postgres, mysql, sqlite, sqliteNames, words, messages } = outage;
  return (
    isNamed(code, postgres) ||
    mysql.has(errno) ||
    (typeof errcode === 'number' && sqlite?.has(errcode & 0xff) === true) ||
    (sqliteNames !== undefined && isNamed(code, sqliteNames)) ||
    (words !== undefined && (isNamed(code, words) || isNamed(name, words))) ||
    (messages !== undefined && isNamed(message, messages))
  );
}

function isNotReady({ code, severity, message }: DriverError): boolean {
  return code === NOT_READY && (severity === 'FATAL' || /accepting connections/.test(String(message)));
}

function said(says: string, error: DriverError & { readonly errors?: unknown }): string {
  const several = Array.isArray(error.errors) ? (error.errors as DriverError[]) : [];
  const texts = [error, ...several]
    .map(({ message }) => message)
    .filter((text) => typeof text === 'string' && text !== '');
  return texts.length === 0 ? `${says}.` : `${says}: ${[...new Set(texts)].join('; ').replace(/\.$/, '')}.`;
}
