import { z } from '@hono/zod-openapi';
import type { AnyCall } from './input.ts';
import type { Rules } from '../../rules/index.ts';
import type { TermsService } from '../../terms/index.ts';
import type { CentreService } from '../centre/service.ts';
import { type ConsentStatus, isPending, isRefused } from '../decisions/status.ts';
import type { ConsentService } from '../service.ts';
import { userTermJson, type UserTermJson } from './representation.ts';

/** Name of a rule, or ID of a user term. */
export const Id: z.ZodObject<{ id: z.ZodString }> = z.object({ id: z.string().min(1).max(255) });

/** What the routes work with. */
export interface UserTermRoutesOptions {
  readonly consents: ConsentService;
  readonly centres: CentreService;
  readonly terms: TermsService;
  readonly rules: Rules;
  /** Names of the vendors of a rule. */
  readonly vendorsOf: (rule: string) => readonly string[];
}

/** See {@link pendingOf}. */
interface PendingRules {
  readonly pending: readonly ConsentStatus[];
  readonly hasRefused: boolean;
  readonly json: z.input<typeof UserTermJson>[];
}

/** The rules that somebody has to decide on, and whether they have rejected one. */
export async function pendingOf(consents: ConsentService, call: AnyCall): Promise<PendingRules> {
  const statuses = await consents.statuses(call);
  const pending = statuses.filter(isPending);
  const { locale } = await call.language();
  const json = pending.map((status) => userTermJson(status, locale));
  return { pending, hasRefused: statuses.some(isRefused), json };
}
