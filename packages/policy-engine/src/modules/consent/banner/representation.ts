/** The visitor's consent settings as JSON: all that a banner needs to render itself, and to clear the data that scripts left. */
import { z } from '@hono/zod-openapi';
import type { ConsentState } from '../../rules/index.ts';
import { type ConsentMode, consentTypes } from '../scripts/consent-mode.ts';
import { gateOf } from '../scripts/gate.ts';
import { storedJson, type StoredJson } from '../scripts/declaration.ts';
import { otherLanguages, type Reading } from '../../../platform/options/host-text.ts';
import { CHOICES_PATH } from '../opt-out/link.ts';
import { type LangJson, LangSchema } from './declaration.ts';
import { runsUndecided } from '../decisions/status.ts';
import type { ConsentSettings } from './service.ts';

/** What `GET /consent.json` answers. */
export interface ConsentSettingsJson {
  locale: string;
  rules: ConsentSettingsRuleJson[];
  gates: Record<string, ConsentState>;
  gpc: { signal: boolean; honoured: boolean; overridden: boolean; conflict: boolean; unrecorded: boolean };
  ask: boolean;
  consent_mode: ConsentMode | null;
  consent_types: Readonly<Record<string, readonly string[]>>;
  signals: string[];
  clear: ClearJson[];
  settings_url: string;
  declaration_url: string;
  choices_url?: string | undefined;
  unconfirmed?: string[] | undefined;
  seen?: string | undefined;
}

/** A rule to decide on. */
export interface ConsentSettingsRuleJson {
  name: string;
  label: string;
  description: string;
  state: ConsentState;
  unproved?: boolean | undefined;
  of_browser?: boolean | undefined;
  by_gpc: boolean;
  sells?: boolean | undefined;
  two_steps?: boolean | undefined;
  posture?: 'opt-out' | 'exempt' | undefined;
  runs_undecided?: boolean | undefined;
  runs_after_notice?: boolean | undefined;
  decided_at?: string | undefined;
  valid_until?: string | undefined;
  not_asked_before?: string | undefined;
  version: number;
  asked_since: number;
  text_url: string;
  vendors: VendorJson[];
  scripts: {
    name: string;
    description: string;
    provider: string;
    gate: string;
    taken_back?: true | undefined;
    lang?: LangJson | undefined;
  }[];
  lang?: LangJson | undefined;
}

/** A vendor of a rule. */
export interface VendorJson {
  name: string;
  state: ConsentState;
}

/** A vendor in JSON. */
export function vendorJson({ name, state }: VendorJson): VendorJson {
  return { name, state };
}

/** The data that the scripts of a rule and a vendor leave in a browser. */
export interface ClearJson extends StoredJson {
  rule: string;
  gate: string;
  cookies: { name: string; domain: string | null; path: string }[];
}

const State = z.enum(['passive', 'accepted', 'rejected']);

/** Vendors of a rule, for people’s settings and for their user terms. */
export const VendorsSchema: z.ZodType<VendorJson[], VendorJson[]> = z
  .array(
    z
      .object({
        name: z.string(),
        state: State.openapi({ description: '`passive`: it was not among the vendors that were decided on' }),
      })
      .openapi('ConsentVendor'),
  )
  .openapi({
    description:
      'The vendors of the scripts of the rule, with their state in this browser; two or more can be decided on one by one',
  });

const Pattern = 'May contain `*`, which matches any characters';

const ConsentSettingsRule: z.ZodType<ConsentSettingsRuleJson, ConsentSettingsRuleJson> = z
  .object({
    name: z.string(),
    label: z.string(),
    description: z.string().openapi({ description: 'Plain text; empty if the host provides none' }),
    state: State.openapi({ description: '`passive` is not decided yet' }),
    unproved: z
      .boolean()
      .optional()
      .openapi({ description: 'Known only from a cookie that the engine did not record; ask again' }),
    of_browser: z.boolean().optional().openapi({
      description:
        'Decided in this browser, but not by the signed-in account. It may be somebody else’s decision: do not preselect it',
    }),
    by_gpc: z.boolean().openapi({ description: 'Rejected because the browser sends Global Privacy Control' }),
    sells: z
      .boolean()
      .optional()
      .openapi({ description: 'A sale or sharing of data: people opt out of it at `choices_url`' }),
    two_steps: z.boolean().optional().openapi({
      description:
        'Whether accepting it after an opt-out takes a second step: a sale, or what may be one where the sender is',
    }),
    posture: z.enum(['opt-out', 'exempt']).optional().openapi({
      description:
        'Where the sender is, it needs no consent first: it runs until they object. Left out where it needs one',
    }),
    runs_undecided: z.boolean().optional().openapi({
      description:
        'Whether it, or one of its vendors, runs although nothing was decided: tell them, and let them object',
    }),
    runs_after_notice: z.boolean().optional().openapi({
      description:
        'Whether it, or one of its vendors, runs until they opt out, and begins when they have been told: tell them, then send a PUT with empty `decisions` and its version in `shown.texts`',
    }),
    decided_at: z.string().optional().openapi({ description: 'ISO 8601, UTC; known for signed-in people only' }),
    valid_until: z
      .string()
      .optional()
      .openapi({ description: 'The last day of an acceptance, UTC, `2026-11-28`; left out without one' }),
    not_asked_before: z.string().optional().openapi({
      description: 'After a rejection the day before which nobody is asked again, UTC; left out without one',
    }),
    version: z.int().openapi({ description: 'Of the text in force; send it back in `shown.texts`' }),
    asked_since: z.int().openapi({ description: 'The oldest version of the text whose acceptance counts' }),
    text_url: z.string().openapi({ description: 'Where the text is read' }),
    vendors: VendorsSchema,
    scripts: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        provider: z.string(),
        gate: z.string(),
        taken_back: z.literal(true).optional().openapi({
          description: 'A rejection takes back everything that it shows, and nothing of it runs on; left out otherwise',
        }),
        lang: LangSchema,
      }),
    ),
    lang: LangSchema,
  })
  .openapi('ConsentSettingsRule');

const Clear: z.ZodType<ClearJson, ClearJson> = z
  .object({
    rule: z.string(),
    gate: z
      .string()
      .openapi({ description: 'The gate of the vendor; the name of the rule for what depends on the rule alone' }),
    cookies: z.array(
      z.object({
        name: z.string().openapi({ description: Pattern }),
        domain: z.string().nullable().openapi({ description: 'null: without a domain, for this host only' }),
        path: z.string(),
      }),
    ),
    local_storage: z.array(z.string().openapi({ description: Pattern })),
    session_storage: z.array(z.string().openapi({ description: Pattern })),
    indexed_db: z.array(z.string().openapi({ description: Pattern })).openapi({ description: 'Names of databases' }),
    cache_storage: z.array(z.string().openapi({ description: Pattern })).openapi({ description: 'Names of caches' }),
    service_workers: z
      .array(z.string().openapi({ description: Pattern }))
      .openapi({ description: 'Paths of the scopes of service workers' }),
  })
  .openapi('ConsentTraces');

const granted = z.enum(['granted', 'denied']).optional();

export const ConsentSettingsSchema: z.ZodType<ConsentSettingsJson, ConsentSettingsJson> = z
  .object({
    locale: z.string().openapi({ description: 'BCP 47 tag of the words below' }),
    rules: z
      .array(ConsentSettingsRule)
      .openapi({ description: 'The rules that can be consented to, in the order of declaration' }),
    gates: z.record(z.string(), State).openapi({
      description:
        'The values that `data-consent` in a page may have, with their state: rules, and vendors of a rule as in `analytics:Acme%20Ltd`; ' +
        '`accepted` also for what runs because it needs no consent first',
    }),
    gpc: z
      .object({
        signal: z.boolean().openapi({ description: 'Whether the browser sends `Sec-GPC: 1`' }),
        honoured: z.boolean().openapi({ description: 'Whether something is rejected because of the signal' }),
        overridden: z.boolean().openapi({ description: 'Whether something is accepted despite the signal' }),
        conflict: z.boolean().openapi({
          description:
            'Whether the signal ended an acceptance, and the person has not decided since: tell them, and let them accept despite it',
        }),
        unrecorded: z.boolean().openapi({
          description:
            'Whether the rejection, or what another consent tool tells, is not recorded yet: send a PUT with empty `decisions`',
        }),
      })
      .openapi({ description: 'Global Privacy Control' }),
    ask: z.boolean().openapi({
      description: 'Whether to open the banner: something is undecided, and the page is not rendered for bots',
    }),
    consent_mode: z
      .object(Object.fromEntries(consentTypes.map((type) => [type, granted])))
      .nullable()
      .openapi({ description: 'What to pass to Google’s tags with `gtag("consent", "update", …)`; null for nothing' }),
    consent_types: z.record(z.string(), z.array(z.string())).openapi({
      description:
        'The gates of each type of `consent_mode`: it is granted while all of them are accepted; none means never',
    }),
    signals: z.array(z.string()).openapi({
      description:
        'Whose tags to tell `consent_mode`: `google`, `microsoft-uet`, `microsoft-clarity`; empty if it is null',
    }),
    clear: z.array(Clear).openapi({
      description:
        'What to clear when a vendor is rejected; when a rule is rejected, what to clear for all its vendors',
    }),
    settings_url: z.string(),
    declaration_url: z.string(),
    choices_url: z
      .string()
      .optional()
      .openapi({ description: 'The page “Your Privacy Choices”; left out where no rule sells data' }),
    unconfirmed: z
      .array(z.string())
      .optional()
      .openapi({
        description:
          'Rules that this request did not accept: sales that the person has opted out of. Ask them to confirm in a step of its own, ' +
          'then send the decision again with `confirmed: true`. Left out if there are none',
      }),
    seen: z
      .string()
      .optional()
      .openapi({
        description:
          'The decisions in the cookies of this browser as they are after the response: `name=value` of each cookie `policy_rule_…`, ' +
          'sorted, separated by `;`; of two cookies of one name, a rejection is named, else the first. With other cookies, the answer was ' +
          'made for another browser. Left out where the state is part of a page',
      }),
  })
  .openapi('ConsentSettings');

/**
 * The consent settings as JSON.
 *
 * @param href URL of a path below the mount path
 * @param reading the languages of the person after that of the page, for texts that are not translated. Default: that of the page
 */
export function consentSettingsJson(
  { rules, gpc, ask, consentMode, gatesByType, signals, traces, unconfirmed }: ConsentSettings,
  locale: string,
  href: (path: string) => string,
  reading: Reading = locale,
): ConsentSettingsJson {
  return {
    locale,
    rules: rules.map(
      ({
        rule,
        term,
        state,
        unproved,
        ofBrowser,
        byGpc,
        posture,
        outcome,
        decidedAt,
        limit,
        vendors,
        scripts,
        returning,
        awaitsNotice,
      }) => ({
        name: rule.name,
        label: rule.label(reading),
        description: rule.description(reading),
        ...otherLanguages({ label: rule.label, description: rule.description }, reading),
        state,
        ...(unproved && { unproved }),
        ...(ofBrowser && { of_browser: ofBrowser }),
        by_gpc: byGpc,
        ...(rule.sells && { sells: true }),
        ...(returning === 'two-steps' && { two_steps: true }),
        ...(posture.posture !== 'opt-in' && { posture: posture.posture }),
        ...(runsUndecided({ state, outcome, vendors }) && { runs_undecided: true }),
        ...(awaitsNotice && { runs_after_notice: true }),
        ...(decidedAt !== null && state !== 'passive' && !byGpc && { decided_at: decidedAt }),
        ...(limit !== null && { [state === 'accepted' ? 'valid_until' : 'not_asked_before']: limit }),
        version: term.version,
        asked_since: term.askedSince,
        text_url: href(`/user_terms/${rule.name}`),
        vendors: vendors.map(vendorJson),
        scripts: scripts.map((script) => ({
          name: script.name,
          description: script.description(reading),
          ...otherLanguages({ description: script.description }, reading),
          provider: script.provider,
          gate: gateOf(rule.name, script.provider),
          ...(script.template.isTakenBack && { taken_back: true as const }),
        })),
      }),
    ),
    gates: Object.fromEntries(
      rules.flatMap(({ rule: { name }, state, outcome, vendors }) => [
        [name, outcome.runs ? 'accepted' : state],
        ...vendors.map((vendor) => [gateOf(name, vendor.name), vendor.runs ? 'accepted' : vendor.state]),
      ]),
    ) as Record<string, ConsentState>,
    gpc,
    ask,
    consent_mode: consentMode,
    consent_types: gatesByType,
    signals: [...signals],
    clear: traces.map(({ rule, gate, cookies, ...stored }) => ({
      rule,
      gate,
      cookies: [...cookies],
      ...storedJson(stored),
    })),
    settings_url: href('/consent'),
    declaration_url: href('/cookies'),
    ...(rules.some(({ rule }) => rule.sells) && { choices_url: href(CHOICES_PATH) }),
    ...(unconfirmed.length > 0 && { unconfirmed: [...unconfirmed] }),
  };
}
