/** The fields of a text from the host's own code; JavaScript may pass anything. */
import { z } from 'zod';
import { canonicalTag } from '../translations/languages.ts';
import type { TermContent } from '../term.ts';

/** A text to be written. */
export interface GivenText extends Required<TermContent> {
  /** Canonical BCP 47 tag. */
  readonly locale?: string | undefined;
}

/** A text that an older system published. */
export interface GivenImport extends GivenText {
  readonly rule: string;
  readonly publishedAt: Date;
  readonly version?: number | undefined;
  readonly hash?: string | undefined;
}

/** The text of a rule after a deployment. */
export interface GivenDeployment extends GivenText {
  readonly rule: string;
  readonly at?: Date | undefined;
}

const Tag = z.string().transform((tag, context) => {
  const canonical = canonicalTag(tag);
  if (canonical !== null) return canonical;
  context.addIssue({ code: 'custom', message: 'is not a language tag' });
  return z.NEVER;
});

const Text = z.strictObject({
  markdown: z.string(),
  locale: Tag.optional(),
  material: z.boolean().default(true),
  note: z.string().nullable().default(null),
  translations: z.record(z.string(), z.string().nullable()).default({}),
});

export const givenText: z.ZodType<GivenText> = Text;
export const givenDeployment: z.ZodType<GivenDeployment> = Text.extend({ rule: z.string(), at: z.date().optional() });
export const givenImport: z.ZodType<GivenImport> = Text.extend({
  rule: z.string(),
  publishedAt: z.union(
    [z.date(), z.iso.datetime({ offset: true }).transform((text) => new Date(text))],
    'must be a Date, or a text with its time and zone, as in 2021-03-04T10:11:12Z',
  ),
  version: z.int().min(1).optional(),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
    .optional(),
});
