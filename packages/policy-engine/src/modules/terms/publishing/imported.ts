/** A published text of another system from the host's code, and what is wrong with an invalid one. */
import type { z } from 'zod';
import { contentFaults, type DraftContent, draftContent } from '../drafts/content.ts';
import { givenImport } from '../drafts/given-text.ts';
import type { TermContent } from '../term.ts';
import { hashOf } from '../markdown/text.ts';

/** A published text of another system. */
export interface ImportedTerm extends TermContent {
  /** Name of the rule. */
  readonly rule: string;
  /** Since when it was in force: a date, or ISO 8601 with its zone, as in `2021-03-04T10:11:12Z`. Since 1970, not in the future. */
  readonly publishedAt: Date | string;
  /** The number it must get. Default: the next number of the rule. */
  readonly version?: number;
  /** Language of the text, a BCP 47 tag. Default: the engine's default locale. */
  readonly locale?: string;
  /** Expected SHA-256 of the canonical text, 64 hexadecimal digits. Default: not compared. */
  readonly hash?: string;
}

/** A valid row. */
export interface TextRow {
  readonly rule: string;
  readonly publishedAt: Date;
  readonly version: number | undefined;
  readonly locale: string;
  readonly content: DraftContent;
}

/** The row, or the reason why it is invalid. */
export function readTextRow(
  given: unknown,
  { now, defaultLocale }: { now: Date; defaultLocale: string },
): TextRow | string {
  const parsed = givenImport.safeParse(given);
  if (!parsed.success) return parsed.error.issues.map(sentenceOf).join('; ');
  const { rule, publishedAt, version, hash, locale = defaultLocale, ...text } = parsed.data;
  if (publishedAt > now) return `publishedAt: ${publishedAt.toISOString()} is in the future`;
  if (publishedAt.getTime() < 0) return `publishedAt: ${publishedAt.toISOString()} is before 1970`;
  const content = draftContent(text);
  const faults = contentFaults(content, locale);
  if (faults.length > 0) return faults.map(({ field, fault }) => `${field}: ${fault}`).join('; ');
  const actual = hashOf(content.markdown);
  if (hash !== undefined && hash.toLowerCase() !== actual) {
    return `hash: the hash of the canonical text is ${actual}`;
  }
  return { rule, publishedAt, version, locale, content };
}

function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}
