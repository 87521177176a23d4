/** What a host adapter knows about a request in addition to the web-standard `Request`. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Reads a header of a page as the host has set it; names are in lower case. */
export type HostHeader = (name: string) => string | undefined;

/** Headers to set before a page is sent; null removes one. */
export type HeaderChanges = Readonly<Record<string, string | null>>;

/** A page into which the engine has rendered a decision of its visitor. */
export interface RenderedPage {
  /** What has to change in the headers of its response, so that no shared cache shows it to somebody else. Asked before they are sent. */
  headersFor(own: HostHeader): HeaderChanges;
  /** Tells that its headers were sent before something was rendered. */
  sentAlready(own: HostHeader): void;
}

/**
 * Passed to `engine.fetch` by adapters, and to the host's own functions (`currentUser`, …). All members are optional.
 */
export interface HostEnv {
  /**
   * Node's request; in Express it is the request of Express, with properties added by middleware (`user`, `session`).
   */
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
  /** The framework's request object if it isn't `incoming` (Fastify). */
  readonly hostRequest?: unknown;
  /**
   * The client's address according to the host. With the option `trustProxy`, it may also be that of the peer: if that
   * is a trusted proxy, the engine uses the address that the proxy reports.
   */
  readonly ip?: string | undefined;
  /**
   * Path at which the engine is mounted for this request, if the framework provides it; overrides the configuration.
   */
  readonly mountPath?: string;
  /** The body as parsed by the host, if the body of the request itself was already read. */
  readonly parsedBody?: unknown;
  /**
   * Set by adapters that write answers to Node themselves: they accept the cheaper `Response` of `reply.ts`. Other
   * servers require a standard `Response`.
   */
  readonly writesReplies?: boolean;
  /** Called when a decision of the visitor is rendered into the page of this request; adapters then set its headers. */
  rendered?(page: RenderedPage): void;
}
