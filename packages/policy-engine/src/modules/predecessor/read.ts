/**
 * Reads the tables of gdpr_rails (PolicyManager 1.0), as its migrations create them on SQLite, PostgreSQL and MySQL:
 * `terms`, `user_terms` and `portability_requests` with a prefix, and `active_storage_*`. Nothing is written to them.
 */
import { PolicyEngineError } from '../../errors/errors.ts';
import { isMissingTable } from '../../platform/database/connection/sql-errors.ts';
import type { Database, Row } from '../../platform/database/port.ts';
import { identifier } from '../../platform/database/schema/identifiers.ts';
import { timeFromSql } from '../../platform/database/statements/times.ts';

/** A policy text. */
export interface OldTerm {
  readonly id: string;
  readonly rule: string;
  readonly markdown: string;
  readonly isPublished: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a user decided on a text. */
export interface OldUserTerm {
  readonly id: string;
  readonly userId: string;
  readonly termId: string;
  /** `passive`: nothing. */
  readonly state: 'passive' | 'accepted' | 'rejected';
  readonly at: Date;
}

/** A request for a copy of one's data. */
export interface OldRequest {
  readonly id: string;
  readonly userId: string;
  readonly state: 'pending' | 'progress' | 'completed';
  readonly expireAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Columns of the legacy attachment mode; null without a file. */
  readonly attachment: string | null;
  readonly fileName: string | null;
}

/** A file in Active Storage. */
export interface OldBlob {
  readonly key: string;
  readonly bytes: number;
  /** MD5, base64. */
  readonly checksum: string;
}

const AT_ONCE = 1000;

/** The tables of one installation. */
export class OldTables {
  readonly #database: Database;
  readonly #prefix: string;

  /** @param prefix of the three tables */
  constructor(database: Database, prefix: string) {
    this.#database = database;
    this.#prefix = prefix;
  }

  /** All texts, in the order in which they were created. */
  async terms(): Promise<OldTerm[]> {
    const terms: OldTerm[] = [];
    for await (const row of this.#rows('terms')) {
      terms.push({
        id: textOf(row, 'id'),
        rule: textOf(row, 'rule'),
        markdown: textOf(row, 'description'),
        isPublished: row['state'] === 'published',
        createdAt: timeOf(row, 'created_at'),
        updatedAt: timeOf(row, 'updated_at'),
      });
    }
    return terms;
  }

  async *userTerms(): AsyncGenerator<OldUserTerm> {
    for await (const row of this.#rows('user_terms')) {
      const { state } = row;
      yield {
        id: textOf(row, 'id'),
        userId: textOf(row, 'user_id'),
        termId: textOf(row, 'term_id'),
        state: state === 'accepted' || state === 'rejected' ? state : 'passive',
        at: timeOf(row, 'updated_at'),
      };
    }
  }

  async *requests(): AsyncGenerator<OldRequest> {
    for await (const row of this.#rows('portability_requests')) {
      const { state } = row;
      yield {
        id: textOf(row, 'id'),
        userId: textOf(row, 'user_id'),
        state: state === 'completed' || state === 'progress' ? state : 'pending',
        expireAt: row['expire_at'] === null ? null : timeOf(row, 'expire_at'),
        createdAt: timeOf(row, 'created_at'),
        updatedAt: timeOf(row, 'updated_at'),
        attachment: textOrNull(row['attachment']),
        fileName: textOrNull(row['attachment_file_name']),
      };
    }
  }

  /** The file of a request in Active Storage; null for none, and without its tables. */
  async blobOf(requestId: string): Promise<OldBlob | null> {
    const name = (text: string) => identifier(this.#database.dialect, text);
    try {
      const { rows } = await this.#database.execute(
        `select b.${name('key')} as blob_key, b.byte_size as bytes, b.checksum as checksum
         from active_storage_attachments a join active_storage_blobs b on b.id = a.blob_id
         where a.record_type = 'PolicyManager::PortabilityRequest' and a.name = 'attachment' and a.record_id = ${digits(requestId)}
         order by a.id desc`,
      );
      const [row] = rows;
      if (row === undefined) return null;
      return { key: textOf(row, 'blob_key'), bytes: Number(row['bytes']), checksum: textOf(row, 'checksum') };
    } catch (error) {
      if (isMissingTable(error)) return null;
      throw error;
    }
  }

  /** The rows of a table in the order of their IDs, some at a time: the installation may go on working. */
  async *#rows(table: string): AsyncGenerator<Row> {
    const name = identifier(this.#database.dialect, this.#prefix + table);
    for (let after = '0'; ;) {
      const rows = await this.#page(name, after);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < AT_ONCE) return;
      after = textOf(last, 'id');
    }
  }

  async #page(name: string, after: string): Promise<Row[]> {
    try {
      const { rows } = await this.#database.execute(
        `select * from ${name} where id > ${digits(after)} order by id limit ${AT_ONCE}`,
      );
      return rows;
    } catch (error) {
      if (!isMissingTable(error)) throw error;
      throw refused(
        `there is no table ${name} in this database: name the database (from, --from) and the prefix of the tables (prefix, --prefix)`,
      );
    }
  }
}

const refused = (message: string) => new PolicyEngineError('import_refused', message);

/** IDs there are whole numbers. They become part of SQL text. */
function digits(id: string): string {
  if (/^\d{1,19}$/.test(id)) return id;
  throw refused(`${JSON.stringify(id)} is not an ID of gdpr_rails, which are whole numbers`);
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string'
    ? value || null
    : typeof value === 'number' || typeof value === 'bigint'
      ? String(value)
      : null;

function textOf(row: Row, column: string): string {
  const text = textOrNull(row[column]);
  if (text === null) throw refused(`a row without ${column}: ${JSON.stringify(row['id'] ?? null)}`);
  return text;
}

/** Rails writes times in UTC. */
function timeOf(row: Row, column: string): Date {
  const value = row[column];
  const text = typeof value === 'string' ? timeFromSql(value) : undefined;
  if (text === undefined)
    throw refused(`${column} of ${textOf(row, 'id')} is not a time: ${JSON.stringify(value ?? null)}`);
  return new Date(text);
}
