/** What an export would contain, counted without making it. */
import { reasonOf } from '../../errors/errors.ts';
import { countOf } from './writing/rows.ts';
import type { PortabilityRule } from './rule.ts';

/** A rule, and how much of it a person has. */
export interface PreviewedRule {
  readonly name: string;
  readonly label: (locale: string) => string;
  readonly kind: PortabilityRule['kind'];
  /** Counted just now; null for a rule that does not say, for a single value, and after an error. */
  readonly rows: number | null;
  /** Fields that hold a file: a row has at most one file for each. */
  readonly files: number;
  /** Why the rows could not be counted; null without an error. */
  readonly error: string | null;
}

/**
 * Counts the rows of each rule with the rule's own `count`. Rows themselves are not read.
 *
 * @param user the host's record
 * @param signal ends the counting: what is not counted by then has the reason of the signal as its error
 */
export async function previewOf(
  rules: readonly PortabilityRule[],
  user: unknown,
  signal: AbortSignal,
): Promise<PreviewedRule[]> {
  const ended = new Promise<never>((_resolve, reject) => {
    const end = () => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  // Without a rule, nobody waits for it.
  ended.catch(() => {});
  return Promise.all(
    rules.map(async (rule): Promise<PreviewedRule> => {
      const { name, label, kind, files } = rule;
      const shared = { name, label, kind, files: files.length };
      if (kind === 'member') return { ...shared, rows: null, error: null };
      try {
        const rows = (await Promise.race([countOf(rule, user, signal), ended])) ?? null;
        return { ...shared, rows, error: null };
      } catch (error) {
        return { ...shared, rows: null, error: reasonOf(error) };
      }
    }),
  );
}
