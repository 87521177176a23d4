import type { Protocol } from 'devtools-protocol';
import type { Session } from '../devtools/connection.ts';
import { WITHOUT_SOCKETS } from '../page/index.ts';
import type { AddedHeaders } from './added-headers.ts';
import type { AnswerGate } from './answer-gate.ts';
import type { RequestRules } from './request-rules.ts';
import { lowerCased } from './requests.ts';

/** Applies the rules for URLs and headers to the requests of a page. */
export interface Interception {
  /** Starts with the page, or one of its frames with a process of its own, before it runs. @throws {DevToolsError} */
  frame(session: Session): Promise<void>;
  /**
   * Starts with a web worker of the page, before it runs.
   *
   * @param isDedicated whether its requests are intercepted like those of its page
   * @param userAgent of the page, for the scripts of nested workers, which would otherwise be requested without it
   * @throws {DevToolsError}
   */
  worker(session: Session, isDedicated: boolean, userAgent: string): Promise<void>;
  /** The referrer of the document: a header of the document itself, not of what it loads. */
  readonly referrer: string | undefined;
  /** Prevents the page of this session from navigating: it is read as it is now. */
  halt(session: Session): void;
  /** Why the document, or a redirect of it, was refused; this is the error of the render. */
  refusal(): string | undefined;
}

/**
 * Applies the rules to every request of the page and of all its frames. Interception costs a round trip per request, so it
 * is enabled only if a rule needs it, and otherwise only for the target's response.
 *
 * @param origin the target's own origin
 * @param added headers that are added
 * @param mainFrame id of the page's own frame
 * @param gate decides about the target's response
 */
export function interceptionFor(
  rules: RequestRules,
  origin: string,
  added: AddedHeaders,
  mainFrame: string,
  gate: AnswerGate,
): Interception {
  const { own, everywhere, referrer } = added;
  const isNeeded = Object.keys(own).length > 0 || rules.judgesRequests;
  let refusal: string | undefined;
  let isHalted = false;

  const judge = (
    session: Session,
    { requestId, request, resourceType, frameId }: Protocol.Fetch.RequestPausedEvent,
  ) => {
    const isDocument = resourceType === 'Document' && frameId === mainFrame;
    // Aborted, and not refused: the present document stays.
    if (isHalted && isDocument) return session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
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
  const begin = (session: Session, hasRequests = true, extra = everywhere): Array<Promise<unknown>> => {
    const sent: Array<Promise<unknown>> = [];
    if (Object.keys(extra).length > 0) sent.push(session.send('Network.setExtraHTTPHeaders', { headers: extra }));
    const requests = isNeeded && hasRequests ? [{ urlPattern: '*' }] : [];
    const patterns = gate.patterns(session, requests);
    if (patterns.length === 0) return sent;
    session.on('Fetch.requestPaused', (event) => {
      if (gate.isAnswer(event)) gate.onAnswer(session, event, requests);
      else void judge(session, event);
    });
    sent.push(session.send('Fetch.enable', { patterns }));
    return sent;
  };
  // Sockets cannot be intercepted, so they are not available if addresses are restricted.
  const withoutSockets = { source: WITHOUT_SOCKETS, runImmediately: true };
  return {
    frame: async (session) => {
      const sent = begin(session);
      if (rules.judgesParts) sent.push(session.send('Page.addScriptToEvaluateOnNewDocument', withoutSockets));
      await Promise.all(sent);
    },
    worker: async (session, isDedicated, userAgent) => {
      const sent = begin(session, !isDedicated, { 'user-agent': userAgent, ...everywhere });
      if (rules.judgesParts) sent.push(session.send('Runtime.evaluate', { expression: WITHOUT_SOCKETS }));
      await Promise.all(sent);
    },
    referrer,
    halt: (session) => {
      isHalted = true;
      if (!isNeeded) void session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] });
    },
    refusal: () => refusal,
  };
}
