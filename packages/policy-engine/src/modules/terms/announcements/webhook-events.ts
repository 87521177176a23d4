/** The webhook events about policies. */
import { z } from 'zod';
import type { Database } from '../../../platform/database/port.ts';
import type { WebhookEventDefinitions, WebhookService } from '../../webhooks/index.ts';
import type { PublishedTerm } from '../term.ts';

/** The payload of a version of a policy. */
export interface PolicyPublished {
  /** Id of the text. */
  readonly policy_id: string;
  /** Name of the rule. */
  readonly rule: string;
  /** Number of the version. */
  readonly version: number;
  /** BCP 47 tag of the language it is written in. */
  readonly locale: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly text_hash: string;
  /** Whether people who decided on an earlier version are asked again. */
  readonly material: boolean;
  /** Since when it is in force, possibly in the future: ISO 8601, UTC. */
  readonly in_force_from: string;
}

declare module '../../webhooks/events.ts' {
  interface WebhookEvents {
    'policy-engine.policy.published': PolicyPublished;
    'policy-engine.policy.taken_back': PolicyPublished;
  }
}

const data: z.ZodType<PolicyPublished> = z.strictObject({
  policy_id: z.string().describe('ID of the text'),
  rule: z.string().describe('name of the rule'),
  version: z.int().describe('number of the version'),
  locale: z.string().describe('BCP 47 tag of the language it is written in'),
  text_hash: z.string().describe('SHA-256 of the text, hexadecimal'),
  material: z.boolean().describe('whether those who decided on an earlier version are asked again'),
  in_force_from: z.string().describe('from when it is in force, which may be later: ISO 8601, UTC'),
});

/** The events of the module. */
export const policyEvents: WebhookEventDefinitions = {
  'policy-engine.policy.published': {
    description: 'A version of a policy was published, in force immediately or later. Not sent for imported texts.',
    data,
  },
  'policy-engine.policy.taken_back': {
    description:
      'The publication of a version that was not in force yet was cancelled; the numbers of later versions decrease by one.',
    data,
  },
};

function toldPolicy(term: Omit<PublishedTerm, 'translations'>): PolicyPublished {
  const { id, rule, version, locale, hash, material, publishedAt } = term;
  return { policy_id: id, rule, version, locale, text_hash: hash, material, in_force_from: publishedAt };
}

/** Reports what happens to a version, in the same transaction. */
export type NotifyPolicies = (
  transaction: Database,
  step: 'published' | 'taken_back',
  term: Omit<PublishedTerm, 'translations'>,
) => Promise<void>;

/** Policies in payloads. */
export function policyNotifier(webhooks: WebhookService): NotifyPolicies {
  return async (transaction, step, term) => {
    const event = { type: `policy-engine.policy.${step}`, subject: term.rule, data: toldPolicy(term) } as const;
    await webhooks.emit(transaction, event);
  };
}
