/** The webhook event of a decision. */
import { z } from 'zod';
import type { Database } from '../../platform/database/port.ts';
import type { WebhookEventDefinitions, WebhookService } from '../webhooks/index.ts';
import { type VendorChoice, vendorsIn } from '../rules/index.ts';
import { type DecisionChannel, decisionChannels, type NewEvent } from './ledger/event.ts';

/** The data of a decision: about a visitor without an account only that it exists. */
export interface DecisionRecorded {
  /** ID of the event of the ledger, for finding its receipt. */
  readonly ledger_event: string;
  /** The host's ID of the account; null for a visitor without one. */
  readonly user_id: string | null;
  /** Name of the rule. */
  readonly rule: string;
  /** Number of the version that the decision is on. */
  readonly version: number;
  readonly decision: 'accepted' | 'rejected';
  /**
   * Which vendors were offered individually, and which of them were rejected; null for a decision about the rule as a
   * whole.
   */
  readonly vendors: VendorChoice | null;
  /** The channel of the decision; `adopted` if an account took over a decision made in its browser. */
  readonly how: DecisionChannel;
  /** ISO 8601, UTC. */
  readonly decided_at: string;
}

declare module '../webhooks/events.ts' {
  interface WebhookEvents {
    'policy-engine.decision.recorded': DecisionRecorded;
  }
}

const data: z.ZodType<DecisionRecorded> = z.strictObject({
  ledger_event: z.string().describe('ID of the event in the ledger, by which its receipt is found'),
  user_id: z.string().nullable().describe('the host’s ID of the account; null for a visitor without one'),
  rule: z.string().describe('name of the rule'),
  version: z.int().describe('number of the version that was decided on'),
  decision: z.enum(['accepted', 'rejected']).describe('`accepted` or `rejected`'),
  vendors: z
    .strictObject({ offered: z.array(z.string()).readonly(), refused: z.array(z.string()).readonly() })
    .nullable()
    .describe('which vendors were offered one by one, and which of them were rejected; null for the rule as a whole'),
  how: z.enum(decisionChannels).describe('channel by which the decision was made'),
  decided_at: z.string().describe('ISO 8601, UTC'),
});

/** The events of the module. */
export const decisionEvents: WebhookEventDefinitions = {
  'policy-engine.decision.recorded': {
    description:
      'An account or a visitor accepted or rejected a rule, or an account took over a decision of its browser. Not sent for imported decisions.',
    data,
  },
};

/** Sends decisions in the transaction that records them. */
export type NotifyDecisions = (transaction: Database, events: readonly NewEvent[]) => Promise<void>;

/** How decisions are sent; null if no webhook subscribes, so that recording them costs nothing more. */
export function decisionNotifier(webhooks: WebhookService): NotifyDecisions | null {
  if (!webhooks.isWanted('policy-engine.decision.recorded')) return null;
  return async (transaction, events) => {
    await webhooks.emitAll(transaction, events.flatMap(toldEvents));
  };
}

function toldEvents({ leaf, identity }: NewEvent) {
  const { id, rule, version, decision, how, at } = leaf;
  const vendors = vendorsIn(leaf.vendors);
  // Events of the sealer, and judgements.
  if (rule === null || version === null || decision === null || how === 'sealer') return [];
  const { userId } = identity;
  const told = { ledger_event: id, user_id: userId, rule, version, decision, vendors, how, decided_at: at };
  return [{ type: 'policy-engine.decision.recorded', subject: userId, data: told } as const];
}
