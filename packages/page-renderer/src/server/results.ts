import { RendererError } from '../errors.ts';
import type { Verdict } from '../render/job.ts';
import type { RenderResult, Result, ScreenshotResult } from '../render/pipeline.ts';
import { X_RENDERER } from './answers.ts';
import { pageHeaders } from './page-headers.ts';

/** Seconds after which a page that ran out of time is worth another try. */
const PARTIAL_RETRY = 30;

/**
 * The answer to a request for HTML.
 *
 * @param partial what a page that hit the time budget is answered with
 * @throws {RendererError} `partial`
 */
export function htmlAnswer(result: RenderResult, partial: 'serve' | '503'): Response {
  refusePartial(result.verdict, partial);
  const headers = answerHeaders(result, 'text/html; charset=utf-8');
  // The page is another origin's, shown under ours: nothing of it may run here.
  headers.set('Content-Security-Policy', "script-src 'none'; object-src 'none'; sandbox");
  for (const [name, value] of pageHeaders(result.headerMetas)) headers.append(name, value);
  return new Response(hasBody(result) ? result.html : null, { status: result.status, headers });
}

/** The answer to a request for a picture. @throws {RendererError} `partial` */
export function pictureAnswer(result: ScreenshotResult, partial: 'serve' | '503', type = 'image/jpeg'): Response {
  refusePartial(result.verdict, partial);
  const headers = answerHeaders(result, type);
  const body = hasBody(result) ? (result.image as Uint8Array<ArrayBuffer>) : null;
  return new Response(body, { status: result.status, headers });
}

function refusePartial(verdict: Verdict, partial: 'serve' | '503'): void {
  if (verdict !== 'budget' || partial === 'serve') return;
  throw new RendererError('partial', 'The page was not complete within the time budget', { retryAfter: PARTIAL_RETRY });
}

function answerHeaders(result: Result, contentType: string): Headers {
  const headers = new Headers({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Renderer': X_RENDERER,
    'X-Render-Verdict': result.verdict,
  });
  if (hasBody(result)) headers.set('Content-Type', contentType);
  if (result.location !== undefined) headers.set('Location', result.location);
  return headers;
}

/** A redirect that is passed on has no body, and these statuses have none by nature (RFC 9110 §15). */
function hasBody({ status, verdict }: Result): boolean {
  return verdict !== 'redirect' && status !== 204 && status !== 205 && status !== 304;
}
