/** What a banner or a plain form sends. */
import { z } from '@hono/zod-openapi';

/** What was shown to the person who decides: kept in the ledger with the decision. */
export interface Shown {
  /** BCP 47 tag. */
  locale?: string | undefined;
  /** Which answers there were: `reject`, `accept`, and `choose`, or `save` where the purposes were shown one by one. */
  choices?: string[] | undefined;
  /** Number of the version of the banner's appearance. */
  appearance?: number | undefined;
  /** By rule: the version of the text, or its SHA-256. */
  texts?: Record<string, string | number> | undefined;
}

/** A choice among the vendors of a rule that were in front of the person. */
export interface VendorChoiceInput {
  offered: string[];
  refused: string[];
}

/** The same of a form, which sends the boxes that are ticked. */
export interface TickedVendors {
  offered: string[];
  accepted?: string[] | undefined;
}

/** Decisions of a program. */
export interface DecideInput {
  decisions: Record<string, boolean | VendorChoiceInput>;
  shown?: Shown | undefined;
  click?: string | undefined;
}

/** Decisions of a form. */
export interface FormInput {
  decisions?: Record<string, 'accept' | 'reject' | TickedVendors> | undefined;
  all?: 'accept' | 'reject' | 'choose' | undefined;
  return_to?: string | undefined;
  shown?: Shown | undefined;
}

/** See {@link DecideInput.click}. */
export const Click: z.ZodType<string | undefined, string | undefined> = z
  .string()
  .regex(/^[\w-]{16,64}$/)
  .optional()
  .openapi({
    description:
      'A random word of a page, for a visitor without an account or a cookie yet: two requests with it within a minute are ' +
      'one visitor. Make it anew for each page, and keep it nowhere',
  });

const RuleName = z.string().max(63);

const ShownSchema = z
  .object({
    locale: z.string().max(35).optional(),
    choices: z.array(z.string().max(64)).max(20).optional(),
    appearance: z.coerce
      .number<number>()
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .openapi({ description: 'Number of the version of the banner’s appearance' }),
    texts: z
      .record(RuleName, z.union([z.int().min(1), z.string().max(64)]))
      .optional()
      .openapi({ description: 'By rule: the version of the text that was linked, or its SHA-256' }),
  })
  .optional()
  .openapi({ description: 'What was shown; kept with each decision' });

/** Longest name of a vendor, and most of them in a choice. */
export const VENDOR_LIMITS = { characters: 200, vendors: 500 } as const;
const Vendors = z.array(z.string().min(1).max(VENDOR_LIMITS.characters)).max(VENDOR_LIMITS.vendors);

const Choice: z.ZodType<VendorChoiceInput, VendorChoiceInput> = z
  .strictObject({
    offered: Vendors.min(1).openapi({ description: 'All vendors of the rule that were in front of the person' }),
    refused: Vendors.openapi({ description: 'Those of them that are refused; the others are accepted' }),
  })
  .openapi({ description: 'Accepts the rule, but for some of its vendors' });

/** `PUT /consent.json`. */
export const DecideBody: z.ZodType<DecideInput, DecideInput> = z.object({
  decisions: z
    .record(RuleName, z.union([z.boolean(), Choice]))
    .openapi({ description: 'By rule: true accepts, false refuses; what is left out stays as it is' }),
  shown: ShownSchema,
  click: Click,
});

const Ticked = z.object({ offered: Vendors.min(1), accepted: Vendors.optional() }).openapi({
  description: 'Accepts the rule with the vendors that are ticked; none ticked refuses the rule',
});

const Word = z.union([z.enum(['accept', 'reject']), Ticked]);

/** `POST /consent`, a form. */
export const FormBody: z.ZodType<FormInput, FormInput> = z.object({
  decisions: z.record(RuleName, Word).optional(),
  all: z.enum(['accept', 'reject', 'choose']).optional().openapi({
    description:
      'A button for everything at once; wins over `decisions`. `choose` decides nothing and leads to the privacy settings',
  }),
  return_to: z.string().max(2000).optional().openapi({ description: 'A path of this site' }),
  shown: ShownSchema,
});

/** What was shown, as it goes into the ledger: members sorted by name, no white space; what nobody said is left out. */
export function shownText(shown: Shown, rules: ReadonlySet<string>): string {
  const { appearance, choices = [], locale, texts = {} } = shown;
  const known = Object.entries(texts).filter(([rule]) => rules.has(rule));
  const sorted = known.map(([rule, text]) => [rule, String(text)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ appearance, choices, locale: locale ?? null, texts: Object.fromEntries(sorted) });
}
