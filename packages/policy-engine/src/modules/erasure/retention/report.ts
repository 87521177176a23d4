/** What went because its time was over. */

/** What happened to the rows of a rule. */
export interface RetentionEntry {
  /** Name of the rule. */
  readonly rule: string;
  /** `aged`: older than the rule allows. `kept`: outlived its person for a legal reason until now. */
  readonly action: 'aged' | 'kept';
  /** How many went, or would go. */
  readonly rows: number;
  /** Why some did not go. */
  readonly error?: string;
}

/** Entries by rule and action, to be added to. */
export type RetentionReport = RetentionEntry[];

/** Adds to the entry of the same rule and action. */
export function add(report: RetentionReport, entry: RetentionEntry): void {
  const place = report.findIndex(({ rule, action }) => rule === entry.rule && action === entry.action);
  const before = report[place];
  if (before === undefined) {
    if (entry.rows > 0 || entry.error !== undefined) report.push(entry);
    return;
  }
  const error = before.error ?? entry.error;
  report[place] = { ...before, rows: before.rows + entry.rows, ...(error !== undefined && { error }) };
}
