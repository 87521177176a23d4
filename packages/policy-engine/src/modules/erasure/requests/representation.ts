/** Erasure requests as JSON. */
import { z } from '@hono/zod-openapi';
import { isOverdue } from '../../requests/index.ts';
import type { OpenedLink } from '../identity/mailed-identity.ts';
import {
  type ErasureOutcome,
  erasureOutcomes,
  type ErasureReceipt,
  outcomeOf,
  type DatabaseChange,
  type PlannedErasure,
} from '../plan/receipt.ts';
import { awaitsIdentity, type ErasureRequest, erasureStates, type ErasureState, states } from './request.ts';
import { type AbsenceBody, absenceJson, again, type RepeatedBody, repeatedJson, search } from './searches-json.ts';
import type { StepProgressShown } from '../run/shown.ts';

/** What happens to the rows of a rule. */
export interface PlanBody {
  rule: string;
  label: string;
  action: PlannedErasure['action'];
  rows: number | null;
  reason: string | null;
  until: string | null;
  database?: { column: string; change: DatabaseChange['change']; rows: number; others: number }[] | undefined;
  how?: string | undefined;
  stops?: string[] | undefined;
}

/** What an erasure has done. */
export interface ReceiptBody {
  begun_at: string;
  completed_at: string;
  outcome: ErasureOutcome;
  entries: PlanBody[];
  backups_until: string | null;
}

/** A request as its person sees it. */
export interface ErasureBody {
  id: string;
  state: ErasureState;
  created_at: string;
  due_at: string;
  overdue: boolean;
  extended: boolean;
  extension_reason: string | null;
  awaits_identity: boolean;
  grace_until: string | null;
  waives_grace: boolean;
  confirmed_at: string | null;
  hold_reason: string | null;
  begun_at: string | null;
  closed_at: string | null;
  reason: string | null;
  receipt: ReceiptBody | null;
}

/** A request as administrators see it. */
export interface AdminErasureBody extends Omit<ErasureBody, 'receipt'> {
  user_id: string | null;
  identified_at: string | null;
  error: string | null;
  attempts: number;
  receipt:
    | (ReceiptBody & {
        absence: AbsenceBody | null;
        told: { delivery: string; webhook: string }[];
        repeated: RepeatedBody | null;
      })
    | null;
}

/** The status of a step. */
export interface StepBody {
  rule: string;
  label: string;
  state: StepProgressShown['state'];
  done: number;
  kept: number;
  error: string | null;
}

const time = (description: string) => z.string().openapi({ description: `${description}; ISO 8601, UTC` });

export const PlanJson: z.ZodType<PlanBody> = z
  .object({
    rule: z.string().openapi({ description: 'Name of the rule; `engine:…` for data that the engine itself stores' }),
    label: z.string().openapi({ description: 'Label that people see' }),
    action: z.enum(['delete', 'pseudonymise', 'erase_fields', 'keep', 'run']),
    rows: z.int().nullable().openapi({ description: 'Number of rows; null if it is not known' }),
    reason: z.string().nullable().openapi({ description: 'Why the data is kept, or what is left of it' }),
    until: time('When the last of the kept data is erased').nullable(),
    database: z
      .array(
        z.object({
          column: z.string().openapi({ description: 'The column that refers to the deleted rows' }),
          change: z.enum(['deleted', 'changed', 'refused', 'reached']),
          rows: z.int(),
          others: z.int().openapi({ description: 'Rows about other people, or that a rule keeps' }),
        }),
      )
      .optional()
      .openapi({ description: 'What the database itself does with other rows' }),
    how: z.string().optional().openapi({ description: 'How rows that refer to each other are deleted' }),
    stops: z.array(z.string()).optional().openapi({ description: 'Why the erasure cannot begin' }),
  })
  .openapi('PlannedErasure');

const receipt = {
  begun_at: time('When the first step began'),
  completed_at: time('When the last step was done'),
  outcome: z.enum(erasureOutcomes).openapi({
    description:
      '`all`: the search found nothing that is left; `kept`: what is left has a legal ground; `part`: other data is left, too: pseudonymised, reported as left by the application, or found where no rule keeps it; `unsearched`: as `all` or `kept`, but not everything could be searched',
  }),
  entries: z.array(PlanJson).openapi({ description: 'What was done, with the number of rows' }),
  backups_until: time('Until when backups may hold the data').nullable(),
};

const absence = search
  .nullable()
  .openapi({ description: 'The search for remaining data of the person, after all steps' });

const told = z.array(z.object({ delivery: z.string(), webhook: z.string() })).openapi({
  description: 'Webhooks that the erasure is reported to; `/webhooks/{delivery}` says whether it was delivered',
});

const shape = {
  id: z.string(),
  state: z.enum(erasureStates),
  created_at: time('When the request was made'),
  due_at: time('Last moment of the legal deadline'),
  overdue: z.boolean(),
  extended: z.boolean(),
  extension_reason: z.string().nullable(),
  awaits_identity: z.boolean().openapi({
    description: 'Whether the person still has to open the link that was mailed to them: until then nothing runs',
  }),
  grace_until: time('Until when the person can withdraw it in any case; null while `awaits_identity`').nullable(),
  waives_grace: z.boolean().openapi({ description: 'Whether the person agreed to an earlier start' }),
  confirmed_at: time('When an administrator confirmed it').nullable(),
  hold_reason: z.string().nullable().openapi({ description: 'The legal reason for the hold' }),
  begun_at: time('When the first step began').nullable(),
  closed_at: time('When it was denied, withdrawn or completed').nullable(),
  reason: z.string().nullable().openapi({ description: 'Why it was denied' }),
};

export const ErasureJson: z.ZodType<ErasureBody> = z
  .object({ ...shape, receipt: z.object(receipt).nullable() })
  .openapi('ErasureRequest');

/** A person's own request, with what happens to their data. */
export const ErasureWithPlanJson: z.ZodType<ErasureBody & { plan: PlanBody[] | null }> = z
  .object({
    ...shape,
    receipt: z.object(receipt).nullable(),
    plan: z.array(PlanJson).nullable().openapi({ description: 'null if it cannot be determined at present' }),
  })
  .openapi('ErasureRequestWithPlan');

const admin = {
  ...shape,
  user_id: z.string().nullable().openapi({ description: 'The host’s ID of the person; null after an erasure' }),
  identified_at: time('When the person’s identity was verified again').nullable(),
  error: z.string().nullable().openapi({ description: 'Why the last attempt failed' }),
  attempts: z.int().openapi({ description: 'How often the erasure was started' }),
  receipt: z.object({ ...receipt, absence, told, repeated: again.nullable() }).nullable(),
};

export const AdminErasureJson: z.ZodType<AdminErasureBody> = z.object(admin).openapi('AdminErasureRequest');

/** A request for administrators: what it does, and its progress. */
export const AdminErasureWithPlanJson: z.ZodType<
  AdminErasureBody & {
    plan: PlanBody[];
    plan_error: string | null;
    undeclared: AbsenceBody | null;
    steps: StepBody[];
  }
> = z
  .object({
    ...admin,
    plan: z.array(PlanJson),
    plan_error: z.string().nullable().openapi({ description: 'Why no plan could be made' }),
    undeclared: search.nullable().openapi({
      description: 'What of the person is in tables that no data rule names; null once the erasure has begun',
    }),
    steps: z.array(
      z.object({
        rule: z.string(),
        label: z.string(),
        state: z.enum(['waiting', 'running', 'done', 'failed']),
        done: z.int().openapi({ description: 'Rows that were deleted or changed' }),
        kept: z.int().openapi({ description: 'Rows that are kept' }),
        error: z.string().nullable(),
      }),
    ),
  })
  .openapi('AdminErasureRequestWithPlan');

export function planJson(plan: readonly PlannedErasure[]): PlanBody[] {
  return plan.map(({ rule, label, action, rows, reason, until, database, how, stops }) => ({
    rule,
    label,
    action,
    rows,
    reason,
    until,
    ...(database !== undefined && { database: [...database] }),
    ...(how !== undefined && { how }),
    ...(stops !== undefined && { stops: [...stops] }),
  }));
}

function receiptJson(done: ErasureReceipt): ReceiptBody {
  const { begunAt, completedAt, entries, backupsUntil } = done;
  return {
    begun_at: begunAt,
    completed_at: completedAt,
    outcome: outcomeOf(done),
    entries: planJson(entries),
    backups_until: backupsUntil,
  };
}

export function erasureJson(request: ErasureRequest, now: Date): ErasureBody {
  return {
    id: request.id,
    state: request.state,
    created_at: request.createdAt,
    due_at: request.dueAt,
    overdue: isOverdue(request, states, now),
    extended: request.extendedAt !== null,
    extension_reason: request.extensionReason,
    awaits_identity: awaitsIdentity(request),
    grace_until: request.graceUntil,
    waives_grace: request.waivesGrace,
    confirmed_at: request.confirmedAt,
    hold_reason: request.holdReason,
    begun_at: request.begunAt,
    closed_at: request.closedAt,
    reason: request.reason,
    receipt: request.receipt && receiptJson(request.receipt),
  };
}

/** Administrators see errors, and what the search found. */
export function adminErasureJson(request: ErasureRequest, now: Date): AdminErasureBody {
  const { receipt: done, userId, identifiedAt, error, attempt } = request;
  return {
    ...erasureJson(request, now),
    user_id: userId,
    identified_at: identifiedAt,
    error,
    attempts: attempt,
    receipt: done && {
      ...receiptJson(done),
      absence: done.absence && absenceJson(done.absence),
      repeated: done.repeated === undefined ? null : repeatedJson(done.repeated),
      told: done.told.map(({ delivery, webhook }) => ({ delivery, webhook })),
    },
  };
}

export function stepsJson(steps: readonly StepProgressShown[]): StepBody[] {
  return steps.map(({ rule, label, state, done, kept, error }) => ({ rule, label, state, done, kept, error }));
}

/** The request that a mailed link confirms. */
export interface LinkBody {
  created_at: string;
  expires_at: string;
  address: string | null;
}

export const LinkJson: z.ZodType<LinkBody> = z
  .object({
    created_at: time('When the request was made'),
    expires_at: time('Until when the link works'),
    address: z.string().nullable().openapi({ description: 'A part of the address that its owner recognises' }),
  })
  .openapi('ErasureIdentityLink');

/** It names nobody: anybody with the link may see it. */
export function linkJson({ request, expiresAt }: OpenedLink, address: string | null): LinkBody {
  return { created_at: request.createdAt, expires_at: expiresAt, address };
}

/** A request whose person has verified their identity. */
export interface IdentifiedBody {
  due_at: string;
  grace_until: string | null;
}

export const IdentifiedJson: z.ZodType<IdentifiedBody> = z
  .object({ due_at: shape.due_at, grace_until: shape.grace_until })
  .openapi('ErasureIdentityConfirmed');

export function identifiedJson({ dueAt, graceUntil }: ErasureRequest): IdentifiedBody {
  return { due_at: dueAt, grace_until: graceUntil };
}
