/** The metrics for Prometheus. */
import { Counter, Gauge, Registry } from 'prom-client';
import type { BrowserAge } from '../browser/age.ts';
import type { ResultCache } from '../cache/result-cache.ts';
import type { RendererErrorCode } from '../errors.ts';
import type { Verdict } from '../render/verdicts.ts';
import type { Client } from './access/clients.ts';
import type { RenderKind } from './request.ts';

const PREFIX = 'page_renderer';

/** The metrics of one service. */
export class Metrics {
  readonly #registry = new Registry();
  /** Reads counters of other objects when metrics are requested. */
  readonly #readers: Array<() => void | Promise<void>> = [];
  readonly #renders: Counter<'kind' | 'verdict'> = new Counter({
    name: `${PREFIX}_renders_total`,
    help: 'Renders, by kind and by verdict or error',
    labelNames: ['kind', 'verdict'],
    registers: [this.#registry],
  });
  readonly #errors: Counter<'code'> = new Counter({
    name: `${PREFIX}_errors_total`,
    help: 'Error responses, by code',
    labelNames: ['code'],
    registers: [this.#registry],
  });
  readonly #limited: Counter<'client'> = new Counter({
    name: `${PREFIX}_limited_total`,
    help: 'Renders refused because of the limit per minute, by how the client was identified',
    labelNames: ['client'],
    registers: [this.#registry],
  });

  countRender(kind: RenderKind, verdict: Verdict): void {
    this.#renders.inc({ kind, verdict });
  }

  countError(code: RendererErrorCode): void {
    this.#errors.inc({ code });
  }

  /** @param client how the client was identified */
  countLimited(client: Client['kind']): void {
    this.#limited.inc({ client });
  }

  /** The browser that was started last. */
  watchBrowser(read: () => BrowserAge | undefined): void {
    const registers = [this.#registry];
    const info = new Gauge({
      name: `${PREFIX}_browser_info`,
      help: 'The browser that was started last: its version and the release date of its milestone',
      labelNames: ['version', 'released'],
      registers,
    });
    const age = new Gauge({
      name: `${PREFIX}_browser_age_days`,
      help: 'Days since the milestone of the browser was released, if known',
      labelNames: ['version'],
      registers,
    });
    this.#readers.push(() => {
      info.reset();
      age.reset();
      const browser = read();
      if (!browser) return;
      const { version, released, days } = browser;
      info.set({ version, released: released ?? 'unknown' }, 1);
      if (days !== null) age.set({ version }, days);
    });
  }

  /** Counters of a cache. */
  watchCache(cache: ResultCache): void {
    const registers = [this.#registry];
    const answers = new Counter({
      name: `${PREFIX}_cache_answers_total`,
      help: 'Responses, by where they came from',
      labelNames: ['source'],
      registers,
    });
    const up = new Gauge({ name: `${PREFIX}_cache_up`, help: 'Whether the cache can be reached', registers });
    const failures = new Counter({
      name: `${PREFIX}_cache_failures_total`,
      help: 'Failures of the cache, by operation',
      labelNames: ['operation'],
      registers,
    });
    const renewals = new Counter({
      name: `${PREFIX}_renewals_total`,
      help: 'Expired results, by outcome: renewed without a render, or the reason for a render',
      labelNames: ['outcome'],
      registers,
    });
    this.#readers.push(async () => {
      const state = await cache.state();
      answers.reset();
      failures.reset();
      renewals.reset();
      for (const [outcome, count] of Object.entries(state.renewals)) renewals.inc({ outcome }, count);
      for (const [source, count] of Object.entries(state.answers)) answers.inc({ source }, count);
      for (const [operation, count] of Object.entries(state.failures)) failures.inc({ operation }, count);
      up.set(state.state === 'ok' ? 1 : 0);
    });
  }

  /** All metrics in the text format of Prometheus. */
  async text(): Promise<{ body: string; type: string }> {
    for (const read of this.#readers) await read();
    return { body: await this.#registry.metrics(), type: this.#registry.contentType };
  }
}
