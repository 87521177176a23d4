/** A text of a rule, as every room sees it. */
import type { TimeText } from '../database/times.ts';

/** `draft` may change and be deleted; `published` is evidence and does neither. */
export type TermState = 'draft' | 'published';

/** One text of a rule: a draft, or a published version. */
export interface Term {
  readonly id: string;
  /** Name of the rule. */
  readonly rule: string;
  readonly state: TermState;
  /** Counts the published versions of the rule from 1, without gaps. Null for a draft. */
  readonly version: number | null;
  /** BCP 47 tag of the language it is written in. */
  readonly locale: string;
  /** The text in its canonical form, see `text.ts`. */
  readonly markdown: string;
  /** SHA-256 of the canonical text, 64 hexadecimal digits. Null for a draft. */
  readonly hash: string | null;
  /** Whether those who decided on an earlier version are asked again. */
  readonly material: boolean;
  /** What changed, for those who decide again. */
  readonly note: string | null;
  /** From when it is in force. Null for a draft. */
  readonly publishedAt: TimeText | null;
  readonly createdAt: TimeText;
  readonly updatedAt: TimeText;
}

/** A term that is published: what people decide on. */
export interface PublishedTerm extends Term {
  readonly state: 'published';
  readonly version: number;
  readonly hash: string;
  readonly publishedAt: TimeText;
}

/** The text of a rule that is in force. */
export interface TermInForce extends PublishedTerm {
  /** Decisions on this version or a later one count; older ones are asked again: the newest material version in force. */
  readonly askedSince: number;
}

/** Whether a term is published; tells the types, too. */
export function isPublished<T extends Omit<Term, 'markdown'>>(term: T): term is T & Omit<PublishedTerm, 'markdown'> {
  return term.state === 'published' && term.version !== null && term.hash !== null && term.publishedAt !== null;
}

/** What an author decides about a text. */
export interface TermContent {
  readonly markdown: string;
  /** Default true: who decided on an earlier version is asked again. */
  readonly material?: boolean;
  readonly note?: string | null;
}
