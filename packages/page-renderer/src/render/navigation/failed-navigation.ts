import { RendererError } from '../../kernel/errors.ts';
import { portOf } from '../../kernel/url.ts';
import type { PageJob } from '../job/job.ts';
import { tooMuch } from '../job/over-budget.ts';

/**
 * The error for an address that could not be loaded.
 *
 * @param errorText Chromium's error code, such as `net::ERR_CONNECTION_REFUSED`
 * @param url the address: the target's, or that of a redirect or of a navigation of its script
 */
export function failedNavigation(errorText: string, { isolated, url: requested }: PageJob, url: URL): RendererError {
  const port = portOf(url);
  const isLedTo = url.host !== requested.host;
  const blocked = isolated.egress.failureOf(url.hostname, port);
  if (blocked) {
    const named = blocked.kind === 'refused' ? 'refused-address' : blocked.kind;
    // The client that requested another address has made no mistake.
    const code = isLedTo && named === 'unknown-host' ? 'connection-failed' : named;
    return new RendererError(code, sentence(blocked.reason));
  }
  if (/ERR_(CERT|SSL|BAD_SSL|TLS)/.test(errorText)) {
    return new RendererError('tls-failed', `${url.host} has no valid certificate or TLS (${errorText})`);
  }
  if (errorText === 'net::ERR_TOO_MANY_REDIRECTS') return tooMuch('redirects', url.host);
  if (errorText === 'net::ERR_UNSAFE_PORT') {
    return new RendererError(isLedTo ? 'connection-failed' : 'invalid-url', `Browsers do not open port ${port}`);
  }
  if (errorText === 'net::ERR_ABORTED') {
    return new RendererError('not-a-page', `${url.host} sent a response that browsers do not show as a page`);
  }
  if (errorText === 'net::ERR_UNKNOWN_URL_SCHEME' || errorText === 'net::ERR_UNSAFE_REDIRECT') {
    return new RendererError(
      'unsupported-scheme',
      `${requested.host} redirects to something that is neither http nor https`,
    );
  }
  return new RendererError('connection-failed', `${url.host} could not be loaded (${errorText})`);
}

function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
