/** What leads to a person who is being erased: read at the beginning, kept encrypted until the end. */
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { storedSecret } from '../../platform/database/secret.ts';
import { addressOfUser, type UserResource } from '../../platform/users/resource.ts';
import type { ErasurePerson } from '../data-map/declaration.ts';
import { keyFor, openText, sealText } from './seal.ts';
import type { ErasureSettings } from './settings.ts';

/** What leads to a person beside their id. */
export interface Identifiers {
  /** E-mail address; null if the host told none. */
  readonly address: string | null;
  /** Words of the host's, such as the name. */
  readonly words: readonly string[];
}

/** What the host is asked with. */
export interface SubjectsOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly users: UserResource;
  readonly settings: Pick<ErasureSettings, 'identifiers' | 'journalKey'>;
  readonly now: () => Date;
}

/** Name of the key of databases whose host has given none. */
const SECRET = 'erasure';

/** Asks the host about people, and keeps what it says. */
export class Subjects {
  readonly #options: SubjectsOptions;

  constructor(options: SubjectsOptions) {
    this.#options = options;
  }

  /** The person as functions of the host are given them. @throws what `userResource.find` throws */
  async person(id: string): Promise<ErasurePerson> {
    return { id, record: (await this.#options.users.find?.(id)) ?? null };
  }

  /** What leads to them beside their id. @throws what functions of the host throw */
  async identifiers({ record }: ErasurePerson): Promise<Identifiers> {
    const { users, settings } = this.#options;
    if (typeof record !== 'object' || record === null) return { address: null, words: [] };
    const words: readonly unknown[] = (await settings.identifiers?.(record)) ?? [];
    return {
      address: addressOfUser(users, record),
      words: words.filter((word): word is string => typeof word === 'string' && word.trim() !== ''),
    };
  }

  async seal(identifiers: Identifiers): Promise<string> {
    return sealText(await this.#key(), JSON.stringify(identifiers));
  }

  /** @throws {Error} where they were encrypted with another key */
  async open(sealed: string): Promise<Identifiers> {
    return JSON.parse(openText(await this.#key(), sealed)) as Identifiers;
  }

  /** Whether the host has no such user any more; where it can't tell, there is none. */
  async isGone(id: string): Promise<boolean> {
    return (await this.person(id)).record === null;
  }

  async #key(): Promise<Buffer> {
    const { database, naming, settings, now } = this.#options;
    const secret = settings.journalKey ?? (await storedSecret(database, naming, SECRET, now()));
    return keyFor(secret, 'identifiers');
  }
}
