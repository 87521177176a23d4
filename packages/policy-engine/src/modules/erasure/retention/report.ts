/** What was erased because its retention period ended. */

/** What happened to the rows of a rule. */
export interface RetentionEntry {
  /** Name of the rule. */
  readonly rule: string;
  /** `aged`: erased by age or condition. `kept`: kept after its person's erasure for a legal reason until now. */
  readonly action: 'aged' | 'kept';
  /** Number of rows that were erased, or would be. */
  readonly rows: number;
  /**
   * ISO 8601: the oldest time in the rule's column among them; for `kept` the earliest date that had come. Null if none was erased,
   * or a condition alone decides.
   */
  readonly oldest: string | null;
  /** ISO 8601: when the next ones are erased; null if none is known. */
  readonly next: string | null;
  /** Why some rows were not erased. */
  readonly error?: string;
}

/** Adds an entry to others: that of the same rule and action is increased. */
export function withEntry(entries: readonly RetentionEntry[], entry: RetentionEntry): RetentionEntry[] {
  const place = entries.findIndex(({ rule, action }) => rule === entry.rule && action === entry.action);
  const before = entries[place];
  if (before === undefined) return [...entries, entry];
  const error = before.error ?? entry.error;
  return entries.with(place, {
    ...before,
    rows: before.rows + entry.rows,
    oldest: earlier(before.oldest, entry.oldest),
    next: earlier(before.next, entry.next),
    ...(error !== undefined && { error }),
  });
}

/** The earlier of two times. */
export function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
