/** A text of a rule, as every module sees it. */
import type { TimeText } from '../../platform/database/statements/times.ts';

/** `draft` can be changed and deleted; `published` is evidence and cannot. */
export type TermState = 'draft' | 'published';

/** A text in a language, as it is read. */
export interface TermText {
  /** BCP 47 tag of the language it is written in. */
  readonly locale: string;
  /** The text in its canonical form, see `text.ts`. */
  readonly markdown: string;
  /** SHA-256 of the canonical text, 64 hexadecimal digits. Null for a draft. */
  readonly hash: string | null;
}

/** The text of a version in another language. Like its version, mutable as a draft and fixed once published. */
export interface TermTranslation extends TermText {
  /** Whether it was added after the version was published: nobody who decided before has read it. */
  readonly late: boolean;
  readonly createdAt: TimeText;
  readonly updatedAt: TimeText;
}

/** A translation of a published version. */
export interface PublishedTranslation extends TermTranslation {
  readonly hash: string;
}

/** One text of a rule: a draft, or a published version. */
export interface Term extends TermText {
  readonly id: string;
  /** Name of the rule. */
  readonly rule: string;
  readonly state: TermState;
  /** Counts the published versions of the rule from 1, without gaps. Null for a draft. */
  readonly version: number | null;
  /** The text in other languages, by their tags. */
  readonly translations: readonly TermTranslation[];
  /** Whether people who decided on an earlier version are asked again. */
  readonly material: boolean;
  /** What changed, for people who are asked again. */
  readonly note: string | null;
  /** Since when it is in force. Null for a draft. */
  readonly publishedAt: TimeText | null;
  readonly createdAt: TimeText;
  readonly updatedAt: TimeText;
}

/** A published term: people decide on it. */
export interface PublishedTerm extends Term {
  readonly state: 'published';
  readonly version: number;
  readonly hash: string;
  readonly publishedAt: TimeText;
  readonly translations: readonly PublishedTranslation[];
}

/** The text of a rule that is in force. */
export interface TermInForce extends PublishedTerm {
  /** Decisions on this version or a later one count; older ones are asked again: the newest material version in force. */
  readonly askedSince: number;
}

/** Whether a term is published; narrows the type. */
export function isPublished<T extends Omit<Term, 'markdown' | 'translations'>>(
  term: T,
): term is T & Omit<PublishedTerm, 'markdown' | 'translations'> {
  return term.state === 'published' && term.version !== null && term.hash !== null && term.publishedAt !== null;
}

/** What an author decides about a text. */
export interface TermContent {
  readonly markdown: string;
  /** Default true: people who decided on an earlier version are asked again. */
  readonly material?: boolean;
  readonly note?: string | null;
  /** The text in other languages, by BCP 47 tag; null removes one, unnamed ones stay. */
  readonly translations?: Readonly<Record<string, string | null>>;
}
