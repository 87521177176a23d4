/** What the routes of the module share. */
import { PolicyEngineError, reasonOf } from '../../../errors/errors.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { View } from '../../../platform/web/index.ts';
import type { Approvals } from '../../approvals/index.ts';
import { type KindRoutes, type RequestDesk, shownOf } from '../../requests/index.ts';
import type { PlannedErasure } from '../plan/receipt.ts';
import { type AdminErasureBody, adminErasureJson, AdminErasureJson } from '../requests/representation.ts';
import { type ErasureRequest, mayCancelErasure, states } from '../requests/request.ts';
import type { RetentionOverview } from '../retention/overview.ts';
import type { Retention } from '../retention/retention.ts';
import type { ErasureService } from '../service.ts';
import type { WebhookService } from '../../webhooks/index.ts';
import type { ErasureDetails, ShownErasure } from '../views/admin-pages.tsx';
import type { ToldShown } from '../views/told.tsx';
import { pages } from '../views/pages.ts';

/** What the routes work with. */
export interface ErasureRoutesOptions {
  readonly erasures: ErasureService;
  /** What requests of all kinds share. */
  readonly desk: RequestDesk;
  readonly approvals: Pick<Approvals, 'of'>;
  readonly retention: Pick<Retention, 'askToCount'>;
  readonly overview: RetentionOverview;
  readonly webhooks: Pick<WebhookService, 'findAll'>;
  /** Whether people are notified by mail. */
  readonly hasMail: boolean;
  readonly logger: WebLogger;
  readonly now: () => Date;
}

/** Tags of a person's operations in the OpenAPI document. */
export const OWN: readonly string[] = ['Erasure requests'];

/** What the routes of every kind are declared with. */
export function kindRoutes(options: ErasureRoutesOptions): KindRoutes<ErasureRequest, AdminErasureBody> {
  const { erasures, desk, now } = options;
  return {
    register: erasures.register,
    states,
    pages,
    desk,
    json: AdminErasureJson,
    bodyOf: (request) => adminErasureJson(request, now()),
  };
}

/** A request as administrators see it. */
export async function shownErasure(
  { erasures }: ErasureRoutesOptions,
  view: View,
  request: ErasureRequest,
): Promise<ShownErasure> {
  return {
    ...(await shownOf(erasures.register, view, request)),
    mayConfirm: erasures.mayConfirm(request),
    mayDeny: mayCancelErasure(request),
    mayEraseFound: erasures.mayEraseFound(request),
    hasGrace: erasures.hasGrace(request),
  };
}

/** The plan of a request and its progress. If the plan fails because of a table or function of the host, it contains the reason. */
export async function detailsOf(
  options: ErasureRoutesOptions,
  request: ErasureRequest,
  locale: string,
): Promise<ErasureDetails> {
  const { erasures, logger } = options;
  const steps = await erasures.progressOf(request, locale);
  const told = await toldOf(options, request);
  try {
    const plan = await erasures.planOf(request, locale);
    return { plan, planError: null, undeclared: await erasures.undeclaredOf(request), steps, told };
  } catch (error) {
    reportPlan(logger, error);
    return { plan: [], planError: reasonOf(error), undeclared: null, steps, told };
  }
}

/** The webhooks that an erasure is reported to, with what became of each delivery. */
async function toldOf({ webhooks }: ErasureRoutesOptions, { receipt }: ErasureRequest): Promise<ToldShown[]> {
  const told = receipt?.told ?? [];
  const found = await webhooks.findAll(told.map(({ delivery }) => delivery));
  return told.map(({ delivery, webhook }) => {
    const one = found.find(({ id }) => id === delivery);
    return { delivery, webhook, state: one?.state ?? null, at: one?.endedAt ?? null };
  });
}

/** What the erasure of a person would do; null if it cannot be computed at present: they may request it anyway. */
export async function planFor(
  { erasures, logger }: ErasureRoutesOptions,
  userId: string,
  locale: string,
): Promise<readonly PlannedErasure[] | null> {
  try {
    // How it is done, and what a developer must change first, is for administrators.
    return (await erasures.plan(userId, locale)).map(({ database: _1, how: _2, stops: _3, ...entry }) => entry);
  } catch (error) {
    if (error instanceof PolicyEngineError && error.code.startsWith('database_')) throw error;
    reportPlan(logger, error);
    return null;
  }
}

function reportPlan(logger: WebLogger, error: unknown): void {
  logger.error('the plan of an erasure could not be made', { error });
}
