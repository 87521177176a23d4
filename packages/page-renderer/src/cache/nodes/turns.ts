import { LRUCache } from 'lru-cache';
import { monotonic } from '../../kernel/clock.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { Priority, Urgency } from '../../kernel/priority.ts';
import type { FailsafeStore } from '../stores/failsafe-store.ts';
import type { Failure } from './failures.ts';
import type { Lease, Nodes } from './nodes.ts';
import type { CachedResult, Selection } from '../stores/store.ts';

/** Milliseconds after which a node that waits for another one asks again, if it has heard nothing. */
const STEP = 500;
/** Maximum number of failures that a process without other nodes remembers. */
const REMEMBERED = 1_000;

/** What to do for a request whose result is not cached. */
export type Decision =
  /** Render it. The lease is undefined if there are no other nodes, or if they cannot be reached. */
  | { readonly kind: 'render'; readonly lease: Lease | undefined }
  /** Another node has just rendered it. */
  | { readonly kind: 'shared'; readonly result: CachedResult }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A request that waits for its turn. */
export interface TurnRequest {
  /** Ends when no client waits any more. */
  readonly signal: AbortSignal;
  readonly urgency: Urgency;
  /** Whether it must be rendered again, whatever others do. */
  readonly isRefresh: boolean;
  /** A fresh result that another node may have stored meanwhile. */
  readonly find: () => CachedResult | undefined | Promise<CachedResult | undefined>;
}

/** Options of {@link Turns}. */
export interface TurnOptions {
  /** Other nodes; undefined if there are none. */
  readonly nodes: Nodes | undefined;
  /** Maximum number of milliseconds that a request waits for another node. */
  readonly patience: number;
  /** Milliseconds for which a failure is remembered; 0: not at all. */
  readonly failureLifetime: number;
}

/** Lets one node at a time render a page. Without other nodes, or if they cannot be reached, each renders for itself. */
export class Turns {
  readonly #store: FailsafeStore;
  readonly #options: TurnOptions;
  readonly #failures: LRUCache<string, { readonly failure: Failure; readonly until: number }>;

  /** @param store counts failures of the nodes together with its own, because they have the same cause */
  constructor(store: FailsafeStore, options: TurnOptions) {
    this.#store = store;
    this.#options = options;
    this.#failures = new LRUCache({ max: REMEMBERED });
  }

  /** Whether {@link fail} has an effect. */
  get remembersFailures(): boolean {
    return this.#options.failureLifetime > 0;
  }

  /** Waits until this node may render, or another one has rendered. @throws {RendererError} `overloaded`, or `closing` */
  async take(id: string, request: TurnRequest): Promise<Decision> {
    const { nodes, patience } = this.#options;
    const { signal, urgency, isRefresh, find } = request;
    if (!nodes) return this.#decideAlone(id, isRefresh);
    const end = monotonic() + patience;
    let told: Priority | undefined;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- each step depends on the one before
      const turn = await this.#store.attempt('lease', () => nodes.begin(id), undefined);
      if (turn?.kind === 'mine') return this.#decideWith(turn.lease, request);
      if (!turn || isRefresh) return { kind: 'render', lease: undefined };
      if (turn.kind === 'failed') return turn;
      if (urgency.priority !== told) void nodes.want(id, (told = urgency.priority)).catch(() => {});
      const left = end - monotonic();
      if (left <= 0) throw tooLate(turn.endsIn);
      // oxlint-disable-next-line no-await-in-loop -- see above
      const isUncacheable = await nodes.ended(id, Math.min(STEP, turn.endsIn + 1, left), signal);
      if (signal.aborted) throw givenUp();
      // oxlint-disable-next-line no-await-in-loop -- see above
      const result = await find();
      if (result) return { kind: 'shared', result };
      // Waiting for one node after the other would take longer, and give nothing that could be shared.
      if (isUncacheable) return { kind: 'render', lease: undefined };
    }
  }

  /** Gives back a lease, if there is one. A node that cannot be told finds out when the lease ends by itself. */
  async end(lease: Lease | undefined, isUncacheable: boolean): Promise<void> {
    // Also if the store is not used at the moment: the lease would be renewed for ever.
    await lease?.end(isUncacheable).catch(() => {});
  }

  /** Remembers a failure for a short time. @param begunAt when the render began */
  async fail(id: string, failure: Failure, begunAt: number): Promise<void> {
    const { nodes, failureLifetime } = this.#options;
    if (failureLifetime === 0) return;
    if (nodes) await this.#store.attempt('lease', () => nodes.fail(id, failure, begunAt, failureLifetime), undefined);
    else this.#failures.set(id, { failure, until: monotonic() + failureLifetime });
  }

  /**
   * Forgets failures of this process, and tells other nodes of a removal: those that render, and do not hear of it, would share an
   * outdated result if they lost the store at the same time.
   *
   * @throws if the other nodes cannot be told
   */
  async forget(selection: Selection, isMeant: (id: string) => boolean): Promise<void> {
    for (const id of this.#failures.keys()) if (isMeant(id)) this.#failures.delete(id);
    await this.#options.nodes?.tellRemoved(selection);
  }

  async close(): Promise<void> {
    await this.#options.nodes?.close();
  }

  #decideAlone(id: string, isRefresh: boolean): Decision {
    const known = this.#failures.get(id);
    if (isRefresh || !known || monotonic() >= known.until) return { kind: 'render', lease: undefined };
    return { kind: 'failed', failure: known.failure };
  }

  /** Another node may have ended its render between the lookup of the result and the lease. */
  async #decideWith(lease: Lease, { isRefresh, find, signal }: TurnRequest): Promise<Decision> {
    const result = isRefresh ? undefined : await find();
    if (!result && !signal.aborted) return { kind: 'render', lease };
    await this.end(lease, false);
    if (!result) throw givenUp();
    return { kind: 'shared', result };
  }
}

function tooLate(endsIn: number): RendererError {
  const retryAfter = Math.max(1, Math.ceil(endsIn / 1_000));
  return new RendererError('overloaded', 'Another node renders this page, and did not end in time', { retryAfter });
}

/** The error of work that no client waits for. */
export function givenUp(): RendererError {
  return new RendererError('closing', 'No client is waiting for this page any more');
}
