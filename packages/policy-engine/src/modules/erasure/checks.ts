/** The findings of `policy-engine doctor` and the Check page about erasures. */
import { reasonOf } from '../../errors/errors.ts';
import type { Check, FindingKind, Found } from '../../kernel/module.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';
import { countOf } from '../../platform/database/statements/values.ts';
import type { TablesToSearch } from './absence/tables-to-search.ts';
import type { Replay } from './journal/replay.ts';
import type { ErasureState } from './requests/request.ts';
import type { ErasureReceipt, NotSearchedTable } from './plan/receipt.ts';
import { notSearchedText } from './plan/not-searched-text.ts';

/** The kinds of findings. */
export const erasureFindings: Readonly<Record<string, FindingKind>> = {
  no_erasure_journal: {
    severity: 'warning',
    article: 'Art. 17(1), 32(1)',
    fix: {
      options: `erasure: { journal: './erasures.journal', journalKey: process.env.ERASURE_JOURNAL_KEY },`,
      about: 'erasure',
    },
  },
  erasure_replay_needed: {
    severity: 'error',
    article: 'Art. 17(1)',
    fix: { command: 'npx --offline policy-engine erasure replay', about: 'erasure' },
  },
  erasure_journal_failed: {
    severity: 'error',
    article: 'Art. 17(1), 32(1)',
    fix: {
      options: `erasure: { journal: './erasures.journal', journalKey: process.env.ERASURE_JOURNAL_KEY },`,
      about: 'erasure',
    },
  },
  erasure_failed: { severity: 'error', article: 'Art. 17(1), 12(3)' },
  erasure_reopened: { severity: 'error', article: 'Art. 17(1), 5(2)' },
  erasure_undeclared: {
    severity: 'warning',
    article: 'Art. 17(1), 30(1)',
    fix: {
      options: `dataRules: [{ name: 'orders', table: { table: 'orders', person: 'customer_id' }, erasure: 'delete' }],
dataMap: { exempt: [{ table: 'countries', reason: 'Has no personal data' }] },`,
      about: 'dataRules',
    },
  },
  erasure_unsearched: {
    severity: 'warning',
    article: 'Art. 5(2), 17(1)',
    fix: {
      options: `dataMap: { exempt: [{ table: 'countries', reason: 'Has no personal data', search: false }] },`,
      about: 'dataMap',
    },
  },
};

/** Finds erasures that stopped, those that a restored backup reverted, and tables that no erasure reads. */
export function erasureChecks({
  database,
  naming,
  replay,
  toSearch,
  hasRules,
  hasJournal,
}: {
  readonly database: Database;
  readonly naming: Naming;
  readonly replay: Pick<Replay, 'left' | 'missing'>;
  readonly toSearch: () => Promise<TablesToSearch>;
  /** Whether any rule declares an erasure. */
  readonly hasRules: boolean;
  readonly hasJournal: boolean;
}): readonly Check[] {
  if (!hasRules) return [];
  return [
    {
      needsTables: true,
      async run() {
        const counts = await stoppedCounts(database, naming);
        return [
          ...counts.map(({ state, total }) => ({ code: `erasure_${state}`, subject: String(total) })),
          ...(hasJournal ? await journalFindings(replay) : [{ code: 'no_erasure_journal', subject: null }]),
        ];
      },
    },
    {
      needsTables: true,
      readsSchema: true,
      run: async () => searchFindings(await toSearch(), await lastSearch(database, naming)),
    },
  ];
}

/** How many erasures failed or were reopened; states without one are left out. */
async function stoppedCounts(
  database: Database,
  naming: Naming,
): Promise<{ readonly state: string; readonly total: number }[]> {
  const rows = await createQueries(database, naming)
    .selectFrom('erasure_requests')
    .select(({ fn }) => ['state', fn.countAll().as('total')])
    .where('state', 'in', ['failed', 'reopened'] satisfies ErasureState[])
    .groupBy('state')
    .orderBy('state')
    .execute();
  return rows.map(({ state, total }) => ({ state, total: countOf(total) }));
}

async function journalFindings(replay: Pick<Replay, 'left' | 'missing'>): Promise<Found[]> {
  try {
    const { entries, unreadable } = await replay.left();
    const missing = await replay.missing();
    const failures = [
      ...(unreadable > 0 ? [`${unreadable} lines were written with another key, or were changed`] : []),
      ...(missing > 0 ? [`${missing} erasures are not in it`] : []),
    ];
    return [
      ...(entries.length > 0 ? [{ code: 'erasure_replay_needed', subject: String(entries.length) }] : []),
      ...failures.map((subject) => ({ code: 'erasure_journal_failed', subject })),
    ];
  } catch (error) {
    return [{ code: 'erasure_journal_failed', subject: reasonOf(error) }];
  }
}

/** Names in a finding; the others are counted. */
const MOST_NAMES = 8;

/** What no rule names, and what is not searched: as far as this is known before, and what the last search did not read. */
function searchFindings(
  { undeclared, notSearched: known }: TablesToSearch,
  last: readonly NotSearchedTable[],
): Found[] {
  const named = new Set(known.map(({ table }) => table));
  const notSearched = [...known, ...last.filter(({ table }) => !named.has(table))];
  return [
    ...(undeclared.length === 0 ? [] : [{ code: 'erasure_undeclared', subject: someOf(undeclared) }]),
    ...(notSearched.length === 0
      ? []
      : [
          {
            code: 'erasure_unsearched',
            subject: someOf(
              notSearched.map((one) => `${placeOf(one)} (${[one.reason, one.note].filter(Boolean).join(': ')})`),
            ),
            shown: (view: Parameters<NonNullable<Found['shown']>>[0]) =>
              someOf(notSearched.map((one) => `${placeOf(one)} (${notSearchedText(view, one)})`)),
          },
        ]),
  ];
}

function placeOf({ table, columns }: NotSearchedTable): string {
  return columns === null ? table : columns.map((column) => `${table}.${column}`).join(', ');
}

/** `a, b, c (+65)` */
function someOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return names.length > MOST_NAMES ? `${shown} (+${names.length - MOST_NAMES})` : shown;
}

/** What the last search could not read, for a reason that is only known then. */
async function lastSearch(database: Database, naming: Naming): Promise<readonly NotSearchedTable[]> {
  const row = await createQueries(database, naming)
    .selectFrom('erasure_requests')
    .select('receipt')
    .where('state', '=', 'completed')
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const receipt =
    row?.receipt === undefined || row.receipt === null ? null : (JSON.parse(row.receipt) as ErasureReceipt);
  const found = receipt?.absence?.notSearched ?? [];
  return found.filter(({ reason }) => reason === 'time' || reason === 'size' || reason === 'failed');
}
