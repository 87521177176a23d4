/** What a host adapter knows of a request beyond the web-standard `Request`. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Handed to `engine.fetch` by adapters and to the host's own functions (`currentUser`, …). All of it is optional. */
export interface HostEnv {
  /** Node's request; in Express it is Express's own, with what middleware put on it (`user`, `session`). */
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
  /** The framework's request object where it isn't `incoming` (Fastify). */
  readonly hostRequest?: unknown;
  /** The client's address as the host sees it, proxies it trusts taken into account. */
  readonly ip?: string | undefined;
  /** Path the engine is mounted at for this request, where the framework knows better than the configuration. */
  readonly mountPath?: string;
  /** The body as a parser of the host left it, where nothing is left to be read of the request itself. */
  readonly parsedBody?: unknown;
  /**
   * Set by adapters that write answers to Node themselves: they take a `Response` that costs less, as of `reply.ts`. Other
   * servers insist on the platform's own.
   */
  readonly writesReplies?: boolean;
}
