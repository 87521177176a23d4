/** Exit codes of the command `page-renderer`; `docs/reference.md` lists them. */
import type { RendererErrorCode } from '../kernel/errors.ts';
import type { Verdict } from '../kernel/verdicts.ts';
import { wasStopped } from '../kernel/verdicts.ts';

/** Nothing went wrong; the page is complete. */
export const DONE = 0;
/** The machine or the service failed: no browser, a port that is in use, a file that cannot be written. */
export const FAILED = 1;
/** The command line or the configuration is wrong. Starting again does not help. */
export const USAGE = 2;
/** The page exceeded its time budget or another limit; what was rendered until then is written. */
const STOPPED = 3;
/** The status of the page is 4xx; the page is written. */
export const CLIENT_ERROR = 4;
/** The status of the page is 5xx; the page is written. */
export const SERVER_ERROR = 5;
/** The address may not be rendered. */
const REFUSED = 6;
/** The page cannot be loaded. */
const NOT_LOADED = 7;

/** An audit has findings of the severity that `--fail-on` names, or of a higher one. */
export const FOUND = 8;

const OF_ERRORS: Partial<Record<RendererErrorCode, number>> = {
  'invalid-parameter': USAGE,
  'invalid-url': USAGE,
  'invalid-configuration': USAGE,
  'over-budget': STOPPED,
  partial: STOPPED,
  'page-too-large': STOPPED,
  'target-timeout': STOPPED,
  restricted: REFUSED,
  'unsupported-scheme': REFUSED,
  'refused-address': REFUSED,
  'unknown-host': NOT_LOADED,
  'connection-failed': NOT_LOADED,
  'tls-failed': NOT_LOADED,
  'not-a-page': NOT_LOADED,
  'page-crashed': NOT_LOADED,
};

/** The exit code for an error. */
export function exitCodeOfError(code: RendererErrorCode): number {
  return OF_ERRORS[code] ?? FAILED;
}

/** The exit code for a page that has been rendered. */
export function exitCodeOfPage({ status, verdict }: { status: number; verdict: Verdict }): number {
  if (status >= 500) return SERVER_ERROR;
  if (status >= 400) return CLIENT_ERROR;
  return wasStopped(verdict) ? STOPPED : DONE;
}
