import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../../../platform/database/port.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { Cookies } from '../../../platform/web/request/cookies.ts';
import { readRuleCookies, saidOfVendor } from '../../browsers/index.ts';
import type { Gate } from '../scripts/gate.ts';
import { ALL_REQUESTS, type CookieCount, FOREIGN_PAGES, isNoCookie, NotedCookies, sumOf } from './counts.ts';
import type { DeclaredCookie, DeclaredCookies } from './declared.ts';
import { FoundCookieStore } from './store.ts';

/** What the service needs. */
export interface FoundCookiesOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly now: () => Date;
  readonly logger: WebLogger;
  readonly declared: DeclaredCookies;
  /** The option `cookieInventory`. */
  readonly isOn: boolean;
  /** Milliseconds between writes, and so what a process that is killed loses. Default: a minute. */
  readonly writeAfter?: number;
}

const MINUTE = 60_000;
/** Days after which a name that was not seen is forgotten. */
export const KEPT_DAYS = 90;
const DAY = 24 * 60 * 60 * 1000;

/** The requests whose cookies were noted, and the cookies in them. */
export interface Found {
  /** All requests with cookies; null before the first. */
  readonly all: CookieCount | null;
  readonly cookies: ReadonlyMap<string, CookieCount>;
}

/** What is known about the person who sent a request. */
export interface Sender {
  readonly cookies: Cookies;
  readonly isSignedIn: boolean;
  /** Whether the person consented, if that was read. Default: only the cookies say. */
  readonly isAllowed?: (gate: Gate) => boolean;
}

/** The names of the cookies that browsers send. They are counted in memory and written once a minute, after the responses. */
export class FoundCookiesService {
  readonly #options: FoundCookiesOptions;
  readonly #store: FoundCookieStore;
  #noted = new NotedCookies();
  /** A write must not belong to the transaction of the request that started its timer. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: FoundCookiesOptions) {
    this.#options = options;
    this.#store = new FoundCookieStore(options.database, options.naming);
  }

  get isOn(): boolean {
    return this.#options.isOn;
  }

  get declared(): DeclaredCookies {
    return this.#options.declared;
  }

  /** UTC, `2026-11-26`. @param daysAgo default: today */
  day(daysAgo = 0): string {
    return new Date(this.#options.now().getTime() - daysAgo * DAY).toISOString().slice(0, 10);
  }

  /** Counts the cookies of a request. Queries nothing, and never throws for what a browser sends. */
  note(sender: Sender): void {
    const names = this.#options.isOn && !this.#isStopped ? sender.cookies.names() : [];
    if (names.length === 0) return;
    const { declared } = this.#options;
    const day = this.day();
    this.#noted.next(day);
    for (const sent of names) {
      const noted = declared.noted(sent);
      if (noted === null) continue;
      const { name, declared: cookie } = noted;
      this.#noted.add({
        name,
        day,
        isDeclared: cookie !== undefined,
        lacksConsent: lacksConsent(cookie, { ...sender, day }),
      });
    }
    this.#writeSoon();
  }

  /** Counts a report of a page that was made for somebody else, and not for the browser that shows it. */
  noteForeignPage(): void {
    if (this.#isStopped) return;
    const day = this.day();
    this.#noted.count({ name: FOREIGN_PAGES + day, day, isDeclared: true, lacksConsent: false });
    this.#writeSoon();
  }

  /** Number of those reports since a day. */
  async foreignPages(since: string): Promise<number> {
    await this.#writing;
    const counts = [...(await this.#store.since(since)), ...this.#noted.counts];
    return counts
      .filter(([name]) => name.startsWith(FOREIGN_PAGES) && name.slice(FOREIGN_PAGES.length) >= since)
      .reduce((sum, [, { requests }]) => sum + requests, 0);
  }

  /** What was found in the last {@link KEPT_DAYS} days, including what this process has not written yet. */
  async found(): Promise<Found> {
    await this.#writing;
    const counts = await this.#store.since(this.day(KEPT_DAYS));
    for (const [name, count] of this.#noted.counts) add(counts, name, count);
    const all = counts.get(ALL_REQUESTS) ?? null;
    const cookies = new Map<string, CookieCount>();
    // Declarations may have changed since a name was noted.
    for (const [name, count] of counts)
      if (!isNoCookie(name)) add(cookies, this.#options.declared.of(name)?.name ?? name, count);
    return { all, cookies };
  }

  /** Writes what was noted. What cannot be written is logged, and written a minute after the next request. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // A host's logger may throw, and no request waits for this.
    return (this.#writing = this.#writing.then(() => this.#write()).catch(() => {}));
  }

  start(): void {
    this.#isStopped = false;
  }

  /** Writes what was noted. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.write();
  }

  #writeSoon(): void {
    const { writeAfter = MINUTE } = this.#options;
    this.#timer ??= setTimeout(() => void this.#outside(() => this.write()), writeAfter).unref();
  }

  async #write(): Promise<void> {
    const noted = this.#noted;
    if (noted.isEmpty) return;
    this.#noted = new NotedCookies();
    try {
      await this.#store.add(noted.counts);
    } catch (error) {
      this.#restore(noted, error);
      return;
    }
    try {
      const { declared } = this.#options;
      await this.#store.forget(this.day(KEPT_DAYS), (name) => declared.of(name) !== undefined);
    } catch (error) {
      this.#options.logger.error('Old names of cookies could not be deleted', { error });
    }
  }

  #restore(noted: NotedCookies, error: unknown): void {
    // The next request starts the timer again: without one there is nothing new, and the database may be closed.
    this.#noted.restore(noted);
    this.#options.logger.error('The names of cookies could not be stored', { error });
  }
}

function add(counts: Map<string, CookieCount>, name: string, count: CookieCount): void {
  const known = counts.get(name);
  counts.set(name, known === undefined ? count : sumOf(known, count));
}

/** A sender on a day, see {@link FoundCookiesService.day}. */
type SenderOn = Sender & { readonly day: string };

/** Whether a script's cookie came from a browser without consent to any of its scripts. In doubt it did not. */
function lacksConsent(cookie: DeclaredCookie | undefined, sender: SenderOn): boolean {
  return cookie !== undefined && cookie.gates.length > 0 && cookie.gates.every((gate) => isWithout(gate, sender));
}

function isWithout(gate: Gate, { cookies, isSignedIn, isAllowed, day }: SenderOn): boolean {
  if (isAllowed?.(gate) === true) return false;
  const said = readRuleCookies(cookies, gate.rule, day);
  if (said?.decision === 'accepted' && !said.isOver) {
    return said.vendors !== null && saidOfVendor(said.vendors, gate.provider) === 'rejected';
  }
  // An account may have consented in another browser.
  return isAllowed !== undefined || !isSignedIn;
}
