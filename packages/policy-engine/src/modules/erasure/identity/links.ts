/** The table of links by which people verify their identity. Only the hash of a token is stored. */
import { createHash } from 'node:crypto';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { timeText } from '../../../platform/database/statements/times.ts';
import { randomHex } from '../../../platform/random.ts';

const TOKEN_BYTES = 32;

/** A link that still works. */
export interface IdentityLink {
  readonly requestId: string;
  readonly expiresAt: string;
}

/** Statements over the table. */
export class IdentityLinks {
  readonly #naming: Naming;

  constructor(naming: Naming) {
    this.#naming = naming;
  }

  /** Creates a link beside those that the request has: each attempt to send its mail has one. @returns its token */
  async make(transaction: Database, requestId: string, expiresAt: Date): Promise<string> {
    const token = randomHex(TOKEN_BYTES);
    const row = { token_hash: hashOf(token), request_id: requestId, expires_at: expiresAt };
    await createQueries(transaction, this.#naming).insertInto('erasure_links').values(row).execute();
    return token;
  }

  /** The link of a token; undefined for one that is unknown, ended, or over. */
  async find(database: Database, token: string, now: Date): Promise<IdentityLink | undefined> {
    const row = await createQueries(database, this.#naming)
      .selectFrom('erasure_links')
      .select(['request_id', 'expires_at'])
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', timeText(now))
      .executeTakeFirst();
    return row && { requestId: row.request_id, expiresAt: row.expires_at };
  }

  /** Ends all links of a request. */
  async end(transaction: Database, requestId: string): Promise<void> {
    const links = createQueries(transaction, this.#naming).deleteFrom('erasure_links');
    await links.where('request_id', '=', requestId).execute();
  }

  /** Deletes expired links. */
  async purge(database: Database, now: Date): Promise<void> {
    const links = createQueries(database, this.#naming).deleteFrom('erasure_links');
    await links.where('expires_at', '<=', timeText(now)).execute();
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
