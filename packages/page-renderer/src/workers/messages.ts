/** What the process that renders and those that answer from its cache tell each other. */
import type { CachedResult, Selection } from '../cache/store.ts';
import type { RendererConfig } from '../options.ts';

/** To a process that answers from the cache. */
export type ToWorker =
  /** Comes with the socket on which the service listens. `rest`: path of the one on which all else is answered. */
  | { kind: 'begin'; config: RendererConfig; rest: string }
  /** The answer to `get`. */
  | { kind: 'result'; id: string; result: CachedResult | undefined }
  /** What holds no more; has to be answered by `forgotten`. */
  | { kind: 'forget'; number: number; what: Outdated }
  /** Accept no more connections, and end when the open requests have been answered. */
  | { kind: 'close' };

/** From a process that answers from the cache. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'get'; id: string }
  | { kind: 'forgotten'; number: number }
  /** How many requests were answered from the cache since the last time. */
  | { kind: 'hits'; count: number };

/** What was removed, or replaced. */
export type Outdated = Selection | { by: 'id'; id: string };
