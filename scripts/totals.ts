import type { run } from 'node:test';
import { missingServer } from '../testing/servers.ts';

type TestEvent = ReturnType<typeof run> extends AsyncIterable<infer E> ? E : never;

/** Whether an event is about a lane for which no file was left: Node counts a process without tests as a test. */
export function isEmptyLane({ type, data }: TestEvent): boolean {
  return type === 'test:pass' && data.nesting === 0 && data.name.endsWith('.mjs');
}

const COUNTS = ['tests', 'suites', 'passed', 'failed', 'cancelled', 'skipped', 'todo'] as const;

/** Files that may have failed for a busy machine. */
const MOST_AGAIN = 2;

/** The totals of a test run: counts, seconds per file, and the missing servers. */
export class Totals {
  readonly #started = performance.now();
  readonly #counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<(typeof COUNTS)[number], number>;
  readonly #seconds = new Map<string, number>();
  /** Skipped tests by reason: a missing server, or the reason that the test gave. */
  readonly #skipped = new Map<string, number>();
  #success = true;
  readonly #failed = new Set<string>();
  #unsteady: readonly string[] = [];

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

  /**
   * Browser tests to run once more, alone: on a busy machine a browser may take longer than a test waits. None if anything else
   * failed, or more than two: then it is not the machine.
   */
  again(): readonly string[] {
    const files = [...this.#failed];
    const few = files.length <= MOST_AGAIN && files.every((file) => file.endsWith('.browser.test.ts'));
    return few ? files : [];
  }

  /** Takes the failures of these files back: they have passed alone. The last lines name them. */
  forgive(files: readonly string[]): void {
    this.#unsteady = files;
    this.#success = true;
    this.#counts.passed += this.#counts.failed;
    this.#counts.failed = 0;
  }

  /** The last lines of a run. */
  lines(): string[] {
    const slowestLast = [...this.#seconds].toSorted(([, a], [, b]) => a - b);
    return [
      ...slowestLast.map(([file, seconds]) => `${seconds.toFixed(1).padStart(6)} s  ${file}`),
      ...COUNTS.map((name) => `${name} ${this.#counts[name]}`),
      `duration_ms ${(performance.now() - this.#started).toFixed(0)}`,
      ...[...this.#skipped].map(([reason, tests]) => `${tests} ${tests === 1 ? 'test' : 'tests'} skipped: ${reason}`),
      ...this.#unsteady.map((file) => `UNSTEADY, passed when it ran again alone: ${file}`),
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

  /** The suite of a file has the name of the file. Another failure at the root, of a lane, has another name. */
  #addSuite(event: TestEvent): void {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') return;
    const { nesting, name, details } = event.data;
    if (nesting > 0) return;
    if (name.endsWith('.test.ts')) this.#seconds.set(name, details.duration_ms / 1000);
    if (event.type === 'test:fail') this.#failed.add(name);
  }

  #addSkip(skip: string | boolean): void {
    const missing = missingServer(String(skip));
    const reason = missing ? `${missing.server} does not answer` : String(skip);
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + (missing?.tests ?? 1));
  }
}
