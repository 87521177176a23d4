/** What changed in a text: since a person decided on it, when they are asked again; and in a notice, on which nobody decides. */
import type { StoredEvent } from '../../proof/index.ts';
import { type ReadableText, type TermInForce, type TermsService, textsOf } from '../../terms/index.ts';
import type { Decision } from '../../rules/index.ts';

/** An author's notes on a version. */
export interface VersionNote {
  readonly version: number;
  readonly note: string;
}

/** The changes between an earlier version and the one in force. */
export interface VersionChanges {
  /** The newest first. */
  readonly notes: readonly VersionNote[];
  /**
   * Both texts in one language; null if the earlier one is not stored in its original form, or not in a language of the later one.
   */
  readonly texts: { readonly before: string; readonly after: string; readonly locale: string } | null;
}

/** The changes between the version that was decided on and the one in force. */
export interface Changes extends VersionChanges {
  readonly decision: Decision;
  /** Version that was decided on. */
  readonly version: number;
  /** ISO 8601: when. */
  readonly at: string;
}

/** Versions whose notes are read; after a longer absence a person reads the text. */
const MOST_NOTES = 20;

/** A changed notice is marked for half a year: long enough for people who visit rarely, and nobody says that they have read it. */
const NEWS_MS = 183 * 24 * 60 * 60 * 1000;

/** Reads what was published. */
type Published = Pick<TermsService, 'decidedOn' | 'published'>;

/** The decision on an earlier text because of which the person is asked again: the last one that counts; null for none. */
export function outdatedDecision(term: TermInForce, history: readonly StoredEvent[]): StoredEvent | null {
  const last = history.find(({ leaf, doubt }) => leaf.decision !== null && (doubt === null || doubt === 'counts'));
  const version = last?.leaf.version ?? null;
  return last !== undefined && version !== null && version < term.version ? last : null;
}

/** What changed since a decision. @param text what the person reads now */
export async function changesSince(
  terms: Published,
  term: TermInForce,
  { text, decided }: { readonly text: ReadableText; readonly decided: StoredEvent },
): Promise<Changes | null> {
  const { version, textHash, decision, at } = decided.leaf;
  if (version === null || decision === null) return null;
  const { rule } = term;
  const before = textHash === null ? undefined : await terms.decidedOn({ rule, version, hash: textHash });
  return {
    decision,
    version,
    at,
    notes: await notesBetween(terms, version, term),
    texts: before === undefined ? null : await comparable(terms, { before, text, term, version }),
  };
}

/**
 * What the newest material version of a notice changed; null for a first text, after corrections only, and half a year after the
 * last version came into force.
 *
 * @param text what the person reads now
 */
export async function changesOfNotice(
  terms: Pick<Published, 'published'>,
  term: TermInForce,
  { text, now }: { readonly text: ReadableText; readonly now: Date },
): Promise<VersionChanges | null> {
  const version = term.askedSince - 1;
  if (version < 1 || now.getTime() - Date.parse(term.publishedAt) > NEWS_MS) return null;
  const before = await terms.published(term.rule, { version });
  return {
    notes: await notesBetween(terms, version, term),
    texts: before === null ? null : await comparable(terms, { before, text, term, version }),
  };
}

/** Both texts in the language that the person read then, or else in the one they read now. */
async function comparable(
  terms: Pick<Published, 'published'>,
  found: {
    readonly before: { readonly markdown: string; readonly locale: string };
    readonly text: ReadableText;
    readonly term: TermInForce;
    readonly version: number;
  },
): Promise<VersionChanges['texts']> {
  const { before, text, term, version } = found;
  if (before.locale === text.locale) return pair(before.markdown, text);
  const earlier = await terms.published(term.rule, { version });
  const translated = [earlier, ...(earlier?.translations ?? [])].find((one) => one?.locale === text.locale);
  if (translated) return pair(translated.markdown, text);
  const same = textsOf(term).find(({ locale }) => locale === before.locale);
  return same === undefined ? null : pair(before.markdown, same);
}

function pair(before: string, { markdown, locale }: ReadableText): VersionChanges['texts'] {
  return { before, after: markdown, locale };
}

async function notesBetween(
  terms: Pick<Published, 'published'>,
  from: number,
  term: TermInForce,
): Promise<VersionNote[]> {
  const notes: VersionNote[] = term.note === null ? [] : [{ version: term.version, note: term.note }];
  const oldest = Math.max(from + 1, term.version - MOST_NOTES);
  for (let version = term.version - 1; version >= oldest; version -= 1) {
    const note = (await terms.published(term.rule, { version }))?.note ?? null;
    if (note !== null) notes.push({ version, note });
  }
  return notes;
}
