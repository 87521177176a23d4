/**
 * Checks that the numbers of a subject's events are gapless: a removed event leaves a gap, even before it is sealed.
 */
import type { LedgerFinding } from '../../verify/finding.ts';

/** What is known about a subject. */
export interface SubjectNumbers {
  /** Number of the last event. */
  readonly last: number;
  /**
   * How many of them are erased and have no subject now: with an account that took them over, or while its erasure is
   * in progress.
   */
  readonly erased: number;
  /** Whether the last event is a merge, which is not among the decisions. Default: false. */
  readonly isMerged?: boolean;
}

/** An event of the subject. */
export interface NumberedEvent {
  readonly id: string;
  /** Null in the previous format. */
  readonly number: number | null;
}

/** Looks for gaps, for a number that two events have, and for one that was not assigned. */
export function numberFindings({ last, erased }: SubjectNumbers, events: readonly NumberedEvent[]): LedgerFinding[] {
  // The usual case: consecutive numbers.
  if (events.length === last && erased === 0 && events.every(({ number }, index) => number === index + 1)) return [];
  const findings: LedgerFinding[] = [];
  const byNumber = new Map<number, string>();
  for (const { id, number } of events) {
    if (number === null) continue;
    const other = byNumber.get(number);
    if (other !== undefined) {
      const message = `event ${id} has the number ${number} of event ${other}, of the same subject`;
      findings.push({ code: 'event_added', message });
    } else if (number < 1 || number > last) {
      const message = `event ${id} has the number ${number}, which its subject was not given`;
      findings.push({ code: 'event_added', message });
    }
    byNumber.set(number, id);
  }
  const given = [...byNumber.keys()].filter((number) => number >= 1 && number <= last);
  const missing = last - given.length - erased;
  if (missing > 0) findings.push({ code: 'event_missing', message: missingMessage(missing, last, byNumber) });
  return findings;
}

function missingMessage(count: number, last: number, byNumber: ReadonlyMap<number, string>): string {
  const events = count === 1 ? 'an event' : `${count} events`;
  let first = 1;
  while (byNumber.has(first)) first += 1;
  let next = first;
  while (next <= last && !byNumber.has(next)) next += 1;
  const [before, after] = [byNumber.get(first - 1), byNumber.get(next)];
  if (after !== undefined) return `${events} of the subject of event ${after} that came before it: gone`;
  if (before !== undefined) return `${events} of the subject of event ${before} that came after it: gone`;
  return `${events} of a subject without any other events: gone`;
}
