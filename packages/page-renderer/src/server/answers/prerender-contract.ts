/**
 * What services of the Prerender family say in their responses beside our own headers, by Prerender's integration contract (§6.1):
 * github.com/prerender/integration-contract.
 */
import type { RendererErrorCode } from '../../kernel/errors.ts';

/** Names the request; integrations send `X-Prerender-Request-Id`. */
export const PRERENDER_REQUEST_ID = 'X-Prerender-RequestId';
/** Says why there is no result, in the words of the contract. */
export const REJECT_REASON = 'X-Prerender-Reject-Reason';

const REASONS: Readonly<Partial<Record<RendererErrorCode, string>>> = {
  'not-found': 'url-invalid',
  'invalid-url': 'url-invalid',
  restricted: 'ignored-domain',
  'browser-unavailable': 'connection-error',
  'page-crashed': 'rendering-error',
  'target-timeout': 'rendering-error',
};

/** The reason for an error; undefined where the contract has none. @param header of the request */
export function rejectReason(
  code: RendererErrorCode,
  header: (name: string) => string | undefined,
): string | undefined {
  if (code !== 'unauthorized') return REASONS[code];
  const hasToken = header('x-prerender-token') !== undefined || header('authorization') !== undefined;
  return hasToken ? 'invalid-x-prerender-token-provided' : 'no-x-prerender-token-provided';
}
