import type { run } from 'node:test';
import { missingServer } from '../testing/servers.ts';

type TestEvent = ReturnType<typeof run> extends AsyncIterable<infer E> ? E : never;

/** Whether an event is about a lane for which no file was left: Node counts a process without tests as a test. */
export function isEmptyLane({ type, data }: TestEvent): boolean {
  return type === 'test:pass' && data.nesting === 0 && data.name.endsWith('.mjs');
}

const COUNTS = ['tests', 'suites', 'passed', 'failed', 'cancelled', 'skipped', 'todo'] as const;

/** The totals of a test run: counts, seconds per file, and the missing servers. */
export class Totals {
  readonly #started = performance.now();
  readonly #counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<(typeof COUNTS)[number], number>;
  readonly #seconds = new Map<string, number>();
  /** Skipped tests by reason: a missing server, or the reason that the test gave. */
  readonly #skipped = new Map<string, number>();
  #success = true;

  /** Counts an event of the runner. */
  add(event: TestEvent): void {
    if (event.type === 'test:summary') this.#addSummary(event.data);
    else if (isEmptyLane(event)) this.#discount();
    else if (event.type === 'test:pass' && event.data.skip !== undefined) this.#addSkip(event.data.skip);
    this.#addSuite(event);
  }

  /** Whether the run passed and at least one test ran. */
  passed({ skips }: { skips: boolean }): boolean {
    return this.#success && this.#counts.tests > 0 && (skips || this.#counts.skipped === 0);
  }

  /** The last lines of a run. */
  lines(): string[] {
    const slowestLast = [...this.#seconds].toSorted(([, a], [, b]) => a - b);
    return [
      ...slowestLast.map(([file, seconds]) => `${seconds.toFixed(1).padStart(6)} s  ${file}`),
      ...COUNTS.map((name) => `${name} ${this.#counts[name]}`),
      `duration_ms ${(performance.now() - this.#started).toFixed(0)}`,
      ...[...this.#skipped].map(([reason, tests]) => `${tests} ${tests === 1 ? 'test' : 'tests'} skipped: ${reason}`),
    ];
  }

  #addSummary({ file, counts, success }: Extract<TestEvent, { type: 'test:summary' }>['data']): void {
    // Each lane has its own summary; only the summary of all is used.
    if (file !== undefined) return;
    for (const name of COUNTS) this.#counts[name] += counts[name] ?? 0;
    this.#success &&= success;
  }

  #discount(): void {
    this.#counts.tests -= 1;
    this.#counts.passed -= 1;
  }

  /** The suite of a file has the name of the file. */
  #addSuite(event: TestEvent): void {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') return;
    const { nesting, name, details } = event.data;
    if (nesting === 0 && name.endsWith('.test.ts')) this.#seconds.set(name, details.duration_ms / 1000);
  }

  #addSkip(skip: string | boolean): void {
    const missing = missingServer(String(skip));
    const reason = missing ? `${missing.server} does not answer` : String(skip);
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + (missing?.tests ?? 1));
  }
}
