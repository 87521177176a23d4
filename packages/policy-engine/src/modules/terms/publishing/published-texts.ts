/** Every published text as it is in the database, for comparison with the ledger. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import { hashOf } from '../markdown/text.ts';

/** A published text in one language. */
export interface PublishedText {
  readonly rule: string;
  readonly version: number;
  readonly locale: string;
  /** Hash it was published with; null if somebody removed it. */
  readonly hash: string | null;
  /** Hash of the current text. */
  readonly actual: string;
}

/** Texts may be long. */
const PAGE = 50;

/** All published texts, in pages: the versions, then their translations. */
export async function* publishedTexts(database: Database, naming: Naming): AsyncGenerator<PublishedText> {
  const queries = createQueries(database, naming);
  const originals = (after: string) =>
    queries
      .selectFrom('terms')
      .select(['id', 'rule', 'version', 'locale', 'hash', 'description'])
      .where('state', '=', 'published')
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
  const translations = (after: string) =>
    queries
      .selectFrom('term_translations')
      .innerJoin('terms', 'terms.id', 'term_translations.term_id')
      .select(['term_translations.id', 'rule', 'version', 'term_translations.locale', 'term_translations.hash'])
      .select('term_translations.description')
      .where('terms.state', '=', 'published')
      .where('term_translations.id', '>', after)
      .orderBy('term_translations.id')
      .limit(PAGE)
      .execute();
  for (const read of [originals, translations]) {
    for (let after = ''; ;) {
      const rows = await read(after);
      for (const { rule, version, locale, hash, description } of rows) {
        // Published by a system without versions: nobody decided on it here.
        if (version !== null) yield { rule, version, locale, hash, actual: hashOf(description) };
      }
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
  }
}

/** The key of a published text. */
export interface TextDecidedOn {
  readonly rule: string;
  readonly version: number;
  /** SHA-256 of the text, hexadecimal. */
  readonly hash: string;
}

/** The content of a published text. */
export interface PublishedWords {
  /** Canonical, as it was hashed. */
  readonly markdown: string;
  /** BCP 47 tag. */
  readonly locale: string;
  /** When the version came into force. */
  readonly publishedAt: TimeText | null;
}

/** A published text by its hash; undefined if there is none, or the text was changed. */
export async function publishedText(
  database: Database,
  naming: Naming,
  { rule, version, hash }: TextDecidedOn,
): Promise<PublishedWords | undefined> {
  const queries = createQueries(database, naming);
  const originals = queries
    .selectFrom('terms')
    .select(['description', 'locale', 'published_at'])
    .where('state', '=', 'published')
    .where('rule', '=', rule)
    .where('version', '=', version);
  const translations = queries
    .selectFrom('term_translations')
    .innerJoin('terms', 'terms.id', 'term_translations.term_id')
    .select(['term_translations.description', 'term_translations.locale', 'terms.published_at'])
    .where('terms.state', '=', 'published')
    .where('terms.rule', '=', rule)
    .where('terms.version', '=', version)
    .where('term_translations.hash', '=', hash);
  for (const read of [originals, translations]) {
    const rows = await read.execute();
    const found = rows.find(({ description }) => hashOf(description) === hash);
    if (found === undefined) continue;
    return { markdown: found.description, locale: found.locale, publishedAt: found.published_at };
  }
  return undefined;
}
