/** A limit of renders per minute and client. */
import type { Logger } from 'pino';
import { monotonic } from '../../kernel/clock.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { RendererConfig } from '../../options/options.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { ClientLimit } from './client-limit.ts';
import type { Client } from './clients.ts';
import { Clients } from './clients.ts';
import type { Credential } from './render-access.ts';
import type { AccessRequest } from './request.ts';

/** Interval in milliseconds in which the log reports refused clients once. */
const SAID_EVERY = 60_000;

/** See the head of the file. */
export class RenderLimit {
  readonly #perMinute: number | null;
  readonly #limit: ClientLimit | undefined;
  readonly #clients: Clients;
  readonly #logger: Logger;
  readonly #metrics: Metrics;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(
    { rendersPerMinute, trustedProxies }: Pick<RendererConfig, 'rendersPerMinute' | 'trustedProxies'>,
    logger: Logger,
    metrics: Metrics,
  ) {
    this.#perMinute = rendersPerMinute;
    if (rendersPerMinute !== null) this.#limit = new ClientLimit(rendersPerMinute, monotonic);
    this.#clients = new Clients(trustedProxies);
    this.#logger = logger;
    this.#metrics = metrics;
  }

  /** The name of the client, for limits of what it holds. */
  clientOf(request: AccessRequest, credential: Credential): string {
    return this.#clients.of(request, credential).name;
  }

  /** Counts a render. @returns whether it is allowed */
  allows(request: AccessRequest, credential: Credential): boolean {
    return this.#take(request, credential, 1) === 0;
  }

  /** Counts renders that are then made. @throws {RendererError} `too-many-requests` */
  require(request: AccessRequest, credential: Credential, count = 1): void {
    const retryAfter = this.#take(request, credential, count);
    if (retryAfter === 0) return;
    const message = `This client has reached its limit of ${this.#perMinute} renders per minute; cached pages are still served`;
    throw new RendererError('too-many-requests', message, { retryAfter });
  }

  /** @returns 0, or the number of seconds to wait */
  #take(request: AccessRequest, credential: Credential, count: number): number {
    if (!this.#limit) return 0;
    const client = this.#clients.of(request, credential);
    const seconds = this.#limit.take(client.name, count);
    if (seconds > 0) this.#note(client);
    return seconds;
  }

  #note({ kind, name }: Client): void {
    this.#metrics.count('page_renderer_limited_total', { client: kind });
    if (monotonic() - this.#saidAt < SAID_EVERY) return;
    this.#saidAt = monotonic();
    // Addresses are not logged.
    const client = kind === 'address' ? 'an address' : name;
    this.#logger.warn({ client, rendersPerMinute: this.#perMinute }, 'a client has reached its limit of renders');
  }
}
