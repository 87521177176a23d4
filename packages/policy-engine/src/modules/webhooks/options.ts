/** The options of webhooks. */
import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { reasonOf } from '../../errors/errors.ts';
import { always, host, listOf, name, textWithout, wholeNumber } from '../../platform/options/kinds.ts';
import { options } from '../../platform/options/options.ts';
import type { Relation } from '../../platform/options/read.ts';
import { shown } from '../../platform/options/words.ts';
import type { Webhook, WebhookOptions } from './settings.ts';
import { keyOf } from './signature.ts';

const LONGEST_NAME = 100;
const TYPE = /^policy-engine(?:\.[a-z][a-z0-9_-]*)+(?:\.\*)?$|^policy-engine\.\*$/;

const url = textWithout((text) => {
  const parsed = URL.parse(text);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return `${shown(text)} is not a URL such as https://crm.example/events`;
  }
  if (parsed.username !== '' || parsed.password !== '') return 'must not contain a password: events are signed instead';
  return parsed.hash === '' ? null : `${shown(text)} has a part after #, which is never sent`;
});

const secret = textWithout((text) => {
  try {
    keyOf(text);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
});

const SECRETS = 'must be a secret, or the list [new, old]';
const secrets = z.union([secret, z.array(secret).min(1, SECRETS).max(2, SECRETS).readonly()], {
  error: ({ input }) => (input === undefined ? 'is missing' : `${SECRETS}, not ${shown(input)}`),
});

const type = textWithout((text) => {
  return TYPE.test(text) ? null : `${shown(text)} is not a type of events such as "policy-engine.request.completed"`;
});

const webhook = options<WebhookOptions>()({
  name: name
    .refine((text) => text.length <= LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`)
    .optional()
    .describe('name in the panel and the audit log; default: the host of the URL'),
  url: url.describe(
    'where events are sent: `https:`, or `http:` at this machine and at hosts of `webhookAllowedHosts`',
  ),
  secret: secrets.describe(
    'key that signs: `whsec_` and Base64 of 24 to 64 bytes, or ASCII text of 24 characters or more; `[new, old]` while you replace it',
  ),
  events: listOf(type)
    .refine(({ length }) => length > 0, 'must name at least one type of events; leave it out for all')
    .optional()
    .describe('types of events; `policy-engine.request.*` matches all types with that prefix; default: all'),
}).transform(({ name: given, url: address, secret: one, events = null }): Webhook => {
  const parsed = new URL(address);
  const keys = (typeof one === 'string' ? [one] : one).map(keyOf);
  return { name: given ?? parsed.host.slice(0, LONGEST_NAME), url: parsed, keys, events };
});

/** The key of a webhook in the outbox. */
const webhooks = listOf(webhook, 'must be a list of webhooks').superRefine((declared, context) => {
  const hooks: readonly Partial<Webhook>[] = Array.isArray(declared) ? declared : [];
  for (const [index, { name: own }] of hooks.entries()) {
    if (own === undefined || hooks.findIndex((other) => other.name === own) === index) continue;
    const message = `two webhooks are named ${shown(own)}; give them different names`;
    context.addIssue({ code: 'custom', message, path: [index, 'name'] });
  }
}, always);

const DAYS_OF_TEN_YEARS = 3650;

export const webhooksOptions: {
  readonly webhooks: z.ZodType<readonly Webhook[], readonly WebhookOptions[] | undefined>;
  readonly webhookAllowedHosts: z.ZodType<ReadonlySet<string>, readonly string[] | undefined>;
  readonly webhookTimeoutSeconds: z.ZodType<number, number | undefined>;
  readonly webhookRetentionDays: z.ZodType<number, number | undefined>;
} = {
  webhooks: webhooks.prefault([]).describe('receivers of events; see [Webhooks](webhooks.md)'),
  webhookAllowedHosts: listOf(host)
    .prefault([])
    .transform((hosts): ReadonlySet<string> => new Set(hosts.map((one) => one.toLowerCase())))
    .describe('hosts of webhooks that may have private addresses and use `http:`'),
  webhookTimeoutSeconds: wholeNumber(1, 120, 'seconds')
    .default(15)
    .describe('seconds within which the receiver of an event must answer'),
  webhookRetentionDays: wholeNumber(1, DAYS_OF_TEN_YEARS, 'days')
    .default(30)
    .describe('days after which the body of a delivered or abandoned event is deleted'),
};

/** Whether an address is on this machine, regardless of name servers. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'));
}

/** Unencrypted events must not leave the machine, or the network that the host trusts. */
export const webhooksAreEncrypted: Relation = ({ webhooks: given, webhookAllowedHosts: allowed }, report) => {
  const hosts = new Set((Array.isArray(allowed) ? allowed : []).map((one: unknown) => String(one).toLowerCase()));
  for (const [index, hook] of (Array.isArray(given) ? given : []).entries()) {
    const address: unknown = typeof hook === 'object' && hook !== null ? Reflect.get(hook, 'url') : undefined;
    const parsed = typeof address === 'string' ? URL.parse(address) : null;
    if (parsed?.protocol !== 'http:' || isLoopback(parsed)) continue;
    if (hosts.has(parsed.host) || hosts.has(parsed.hostname)) continue;
    report(`webhooks[${index}].url`, `must be https:, or at a host of webhookAllowedHosts, not ${shown(parsed.host)}`);
  }
};
