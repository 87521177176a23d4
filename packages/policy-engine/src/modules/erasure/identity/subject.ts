/** What identifies a person who is being erased: read at the start, and kept encrypted until the end. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { storedSecret } from '../../../platform/database/connection/secret.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { addressOfUser, type UserResource, userWithId } from '../../../platform/users/resource.ts';
import type { ErasurePerson } from '../../data-map/index.ts';
import { keyFor, openText, sealText } from './seal.ts';
import type { ErasureSettings } from '../settings.ts';

/** What identifies a person besides their ID. */
export interface Identifiers {
  /** Email address; null if the host has none. */
  readonly address: string | null;
  /** Words from the host, such as the name. */
  readonly words: readonly string[];
}

/** What calling the host needs. */
export interface SubjectsOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly users: UserResource;
  readonly settings: Pick<ErasureSettings, 'identifiers' | 'journalKey'>;
  readonly now: () => Date;
}

/** Name of the key of databases whose host has configured none. */
const SECRET = 'erasure';

/** Asks the host about people, and keeps the results. */
export class Subjects {
  readonly #options: SubjectsOptions;

  constructor(options: SubjectsOptions) {
    this.#options = options;
  }

  /** The person as passed to the host's functions. @throws what `userResource.find` throws */
  async person(id: string): Promise<ErasurePerson> {
    return { id, record: await userWithId(this.#options.users, id) };
  }

  /** What identifies them besides their ID. @throws errors of the host's functions */
  async identifiers({ id, record }: ErasurePerson): Promise<Identifiers> {
    const { users, settings } = this.#options;
    const merged = await this.#mergedIds(id);
    if (typeof record !== 'object' || record === null) return { address: null, words: merged };
    const words: readonly unknown[] = (await settings.identifiers?.(record)) ?? [];
    return {
      address: addressOfUser(users, record),
      words: [...merged, ...words.filter((word): word is string => typeof word === 'string' && word.trim() !== '')],
    };
  }

  /** IDs of accounts that were merged into this one: rows of the host may still name them. */
  async #mergedIds(id: string): Promise<string[]> {
    const { database, naming } = this.#options;
    const rows = await createQueries(database, naming)
      .selectFrom('ledger_accounts')
      .select('subject')
      .where('merged_into', '=', id)
      .execute();
    return rows.map(({ subject }) => subject);
  }

  async seal(identifiers: Identifiers): Promise<string> {
    return sealText(await this.#key(), JSON.stringify(identifiers));
  }

  /** Encrypts marks: with another key than identifiers. */
  async sealText(text: string): Promise<string> {
    return sealText(await this.#key('marks'), text);
  }

  /** @throws {Error} if it was encrypted with another key */
  async openText(sealed: string): Promise<string> {
    return openText(await this.#key('marks'), sealed);
  }

  /** @throws {Error} if they were encrypted with another key */
  async open(sealed: string): Promise<Identifiers> {
    return JSON.parse(openText(await this.#key(), sealed)) as Identifiers;
  }

  /** Whether the host no longer has such a user; also true if the host cannot tell. */
  async isGone(id: string): Promise<boolean> {
    return (await this.person(id)).record === null;
  }

  async #key(use: 'identifiers' | 'marks' = 'identifiers'): Promise<Buffer> {
    const { database, naming, settings, now } = this.#options;
    const secret = settings.journalKey ?? (await storedSecret(database, naming, SECRET, now()));
    return keyFor(secret, use);
  }
}
