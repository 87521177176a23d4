import type { Generated } from 'kysely';
import { optional, required } from '../../platform/database/migrations/migration.ts';
import type { Migration } from '../../platform/database/migrations/migration.ts';
import type { FlagWithDefault, OrNull, Time, TimeOrNull } from '../../platform/database/schema/tables.ts';

/** One text of a rule in one language: a draft, or a published version, which is immutable. */
export interface TermsTable {
  id: string;
  /** The policy text, Markdown. */
  description: string;
  rule: string;
  /** `draft` or `published`. */
  state: Generated<string>;
  /** Kept from the original system, which never filled it. */
  accepted_at: TimeOrNull;
  /** Kept from the original system, which never filled it. */
  rejected_at: TimeOrNull;
  /** Counts the published versions of a rule, from 1; all languages of a version share the number. Null for a draft. */
  version: OrNull<number>;
  /** BCP 47 tag. */
  locale: string;
  /** SHA-256 of the canonical text, 64 lower-case hexadecimal digits. Null for a draft. */
  hash: OrNull<string>;
  /** Since when the version is in force; may be in the future. Null for a draft. */
  published_at: TimeOrNull;
  /** 1 if users are asked again. */
  material: FlagWithDefault;
  /** What changed, for people who are asked again. */
  note: OrNull<string>;
  created_at: Time;
  updated_at: Time;
  /** Position in the ledger of the event of its publication; null until it is in force and sealed. */
  logged: OrNull<number>;
}

/** The text of a version in another language. Like its version, mutable as a draft and fixed once published. */
export interface TermTranslationsTable {
  id: string;
  term_id: string;
  /** BCP 47 tag. */
  locale: string;
  /** The text, Markdown. */
  description: string;
  /** SHA-256 of the canonical text. Null while the version is a draft. */
  hash: OrNull<string>;
  /** 1 if it came after the version was published. */
  late: FlagWithDefault;
  created_at: Time;
  updated_at: Time;
  /** For a late translation, position of its event in the ledger; null until it is sealed. */
  logged: OrNull<number>;
}

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    terms: TermsTable;
    term_translations: TermTranslationsTable;
  }
}

/** The tables of texts. */
export const termsMigrations: readonly Migration[] = [
  {
    name: 'terms-0001-terms',
    tables: [
      {
        table: 'terms',
        columns: {
          id: required('id'),
          description: required('text'),
          rule: required('name'),
          state: required('word', "'draft'"),
          accepted_at: optional('time'),
          rejected_at: optional('time'),
          version: optional('integer'),
          locale: required('word'),
          hash: optional('hash'),
          published_at: optional('time'),
          material: required('flag', '1'),
          note: optional('text'),
          created_at: required('time'),
          updated_at: required('time'),
        },
        primaryKey: 'id',
        unique: [['rule', 'locale', 'version']],
        // Finds the newest published version of every rule without touching drafts or texts.
        indexes: [['state', 'rule', 'version']],
      },
    ],
  },
  {
    name: 'terms-0002-translations',
    tables: [
      {
        table: 'term_translations',
        columns: {
          id: required('id'),
          term_id: required('id'),
          locale: required('word'),
          description: required('text'),
          hash: optional('hash'),
          late: required('flag', '0'),
          created_at: required('time'),
          updated_at: required('time'),
        },
        primaryKey: 'id',
        unique: [['term_id', 'locale']],
        references: { term_id: 'terms' },
      },
    ],
  },
  // Position in the ledger of the publication of a text.
  {
    name: 'terms-0003-logged',
    tables: [],
    alterations: [
      { table: 'terms', columns: { logged: optional('integer') } },
      { table: 'term_translations', columns: { logged: optional('integer') } },
    ],
  },
];
