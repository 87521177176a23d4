/** The input for the banner's appearance, and its validation. */
import { z } from '@hono/zod-openapi';
import type { FieldError } from '../../errors/errors.ts';
import type { Language } from '../../platform/i18n/language.ts';
import { formBoolean, wholeNumberIn } from '../../platform/web/request/input.ts';
import { contrastOf, LEAST_CONTRAST } from './contrast.ts';
import {
  type AppearanceContent,
  BANNER_CORNERS,
  BANNER_LAYOUTS,
  BANNER_SIDES,
  type BannerColours,
  type BannerCorners,
  type BannerLayout,
  type BannerSide,
  type BannerWords,
  buttonText,
} from './look.ts';

/** What a form or a program sends. */
export interface AppearanceInput {
  own_colours: boolean;
  colours?: BannerColours | undefined;
  corners: BannerCorners;
  layout: BannerLayout;
  side: BannerSide;
  words: Record<string, BannerWords>;
  opened?: number | undefined;
}

const Colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .toLowerCase()
  .openapi({ description: 'As `#1f5fd6`' });

/** Texts of one line; empty ones are replaced by the engine's. */
const words = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .transform((text) => text.replaceAll(/\s+/g, ' ') || undefined)
    .optional();

const Words = z.object({ title: words(80), lead: words(400), accept: words(30), reject: words(30) });

/** Number of a version. */
export const Opened: z.ZodType<number | undefined> = wholeNumberIn(0, 1_000_000_000).optional().openapi({
  type: 'integer',
  description: 'Number of the version that was opened, 0 for none: nothing is published if another is in force since',
});

/** `POST /appearance`. */
export const AppearanceBody: z.ZodType<AppearanceInput> = z.object({
  own_colours: formBoolean
    .default(false)
    .openapi({ description: 'Whether `colours` apply; if not, the banner uses the colours of the page' }),
  colours: z.object({ background: Colour, text: Colour, button: Colour, accent: Colour }).optional(),
  corners: z.enum(BANNER_CORNERS),
  layout: z.enum(BANNER_LAYOUTS),
  side: z.enum(BANNER_SIDES),
  opened: Opened,
  words: z
    .record(z.string().max(35), Words)
    .default({})
    .openapi({ description: 'Texts by BCP 47 tag. `{purposes}` in a lead is replaced by the labels of the purposes' }),
});

/** The content of an input. Members are in a fixed order, so that equal contents are equal texts. */
export function contentOf({
  own_colours: isOwn,
  colours,
  corners,
  layout,
  side,
  words,
}: AppearanceInput): AppearanceContent {
  const { background = '', text = '', button = '', accent = '' } = colours ?? {};
  const tags = Object.keys(words).toSorted();
  const given = tags.map((tag) => {
    const { title, lead, accept, reject } = words[tag] ?? {};
    return [tag, { title, lead, accept, reject }] as const;
  });
  return {
    colours: isOwn && colours !== undefined ? { background, text, button, accent } : null,
    corners,
    layout,
    side,
    words: Object.fromEntries(given.filter(([, own]) => Object.values(own).some((word) => word !== undefined))),
  };
}

/** Why an appearance is invalid, by field. @param locales BCP 47 tags of the engine's languages */
export function contentFaults(
  { colours, words }: AppearanceContent,
  locales: readonly string[],
  { t, formatLocale }: Pick<Language, 't' | 'formatLocale'>,
): FieldError[] {
  const ratio = new Intl.NumberFormat(formatLocale, { maximumFractionDigits: 2 });
  // Rounded down, so that a value below 4.5 is not shown as 4.5.
  const down = (value: number) => ratio.format(Math.floor(value * 100) / 100);
  const errors: FieldError[] = [];
  for (const [field, value] of colours === null ? [] : contrasts(colours)) {
    if (value >= LEAST_CONTRAST) continue;
    const detail = t('appearance.contrast', { ratio: down(value), least: ratio.format(LEAST_CONTRAST) });
    errors.push({ field: `colours.${field}`, code: 'contrast', detail });
  }
  for (const [tag, { accept, reject }] of Object.entries(words)) {
    const field = `words.${tag}.${accept === undefined ? 'accept' : 'reject'}`;
    if (!locales.includes(tag)) errors.push({ field: `words.${tag}`, code: 'unknown', detail: t('field.unknown') });
    if ((accept === undefined) !== (reject === undefined)) {
      errors.push({ field, code: 'one_answer', detail: t('appearance.one_answer') });
    } else if (accept !== undefined && accept === reject) {
      errors.push({ field, code: 'same_answer', detail: t('appearance.same_answer') });
    }
  }
  return errors;
}

/** Contrast of texts, by the field that can fix it. */
function contrasts(colours: BannerColours): (readonly [keyof BannerColours, number])[] {
  const { background, text, button, accent } = colours;
  return [
    ['text', contrastOf(text, background)],
    ['button', contrastOf(buttonText(colours), button)],
    ['accent', contrastOf(accent, background)],
  ];
}
