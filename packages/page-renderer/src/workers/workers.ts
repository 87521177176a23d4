import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener, Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { folderPrefix } from '../browser/memory/abandoned.ts';
import type { Epoch } from '../cache/results/epochs.ts';
import type { MemoryStore } from '../cache/stores/memory.ts';
import type { CacheStore } from '../cache/stores/store.ts';
import { inTime } from '../kernel/in-time.ts';
import type { RendererConfig } from '../options/options.ts';
import { closeServer, serverFor } from '../server/listen/listen.ts';
import type { Snapshot } from '../telemetry/metrics.ts';
import { WorkerCounts } from './counts.ts';
import type { Counts } from '../traffic/counts.ts';
import { asForwarded } from './forward.ts';
import type { FromWorker, Outdated, ToWorker } from './messages.ts';
import { SharedStore } from './shared-store.ts';

/** Time limit for a process to remove copies, in milliseconds, before it is ended together with them. */
const FORGET_TIMEOUT = 1_000;
/** Time limit for a process to end after the last render, in milliseconds. */
const CLOSE_TIMEOUT = 5_000;
/** How long the start waits for a process, in milliseconds; the service starts without it. */
const START_TIMEOUT = 10_000;
/** Milliseconds after which a process that has ended is started again: doubled each time, up to a maximum. */
const RESTART = { first: 1_000, most: 60_000 };

type OnHits = (count: number, demand: ReadonlyArray<[key: string, count: number]>) => void;

/** A process and the copies whose removal it has not confirmed yet. */
interface Worker {
  readonly child: ChildProcess;
  readonly forgetting: Map<number, () => void>;
}

/** Called with what worker processes have counted. */
export interface CountListeners {
  /** The number of requests that they have served, and of which results. */
  readonly onHits: OnHits;
  /** The same requests, for the page of operators. */
  readonly onTraffic: (counts: Counts) => void;
}

/**
 * Processes that serve cached results, in addition to the main process: all accept connections on the same socket. They have
 * copies of results of the `memory` cache, and read stores that processes share themselves.
 */
export class Workers {
  readonly #config: RendererConfig;
  readonly #logger: Logger;
  readonly #running = new Set<Worker>();
  readonly #counts = new WorkerCounts<Worker>();
  #onHits: OnHits = () => {};
  #onTraffic: (counts: Counts) => void = () => {};
  #epochs: readonly Epoch[] = [];
  #memory: MemoryStore | undefined;
  #rest: { server: HttpServer; folder: string } | undefined;
  #socket: Server | undefined;
  #forgets = 0;
  #ended = Promise.withResolvers<void>();
  #isDraining = false;
  #isClosing = false;

  constructor(config: RendererConfig, logger: Logger) {
    this.#config = config;
    this.#logger = logger;
  }

  /** Number of running processes. */
  get count(): number {
    return this.#running.size;
  }

  /** What the processes have counted and measured, including those that have ended. */
  get counts(): readonly Snapshot[] {
    return this.#counts.all;
  }

  /** The same store, whose results may be copied to the processes. */
  share(memory: MemoryStore): CacheStore {
    this.#memory = memory;
    return new SharedStore(memory, (what) => this.#forget(what));
  }

  /**
   * Starts the processes.
   *
   * @param socket accepts connections already
   * @param listener handles all other requests
   * @param listeners called with what they have counted
   */
  async start(socket: Server, listener: RequestListener, { onHits, onTraffic }: CountListeners): Promise<void> {
    this.#onHits = onHits;
    this.#onTraffic = onTraffic;
    const folder = await mkdtemp(folderPrefix());
    const server = serverFor(asForwarded(listener));
    // A request would fail if its connection were closed at this moment.
    server.keepAliveTimeout = 0;
    this.#rest = { server, folder };
    this.#socket = socket;
    server.listen(path.join(folder, 'rest'));
    await once(server, 'listening');
    const places = Array.from({ length: this.#config.workers });
    await Promise.all(places.map(() => this.#keepOne()));
  }

  /** From now on, their responses end their connections. */
  drain(): void {
    this.#isDraining = true;
    for (const { child } of this.#running) tell(child, { kind: 'drain' });
  }

  /** Says what is outdated, but still served. */
  setEpochs(epochs: readonly Epoch[]): void {
    this.#epochs = epochs;
    for (const { child } of this.#running) tell(child, { kind: 'epochs', epochs });
  }

  /** Lets them finish the responses that they have begun. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#ended.resolve();
    const ends = [...this.#running].map(async ({ child }) => {
      const exit = once(child, 'exit');
      tell(child, { kind: 'close' });
      await inTime(exit, this.#config.timeout + CLOSE_TIMEOUT).catch(() => {
        child.kill('SIGKILL');
        return exit;
      });
    });
    await Promise.all(ends);
    if (!this.#rest) return;
    await closeServer(this.#rest.server);
    await rm(this.#rest.folder, { recursive: true, force: true });
  }

  /** Starts a process, and again when it ends. Resolves when the first one accepts connections, or does not in time. */
  async #keepOne(): Promise<void> {
    const first = this.#run();
    const goOn = async () => {
      let wait = RESTART.first;
      let run = first;
      for (;;) {
        await run.ended;
        if (this.#isClosing) return;
        this.#logger.error({ wait }, 'a worker process has ended; it is started again');
        await Promise.race([sleep(wait, undefined, { ref: false }), this.#ended.promise]);
        if (this.#isClosing) return;
        wait = Math.min(wait * 2, RESTART.most);
        run = this.#run();
      }
    };
    void goOn();
    await inTime(first.ready, START_TIMEOUT).catch((error: unknown) => {
      this.#logger.warn({ err: error }, 'a worker process did not start in time');
    });
  }

  #run(): { ready: Promise<void>; ended: Promise<void> } {
    const child = fork(new URL('./worker.js', import.meta.url), [], {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
    });
    const worker: Worker = { child, forgetting: new Map() };
    this.#running.add(worker);
    const ready = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    child.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') ready.resolve();
      else this.#hear(worker, message);
    });
    const onEnd = () => {
      this.#running.delete(worker);
      void this.#counts.end(worker);
      for (const forgotten of worker.forgetting.values()) forgotten();
      ready.resolve();
      ended.resolve();
    };
    child.on('exit', onEnd).on('error', onEnd);
    const { config, rest } = { config: this.#config, rest: path.join(this.#rest?.folder ?? '', 'rest') };
    tell(child, { kind: 'epochs', epochs: this.#epochs });
    child.send({ kind: 'begin', config, rest } satisfies ToWorker, this.#socket, () => {});
    if (this.#isDraining) tell(child, { kind: 'drain' });
    return { ready: ready.promise, ended: ended.promise };
  }

  #hear(worker: Worker, message: Exclude<FromWorker, { kind: 'ready' }>): void {
    const { child, forgetting } = worker;
    switch (message.kind) {
      case 'get':
        return tell(child, { kind: 'result', id: message.id, result: this.#memory?.get(message.id) });
      case 'forgotten':
        forgetting.get(message.number)?.();
        forgetting.delete(message.number);
        return;
      case 'hits':
        return this.#onHits(message.count, message.demand);
      case 'metrics':
        // A message may arrive after the end of its process.
        if (this.#running.has(worker)) this.#counts.keep(worker, message.metrics);
        return;
      case 'traffic':
        return this.#onTraffic(message.counts);
    }
  }

  /** Resolves when no process has a copy any more. */
  async #forget(what: Outdated): Promise<void> {
    const all = [...this.#running].map(async ({ child, forgetting }) => {
      this.#forgets += 1;
      const number = this.#forgets;
      const { promise, resolve } = Promise.withResolvers<void>();
      forgetting.set(number, resolve);
      tell(child, { kind: 'forget', number, what });
      await inTime(promise, FORGET_TIMEOUT).catch(() => {
        child.kill('SIGKILL');
        return promise;
      });
    });
    await Promise.all(all);
  }
}

function tell(child: ChildProcess, message: ToWorker): void {
  if (child.connected) child.send(message, () => {});
}
