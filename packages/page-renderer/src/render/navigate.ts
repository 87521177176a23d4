import { setTimeout as sleep } from 'node:timers/promises';
import type { HTTPResponse } from 'puppeteer-core';
import { RendererError } from '../errors.ts';
import type { EgressListener } from '../guard/egress-proxy.ts';
import { portOf } from '../target.ts';
import { untilAborted } from './abort.ts';
import type { Hop, PageJob } from './job.ts';

/** What the target answered. */
export interface Navigation extends Disposable {
  /** The answers to the page's navigations in their order, redirects included. */
  readonly hops: readonly Hop[];
  /** The target answered without a body, so there is no document. */
  readonly empty: boolean;
}

/** Chromium's names for an answer without a document that can be shown. */
const NO_DOCUMENT = new Set(['net::ERR_HTTP_RESPONSE_CODE_FAILURE', 'net::ERR_ABORTED']);

/** Milliseconds within which the end of a page's process is noticed. */
const CRASH_NOTICE = 100;

/**
 * Sends the page to its URL and waits until the document begins to arrive.
 *
 * @throws {RendererError} `refused-address`, `unknown-host`, `connection-failed`, `tls-failed`, `not-a-page`,
 *   `invalid-url` or, when nothing arrived before the signal ended, `target-timeout`
 */
export async function navigate(job: PageJob): Promise<Navigation> {
  const { page, egress, gone } = job.isolated;
  const hops: Hop[] = [];
  const onResponse = (response: HTTPResponse) => {
    const request = response.request();
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
    hops.push({ url: response.url(), status: response.status(), headers: response.headers() });
  };
  page.on('response', onResponse);
  const sent = job.session.send('Page.navigate', { url: job.url.href });
  const answer = await untilAborted(Promise.race([sent, gone]), job.signal);
  if (answer === 'aborted') {
    throw new RendererError('target-timeout', `${job.url.host} sent no document within the time budget`);
  }
  // A navigation that is aborted before any answer is most likely the browser's end, which is told a moment later.
  if (answer.errorText === 'net::ERR_ABORTED' && hops.length === 0) await Promise.race([gone, sleep(CRASH_NOTICE)]);
  const empty = answer.errorText !== undefined && NO_DOCUMENT.has(answer.errorText) && isEmptyAnswer(hops.at(-1));
  if (answer.errorText !== undefined && !empty) throw failure(answer.errorText, job.url, hops, egress);
  return { hops, empty, [Symbol.dispose]: () => page.off('response', onResponse) };
}

/** An answer whose status says that it has no content, or an error status with no body. */
function isEmptyAnswer(hop: Hop | undefined): boolean {
  return hop !== undefined && (hop.status === 204 || hop.status === 205 || hop.status >= 400);
}

function failure(errorText: string, requested: URL, hops: readonly Hop[], egress: EgressListener): RendererError {
  const url = failedUrl(requested, hops);
  const port = portOf(url);
  const blocked = egress.failureOf(url.hostname, port);
  if (blocked) {
    const code = blocked.kind === 'refused' ? 'refused-address' : blocked.kind;
    return new RendererError(code, sentence(blocked.reason));
  }
  if (/ERR_(CERT|SSL|BAD_SSL|TLS)/.test(errorText)) {
    return new RendererError('tls-failed', `${url.host} has no valid certificate or TLS (${errorText})`);
  }
  if (errorText === 'net::ERR_UNSAFE_PORT') {
    return new RendererError('invalid-url', `Browsers do not open port ${port}`);
  }
  if (errorText === 'net::ERR_ABORTED') {
    return new RendererError('not-a-page', `${url.host} answered with something that is not shown as a page`);
  }
  if (errorText === 'net::ERR_UNKNOWN_URL_SCHEME' || errorText === 'net::ERR_UNSAFE_REDIRECT') {
    return new RendererError(
      'unsupported-scheme',
      `${requested.host} redirects to something that is neither http nor https`,
    );
  }
  return new RendererError('connection-failed', `${url.host} could not be loaded (${errorText})`);
}

/** The URL that failed: where the last redirect led to, else the one that was asked for. */
function failedUrl(requested: URL, hops: readonly Hop[]): URL {
  const last = hops.at(-1);
  const location = last && last.status >= 300 && last.status < 400 ? last.headers['location'] : undefined;
  if (!last || location === undefined) return requested;
  return URL.parse(location, last.url) ?? requested;
}

function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
