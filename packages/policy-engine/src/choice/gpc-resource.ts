import { PolicyEngineError } from '../errors.ts';
import type { Rule } from '../rules.ts';

/** `/.well-known/gpc.json` (https://w3c.github.io/gpc/#gpc-support-resource). */
export interface GpcResource {
  /** Whether the site honours the signal. */
  readonly gpc: boolean;
  /** Day of the statement, `2026-11-21`. */
  readonly lastUpdate: string;
}

/** Since when this package honours the signal. */
const SINCE = '2026-11-21';

/**
 * @param consents the rules that are consents: one that passes the signal over is enough to not claim support
 * @throws {PolicyEngineError} `configuration_invalid` for what is no day
 */
export function gpcResource(consents: readonly Rule[], lastUpdate: string = SINCE): GpcResource {
  if (!/^\d{4}-\d\d-\d\d$/.test(lastUpdate) || Number.isNaN(Date.parse(lastUpdate))) {
    throw new PolicyEngineError('configuration_invalid', `gpcResource: "${lastUpdate}" is no day, as 2026-11-21 is`);
  }
  return { gpc: consents.every((rule) => rule.gpc), lastUpdate };
}
