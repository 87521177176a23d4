/** What a banner or a plain form sends. */
import { z } from '@hono/zod-openapi';
import { wholeNumberIn } from '../../../platform/web/request/input.ts';

/** What was shown to the person who decides: kept in the ledger with the decision. */
export interface Shown {
  /** BCP 47 tag. */
  locale?: string | undefined;
  /** Which answers were offered: `reject`, `accept`, and `choose`, or `save` if the purposes were shown one by one. */
  choices?: string[] | undefined;
  /** SHA-256 of the banner as it was served, or its first digits; or the number of the version of its appearance. */
  appearance?: number | string | undefined;
  /** By rule: the version of the text, or its SHA-256. */
  texts?: Record<string, string | number> | undefined;
}

/** Decisions of a program. */
export interface DecideInput {
  decisions: Record<string, boolean>;
  shown?: Shown | undefined;
  click?: string | undefined;
  confirmed?: boolean | undefined;
}

/** Decisions of a form. */
export interface FormInput {
  decisions?: Record<string, 'accept' | 'reject'> | undefined;
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
      'A random value of the page, for a visitor who has no account or cookie yet: requests with the same value within a minute are ' +
      'one visitor. Generate a new value for each page, and do not store it',
  });

/** See {@link DecideInput.confirmed}. */
export const Confirmed: z.ZodType<boolean | undefined, boolean | undefined> = z.boolean().optional().openapi({
  description:
    'Whether the person has confirmed, in a step of its own, that they accept a sale that they had opted out of. Default: false',
});

const RuleName = z.string().max(63);

/** Longest name of a vendor. */
export const LONGEST_VENDOR = 200;
/** A rule by its name, or one of its vendors: UTF-8 takes up to three bytes for each code unit, each written `%E2`. */
const Gate = z.string().max(64 + LONGEST_VENDOR * 9);
const ByGate =
  'By rule, or by vendor of a rule as in `analytics:Acme%20Ltd` (its name as `encodeURIComponent` writes it)';

const ShownSchema = z
  .object({
    locale: z.string().max(35).optional(),
    choices: z.array(z.string().max(64)).max(20).optional(),
    appearance: z
      .union([z.string().regex(/^[0-9a-f]{16,64}$/), wholeNumberIn(1, 1_000_000_000)])
      .optional()
      .openapi({
        description:
          'What the banner’s element has as `data-appearance`: the first digits of its SHA-256, or the number of the version of its appearance',
      }),
    texts: z
      .record(RuleName, z.union([z.int().min(1), z.string().max(64)]))
      .optional()
      .openapi({ description: 'By rule: the version of the linked text, or its SHA-256' }),
  })
  .optional()
  .openapi({ description: 'What was shown; stored with each decision' });

/** `PUT /consent.json`. */
export const DecideBody: z.ZodType<DecideInput, DecideInput> = z.object({
  decisions: z.record(Gate, z.boolean()).openapi({
    description:
      `${ByGate}: true accepts, false rejects; anything left out is unchanged. A rule that is accepted together with vendors ` +
      'is accepted for these vendors, and rejected if none of them is accepted',
  }),
  shown: ShownSchema,
  click: Click,
  confirmed: Confirmed,
});

/** A switch sends the value of its hidden field, too; a parser of the host makes a list of both, of which the last counts, as in other forms. */
const Word = z.preprocess((value) => (Array.isArray(value) ? value.at(-1) : value), z.enum(['accept', 'reject']));

/** `POST /consent`, a form. */
export const FormBody: z.ZodType<FormInput> = z.object({
  decisions: z.record(Gate, Word).optional().openapi({ description: ByGate }),
  all: z.enum(['accept', 'reject', 'choose']).optional().openapi({
    description:
      'A button that decides everything at once; takes precedence over `decisions`. `choose` decides nothing and leads to the privacy settings',
  }),
  return_to: z.string().max(2000).optional().openapi({ description: 'A path of this site' }),
  shown: ShownSchema,
});

/** What was shown, as it is stored in the ledger: members sorted by name, no white space; unknown members are left out. */
export function shownText(shown: Shown, rules: ReadonlySet<string>): string {
  const { appearance, choices = [], locale, texts = {} } = shown;
  const known = Object.entries(texts).filter(([rule]) => rules.has(rule));
  const sorted = known.map(([rule, text]) => [rule, String(text)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ appearance, choices, locale: locale ?? null, texts: Object.fromEntries(sorted) });
}
