import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Rule } from '../../rules/index.ts';

/** `/.well-known/gpc.json` (https://w3c.github.io/gpc/#gpc-support-resource). */
export interface GpcResource {
  /** Whether the site honours the signal. */
  readonly gpc: boolean;
  /** Date of the statement, `2026-11-21`. */
  readonly lastUpdate: string;
}

/** What the site declares about the signal. */
export interface GpcOptions {
  /** Date of the site's last statement, `2026-11-21`. Default: the day on which this package started to honour the signal. */
  readonly lastUpdate?: string;
}

/** Its path, at the root of the site. */
export const GPC_PATH = '/.well-known/gpc.json';

/** Since when this package honours the signal. */
export const GPC_SINCE = '2026-11-21';

/** Why a text is not a date; null for a date. */
export function dayFault(text: string): string | null {
  // `Date` reads a day that its month does not have as another day.
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : new Date(Number.NaN);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
  return isDay ? null : `${JSON.stringify(text)} is not a day such as 2026-11-21`;
}

/**
 * @param consents the rules that are consents: if one ignores the signal, the site does not claim support
 * @throws {PolicyEngineError} `configuration_invalid` for anything but a date
 */
export function gpcResource(consents: readonly Rule[], lastUpdate: string): GpcResource {
  const fault = dayFault(lastUpdate);
  if (fault !== null) throw new PolicyEngineError('configuration_invalid', `gpc.lastUpdate: ${fault}`);
  return { gpc: consents.every((rule) => rule.gpc), lastUpdate };
}
