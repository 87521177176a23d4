/** Requests to a fleet while its nodes and its Redis are killed, and what was wrong about the responses. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisServer } from '../support/redis-server.ts';
import type { FleetNode } from './node.ts';
import { ADMIN } from './node.ts';
import { Origin } from './origin.ts';

/** The parts of a fleet. */
export interface Fleet {
  readonly nodes: readonly FleetNode[];
  readonly redis: RedisServer;
  readonly origin: Origin;
}

/** What happened. */
export interface Outcome {
  /** Right pages. */
  pages: number;
  /** Responses 503 with `Retry-After`. */
  unavailable: number;
  /** Requests to a node that was killed. */
  lost: number;
  /** Confirmed removals. */
  removals: number;
  kills: number;
  redisRestarts: number;
  /** Since the trial began. */
  renders: number;
  /** Pages that were rendered twice at the same time although no lease can have ended. */
  overlaps: number;
  /** The same while Redis was away, and until all nodes used it again. */
  overlapsWithoutRedis: number;
  /** Responses that were wrong, in words. */
  wrong: string[];
}

/** Runs requests until {@link Trial.end}. */
export class Trial {
  readonly outcome: Outcome = {
    pages: 0,
    unavailable: 0,
    lost: 0,
    removals: 0,
    kills: 0,
    redisRestarts: 0,
    renders: 0,
    overlaps: 0,
    overlapsWithoutRedis: 0,
    wrong: [],
  };
  readonly #fleet: Fleet;
  /** Number of renders before it began. */
  readonly #rendered: number;
  /** The oldest version of each page that a new request may get. */
  readonly #confirmed: number[];
  /** When something was killed or started. */
  readonly #disruptions: number[] = [];
  /** When Redis was. */
  readonly #outages: number[] = [];
  readonly #running: Promise<void>[];
  #isOver = false;

  /** @param clients number of requests at the same time */
  constructor(fleet: Fleet, clients: number) {
    this.#fleet = fleet;
    this.#rendered = fleet.origin.renders;
    this.#confirmed = [...fleet.origin.versions];
    this.#running = Array.from({ length: clients }, () => this.#repeat(() => this.#ask()));
    this.#running.push(this.#repeat(() => this.#change()));
  }

  /** Kills a node, and starts it again after a pause in milliseconds. */
  async killNode(pause: number): Promise<void> {
    const node = this.#pick();
    this.outcome.kills += 1;
    await this.#disrupt(() => node.kill());
    await sleep(pause);
    await node.start();
  }

  /** Kills Redis, and starts it again after something has been done. */
  async killRedis(meanwhile: () => Promise<unknown>): Promise<void> {
    const { redis } = this.#fleet;
    this.outcome.redisRestarts += 1;
    this.#outages.push(performance.now());
    await this.#disrupt(() => redis.kill());
    await meanwhile();
    await this.#disrupt(() => redis.start());
    this.#outages.push(performance.now());
  }

  /** @param settled milliseconds from the loss or the return of Redis until all nodes use it again */
  async end(settled: number): Promise<Outcome> {
    this.#isOver = true;
    await Promise.all(this.#running);
    const { origin } = this.#fleet;
    const isExplained = (at: number) => this.#outages.some((one) => at > one && at < one + settled);
    this.outcome.renders = origin.renders - this.#rendered;
    this.outcome.overlapsWithoutRedis = origin.overlaps.filter(({ at }) => isExplained(at)).length;
    this.outcome.overlaps = origin.overlaps.length - this.outcome.overlapsWithoutRedis;
    return this.outcome;
  }

  async #repeat(step: () => Promise<void>): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    while (!this.#isOver) await step();
  }

  async #disrupt(act: () => Promise<void>): Promise<void> {
    this.#disruptions.push(performance.now());
    await act();
    this.#disruptions.push(performance.now());
  }

  #pick(): FleetNode {
    const up = this.#fleet.nodes.filter(({ isUp }) => isUp);
    return up[Math.floor(Math.random() * up.length)] ?? (this.#fleet.nodes[0] as FleetNode);
  }

  #page(): number {
    return Math.floor(Math.random() * this.#confirmed.length);
  }

  async #ask(): Promise<void> {
    const { origin } = this.#fleet;
    const [node, page] = [this.#pick(), this.#page()];
    const oldest = this.#confirmed[page] ?? 0;
    const answer = await node.get(`/render/${encodeURIComponent(origin.urlOf(page))}`);
    const wrong = (what: string) => void this.outcome.wrong.push(`${node.name}, page ${page}: ${what}`);
    if (!answer) return void (node.isUp ? await this.#unlessKilled(node, wrong) : (this.outcome.lost += 1));
    if (answer.status === 503) {
      if (answer.retryAfter === null) wrong('503 without Retry-After');
      this.outcome.unavailable += 1;
      return void (await sleep(20));
    }
    const shown = Origin.read(answer.text);
    if (answer.status !== 200 || !shown) return wrong(`${answer.status} ${answer.text.slice(0, 200)}`);
    if (shown.page !== page) return wrong(`page ${shown.page}`);
    if (shown.version < oldest) return wrong(`version ${shown.version} after the removal of all before ${oldest}`);
    this.outcome.pages += 1;
  }

  /** A connection may end a moment before the process is known to be gone. */
  async #unlessKilled(node: FleetNode, wrong: (what: string) => void): Promise<void> {
    await sleep(100);
    const answer = node.isUp ? await node.get('/livez') : undefined;
    if (answer && !this.#disruptions.some((at) => performance.now() - at < 5_000))
      return wrong('the connection failed');
    this.outcome.lost += 1;
  }

  /** Publishes a new version of a page, and removes the one before. */
  async #change(): Promise<void> {
    const { origin } = this.#fleet;
    const page = this.#page();
    const version = (origin.versions[page] ?? 0) + 1;
    origin.versions[page] = version;
    const line = `/invalidate/${origin.urlOf(page)}`;
    const answer = await this.#pick().get(line, { Authorization: `Bearer ${ADMIN}` });
    if (answer?.status === 200) {
      this.#confirmed[page] = version;
      this.outcome.removals += 1;
    }
    await sleep(50);
  }
}
