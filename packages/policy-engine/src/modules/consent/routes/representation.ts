/** User terms as JSON: what the original returned, and more (spec: P-open-members). */
import { z } from '@hono/zod-openapi';
import { type ReadableText, type TermInForce, textsOf } from '../../terms/index.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import type { ConsentState, Decision, LifecycleEvent } from '../../rules/index.ts';
import { vendorJson, type VendorJson, VendorsSchema } from '../banner/representation.ts';
import { type ConsentStatus, limitsJson } from '../decisions/status.ts';
import type { DecidedStatus } from '../service.ts';

const State = z.enum(['passive', 'accepted', 'rejected']);
const Callable: z.ZodType<Callable, Callable> = z.object({}).strict().nullable();

/** A rule with the consent status of its subject. */
export interface UserTermBody {
  id: string;
  name: string;
  label: string;
  state: ConsentState;
  status: ConsentState;
  browser: Decision | null;
  unproved: boolean;
  vendors: VendorJson[];
  blocking: boolean;
  sessionless: boolean;
  notice: boolean;
  validates_on: LifecycleEvent[];
  version: number | null;
  decided_at: string | null;
  valid_until: string | null;
  not_asked_before: string | null;
  if: Callable;
  on_accept: Callable;
  on_reject: Callable;
  error?: string | undefined;
}

/** A function of the host as the original represented it: an empty object if there is one. */
type Callable = Record<string, never> | null;

/** A rule with its text. */
export interface UserTermTextBody extends UserTermBody {
  body: string;
  locale: string;
  locales: string[];
  hash: string;
  published_at: string;
  message: string;
  url: string;
  method: 'put';
}

const userTermShape = {
  id: z.string().openapi({ description: 'ID of the user term; before the first decision, the name of the rule' }),
  name: z.string().openapi({ description: 'Name of the rule' }),
  label: z.string(),
  state: State.openapi({ description: 'The account’s own decision; without an account, the browser’s' }),
  status: State.openapi({ description: 'The same as state' }),
  browser: z.enum(['accepted', 'rejected']).nullable().openapi({
    description:
      'The decision in this browser; it applies here while that of the account is `passive`. Null if there is none',
  }),
  unproved: z.boolean().openapi({
    description:
      'Whether it is only a cookie that the engine did not record: it proves nothing, and the person is asked again',
  }),
  vendors: VendorsSchema,
  blocking: z.boolean(),
  sessionless: z.boolean(),
  notice: z.boolean().openapi({ description: 'Whether it is information that nobody decides on' }),
  validates_on: z.array(z.enum(['create', 'update'])),
  version: z.number().int().nullable().openapi({ description: 'Version of the text in force' }),
  decided_at: z.string().nullable().openapi({ description: 'ISO 8601, UTC' }),
  valid_until: z.string().nullable().openapi({
    description: 'The last day of an acceptance, UTC, `2026-11-28`; null without one, and if it has no limit',
  }),
  not_asked_before: z.string().nullable().openapi({
    description:
      'After a rejection the day before which nobody is asked again, UTC; null without one, and if it has no limit',
  }),
  if: Callable.openapi({ description: 'An empty object if the rule has a condition' }),
  on_accept: Callable.openapi({ description: 'An empty object if the host has a callback for it' }),
  on_reject: Callable.openapi({ description: 'An empty object if the host has a callback for it' }),
  error: z.string().optional().openapi({ description: 'Why the rule can’t be decided on now' }),
};

export const UserTermJson: z.ZodType<UserTermBody> = z.object(userTermShape).openapi('UserTerm');

export const UserTermTextJson: z.ZodType<UserTermTextBody> = z
  .object({
    ...userTermShape,
    body: z.string().openapi({ description: 'The text as safe HTML' }),
    locale: z.string().openapi({ description: 'Language of this text, BCP 47 tag' }),
    locales: z
      .array(z.string())
      .openapi({ description: 'Languages that the text is available in; choose one with `?locale=`' }),
    hash: z.string().openapi({ description: 'SHA-256 of this text, hexadecimal' }),
    published_at: z.string().openapi({ description: 'In force since; ISO 8601, UTC' }),
    message: z.string(),
    url: z.string().openapi({ description: 'Where to change the decision: accept, or reject once accepted' }),
    method: z.literal('put'),
  })
  .openapi('UserTermText');

function callable(given: unknown): Callable {
  return given === undefined ? null : {};
}

/** The JSON of a consent status. */
export function userTermJson(status: DecidedStatus, locale: string): UserTermBody {
  const { rule, term, state, browser, unproved, vendors, userTermId, decidedAt } = status;
  const { valid_until, not_asked_before } = limitsJson(status);
  return {
    id: userTermId ?? rule.name,
    name: rule.name,
    label: rule.label(locale),
    state,
    status: state,
    browser,
    unproved,
    vendors: vendors.map(vendorJson),
    blocking: rule.blocking,
    sessionless: rule.sessionless,
    notice: rule.notice,
    validates_on: [...rule.validatesOn],
    version: term?.version ?? null,
    decided_at: decidedAt,
    valid_until,
    not_asked_before,
    if: callable(rule.if),
    on_accept: callable(rule.onAccept),
    on_reject: callable(rule.onReject),
    ...(term === null && { error: `no term for ${rule.name} policy` }),
  };
}

/** A text as it is shown to somebody. */
export interface ShownText {
  readonly text: ReadableText;
  readonly html: string;
}

/** The JSON of a consent status with its text. */
export function userTermTextJson(
  status: ConsentStatus & { readonly term: TermInForce },
  { text, html }: ShownText,
  language: Language,
  href: (path: string) => string,
): UserTermTextBody {
  const { rule, term, state } = status;
  return {
    ...userTermJson(status, language.locale),
    body: html,
    locale: text.locale,
    locales: textsOf(term).map(({ locale }) => locale),
    hash: text.hash,
    published_at: term.publishedAt,
    message: language.t(`consents.message.${state}`),
    url: href(`/user_terms/${rule.name}/${state === 'accepted' ? 'reject' : 'accept'}`),
    method: 'put',
  };
}
