/** Texts in the API. */
import { z } from '@hono/zod-openapi';
import type { TimeText } from '../../platform/database/statements/times.ts';
import type { LifecycleEvent, Rule } from '../rules/index.ts';
import { revisionOf } from './drafts/content.ts';
import { missingTermMessage, type TermsPage } from './service.ts';
import type { Term, TermState, TermTranslation } from './term.ts';
import { hashOf } from './markdown/text.ts';

/** A translation in a response. */
export interface TranslationJson {
  locale: string;
  description: string;
  hash: string | null;
  revision: string;
  late: boolean;
  created_at: TimeText;
  updated_at: TimeText;
}

/** A text in a response. */
export interface TermJson {
  id: string;
  rule: string;
  state: TermState;
  version: number | null;
  locale: string;
  description: string;
  hash: string | null;
  revision: string;
  material: boolean;
  note: string | null;
  translations: Record<string, TranslationJson>;
  published_at: TimeText | null;
  created_at: TimeText;
  updated_at: TimeText;
}

/** A rule with its texts in a response. */
export interface PolicyJson {
  name: string;
  label: string;
  blocking: boolean;
  sessionless: boolean;
  validates_on: LifecycleEvent[];
  current: TermJson | null;
  scheduled: TermJson[];
  drafts: TermJson[];
  error?: string | undefined;
}

/** A page of texts in a response. */
export interface TermsPageJson {
  terms: TermJson[];
  page: number;
  pages: number;
  total: number;
}

export const TranslationSchema: z.ZodType<TranslationJson, TranslationJson> = z
  .object({
    locale: z.string().openapi({ description: 'BCP 47 tag' }),
    description: z.string().openapi({ description: 'The text in Markdown, in its canonical form' }),
    hash: z.string().nullable().openapi({ description: 'SHA-256 of the text, hexadecimal; null for a draft' }),
    revision: z
      .string()
      .openapi({ description: 'Changes with the text; send it back so that changes of others are not overwritten' }),
    late: z.boolean().openapi({ description: 'Whether it was added after the version was published' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('TermTranslation');

export const TermSchema: z.ZodType<TermJson, TermJson> = z
  .object({
    id: z.string(),
    rule: z.string(),
    state: z.enum(['draft', 'published']),
    version: z.int().nullable().openapi({ description: 'Counts the published versions of the rule; null for a draft' }),
    locale: z.string().openapi({ description: 'BCP 47 tag' }),
    description: z.string().openapi({ description: 'The text in Markdown, in its canonical form' }),
    hash: z.string().nullable().openapi({ description: 'SHA-256 of the text, hexadecimal; null for a draft' }),
    revision: z.string().openapi({
      description: 'Changes with text, note and `material`; send it back so that changes of others are not overwritten',
    }),
    material: z.boolean().openapi({ description: 'Whether those who decided on an earlier version are asked again' }),
    note: z.string().nullable().openapi({ description: 'What changed' }),
    translations: z.record(z.string(), TranslationSchema).openapi({ description: 'Other languages, by BCP 47 tag' }),
    published_at: z.iso.datetime().nullable().openapi({ description: 'In force from; may be in the future' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('Term');

export const PolicySchema: z.ZodType<PolicyJson, PolicyJson> = z
  .object({
    name: z.string().openapi({ description: 'Name of the rule' }),
    label: z.string(),
    blocking: z.boolean(),
    sessionless: z.boolean(),
    validates_on: z.array(z.enum(['create', 'update'])),
    current: TermSchema.nullable(),
    scheduled: z.array(TermSchema).openapi({ description: 'Versions that come into force later, the next one first' }),
    drafts: z.array(TermSchema),
    error: z.string().optional().openapi({ description: 'What is missing', example: 'no term for cookie policy' }),
  })
  .openapi('Category');

export const TermsPageSchema: z.ZodType<TermsPageJson, TermsPageJson> = z
  .object({ terms: z.array(TermSchema), page: z.int(), pages: z.int(), total: z.int() })
  .openapi('TermsPage');

export function translationJson(translation: TermTranslation): TranslationJson {
  return {
    locale: translation.locale,
    description: translation.markdown,
    hash: translation.hash,
    revision: hashOf(translation.markdown),
    late: translation.late,
    created_at: translation.createdAt,
    updated_at: translation.updatedAt,
  };
}

export function termJson(term: Term): TermJson {
  return {
    id: term.id,
    rule: term.rule,
    state: term.state,
    version: term.version,
    locale: term.locale,
    description: term.markdown,
    hash: term.hash,
    revision: revisionOf(term),
    material: term.material,
    note: term.note,
    translations: Object.fromEntries(term.translations.map((one) => [one.locale, translationJson(one)])),
    published_at: term.publishedAt,
    created_at: term.createdAt,
    updated_at: term.updatedAt,
  };
}

/** A rule with the text in force and its drafts. */
export interface Policy {
  readonly rule: Rule;
  readonly current: Term | null;
  /** Versions that come into force later, the next one first. */
  readonly scheduled: readonly Term[];
  readonly drafts: readonly Term[];
}

export function policyJson({ rule, current, scheduled, drafts }: Policy, locale: string): PolicyJson {
  return {
    name: rule.name,
    label: rule.label(locale),
    blocking: rule.blocking,
    sessionless: rule.sessionless,
    validates_on: [...rule.validatesOn],
    current: current === null ? null : termJson(current),
    scheduled: scheduled.map(termJson),
    drafts: drafts.map(termJson),
    ...(current === null && { error: missingTermMessage(rule.name) }),
  };
}

export function termsPageJson({ terms, page, pages, total }: TermsPage): TermsPageJson {
  return { terms: terms.map(termJson), page, pages, total };
}
