import type { Protocol } from 'devtools-protocol';
import type { Session } from '../devtools/connection.ts';
import { WITHOUT_SOCKETS } from '../page/index.ts';
import type { RequestRules } from './request-rules.ts';
import { lowerCased } from './requests.ts';

/** Applies the rules for URLs and headers to what a page asks for. */
export interface Interception {
  /** Begins with the page, or a frame of it that has a process of its own, before it runs. @throws {DevToolsError} */
  frame(session: Session): Promise<void>;
  /**
   * Begins with a worker of the page, before it runs.
   *
   * @param isDedicated its requests are intercepted as its page's
   * @throws {DevToolsError}
   */
  worker(session: Session, isDedicated: boolean): Promise<void>;
  /** Why the document, or a redirect of it, was refused; it answers for the render. */
  refusal(): string | undefined;
}

/**
 * Applies the rules to every request of the page, of all its frames. Interception costs a round trip per request, so it
 * is switched on only where a rule asks for it.
 *
 * @param origin the target's own origin
 * @param headers sent to the target's own origin only
 * @param mainFrame id of the page's own frame
 */
export function interceptionFor(
  rules: RequestRules,
  origin: string,
  headers: Readonly<Record<string, string>>,
  mainFrame: string,
): Interception {
  const own = lowerCased({
    ...(rules.headersScope === 'origin' && rules.headers),
    ...markerFor(rules.headers),
    ...headers,
  });
  const everywhere = rules.headersScope === 'all' && Object.keys(rules.headers).length > 0 ? rules.headers : undefined;
  const isNeeded = Object.keys(own).length > 0 || rules.judgesRequests;
  let refusal: string | undefined;

  const judge = (
    session: Session,
    { requestId, request, resourceType, frameId }: Protocol.Fetch.RequestPausedEvent,
  ) => {
    const isDocument = resourceType === 'Document' && frameId === mainFrame;
    const reason = rules.judge(request.url, isDocument);
    if (reason !== undefined) {
      if (isDocument) refusal ??= reason;
      return session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    }
    if (URL.parse(request.url)?.origin !== origin) return session.send('Fetch.continueRequest', { requestId });
    const all = Object.entries({ ...lowerCased(request.headers), ...own });
    const sent = all.map(([name, value]) => ({ name, value }));
    return session.send('Fetch.continueRequest', { requestId, headers: sent });
  };
  const begin = (session: Session, hasRequests = true): Array<Promise<unknown>> => {
    const sent: Array<Promise<unknown>> = [];
    if (everywhere) sent.push(session.send('Network.setExtraHTTPHeaders', { headers: everywhere }));
    if (!isNeeded || !hasRequests) return sent;
    session.on('Fetch.requestPaused', (event) => void judge(session, event));
    sent.push(session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }));
    return sent;
  };
  // Sockets can't be intercepted, so that there are none where addresses are restricted.
  const withoutSockets = { source: WITHOUT_SOCKETS, runImmediately: true };
  return {
    frame: async (session) => {
      const sent = begin(session);
      if (rules.judgesParts) {
        sent.push(session.send('Page.enable'));
        sent.push(session.send('Page.addScriptToEvaluateOnNewDocument', withoutSockets));
      }
      await Promise.all(sent);
    },
    worker: async (session, isDedicated) => {
      const sent = begin(session, !isDedicated);
      if (rules.judgesParts) sent.push(session.send('Runtime.evaluate', { expression: WITHOUT_SOCKETS }));
      await Promise.all(sent);
    },
    refusal: () => refusal,
  };
}

/**
 * A user agent of the configuration's takes the place of ours, by which a site's middleware knows a render: one that looks
 * like a bot would be sent to the renderer again, without end.
 */
function markerFor(headers: Readonly<Record<string, string>>): Record<string, string> {
  return 'user-agent' in lowerCased(headers) ? { 'X-Prerender': '1' } : {};
}
