import type { IsolatedPage } from '../../browser/slots/isolated-page.ts';
import type { RequestLog } from './requests.ts';

/**
 * What makes a browser remember something of an origin that can't be wiped: client hints to send
 * (https://wicg.github.io/client-hints-infrastructure/), dictionaries for the next answer (RFC 9842), that somebody is logged in
 * (https://w3c-fedid.github.io/login-status/), keys of a session (https://w3c.github.io/webappsec-dbsc/).
 */
const REMEMBERED = ['accept-ch', 'use-as-dictionary', 'set-login', 'secure-session-registration'];
/** A name or a password in a URL, which is sent with each later request to the origin (RFC 7617 § 2.2). */
const CREDENTIALS = /^\w+:\/\/[^/?#]*@/;

/** Sees to it that a page whose browser remembers something is not followed by another in its place. */
export function retireWhenRemembered(isolated: IsolatedPage, requests: RequestLog, target: URL): void {
  const retireWithCredentials = ({ url }: { url: string }) => {
    if (CREDENTIALS.test(url)) isolated.retire();
  };
  requests.listen({
    onRequest: retireWithCredentials,
    onSocket: retireWithCredentials,
    onResponse: (_request, { url, headers }) => {
      if (REMEMBERED.some((name) => name in headers)) isolated.retire();
      // A later page would not ask over HTTP any more what it ought to ask (RFC 6797); of its own HTTPS nothing changes.
      if ('strict-transport-security' in headers && URL.parse(url)?.origin !== httpsOrigin(target)) isolated.retire();
    },
  });
}

function httpsOrigin({ protocol, origin }: URL): string | undefined {
  return protocol === 'https:' ? origin : undefined;
}
