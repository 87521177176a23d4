import type { Generated } from 'kysely';
import { optional, required } from '../../platform/database/migrations/migration.ts';
import type { Migration } from '../../platform/database/migrations/migration.ts';
import { DEFAULT_AGES_SETTING, UNCONFIRMED } from './ages/setting.ts';
import type { OrNull, Time, TimeOrNull } from '../../platform/database/schema/tables.ts';

/** The current decision of a subject on a rule; how it came about is in the ledger. */
export interface UserTermsTable {
  id: string;
  /** The host's id of the subject, opaque. */
  user_id: string;
  /** The text that was decided on. */
  term_id: string;
  rule: string;
  /** `passive`, `accepted` or `rejected`. */
  state: Generated<string>;
  /** Which vendors were offered and refused; null for a decision about the purpose as a whole. */
  vendors: OrNull<string>;
  /** Calendar months that the decision counts; null if it names none. */
  months: OrNull<number>;
  /** When the person decided; what an account took over was decided before. */
  decided_at: TimeOrNull;
  created_at: Time;
  updated_at: Time;
}

/** Number of decisions by day. The figures concern nobody; `figures/rollup.ts` adds them up from the ledger. */
export interface DecisionDaysTable {
  /** SHA-256 of the columns below except the last. */
  key: string;
  /** `2026-11-21`, UTC. */
  day: string;
  rule: string;
  version: number;
  /** BCP 47 tag of the page; empty if it is no longer known. */
  locale: string;
  /** `accepted` or `rejected`. */
  decision: string;
  /** `honoured`, `overridden`, or empty. */
  gpc: string;
  total: number;
}

/** Up to which event decisions are added up; one row. */
export interface DecisionDaysMarkTable {
  name: string;
  last_id: string;
}

/** Names of cookies that browsers sent, and their counts; see `found-cookies/`. They concern nobody. */
export interface FoundCookiesTable {
  /** As declared, or without parts that look random; empty for all requests with cookies. */
  name: string;
  /** `2026-11-21`, UTC. */
  first_day: string;
  last_day: string;
  requests: number;
  /** Requests of browsers that had not consented to it. */
  without_consent: number;
  /** Day of the last of those; empty for none. */
  last_without_consent: string;
}

/** What administrators decide about consents, by name; see `ages/setting.ts`. */
export interface ConsentSettingsTable {
  name: string;
  value: string;
}

const AGES_MIGRATION = 'consent-0005-ages';

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    user_terms: UserTermsTable;
    decision_days: DecisionDaysTable;
    decision_days_mark: DecisionDaysMarkTable;
    found_cookies: FoundCookiesTable;
    consent_settings: ConsentSettingsTable;
  }
}

/** The tables of decisions. */
export const consentMigrations: readonly Migration[] = [
  {
    name: 'consent-0001-user-terms',
    tables: [
      {
        table: 'user_terms',
        columns: {
          id: required('id'),
          user_id: required('userId'),
          term_id: required('id'),
          rule: required('name'),
          state: required('word', "'passive'"),
          decided_at: optional('time'),
          created_at: required('time'),
          updated_at: required('time'),
        },
        primaryKey: 'id',
        // One current decision per subject and rule; also the index for all decisions of one subject.
        unique: [['user_id', 'rule']],
        indexes: [['term_id']],
        // A text that was decided on is evidence and cannot be deleted.
        references: { term_id: 'terms' },
      },
    ],
  },
  // Figures of a year read about ten thousand rows of this table, not millions of events.
  {
    name: 'consent-0002-decision-days',
    tables: [
      {
        table: 'decision_days',
        columns: {
          key: required('hash'),
          day: required('word'),
          rule: required('name'),
          version: required('integer'),
          locale: required('word'),
          decision: required('word'),
          gpc: required('word'),
          total: required('integer'),
        },
        primaryKey: 'key',
        indexes: [
          ['day', 'rule'],
          ['rule', 'version'],
        ],
      },
      {
        table: 'decision_days_mark',
        columns: { name: required('word'), last_id: required('id') },
        primaryKey: 'name',
      },
    ],
  },
  {
    name: 'consent-0003-vendors',
    tables: [],
    alterations: [{ table: 'user_terms', columns: { vendors: optional('text') } }],
  },
  {
    name: 'consent-0004-found-cookies',
    tables: [
      {
        table: 'found_cookies',
        columns: {
          name: required('name'),
          first_day: required('word'),
          last_day: required('word'),
          requests: required('integer'),
          without_consent: required('integer'),
          last_without_consent: required('word'),
        },
        primaryKey: 'name',
      },
    ],
  },
  // For how long a decision counts. Older ones name nothing: where there are any, an administrator is asked about them.
  {
    name: AGES_MIGRATION,
    tables: [
      {
        table: 'consent_settings',
        columns: { name: required('word'), value: required('word') },
        primaryKey: 'name',
      },
    ],
    alterations: [{ table: 'user_terms', columns: { months: optional('integer') } }],
    statements: ({ table }) => {
      const [settings, events, migrations] = [table('consent_settings'), table('ledger_events'), table('migrations')];
      return [
        `insert into ${settings} (name, value) select distinct '${DEFAULT_AGES_SETTING}', '${UNCONFIRMED}' from ${migrations} ` +
          `where exists (select 1 from ${events} where decision is not null) ` +
          // Later decisions are no reason to ask.
          `and not exists (select 1 from ${migrations} where name = '${AGES_MIGRATION}') ` +
          `and not exists (select 1 from ${settings} where name = '${DEFAULT_AGES_SETTING}')`,
      ];
    },
  },
  // Lists of people by their current decision: each is a prefix of an index, in the order of the list.
  {
    name: 'consent-0006-standing',
    tables: [],
    alterations: [{ table: 'user_terms', columns: {}, indexes: [['term_id', 'state', 'user_id']] }],
  },
];
