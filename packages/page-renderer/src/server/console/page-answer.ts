import type { RendererError } from '../../errors.ts';
import { CHALLENGE } from '../answers/headers.ts';

/**
 * The answer with a page for people.
 *
 * @param page the page, and the policy under which only its own style and script work
 * @param isResult whether it is about an address; a crawler that followed links to such pages would have pages rendered all day
 * @param error what it says that went wrong with the request
 */
export function answerPage(
  { html, policy }: { html: string; policy: string },
  isResult: boolean,
  error: RendererError | undefined,
): Response {
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  if (isResult) headers.set('X-Robots-Tag', 'noindex, nofollow');
  // Chromium looks at the first one only, and asks people for a password.
  if (error?.status === 401) {
    headers.set('WWW-Authenticate', `Basic realm="page-renderer", charset="UTF-8", ${CHALLENGE}`);
  }
  if (error?.retryAfter !== undefined) headers.set('Retry-After', String(error.retryAfter));
  return new Response(html, { status: error?.status ?? 200, headers });
}
