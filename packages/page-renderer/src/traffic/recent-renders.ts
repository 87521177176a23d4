/** The last renders that failed or were slow, for operators: a fixed number, each of limited length, in memory only. */
import { randomUUID } from 'node:crypto';
import type { RenderRequest } from '../grammar/dialects/request.ts';
import type { RendererErrorCode } from '../kernel/errors.ts';
import { wallClock } from '../kernel/clock.ts';
import type { Verdict } from '../kernel/verdicts.ts';
import { wasStopped } from '../kernel/verdicts.ts';

/** Maximum number of renders, and of characters of the parameters of each. */
const MOST = { renders: 50, characters: 2_000, reason: 300 };
/** Part of the time budget above which a render is slow. */
const SLOW = 0.5;

/** A render that has ended. */
export interface EndedRender {
  /** The parameters of the explanation of the same render: `url` and options. */
  readonly parameters: string;
  readonly kind: 'render' | 'screenshot' | 'pdf' | 'har' | 'pair';
  /** Null if there is no result. */
  readonly verdict: Verdict | null;
  readonly code: RendererErrorCode | null;
  /** Why there is no result, for people; null if there is one. */
  readonly reason: string | null;
  /** Milliseconds. */
  readonly ms: number;
  /** What was requested, to render it again. */
  readonly request: RenderRequest;
}

/** One of the last. */
export interface RecentRender extends EndedRender {
  /** Names it, for as long as it is kept. */
  readonly id: string;
  /** When it ended, in milliseconds since 1970; of several the last one. */
  readonly at: number;
  /** How often the same has happened. */
  readonly times: number;
}

/** Errors that say nothing about the page. */
const NOT_OF_PAGE: ReadonlySet<RendererErrorCode> = new Set(['closing', 'overloaded']);

/** See the head of the file. */
export class RecentRenders {
  readonly #slow: number;
  /** The last one comes last. */
  readonly #renders = new Map<string, RecentRender>();

  /** @param timeout time budget of a render in milliseconds */
  constructor(timeout: number) {
    this.#slow = timeout * SLOW;
  }

  /** The last one comes first. */
  get all(): RecentRender[] {
    return [...this.#renders.values()].toReversed();
  }

  /** Remembers a render if it failed or was slow. The same page with the same outcome takes one place. */
  note(render: EndedRender): void {
    const { parameters, kind, verdict, code, ms, reason } = render;
    const isFailed = code !== null ? !NOT_OF_PAGE.has(code) : verdict !== null && wasStopped(verdict);
    if ((!isFailed && ms < this.#slow) || parameters.length > MOST.characters) return;
    const name = JSON.stringify([parameters, kind, verdict, code]);
    const { times = 0, id = randomUUID() } = this.#renders.get(name) ?? {};
    this.#renders.delete(name);
    const told = reason === null ? null : reason.slice(0, MOST.reason);
    this.#renders.set(name, { ...render, reason: told, id, at: wallClock(), times: times + 1 });
    const [oldest] = this.#renders.keys();
    if (this.#renders.size > MOST.renders && oldest !== undefined) this.#renders.delete(oldest);
  }

  /** One of them; undefined if it is not kept any more. */
  find(id: string): RecentRender | undefined {
    return this.all.find((one) => one.id === id);
  }

  /** Forgets a render, because it was repeated and has a result. */
  forget(id: string): void {
    for (const [name, one] of this.#renders) if (one.id === id) this.#renders.delete(name);
  }
}
