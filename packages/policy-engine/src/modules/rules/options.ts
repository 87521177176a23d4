/** The option `rules` (spec: P-rule). */
import { z } from 'zod';
import type { RuleCallback } from './callback.ts';
import type { RuleCondition } from './declaration.ts';
import { consentHelperName } from '../../platform/users/helper-names.ts';
import { localised } from '../../platform/options/host-text.ts';
import { always, hostFunction, listOf, localText, textWithout, wholeNumber } from '../../platform/options/kinds.ts';
import { options } from '../../platform/options/options.ts';
import { nameAsWords, shown } from '../../platform/options/words.ts';
import { idlePosture, posture, purpose } from './posture.ts';
import { type Rule, Rules } from './rules.ts';
import type { DecisionAges, LifecycleEvent, RuleOptions } from './declaration.ts';

const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** Path segments after `/user_terms/` in the addresses of the engine, which no rule may have as its name. */
const RESERVED: ReadonlySet<string> = new Set(['pending', 'blocking_terms', 'accept_multiples']);

const MOST_MONTHS = 120;
const months = wholeNumber(1, MOST_MONTHS, 'calendar months').optional();

const ages = options<DecisionAges>()({
  acceptance: months.describe(
    'calendar months that an acceptance counts; default: 12 for a consent, otherwise no limit',
  ),
  refusal: months.describe(
    'calendar months after a refusal in which nobody is asked again; default: 6 for a consent, otherwise no limit',
  ),
});

const rule = options<RuleOptions>()({
  name: textWithout((name) => {
    if (RESERVED.has(name)) return `${shown(name)} is reserved: the engine answers at /user_terms/${name}`;
    if (NAME.test(name)) return null;
    return `${shown(name)} is not the name of a rule; use lower-case letters, digits and underscores`;
  }).describe('lower-case letters, digits and underscores; part of the names of cookies and fields'),
  label: localText.optional().describe('label that people see, as text or by locale; default: the name as words'),
  description: localText.default('').describe('description in a sentence or two, as text or by locale'),
  sessionless: z.boolean().default(false).describe('applies without a signed-in user, like a cookie consent'),
  blocking: z
    .boolean()
    .default(false)
    .describe('must be accepted before anything else; not for consent that must be freely given'),
  notice: z
    .boolean()
    .default(false)
    .describe('information that people read and do not decide on, such as a privacy notice (GDPR Art. 13)'),
  validatesOn: listOf(z.enum(['create', 'update']) as z.ZodType<LifecycleEvent, LifecycleEvent>)
    .prefault([])
    .describe('events of the user record on which acceptance is required: `create`, `update`'),
  gpc: z
    .boolean()
    .default(true)
    .describe('whether Global Privacy Control rejects it, except for people who accepted despite the signal'),
  lasts: ages
    .prefault({})
    .describe('how long a decision counts; a browser forgets decisions of visitors after 400 days at the latest'),
  purpose: purpose.describe('what it is for, as laws tell purposes apart: `statistics`, `appearance` or `ads`'),
  posture: posture.describe(
    'whether it needs consent first: `opt-in` (the default), `law` for that of the region of the request, or `{ regions, facts }`',
  ),
  if: hostFunction<RuleCondition>().optional().describe('people to whom the rule applies; default: everybody'),
  onAccept: hostFunction<RuleCallback>().optional().describe('runs after an acceptance is stored'),
  onReject: hostFunction<RuleCallback>().optional().describe('runs after a rejection is stored; may delete cookies'),
}).transform(
  ({
    label,
    description,
    lasts,
    purpose: about,
    posture: byLaw,
    if: condition,
    onAccept,
    onReject,
    ...plain
  }): Rule => {
    const words = {
      label: localised(label ?? nameAsWords(plain.name), nameAsWords(plain.name)),
      description: localised(description),
    };
    const { acceptance = null, refusal = null } = lasts;
    const place = { purpose: about ?? null, byLaw: byLaw ?? null };
    return { ...plain, ...words, ...place, lasts: { acceptance, refusal }, if: condition, onAccept, onReject };
  },
);

/** Options of a decision, which a notice does not have. */
const DECIDING = ['sessionless', 'blocking', 'validatesOn', 'onAccept', 'onReject'] as const;

/** What follows the name of a rule in the names of its cookies. */
const COOKIE_ENDS = ['version', 'vendors', 'until'] as const;

/** Names that would make two rules collide. */
const MEETING_PLACES: ReadonlyArray<(one: string, two: string) => string | null> = [
  (one, two) => (one === two ? `two rules are named ${shown(one)}` : null),
  (one, two) => {
    const helper = consentHelperName(one);
    if (helper !== consentHelperName(two)) return null;
    return `${shown(one)} and ${shown(two)} would both be ${helper} of a user`;
  },
  (one, two) => {
    const isCookieOf = (name: string, other: string) => COOKIE_ENDS.some((end) => name === `${other}_${end}`);
    if (!isCookieOf(one, two) && !isCookieOf(two, one)) return null;
    return `${shown(one)} and ${shown(two)} would share the cookie policy_rule_${one.length > two.length ? one : two}`;
  },
];

const isSet = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** Ages that cannot take effect, with the reason. */
function idleAges({ blocking, notice, lasts }: Partial<Rule>): string | null {
  const { acceptance = null, refusal = null } = lasts ?? {};
  if (acceptance === null && refusal === null) return null;
  if (notice === true) return 'does not fit with notice: true, because nobody decides on a notice';
  if (blocking !== true || refusal === null) return null;
  return 'a refusal does not fit with blocking: true, which asks again at once; leave refusal out';
}

/** A posture that contradicts the rest of a rule. */
function misfit({ byLaw, purpose: about, blocking, notice, sessionless }: Partial<Rule>): string | null {
  if (!byLaw) return null;
  if (notice === true) return 'does not fit with notice: true, because nobody decides on a notice';
  if (blocking === true) return 'does not fit with blocking: true: what must be accepted cannot run without consent';
  if (sessionless !== true) return 'needs sessionless: true: without it, visitors could not object';
  return idlePosture(about, byLaw);
}

const rules = listOf(rule, 'declare at least one rule')
  .refine(({ length }) => length > 0, 'declare at least one rule')
  .superRefine((declared, context) => {
    for (const [index, one] of Array.isArray(declared)
      ? (declared as (Partial<Rule> | null | undefined)[]).entries()
      : []) {
      const idle = one ? idleAges(one) : null;
      if (idle !== null) context.addIssue({ code: 'custom', message: idle, path: [index, 'lasts'] });
      const contradiction = one ? misfit(one) : null;
      if (contradiction !== null)
        context.addIssue({ code: 'custom', message: contradiction, path: [index, 'posture'] });
      if (one?.notice !== true) continue;
      for (const option of DECIDING.filter((name) => isSet(one[name]))) {
        const message = 'does not fit with notice: true, because nobody decides on a notice';
        context.addIssue({ code: 'custom', message, path: [index, option] });
      }
    }
    const names = Array.isArray(declared) ? declared.map((one?: Partial<Rule> | null) => one?.name) : [];
    for (const [index, name] of names.entries()) {
      for (const other of names.slice(0, index)) {
        if (typeof name !== 'string' || typeof other !== 'string') continue;
        const message = MEETING_PLACES.map((meet) => meet(other, name)).find((found) => found !== null);
        if (message !== undefined) context.addIssue({ code: 'custom', message, path: [index, 'name'] });
      }
    }
  }, always);

export const rulesOptions: { readonly rules: z.ZodType<Rules, readonly RuleOptions[]> } = {
  rules: rules
    .transform((declared) => new Rules(declared))
    .describe('the policies that people decide on; at least one is needed'),
};
