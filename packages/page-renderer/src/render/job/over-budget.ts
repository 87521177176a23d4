import { RendererError } from '../../kernel/errors.ts';
import type { PageJob, RenderJob } from './job.ts';
import type { Limit } from '../../kernel/verdicts.ts';

const NAMES: Readonly<Record<Limit, string>> = {
  bytes: 'loads more bytes',
  requests: 'makes more requests',
  nodes: 'has more nodes',
  workers: 'starts more workers',
  popups: 'opens more windows',
  redirects: 'redirects more often',
  navigations: 'navigates to other addresses more often',
};

/** The error for a page that exceeded a limit before there was anything to read. */
export function tooMuch(limit: Limit, host: string): RendererError {
  return new RendererError('over-budget', `${host} ${NAMES[limit]} than allowed`, { verdict: `over-${limit}` });
}

/** The part of its time budget for which a render has waited for its slot when that is the reason that it failed, or one of them. */
const WAITED = { reason: 0.5, oneOfThem: 0.1 };

/**
 * The time that a render had left when it got its slot, and the time after which another one may have more; undefined if it has
 * waited for less than this part of its time budget.
 */
function leftByQueue({ queued, deadline }: Pick<RenderJob, 'queued' | 'deadline'>, part: number) {
  if (queued < deadline.budget * part) return undefined;
  const left = Math.max(0, deadline.budget - queued);
  return { words: `${(left / 1_000).toFixed(1)} s`, retryAfter: Math.max(1, Math.ceil(queued / 1_000)) };
}

/** The error for a render that has waited so long for its slot that no page could be opened and prepared; otherwise undefined. */
export function lateSlot(job: Pick<RenderJob, 'queued' | 'deadline'>): RendererError | undefined {
  const late = leftByQueue(job, WAITED.reason);
  if (!late) return undefined;
  const message = `When this render got its slot, ${late.words} of its time budget were left: too little to open a page`;
  return new RendererError('overloaded', message, { retryAfter: late.retryAfter });
}

/**
 * The error for a render whose time ended before the browser had a page for it: the reason is the browser, or how long the render
 * waited for its slot. Nothing has crashed.
 */
export function notInTime(job: Pick<RenderJob, 'queued' | 'deadline'>, what: 'open' | 'prepare'): RendererError {
  const message = `The browser did not ${what} a page in time`;
  return lateSlot(job) ?? new RendererError('browser-unavailable', message, { verdict: 'budget', retryAfter: 1 });
}

/** The error for a render whose time budget ended, with the part of it that the queue has left. */
function outOfTime(job: Pick<RenderJob, 'queued' | 'deadline'>, what: string): RendererError {
  const late = leftByQueue(job, WAITED.oneOfThem);
  if (!late) return new RendererError('target-timeout', `${what} within the time budget`);
  const message = `${what} in the ${late.words} of the time budget that were left after waiting for a slot`;
  return new RendererError('target-timeout', message, { retryAfter: late.retryAfter });
}

/** The error for a target that sent no document. */
export function noDocument(job: Pick<RenderJob, 'url' | 'queued' | 'deadline'>): RendererError {
  return outOfTime(job, `${job.url.host} sent no document`);
}

/** Throws if there is nothing to read because the page exceeded a limit. @throws {RendererError} `over-budget` */
export function refuseWithoutResult({ budgets, url }: PageJob): void {
  if (budgets.exceeded !== undefined) throw tooMuch(budgets.exceeded, url.host);
}

/** The error for a page whose time ended before it could be read. @param what the action that was not possible */
export function tooBusy(job: Pick<PageJob, 'url' | 'queued' | 'deadline' | 'budgets'>, what: string): RendererError {
  const { budgets, url } = job;
  if (budgets.exceeded !== undefined) return tooMuch(budgets.exceeded, url.host);
  return outOfTime(job, `${url.host} kept the browser too busy to ${what}`);
}
