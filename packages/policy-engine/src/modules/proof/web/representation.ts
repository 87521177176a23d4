/** Events as lists of the API show them. */
import { z } from '@hono/zod-openapi';
import { decisionChannels, type EventKind, eventKinds, type LedgerLeaf, type LedgerPosture } from '../ledger/event.ts';
import { ledgerPostures } from '../ledger/kinds.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import { type VendorChoice, vendorsIn } from '../../rules/index.ts';

/** An event in a list. */
export interface EventJson {
  id: string;
  kind: EventKind;
  rule: string | null;
  version: number | null;
  text_hash: string | null;
  decision: 'accepted' | 'rejected' | null;
  at: string;
  how: LedgerLeaf['how'];
  gpc: 'honoured' | 'overridden' | null;
  vendors: VendorChoice | null;
  decided_at: string | null;
  months: number | null;
  posture: LedgerPosture | null;
  fact: string | null;
  state: 'pending' | 'sealed';
  position: number | null;
  suspicion: string | null;
  url: string;
}

/** An event in the administrators' list. */
export interface ListedEventJson extends EventJson {
  /** The host's ID of the account; null for visitors and once erased. */
  subject: string | null;
}

/** A page of the administrators' list. */
export interface LedgerPageJson {
  events: ListedEventJson[];
  page: number;
  pages: number;
  total: number;
}

/** Which vendors were offered and rejected. */
export const VendorsSchema: z.ZodType<VendorChoice | null, VendorChoice | null> = z
  .object({ offered: z.array(z.string()).readonly(), refused: z.array(z.string()).readonly() })
  .nullable()
  .openapi({
    description: 'Which vendors were offered one by one, and which of them were rejected; null for the rule as a whole',
  });

const event = z.object({
  id: z.string(),
  kind: z.enum(eventKinds).openapi({
    description:
      '`adoption`: an account took over what a visitor decided in its browser; `suspicion`, `takeover`, `publication` of a text and `administration` (an entry of the audit log) are written by the sealer',
  }),
  rule: z.string().nullable(),
  version: z.int().nullable(),
  text_hash: z.string().nullable().openapi({ description: 'SHA-256 of the text that was decided on, or published' }),
  decision: z.enum(['accepted', 'rejected']).nullable(),
  at: z.string(),
  how: z.enum([...decisionChannels, 'sealer']),
  gpc: z
    .enum(['honoured', 'overridden'])
    .nullable()
    .openapi({ description: 'Whether it follows Global Privacy Control; null without that signal' }),
  vendors: VendorsSchema,
  decided_at: z.string().nullable().openapi({
    description: 'Of an adoption, when the decision that it takes over was made; null for any other event',
  }),
  months: z.int().nullable().openapi({
    description: 'Calendar months that the decision counts, from `decided_at` or `at`; null without limit',
  }),
  posture: z
    .enum(ledgerPostures)
    .nullable()
    .openapi({ description: 'Which posture applied at the decision; null if the host named no region' }),
  fact: z
    .string()
    .nullable()
    .openapi({ description: 'The dated fact of law behind the posture; null where it is a default of the engine' }),
  state: z.enum(['pending', 'sealed']),
  position: z.int().nullable().openapi({ description: 'Place in the ledger, from 0; null until sealed' }),
  suspicion: z
    .string()
    .nullable()
    .openapi({ description: 'Why it is flagged: it does not count until it is reviewed; null if it is not flagged' }),
  url: z.string().openapi({ description: 'URL of the receipt, for its subject' }),
});

export const EventJsonSchema: z.ZodType<EventJson, EventJson> = event.openapi('LedgerEvent');

/** Schema of {@link ListedEventJson}. */
export const ListedEventSchema: z.ZodType<ListedEventJson, ListedEventJson> = event.extend({
  subject: z.string().nullable().openapi({ description: 'null for visitors and after an erasure' }),
});

export const LedgerPageSchema: z.ZodType<LedgerPageJson, LedgerPageJson> = z
  .object({
    events: z.array(ListedEventSchema),
    page: z.int(),
    pages: z.int(),
    total: z.int().openapi({ description: 'Counted up to 10,000' }),
  })
  .openapi('LedgerPage');

/** Members of an event that are columns of a file. */
export const EVENT_COLUMNS = [
  'at',
  'kind',
  'rule',
  'version',
  'decision',
  'vendors',
  'how',
  'gpc',
  'decided_at',
  'months',
  'posture',
  'fact',
  'state',
  'position',
  'suspicion',
  'text_hash',
  'id',
] as const;

/** @param suspicions why events were flagged, by ID */
export function eventJson(
  { leaf, position }: StoredEvent,
  suspicions: ReadonlyMap<string, string>,
  href: (path: string) => string,
): EventJson {
  return {
    id: leaf.id,
    kind: leaf.kind,
    rule: leaf.rule,
    version: leaf.version,
    text_hash: leaf.textHash,
    decision: leaf.decision,
    at: leaf.at,
    how: leaf.how,
    gpc: leaf.gpc,
    vendors: vendorsIn(leaf.vendors),
    decided_at: leaf.decidedAt,
    months: leaf.months,
    posture: leaf.posture,
    fact: leaf.fact,
    state: position === null ? 'pending' : 'sealed',
    position,
    suspicion: suspicions.get(leaf.id) ?? null,
    url: href(`/ledger/events/${leaf.id}`),
  };
}
