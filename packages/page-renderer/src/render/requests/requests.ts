import type { Protocol } from 'devtools-protocol';
import { withoutFragment } from '../../kernel/url.ts';
import type { Session } from '../../devtools/connection.ts';

/** A request of a page, or of a frame or worker of it. */
export interface PageRequest {
  readonly url: string;
  /** Such as `GET`. */
  readonly method: string;
  /** The protocol's type, such as `Document`, `Fetch` or `WebSocket`. */
  readonly type: string;
  readonly frameId: string | undefined;
  /** Names the document that it belongs to; empty for a worker's. */
  readonly loaderId: string;
  /** Whether its answer becomes the document of its frame. */
  readonly isNavigation: boolean;
  /** Whether its frame is the page itself. */
  readonly isMain: boolean;
  /** Whether a redirect has led to it. */
  readonly isRedirect: boolean;
  /** Whether it is of a service worker, for which the page does not wait. */
  readonly isOfServiceWorker: boolean;
  /** Whether it was made for an element that was in the HTML of its document, whose load event waits for it. */
  readonly isFromParser: boolean;
  /** Whether a `<link rel=preload>` has made it: no script reads its answer, but the element tells when it is there. */
  readonly isPreload: boolean;
}

/** An answer to a request; a redirect is one, too. */
export interface PageResponse {
  readonly url: string;
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Record<string, string>;
}

/** Listeners to the requests of a page. */
export interface RequestListener {
  onRequest?: (request: PageRequest) => void;
  onResponse?: (request: PageRequest, response: PageResponse) => void;
  /** It has its whole answer, or has failed: then with Chromium's name for the reason. */
  onDone?: (request: PageRequest, errorText?: string) => void;
  /** A WebSocket, which is no request to any of the others: it may stay open for ever. */
  onSocket?: (socket: PageRequest) => void;
  /** It could not be opened, for a reason of Chromium's. */
  onSocketFailed?: (socket: PageRequest, reason: string) => void;
  /** Bytes of an answer, after decompression; of a request that was seen to begin, with it. */
  onBytes?: (bytes: number, request: PageRequest | undefined) => void;
}

const NO_DOCUMENT = {
  frameId: undefined,
  loaderId: '',
  isNavigation: false,
  isMain: false,
  isRedirect: false,
  isOfServiceWorker: false,
  isFromParser: false,
  isPreload: false,
};

/** How much of the answers' bodies a browser keeps for us: nothing. */
const BUFFERS = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };

/** Tracks the requests of a page with all its frames, from events of the browser. */
export class RequestLog {
  readonly #mainFrame: string;
  readonly #listeners = new Set<RequestListener>();
  readonly #open = new Map<string, PageRequest>();
  /** Whose they are that are open. */
  readonly #sessions = new WeakMap<PageRequest, Session>();
  /** Those whose answer has begun. */
  readonly #answered = new WeakSet<PageRequest>();
  /** What each frame shows, by its `loaderId`. */
  readonly #shown = new Map<string, string>();
  /** What policies of the page have blocked; see {@link blocked}. */
  readonly #blocked = new Set<string>();
  /** Those that were refused before they were reported. */
  readonly #refused = new Set<string>();

  /** @param mainFrame id of the page's own frame */
  constructor(mainFrame: string) {
    this.#mainFrame = mainFrame;
  }

  /** Tells the listener of every request from now on. @returns ends it */
  listen(listener: RequestListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Follows the requests of the page, or of a frame that has a process of its own. @throws {DevToolsError} */
  async follow(session: Session, isServiceWorker = false): Promise<void> {
    session.on('Network.requestWillBeSent', (event) => this.#onRequest(event, session, isServiceWorker));
    session.on('Network.responseReceived', ({ requestId, response }) => this.#onResponse(requestId, response));
    session.on('Network.loadingFinished', ({ requestId }) => {
      // Instead of the end of an XSLT style sheet, Chromium reports that of its document once more.
      if (!this.#open.has(requestId)) this.#endSheets(requestId);
      this.#onDone(requestId);
    });
    session.on('Network.loadingFailed', ({ requestId, errorText, blockedReason }) => {
      if (blockedReason === 'csp') this.#onBlocked(requestId);
      this.#onDone(requestId, errorText);
    });
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      const request = this.#open.get(requestId);
      for (const { onBytes } of this.#listeners) onBytes?.(dataLength, request);
    });
    this.#followSockets(session);
    session.on('Page.frameNavigated', ({ frame }) => this.#onDocument(frame));
    // Of a document that has stopped itself (`window.stop()`), the end is not always told.
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      this.#drop((request) => request.isNavigation && request.loaderId === this.#shown.get(frameId));
    });
    session.on('Page.frameDetached', ({ frameId, reason }) => {
      this.#shown.delete(frameId);
      if (reason === 'remove') this.#drop((request) => request.frameId === frameId);
    });
    void session.ended.then(() => this.#drop((request) => this.#sessions.get(request) === session));
    await session.send('Network.enable', BUFFERS);
  }

  /** The requests that policies of the page (CSP) have blocked, a thousand at most: type and address, separated by a space. */
  get blocked(): string[] {
    return [...this.#blocked];
  }

  #onBlocked(requestId: string): void {
    const request = this.#open.get(requestId);
    if (request && this.#blocked.size < 1_000) this.#blocked.add(`${request.type} ${withoutFragment(request.url)}`);
  }

  #followSockets(session: Session): void {
    const opening = new Map<string, PageRequest>();
    session.on('Network.webSocketCreated', ({ requestId, url }) => {
      const socket = { ...NO_DOCUMENT, url, type: 'WebSocket', method: 'GET' };
      opening.set(requestId, socket);
      for (const { onSocket } of this.#listeners) onSocket?.(socket);
    });
    session.on('Network.webSocketHandshakeResponseReceived', ({ requestId, response }) => {
      if (response.status === 101) opening.delete(requestId);
    });
    session.on('Network.webSocketFrameError', ({ requestId, errorMessage }) => {
      const socket = opening.get(requestId);
      opening.delete(requestId);
      if (!socket) return;
      const reason = errorMessage.replace(/^Error in connection establishment: /, '');
      for (const { onSocketFailed } of this.#listeners) onSocketFailed?.(socket, reason);
    });
    session.on('Network.webSocketClosed', ({ requestId }) => void opening.delete(requestId));
  }

  /** A request, by the name that the browser reports it with, that ends without an answer. */
  refuse(requestId: string): void {
    if (this.#open.has(requestId)) this.#onDone(requestId, 'net::ERR_BLOCKED_BY_CLIENT');
    else this.#refused.add(requestId);
  }

  /** Nobody waits any more for what the document before has asked for, and its end is not always told. */
  #onDocument({ id, loaderId }: Protocol.Page.Frame): void {
    const isPage = id === this.#mainFrame;
    const before = this.#shown.get(id);
    this.#shown.set(id, loaderId);
    this.#drop((request) => {
      if (request.loaderId === loaderId) return false;
      // The frames of a page that is left load no more; the page itself, or the frame, may go on already.
      const isOwn = request.frameId === id;
      const mayGoOn = request.isNavigation && isOwn && request.loaderId !== before;
      return (isPage || isOwn) && !mayGoOn;
    });
  }

  #drop(isGone: (request: PageRequest) => boolean): void {
    for (const [requestId, request] of this.#open) if (isGone(request)) this.#onDone(requestId, 'net::ERR_ABORTED');
  }

  #endSheets(loaderId: string): void {
    for (const [requestId, request] of this.#open) {
      if (request.loaderId !== loaderId || request.type !== 'Stylesheet') continue;
      if (this.#answered.has(request)) this.#onDone(requestId);
    }
  }

  #onRequest(event: Protocol.Network.RequestWillBeSentEvent, session: Session, isOfServiceWorker: boolean): void {
    const { requestId, loaderId, request, redirectResponse, frameId, initiator, type = 'Other' } = event;
    if (redirectResponse) {
      this.#onResponse(requestId, redirectResponse);
      this.#onDone(requestId);
    }
    const made: PageRequest = {
      url: request.url,
      method: request.method,
      type,
      frameId,
      loaderId,
      isNavigation: requestId === loaderId && type === 'Document',
      isMain: frameId === this.#mainFrame,
      isRedirect: redirectResponse !== undefined,
      isOfServiceWorker,
      isFromParser: initiator.type === 'parser',
      isPreload: request.isLinkPreload === true,
    };
    this.#open.set(requestId, made);
    this.#sessions.set(made, session);
    for (const { onRequest } of this.#listeners) onRequest?.(made);
    if (this.#refused.delete(requestId)) this.#onDone(requestId, 'net::ERR_BLOCKED_BY_CLIENT');
  }

  #onResponse(requestId: string, { url, status, headers }: Protocol.Network.Response): void {
    const request = this.#open.get(requestId);
    if (!request) return;
    this.#answered.add(request);
    const response = { url, status, headers: lowerCased(headers) };
    for (const { onResponse } of this.#listeners) onResponse?.(request, response);
  }

  #onDone(requestId: string, errorText?: string): void {
    const request = this.#open.get(requestId);
    if (!request) return;
    this.#open.delete(requestId);
    for (const { onDone } of this.#listeners) onDone?.(request, errorText);
  }
}

/** The headers with their names in lower case. */
export function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
