/** What authors send: `term[description]` as forms name it, or the same fields as plain JSON. */
import { z } from '@hono/zod-openapi';
import type { FieldError } from '../../../errors/errors.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import { formBoolean } from '../../../platform/web/request/input.ts';
import { momentOf } from '../../../platform/web/view/wall-time.ts';
import { type ContentFault, contentFaults, contentOf, draftContent, MAX_TRANSLATIONS, withChanges } from './content.ts';
import type { Term, TermContent, TermState } from '../term.ts';
import { MAX_NOTE_LENGTH, MAX_TEXT_LENGTH } from '../markdown/text.ts';

const Fields = z.object({
  description: z
    .string()
    .optional()
    .openapi({ description: `The text in Markdown, at most ${MAX_TEXT_LENGTH} characters`, example: '# Cookies' }),
  state: z.enum(['draft', 'published']).optional().openapi({ description: '`published` puts the text in force' }),
  material: formBoolean
    .optional()
    .openapi({ type: 'boolean', description: 'Whether everybody is asked again. Default: true' }),
  note: z
    .string()
    .nullable()
    .optional()
    .openapi({ description: `At most ${MAX_NOTE_LENGTH} characters` }),
  published_at: z
    .string()
    .max(40)
    .optional()
    .openapi({
      description:
        'When it comes into force, ISO 8601, in the time zone of the engine where no offset is given; implies `published`. ' +
        'Default: now',
      example: '2027-01-01T00:00:00Z',
    }),
  translations: z
    .record(z.string(), z.string().nullable())
    .optional()
    .openapi({
      description:
        'The text in other languages by BCP 47 tag, in Markdown; null removes one, languages not listed stay. They follow the ' +
        'version: they can be changed while it is a draft, not after it is published.',
      example: { fr: '# Cookies' },
    }),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .openapi({ description: 'SHA-256 of the text that was read: the draft is published only if it is unchanged' }),
  revision: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .openapi({
      description: '`revision` of the draft that was opened: it is saved only if nobody has changed it since',
    }),
});

/** The body, in either format. */
export interface TermInput {
  /** Prefix of the names of fields in errors. */
  readonly prefix: string;
  readonly content: Partial<TermContent>;
  readonly state: TermState | undefined;
  readonly seen: string | undefined;
  /** The opened revision, see `revisionOf`. */
  readonly revision: string | undefined;
  /** Whether the editor saves automatically. */
  readonly isAutosave: boolean;
  /** Whether people who are asked again are mailed. */
  readonly isAnnounced: boolean;
  /** When it comes into force, as written. */
  readonly publishedAt: string | undefined;
  /** The page that a person wants to see after the form. */
  readonly next: 'preview' | 'publish' | undefined;
}

const next = z.enum(['preview', 'publish']).optional().openapi({ description: 'Forms only: what to show next' });
const autosave = formBoolean.optional().openapi({
  type: 'boolean',
  description: 'Saved automatically by an editor: recorded in the audit log once every ten minutes. Default: false',
});
const announce = formBoolean.optional().openapi({
  type: 'boolean',
  description:
    'Notify by mail those who decided on an earlier version and are asked again, if mail is configured. Default: false',
});
const nested = { description: 'The fields as named in forms: term[description] and so on' };

/** Schema of the body in both formats. A host's form may contain other fields. */
export const TermBody: z.ZodType<TermInput> = Fields.extend({
  term: Fields.optional().openapi(nested),
  next,
  autosave,
  announce,
}).transform(inputOf);

/** `rule` is sent by clients of the original; here the path contains it. */
const JsonFields = Fields.extend({
  rule: z.string().optional().openapi({ description: 'Ignored: the path names the rule' }),
}).strict();

/** The same for JSON, in which an unknown name is a mistake, such as `publish`: it is rejected, not ignored. */
export const TermJsonBody: z.ZodType<TermInput> = JsonFields.extend({
  term: JsonFields.optional().openapi(nested),
  next,
  autosave,
  announce,
})
  // With `term` present, the fields of the text beside it would not be read.
  .superRefine(({ term, next: _next, autosave: _autosave, announce: _announce, ...flat }, context) => {
    const keys = term === undefined ? [] : Object.keys(flat);
    if (keys.length > 0) context.addIssue({ code: 'unrecognized_keys', keys, input: flat });
  })
  .transform(inputOf);

interface TermFields extends z.output<typeof Fields> {
  readonly term?: z.output<typeof Fields> | undefined;
  readonly next?: TermInput['next'];
  readonly autosave?: boolean | undefined;
  readonly announce?: boolean | undefined;
}

function inputOf({
  term,
  next,
  autosave: isAutosave = false,
  announce: isAnnounced = false,
  ...flat
}: TermFields): TermInput {
  const { description, material, note, translations, hash, revision, published_at: publishedAt } = term ?? flat;
  const state = (term ?? flat).state ?? (publishedAt === undefined ? undefined : 'published');
  const content = {
    ...(description !== undefined && { markdown: description }),
    ...(material !== undefined && { material }),
    ...(note !== undefined && { note }),
    ...(translations !== undefined && { translations }),
  };
  const prefix = term === undefined ? '' : 'term.';
  return { prefix, content, state, seen: hash, revision, isAutosave, isAnnounced, publishedAt, next };
}

/**
 * The largest body of a text of the maximum length: nine bytes per character in a form if each is three bytes of UTF-8, and some
 * space for the rest.
 */
export const TERM_BODY_LIMIT: number = MAX_TEXT_LENGTH * 9 + 64 * 1024;

/** The field of an input that a fault concerns. */
function fieldOf({ field }: ContentFault): string {
  return field === 'markdown' ? 'description' : field;
}

/**
 * Valid content.
 *
 * @param base - the draft that is changed, whose unnamed fields stay; or the language of a new text
 * @throws {PolicyEngineError} 422 with sentences for the author
 */
export function requireAcceptable(
  input: Pick<TermInput, 'prefix' | 'content'>,
  language: Language,
  base: Term | { readonly locale: string },
): TermContent {
  const content = withChanges('id' in base ? contentOf(base) : { markdown: '' }, input.content);
  const errors = contentFaults(draftContent(content), base.locale).map((found): FieldError => {
    const detail = sentenceOf(found, language);
    return { field: input.prefix + fieldOf(found), code: found.fault === 'empty' ? 'required' : found.fault, detail };
  });
  if (errors.length > 0) throw refusals.invalid(errors);
  return content;
}

/** What an author must do about a fault. */
export function sentenceOf({ field, fault }: ContentFault, language: Language): string {
  if (fault === 'language') return language.text('terms.error.language');
  const limit = field === 'translations' ? MAX_TRANSLATIONS : field === 'note' ? MAX_NOTE_LENGTH : MAX_TEXT_LENGTH;
  return language.text(`terms.error.${fault}`, { limit: limit.toLocaleString(language.formatLocale) });
}

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?$/i;

/** The context for reading a time. */
export interface Scheduling {
  /** IANA name of the zone of a time without an offset. */
  readonly timeZone: string;
  readonly isOver: (at: Date) => boolean;
}

function isDay(text: string): boolean {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The moment of a time; null for one that the clocks of the zone skip; `Invalid Date` for anything but a time. */
function momentIn(text: string, timeZone: string): Date | null {
  const written = TIME.exec(text.trim());
  // The platform accepts 29 February of any year, and reads 1 March.
  if (written === null || !isDay(written[0].slice(0, 10))) return new Date(Number.NaN);
  if (written[1] !== undefined) return new Date(written[0]);
  const wall = new Date(`${written[0]}Z`);
  return Number.isNaN(wall.getTime()) ? wall : momentOf(wall, timeZone);
}

/**
 * When a text comes into force; undefined for now.
 *
 * @throws {PolicyEngineError} 422 for anything but a time, for a time in the past, and for one that clocks skip when they go
 * forward
 */
export function requireTime(
  { publishedAt, prefix }: TermInput,
  { t }: Language,
  { timeZone, isOver }: Scheduling,
): Date | undefined {
  if (publishedAt === undefined) return undefined;
  const at = momentIn(publishedAt, timeZone);
  const field = `${prefix}published_at`;
  if (at === null) {
    throw refusals.invalid([{ field, code: 'skipped', detail: t('terms.error.skipped', { zone: timeZone }) }]);
  }
  if (Number.isNaN(at.getTime())) throw refusals.invalid([{ field, code: 'invalid', detail: t('terms.error.time') }]);
  if (isOver(at)) throw refusals.invalid([{ field, code: 'past', detail: t('terms.error.past') }]);
  return at;
}

/** What a rejected form contained, for rendering it again. */
export function valuesOf(body: unknown): {
  markdown: string;
  note: string;
  material: boolean;
  publishedAt: string | undefined;
  revision: string | undefined;
} {
  const term = z
    .looseObject({ term: z.looseObject({}).catch({}) })
    .catch({ term: {} })
    .parse(body).term;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const publishedAt = typeof term['published_at'] === 'string' ? term['published_at'] : undefined;
  return {
    markdown: text(term['description']),
    note: text(term['note']),
    material: term['material'] !== '0',
    publishedAt,
    revision: typeof term['revision'] === 'string' ? term['revision'] : undefined,
  };
}
