import type { Protocol } from 'devtools-protocol';
import type { Session } from '../devtools/connection.ts';

/** A request of a page, or of a frame or worker of it. */
export interface PageRequest {
  readonly url: string;
  /** The protocol's type, such as `Document`, `Fetch` or `WebSocket`. */
  readonly type: string;
  readonly frameId: string | undefined;
  /** Whether its answer becomes the document of its frame. */
  readonly isNavigation: boolean;
  /** Whether its frame is the page itself. */
  readonly isMain: boolean;
  /** Whether a redirect has led to it. */
  readonly isRedirect: boolean;
}

/** An answer to a request; a redirect is one, too. */
export interface PageResponse {
  readonly url: string;
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Record<string, string>;
}

/** What is told of requests. */
export interface RequestListener {
  onRequest?: (request: PageRequest) => void;
  onResponse?: (request: PageRequest, response: PageResponse) => void;
  /** It has its whole answer, or has failed: then with Chromium's name for the reason. */
  onDone?: (request: PageRequest, errorText?: string) => void;
  /** Bytes of an answer, after decompression. */
  onBytes?: (bytes: number) => void;
}

/** How much of the answers' bodies a browser keeps for us: nothing. */
const BUFFERS = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 0 };

/** The requests of a page with all its frames, as the browser tells of them. */
export class RequestLog {
  readonly #mainFrame: string;
  readonly #listeners = new Set<RequestListener>();
  readonly #open = new Map<string, PageRequest>();

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
  async follow(session: Session): Promise<void> {
    session.on('Network.requestWillBeSent', (event) => this.#onRequest(event));
    session.on('Network.responseReceived', ({ requestId, response }) => this.#onResponse(requestId, response));
    session.on('Network.loadingFinished', ({ requestId }) => this.#onDone(requestId));
    session.on('Network.loadingFailed', ({ requestId, errorText }) => this.#onDone(requestId, errorText));
    session.on('Network.dataReceived', ({ dataLength }) => {
      for (const { onBytes } of this.#listeners) onBytes?.(dataLength);
    });
    await session.send('Network.enable', BUFFERS);
  }

  #onRequest(event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, loaderId, request, redirectResponse, frameId, type = 'Other' } = event;
    if (redirectResponse) {
      this.#onResponse(requestId, redirectResponse);
      this.#onDone(requestId);
    }
    const made: PageRequest = {
      url: request.url,
      type,
      frameId,
      isNavigation: requestId === loaderId && type === 'Document',
      isMain: frameId === this.#mainFrame,
      isRedirect: redirectResponse !== undefined,
    };
    this.#open.set(requestId, made);
    for (const { onRequest } of this.#listeners) onRequest?.(made);
  }

  #onResponse(requestId: string, { url, status, headers }: Protocol.Network.Response): void {
    const request = this.#open.get(requestId);
    if (!request) return;
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
