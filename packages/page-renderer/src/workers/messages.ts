/** Messages between the main process and worker processes. */
import type { Epoch } from '../cache/results/epochs.ts';
import type { CachedResult, Selection } from '../cache/stores/store.ts';
import type { RendererConfig } from '../options/options.ts';
import type { Snapshot } from '../telemetry/metrics.ts';
import type { Counts } from '../traffic/counts.ts';

/** To a worker process. */
export type ToWorker =
  /** Sent with the socket on which the service listens. `rest`: path of the socket for all other requests. */
  | { kind: 'begin'; config: RendererConfig; rest: string }
  /** The response to `get`. */
  | { kind: 'result'; id: string; result: CachedResult | undefined }
  /** Results that are no longer valid; must be answered with `forgotten`. */
  | { kind: 'forget'; number: number; what: Outdated }
  /** From now on, every response ends its connection. */
  | { kind: 'drain' }
  /** What is outdated, but still served. */
  | { kind: 'epochs'; epochs: readonly Epoch[] }
  /** Accept no more connections, and end when the open requests have been answered. */
  | { kind: 'close' };

/** From a worker process. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'get'; id: string }
  | { kind: 'forgotten'; number: number }
  /** Number of requests served from the cache since the last message, and of which results. */
  | { kind: 'hits'; count: number; demand: ReadonlyArray<[key: string, count: number]> }
  /** What it has counted and measured since it began, if that has changed. */
  | { kind: 'metrics'; metrics: Snapshot }
  /** The same requests, for the page of operators. */
  | { kind: 'traffic'; counts: Counts };

/** The removed or replaced results. */
export type Outdated = Selection | { by: 'id'; id: string };
