/** Name and keys of the ledger's log. What is not configured is generated once, and stored in the database. */
import { randomBytes } from 'node:crypto';
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { storedSecret } from '../../../platform/database/connection/secret.ts';
import { isUniqueViolation } from '../../../platform/database/connection/sql-errors.ts';
import { type EarlierLedgerKey, keyOfSeed, type SecretLedgerKey, type TrustedKey } from './keys.ts';
import { logValue } from './log-values.ts';
import { ed25519Signer, formatVkey, type NoteSigner, publicBytes, SIGNATURE_TYPE, verifierKey } from '../log/index.ts';
import { FormerLogs } from '../restores/store.ts';

const SECRET = 'ledger';
const ORIGIN = 'origin';

/** What the host configures about its log. */
export interface LogIdentityOptions {
  readonly database: Database;
  readonly naming: Naming;
  /** Null: a key that is generated once, and stored in the database. */
  readonly key: SecretLedgerKey | null;
  readonly earlierKeys: readonly EarlierLedgerKey[];
  /** Null: an origin that is generated once from the host's name and a random number. */
  readonly origin: string | null;
  /** The host's name, for a generated origin. */
  readonly host: string;
  readonly now: () => Date;
}

/** A log that can be signed. */
export interface OpenLog {
  readonly origin: string;
  readonly signer: NoteSigner;
  /** Previous keys, as far as their secret is known. */
  readonly earlierSigners: readonly NoteSigner[];
  /** The keys that may have signed. */
  readonly keys: readonly TrustedKey[];
  /** These keys as lines of text, the current one first; those of previous logs come last. */
  readonly vkeys: readonly string[];
}

/** What the database knows about the log. */
export interface StoredLog {
  /** Null before the first seal. */
  readonly origin: string | null;
  /** The key in the database; null if there is none. */
  readonly key: (EarlierLedgerKey & { readonly secret: NonNullable<EarlierLedgerKey['secret']> }) | null;
}

/** Reads what the database knows, and creates nothing. */
export async function storedLog(database: Database, naming: Naming): Promise<StoredLog> {
  const queries = createQueries(database, naming);
  const origin = await logValue(database, naming, ORIGIN);
  const seed = await queries.selectFrom('secrets').select('value').where('name', '=', SECRET).executeTakeFirst();
  return { origin, key: seed === undefined ? null : keyOfSeed(seed.value) };
}

/** The log of one engine. */
export class LogIdentity {
  readonly #options: LogIdentityOptions;
  #opened: Promise<OpenLog> | undefined;

  constructor(options: LogIdentityOptions) {
    this.#options = options;
  }

  /**
   * Name and keys; the first process creates what is missing. Not inside transactions.
   *
   * @throws {PolicyEngineError} `configuration_invalid` for an origin that differs from the ledger's
   */
  open(): Promise<OpenLog> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      // The tables may not exist yet.
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** Discards name and keys, so that they are read again: the log has another name now. */
  reopen(): void {
    this.#opened = undefined;
  }

  async #open(): Promise<OpenLog> {
    const { database, naming, key, earlierKeys, now } = this.#options;
    const stored = await storedLog(database, naming);
    const origin = stored.origin ?? (await this.#makeOrigin());
    const { origin: wanted } = this.#options;
    if (wanted !== null && wanted !== origin) throw otherOrigin(wanted, origin);
    const present = key ?? keyOfSeed(await storedSecret(database, naming, SECRET, now()));
    const inDatabase = key === null ? present : stored.key;
    const trusted = (one: EarlierLedgerKey, isStored: boolean): TrustedKey => ({
      publicKey: publicBytes(one.key),
      origin,
      isStored,
    });
    const before = [...earlierKeys, ...(inDatabase === null || inDatabase === present ? [] : [inDatabase])];
    const keys = [
      ...(key === null ? [] : [trusted(key, false)]),
      ...earlierKeys.map((one) => trusted(one, false)),
      ...(inDatabase === null ? [] : [trusted(inDatabase, true)]),
    ];
    const signer = ed25519Signer(origin, present.secret);
    const former = await new FormerLogs(database, naming).all();
    const vkeys = [origin, ...former.map((one) => one.origin)].flatMap((name) =>
      [present, ...before].map((one) => formatVkey(verifierKey(name, SIGNATURE_TYPE.ed25519, one.key))),
    );
    return {
      origin,
      signer,
      earlierSigners: before.flatMap(({ secret }) => (secret === null ? [] : [ed25519Signer(origin, secret)])),
      keys,
      vkeys,
    };
  }

  async #makeOrigin(): Promise<string> {
    const { database, naming, host, origin } = this.#options;
    const value = origin ?? `${host}/${randomBytes(4).toString('hex')}`;
    try {
      await createQueries(database, naming).insertInto('ledger_log').values({ name: ORIGIN, value }).execute();
    } catch (error) {
      // Another process may have created it first.
      if (!isUniqueViolation(error)) throw error;
    }
    return (await storedLog(database, naming)).origin ?? value;
  }
}

function otherOrigin(wanted: string, origin: string): PolicyEngineError {
  return new PolicyEngineError(
    'configuration_invalid',
    `ledger.origin is ${JSON.stringify(wanted)}, but the ledger of this database is called ${JSON.stringify(origin)}. ` +
      'The name of a ledger cannot be changed: remove the option, or set it to that name.',
  );
}
