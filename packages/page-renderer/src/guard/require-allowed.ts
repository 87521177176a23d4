import { RendererError } from '../kernel/errors.ts';
import { portOf } from '../kernel/url.ts';
import type { AddressPolicy, JudgedTarget } from './policy.ts';

/**
 * Checks a target before a browser is used, so that a refusal is cheap and has a reason.
 *
 * @param page origin of the page that names the target; default: the target was asked for by itself
 * @throws {RendererError} `refused-address`, `unknown-host`, or `connection-failed` if its name server does not respond
 */
export async function requireAllowed(policy: AddressPolicy, url: URL, page?: JudgedTarget): Promise<JudgedTarget> {
  const { hostname: host } = url;
  const port = portOf(url);
  const judgement = await policy.judge(host, port, page);
  if (judgement.outcome === 'allowed') return { host, port, isListed: judgement.isListed };
  const { outcome, reason } = judgement;
  throw new RendererError(outcome === 'refused' ? 'refused-address' : outcome, reason);
}
