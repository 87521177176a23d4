/** The consent file of one person: their decisions, and each text they decided on once. */
import type { LedgerService, LedgerSubject, StoredEvent } from '../proof/index.ts';

/** Most decisions in a file. */
const LIMIT = 1000;
/** Texts read at the same time. */
const AT_ONCE = 8;

/** A text that was decided on. */
export interface DecidedText {
  /** The newest decision on it. */
  readonly event: StoredEvent;
  /** Markdown as published; null if it is no longer stored unchanged. */
  readonly words: string | null;
  /** BCP 47 tag; null without words. */
  readonly locale: string | null;
}

/** What a file contains. */
export interface ConsentFile {
  /** The newest first, at most 1000. */
  readonly events: readonly StoredEvent[];
  /** IDs of flagged events, with the reason. */
  readonly suspicions: ReadonlyMap<string, string>;
  /** Whether there may be older decisions. */
  readonly isCapped: boolean;
  readonly texts: readonly DecidedText[];
}

export async function consentFile(
  ledger: Pick<LedgerService, 'eventsAbout' | 'shownReceipt' | 'suspicionsAmong'>,
  subject: LedgerSubject,
): Promise<ConsentFile> {
  const events = await ledger.eventsAbout(subject, { limit: LIMIT });
  const byText = new Map<string, StoredEvent>();
  for (const event of events) {
    const { rule, version, textHash } = event.leaf;
    if (textHash === null) continue;
    const key = JSON.stringify([rule, version, textHash]);
    if (!byText.has(key)) byText.set(key, event);
  }
  const texts: DecidedText[] = [];
  const decided = [...byText.values()];
  for (let from = 0; from < decided.length; from += AT_ONCE) {
    const read = decided.slice(from, from + AT_ONCE).map(async (event): Promise<DecidedText> => {
      const { receipt, textLocale } = await ledger.shownReceipt(event);
      return { event, words: receipt.text?.words ?? null, locale: textLocale };
    });
    texts.push(...(await Promise.all(read)));
  }
  return { events, suspicions: await ledger.suspicionsAmong(events), isCapped: events.length === LIMIT, texts };
}
