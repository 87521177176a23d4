import { RendererError } from '../errors.ts';
import { portOf } from '../url.ts';
import type { AddressPolicy, JudgedTarget } from './policy.ts';

/**
 * Checks a target before a browser is used, so that a refusal is cheap and has a reason.
 *
 * @throws {RendererError} `refused-address` or `unknown-host`
 */
export async function requireAllowed(policy: AddressPolicy, url: URL): Promise<JudgedTarget> {
  const { hostname: host } = url;
  const port = portOf(url);
  const judgement = await policy.judge(host, port);
  if (judgement.outcome === 'allowed') return { host, port, isListed: judgement.isListed };
  throw new RendererError(judgement.outcome === 'refused' ? 'refused-address' : 'unknown-host', judgement.reason);
}
