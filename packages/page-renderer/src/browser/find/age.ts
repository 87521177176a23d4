/** The age of a browser, and how to update it. */
import type { Logger } from 'pino';
import { wallClock } from '../../kernel/clock.ts';
import type { BrowserBinary } from './binary.ts';
import { RELEASES } from './releases.ts';

/** Days after the release of its milestone after which a browser is reported as old. */
const OLD = 30;
const DAY = 86_400_000;
const SMALLER =
  'a headless shell uses a fraction of the processor time of this browser: run "npx @puppeteer/browsers install chrome-headless-shell@stable"';

/** The version of a browser, and its age if it is known. */
export interface BrowserAge {
  /** As reported by the browser, such as `HeadlessChrome/153.0.8010.0`. */
  readonly version: string;
  /** Release date of its milestone, or a few days later; null for a milestone that is newer than this table. */
  readonly released: string | null;
  /** Whole days since then. */
  readonly days: number | null;
  readonly isOld: boolean;
}

/** The age of a version. @param now milliseconds since 1970 */
export function ageOf(version: string, now: number): BrowserAge {
  const milestone = Number(/^[^/]*\/(\d+)\./.exec(version)?.[1] ?? Number.NaN);
  // A milestone that is older than the table is older than its first row.
  const first = Math.min(...RELEASES.keys());
  const released = RELEASES.get(Math.max(milestone, first)) ?? null;
  const days = released === null ? null : Math.max(0, Math.floor((now - Date.parse(released)) / DAY));
  return { version, released, days, isOld: days !== null && days > OLD };
}

/** Instructions for getting a newer browser than this one. */
export function updateOf({ executablePath }: BrowserBinary): string {
  if (/[\\/]page-renderer[\\/]chromium-/.test(executablePath)) {
    return 'install a newer version of page-renderer with its package @sparticuz/chromium, or install a browser, which is then used instead';
  }
  if (/[\\/](?:\.cache[\\/]puppeteer|chrome-headless-shell)[\\/]/.test(executablePath)) {
    return 'run "npx @puppeteer/browsers install chrome-headless-shell@stable", and set "executablePath" if it names the old one';
  }
  return 'update it with what installed it, such as "apt-get install --only-upgrade chromium"';
}

/** Records the age of the browser that was started last, and reports if it is old. */
export class BrowserVersion {
  readonly #binary: BrowserBinary;
  readonly #logger: Logger;
  #version: string | undefined;
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor(binary: BrowserBinary, logger: Logger) {
    this.#binary = binary;
    this.#logger = logger;
  }

  /** Undefined until a browser was started. */
  get age(): BrowserAge | undefined {
    return this.#version === undefined ? undefined : ageOf(this.#version, wallClock());
  }

  get #said(): string {
    return this.#binary.kind === 'chromium' ? `browser; ${SMALLER}` : 'browser';
  }

  /** Called with each started browser. Reports each version once, and once a day that it is old. */
  note(version: string): void {
    const isNew = version !== this.#version;
    this.#version = version;
    const { released, days, isOld } = ageOf(version, wallClock());
    if (isNew) this.#logger.info({ version, released: released ?? 'unknown', days: days ?? 'unknown' }, this.#said);
    if (!isOld || wallClock() - this.#warnedAt < DAY) return;
    this.#warnedAt = wallClock();
    this.#logger.warn(
      { version, released, days },
      `the milestone of this browser was released ${days} days ago, and newer ones fix vulnerabilities known by now; ${updateOf(this.#binary)}`,
    );
  }
}
