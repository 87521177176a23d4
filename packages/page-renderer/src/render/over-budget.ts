import { RendererError } from '../errors.ts';
import type { PageJob } from './job.ts';
import type { Limit } from './verdicts.ts';

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

/** Throws if there is nothing to read because the page exceeded a limit. @throws {RendererError} `over-budget` */
export function refuseWithoutResult({ budgets, url }: PageJob): void {
  if (budgets.exceeded !== undefined) throw tooMuch(budgets.exceeded, url.host);
}

/** The error for a page whose time ended before it could be read. @param what the action that was not possible */
export function tooBusy({ budgets, url }: PageJob, what: string): RendererError {
  if (budgets.exceeded !== undefined) return tooMuch(budgets.exceeded, url.host);
  return new RendererError('target-timeout', `${url.host} kept the browser too busy to ${what}`);
}
