/**
 * Errors of databases and drivers that say nothing about the statement: the database cannot be reached, refuses connections, or
 * cannot store anything at present.
 *
 * Not among them: a damaged file (SQLITE_CORRUPT, SQLITE_NOTADB) and missing privileges on a table. They last until somebody mends
 * them, so that nobody is asked to try again.
 */
import type { Outage } from '../dialect.ts';
import { allDialects } from '../dialects.ts';
import { type DriverError, isNamed } from './driver-error.ts';
import { findError, isConflict } from './sql-errors.ts';

interface Words {
  /** For the log; followed by the driver's message. */
  readonly says: string;
  /** Codes and names of errors of drivers, sockets and ORMs. */
  readonly words?: RegExp;
  /** Some errors of drivers have nothing else. */
  readonly messages?: RegExp;
}

const OUTAGES: { readonly [outage in Outage]: Words } = {
  missing: { says: 'The database does not exist', words: /^P1003$/ },
  denied: {
    says: 'The database refuses the user or the password',
    words: /^(?:P1000|P1010|SequelizeAccessDeniedError)$/,
  },
  full: { says: 'The database has no space or memory left', messages: /No space left on device/ },
  readOnly: { says: 'The database is read-only: nothing can be stored' },
  busy: {
    says: 'The database was too busy',
    words: /^(?:P1008|P2024|KnexTimeoutError|SequelizeConnectionAcquireTimeoutError|PROTOCOL_SEQUENCE_TIMEOUT)$/,
    messages: /^(?:Query read timeout|Queue limit reached\.|No connections available\.)/,
  },
  cut: {
    says: 'The connection to the database was cut or refused',
    words:
      /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|AI_AGAIN|HOST(?:UNREACH|DOWN)|NET(?:UNREACH|DOWN|RESET)|ADDRNOTAVAIL|NOTFOUND)|PROTOCOL_CONNECTION_LOST|HANDSHAKE_\w+|P100[12]|P1017|P2037|SequelizeConnectionError|SequelizeConnectionRefusedError|SequelizeConnectionTimedOutError|SequelizeHostNot\w+|SequelizeInvalidConnectionError)$/,
    messages:
      /^(?:Connection terminated|Connection ended|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end|Pool is closed|Can't add new command when connection is in closed state|Connection lost|[Tt]he database connection is not open|database is not open)|WSREP has not yet prepared node/,
  },
  notReady: { says: 'The database accepts no connection' },
};

const BUSY = 'Other writers kept the database busy';

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
  for (const [outage, words] of Object.entries(OUTAGES)) {
    const found = findError(error, (one) => isAbout(outage as Outage, words, one));
    if (found !== undefined) return said(words.says, found);
  }
  return isConflict(error) ? said(BUSY, findError(error, isConflict) ?? {}) : null;
}

function isAbout(outage: Outage, { words, messages }: Words, error: DriverError): boolean {
  const { name, code, message } = error;
  return (
    allDialects.some(({ errors }) => errors.isOutage(error, outage)) ||
    (outage === 'notReady' && refused.has(error)) ||
    (words !== undefined && (isNamed(code, words) || isNamed(name, words))) ||
    (messages !== undefined && isNamed(message, messages))
  );
}

function said(says: string, error: DriverError & { readonly errors?: unknown }): string {
  const several = Array.isArray(error.errors) ? (error.errors as DriverError[]) : [];
  const texts = [error, ...several]
    .map(({ message }) => message)
    .filter((text) => typeof text === 'string' && text !== '');
  return texts.length === 0 ? `${says}.` : `${says}: ${[...new Set(texts)].join('; ').replace(/\.$/, '')}.`;
}
