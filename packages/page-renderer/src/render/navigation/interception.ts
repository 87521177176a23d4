import type { Protocol } from 'devtools-protocol';
import type { IsolatedPage } from '../../browser/slots/isolated-page.ts';
import type { Session } from '../../devtools/connection.ts';
import { WITHOUT_SOCKETS } from '../../page/index.ts';
import { type AddedHeaders, addedTo, withAdded } from './added-headers.ts';
import type { AnswerGate } from './answer-gate.ts';
import type { Budgets } from '../job/budgets.ts';
import type { WaitingWorker } from '../../devtools/waiting-worker.ts';
import type { RequestRules } from '../requests/request-rules.ts';
import type { RequestLog } from '../requests/requests.ts';
import { lowerCased } from '../requests/requests.ts';

/** Applies the rules for URLs and headers to the requests of a page. */
export interface Interception {
  /** Starts with the page, or one of its frames with a process of its own, before it runs. @throws {DevToolsError} */
  frame(session: Session): Promise<void>;
  /**
   * Starts with a web worker of the page, before it runs.
   *
   * @param userAgent of the page, for the scripts of nested workers, which would otherwise be requested without it
   * @throws {DevToolsError}
   */
  worker(worker: WaitingWorker, userAgent: string): Promise<void>;
  /** The referrer of the document: a header of the document itself, not of what it loads. */
  readonly referrer: string | undefined;
  /** Prevents the page of this session from navigating: it is read as it is now. */
  halt(session: Session): void;
  /** Number of resources that were withheld, because the configuration blocks their type. */
  readonly withheld: number;
  /** Why the document, or a redirect of it, was refused; this is the error of the render. */
  refusal(): string | undefined;
}

/** A full Chromium requests the icon of every page for its tab; a headless shell has no tabs. */
function isIcon({ resourceType, request }: Protocol.Fetch.RequestPausedEvent): boolean {
  return resourceType === 'Other' && (lowerCased(request.headers)['accept'] ?? '').startsWith('image/');
}

/** A download that a script has started. Navigations are reported to `Network`, too, and say what they accept. */
function isDownload({ resourceType, networkId, request }: Protocol.Fetch.RequestPausedEvent): boolean {
  return resourceType === 'Document' && networkId === undefined && !('accept' in lowerCased(request.headers));
}

/** Counts what scripts download with a link, which is not reported as a request; a frame whose document is downloaded has been counted. */
function countDownloads(session: Session, budgets: Budgets): void {
  const documents = new Set<string>();
  session.on('Network.requestWillBeSent', ({ type, request }) => {
    if (type === 'Document') documents.add(request.url);
  });
  session.on('Page.downloadWillBegin', ({ url }) => {
    if (!documents.has(url)) budgets.add('requests');
  });
}

type Patterns = Protocol.Fetch.RequestPattern[];
const ALL: Patterns = [{ urlPattern: '*' }];
const DOCUMENTS: Patterns = [{ urlPattern: '*', resourceType: 'Document' }];
const ICONS: Patterns = [{ urlPattern: '*', resourceType: 'Other' }];

interface Parts {
  readonly gate: AnswerGate;
  readonly requests: RequestLog;
  readonly budgets: Budgets;
  /** The document, if the server of the page is not asked for it; only the first request for its address is answered with it. */
  readonly document?: { readonly url: string; readonly html: string } | undefined;
}

/**
 * Applies the rules and the limit of requests to every request of the page and of all its frames and workers. In a browser without
 * a {@link RequestGate} there is nothing to apply; then requests are intercepted only for added headers, because this costs a
 * round trip per request, and otherwise only the target's response.
 *
 * @param origin the target's own origin
 * @param added headers that are added
 * @param gate decides about the target's response
 */
export function interceptionFor(
  rules: RequestRules,
  origin: string,
  added: AddedHeaders,
  page: IsolatedPage,
  { gate, requests, budgets, document }: Parts,
): Interception {
  const { own, everywhere, referrer } = added;
  const { isGated } = page;
  const addsHeaders = Object.keys({ ...own, ...everywhere }).length > 0;
  const isNeeded = !isGated && addsHeaders;
  const blocked: Patterns = rules.blocked.map((resourceType) => ({ urlPattern: '*', resourceType }));
  let refusal: string | undefined;
  let withheld = 0;
  let isHalted = false;
  let supplied = document;

  const send = (session: Session, { requestId, request }: Protocol.Fetch.RequestPausedEvent) => {
    const extra = addsHeaders ? addedTo(URL.parse(request.url), origin, added) : {};
    if (Object.keys(extra).length === 0) return session.send('Fetch.continueRequest', { requestId });
    // Here and not as `Network.setExtraHTTPHeaders`: the browser would ask other origins first whether they allow these headers (CORS).
    const all = Object.entries(withAdded(lowerCased(request.headers), extra));
    const headers = all.map(([name, value]) => ({ name, value }));
    return session.send('Fetch.continueRequest', { requestId, headers });
  };
  const judge = (session: Session, paused: Protocol.Fetch.RequestPausedEvent) => {
    const { requestId, networkId, request, resourceType, frameId } = paused;
    const fail = (errorReason: Protocol.Network.ErrorReason) => {
      // The end of a script of a shared worker is not reported.
      if (networkId !== undefined && resourceType === 'Other') requests.refuse(networkId);
      return session.send('Fetch.failRequest', { requestId, errorReason });
    };
    const isDocument = resourceType === 'Document' && frameId === page.id;
    if (isDocument && supplied?.url === request.url) {
      const body = Buffer.from(supplied.html).toString('base64');
      supplied = undefined;
      const responseHeaders = [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }];
      return session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body });
    }
    // Aborted, and not refused: the present document stays.
    if (isHalted && (isDocument || isGated)) return fail('Aborted');
    if (frameId === page.id && isIcon(paused)) return fail('BlockedByClient');
    if (rules.blocked.includes(resourceType)) {
      withheld += 1;
      return fail('BlockedByClient');
    }
    if (!isGated) return send(session, paused);
    if (isDownload(paused)) return fail('BlockedByClient');
    const reason = rules.judge(request.url, isDocument);
    if (reason !== undefined) {
      if (isDocument) refusal ??= reason;
      return fail('BlockedByClient');
    }
    if (budgets.exceeded === undefined) budgets.add('requests');
    return budgets.exceeded === undefined ? send(session, paused) : fail('Aborted');
  };
  page.onRequest(judge);
  // Sockets are not held. Each has a connection of its own, so it is counted before its connection is used.
  if (isGated) page.egress.admit(() => page.roundTrip().then(() => budgets.exceeded === undefined));
  // The gate holds only one download of all pages at a time; for a page there is never more than one.
  const refuseDownload = (session: Session, paused: Protocol.Fetch.RequestPausedEvent) =>
    isDownload(paused)
      ? session.send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'BlockedByClient' })
      : session.send('Fetch.continueRequest', { requestId: paused.requestId });
  const begin = (session: Session, requests: Patterns): Array<Promise<unknown>> => {
    const sent: Array<Promise<unknown>> = [];
    const patterns = gate.patterns(session, requests);
    if (patterns.length === 0) return sent;
    session.on('Fetch.requestPaused', (event) => {
      if (gate.isAnswer(event)) gate.onAnswer(session, event, requests);
      else void (isGated ? refuseDownload : judge)(session, event);
    });
    sent.push(session.send('Fetch.enable', { patterns }));
    return sent;
  };
  const isAnswered = !isGated && document !== undefined;
  const ofFrames = [
    ...(isAnswered ? DOCUMENTS : []),
    ...(page.startsDownloads ? (isGated ? DOCUMENTS : ICONS) : []),
    ...(isGated ? [] : blocked),
  ];
  return {
    frame: async (session) => {
      const sent = begin(session, isNeeded ? ALL : ofFrames);
      if (!isGated && page.startsDownloads) countDownloads(session, budgets);
      // Sockets cannot be intercepted, so they are not available if addresses are restricted.
      if (rules.judgesParts) {
        const source = { source: WITHOUT_SOCKETS, runImmediately: true };
        sent.push(session.send('Page.addScriptToEvaluateOnNewDocument', source));
      }
      await Promise.all(sent);
    },
    worker: async (worker, userAgent) => {
      const { session, kind } = worker;
      // Those of a dedicated one are intercepted like those of its page.
      const sent = begin(session, isNeeded && kind !== 'dedicated' ? ALL : []);
      sent.push(session.send('Network.setExtraHTTPHeaders', { headers: { 'user-agent': userAgent } }));
      if (rules.judgesParts) sent.push(worker.runFirst(WITHOUT_SOCKETS));
      await Promise.all(sent);
    },
    referrer,
    get withheld() {
      return withheld;
    },
    halt: (session) => {
      isHalted = true;
      if (!isNeeded && !isGated) void session.send('Fetch.enable', { patterns: [...DOCUMENTS, ...ofFrames] });
    },
    refusal: () => refusal,
  };
}
