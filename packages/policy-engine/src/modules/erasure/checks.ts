/** The findings of `policy-engine doctor` and the Check page about erasures. */
import { reasonOf } from '../../errors.ts';
import type { Check, FindingKind, Found } from '../../kernel/module.ts';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/queries.ts';
import { countOf } from '../../platform/database/values.ts';
import type { Replay } from './journal/replay.ts';

/** The kinds of findings. */
export const erasureFindings: Readonly<Record<string, FindingKind>> = {
  no_erasure_journal: { severity: 'warning', article: 'Art. 17(1), 32(1)' },
  erasure_replay_needed: { severity: 'error', article: 'Art. 17(1)' },
  erasure_journal_failed: { severity: 'error', article: 'Art. 17(1), 32(1)' },
  erasure_failed: { severity: 'error', article: 'Art. 17(1), 12(3)' },
};

/** Finds erasures that stopped, and those that a restored backup reverted. */
export function erasureCheck({
  database,
  naming,
  replay,
  hasRules,
  hasJournal,
}: {
  readonly database: Database;
  readonly naming: Naming;
  readonly replay: Pick<Replay, 'left' | 'missing'>;
  /** Whether any rule declares an erasure. */
  readonly hasRules: boolean;
  readonly hasJournal: boolean;
}): Check {
  return {
    needsTables: true,
    async run() {
      if (!hasRules) return [];
      const failed = await countFailed(database, naming);
      return [
        ...(failed === 0 ? [] : [{ code: 'erasure_failed', subject: String(failed) }]),
        ...(hasJournal ? await journalFindings(replay) : [{ code: 'no_erasure_journal', subject: null }]),
      ];
    },
  };
}

async function countFailed(database: Database, naming: Naming): Promise<number> {
  const { total } = await createQueries(database, naming)
    .selectFrom('erasure_requests')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow();
  return countOf(total);
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
