import { monotonic } from '../kernel/clock.ts';
import { RendererError } from '../kernel/errors.ts';
import type { JudgedTarget } from '../guard/policy.ts';
import { Browser } from './slots/browser.ts';
import { inTime } from '../kernel/in-time.ts';
import { roundTrip, watch } from './heartbeat.ts';
import type { IsolatedPage } from './slots/isolated-page.ts';
import { tooMuchMemory } from './slots/isolated-page.ts';
import { launchBrowser, runsWithoutSandbox } from './start/launch.ts';
import type { Member, ReplacementReason } from './slots/member.ts';
import { firstOf, countOpen } from './slots/member.ts';
import { watchMemory } from './memory/memory-watch.ts';
import type { PageSlot } from './slots/page-slot.ts';
import { PageSlots } from './slots/page-slots.ts';
import { Quarantine } from './quarantine.ts';
import type { BrowserState, RunningBrowser } from './running.ts';
import { runningOf } from './running.ts';
import { startFailure } from './start/start-failure.ts';
import type { SupervisorOptions } from './supervisor-options.ts';

export type { SupervisorOptions } from './supervisor-options.ts';

/** A page whose browser is supervised. */
export interface SupervisedPage extends IsolatedPage, AsyncDisposable {}

/** Time limit after the start of a browser until pages can be opened, in milliseconds. */
const READY_TIMEOUT = 5_000;
/** How long after the end of a process its page is notified, in milliseconds. */
const CRASH_NOTICE = 2_000;

/** Milliseconds after which the first spare browser is started, and a replacement for one that has failed. */
const SPARE_DELAY = 3_000;

/**
 * Keeps browsers running, distributes pages over them, and replaces those that have ended, hang, use too much memory or are
 * old, so that a page that harms its browser affects few others. One browser runs from the beginning; more are started when
 * pages are open at the same time.
 */
export class BrowserSupervisor {
  readonly #options: SupervisorOptions;
  /** The browsers that get pages, and those that end after their last one. */
  readonly #members = new Set<Member>();
  /** All that have not ended, with the spare one and the one for sites in quarantine. */
  readonly #live = new Set<Member>();
  readonly #quarantine = new Quarantine();
  /** The browser for sites in quarantine. */
  #apart: Promise<Member> | undefined;
  readonly #launching = new Set<Promise<Member>>();
  /** Number of browsers that are kept running: as many as there were pages at the same time, up to the option. */
  #wanted = 1;
  /** A running browser that replaces one that fails. */
  #spare: Promise<Member> | undefined;
  #keepsSpare = false;
  #isSpareDue = false;
  #closed = false;
  #isWarned = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get running(): RunningBrowser[] {
    return runningOf(this.#live, (member) => this.#stateOf(member));
  }

  /** Starts a browser unless one is running. @throws {RendererError} `browser-unavailable` */
  async start(): Promise<void> {
    await this.#member();
  }

  /**
   * From now on keeps as many browsers as were needed, and soon one spare, so that no page waits for the start of
   * another. Not immediately: the first browser is starting, and the first pages need the processor.
   */
  keepSpare(): void {
    this.#keepsSpare = true;
    this.#renewSpareLater();
  }

  /**
   * A round trip to the browsers.
   *
   * @throws {RendererError} `browser-unavailable` if none is running, or none responds within 2 s
   */
  async ping(): Promise<void> {
    await this.#member();
    try {
      await Promise.any([...this.#members].map(({ browser }) => roundTrip(browser)));
    } catch (error) {
      throw new RendererError('browser-unavailable', 'The browser does not respond', { cause: error, retryAfter: 1 });
    }
  }

  /** Numbers of browsers by what they do. */
  get counts(): Record<BrowserState | 'starting', number> {
    const counts = { running: 0, spare: 0, starting: this.#launching.size, retiring: 0 };
    for (const member of this.#live) if (!member.browser.isGone) counts[this.#stateOf(member)] += 1;
    return counts;
  }

  #stateOf(member: Member): BrowserState {
    if (member.isRetired) return 'retiring';
    return this.#members.has(member) || member.renders > 0 ? 'running' : 'spare';
  }

  /** Opens a page that shares nothing with any other page. @throws {RendererError} `browser-unavailable` */
  async openPage(target: JudgedTarget): Promise<SupervisedPage> {
    const { remote } = this.#options;
    const member = await (!remote && this.#quarantine.holds(target.host)
      ? this.#memberApart(target.host)
      : this.#member(target));
    let slot: PageSlot;
    try {
      slot = await member.slots.take(target);
    } catch (error) {
      member.active -= 1;
      this.#onNotOpened(member, target.host);
      throw error;
    }
    const page = slot.assign(target);
    const gone = page.gone.catch((error: unknown) => {
      throw this.#wasForMemory(member) ? tooMuchMemory(error) : error;
    });
    gone.catch(() => {});
    return {
      ...page,
      gone,
      [Symbol.asyncDispose]: async () => {
        // Immediately: the client may request the next page before this one is closed.
        member.active -= 1;
        if (this.#options.closeBrowser) this.#retire(member, 'each-render');
        if (member.isRetired) page.retire();
        this.#onPageClosed(member, target.host, await member.slots.give(slot));
      },
    };
  }

  /** Whether a page of the browser that just crashed was ended because of its memory: by the watch, or by the kernel. */
  #wasForMemory(member: Member): boolean {
    if (member.browser.isGone) return false;
    const ended = member.browser.running.memoryGroup?.ended() ?? 0;
    if (ended > member.endedByKernel) {
      member.endedByKernel = ended;
      member.memoryKill = monotonic();
      this.#options.logger.warn('a page used too much memory; the kernel ended its process');
    }
    return monotonic() - member.memoryKill < CRASH_NOTICE;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const starting = [...this.#launching, this.#spare, this.#apart].filter((one) => one !== undefined);
    const started = await Promise.allSettled(starting);
    const all = new Set(this.#members);
    for (const one of started) if (one.status === 'fulfilled') all.add(one.value);
    await Promise.all([...all].map(({ browser }) => browser.running.close()));
  }

  /**
   * The browser with the fewest pages. A browser that has its share of them gets no more while another is starting: all pages
   * that are lost with a browser are rendered again.
   *
   * @param target origin of the page that is opened in it; undefined if there is none
   * @throws {RendererError} `browser-unavailable`
   */
  async #member(target?: JudgedTarget): Promise<Member> {
    let mayBeFull = false;
    for (;;) {
      if (this.#closed) throw new RendererError('closing', 'The service is shutting down', { retryAfter: 5 });
      const usable = this.#usable();
      const pages = usable.reduce((sum, { active }) => sum + active, 1);
      this.#wanted = Math.max(this.#wanted, Math.min(pages, this.#options.browsers));
      this.#grow();
      // Of two with a similar load, the one that has a slot for the site.
      const load = ({ active, slots }: Member) => active - (target && slots.isWarm(target) ? 1 : 0);
      const free = usable.filter(({ active }) => active < this.#options.share);
      const least = (free.length > 0 ? free : usable).toSorted((a, b) => load(a) - load(b))[0];
      if (least && (free.length > 0 || this.#launching.size === 0 || mayBeFull)) {
        // Immediately, so that the next caller sees it.
        if (target) countOpen(least, target.host);
        return least;
      }
      try {
        // oxlint-disable-next-line no-await-in-loop -- until there is one
        await firstOf([...this.#launching]);
      } catch (error) {
        // Better one with more than its share than none.
        mayBeFull = this.#usable().length > 0;
        if (!mayBeFull) throw error;
      }
    }
  }

  #usable(): Member[] {
    return [...this.#members].filter(({ isRetired, browser }) => !isRetired && !browser.isGone);
  }

  /** Starts browsers until there are as many as needed. */
  #grow(): void {
    while (!this.#closed && this.#usable().length + this.#launching.size < this.#wanted) {
      const next = this.#next().finally(() => this.#launching.delete(next));
      next.catch(() => {});
      this.#launching.add(next);
    }
  }

  async #memberApart(site: string): Promise<Member> {
    if (this.#closed) throw new RendererError('closing', 'The service is shutting down', { retryAfter: 5 });
    const starting = (this.#apart ??= this.#launch());
    try {
      const member = await starting;
      if (!member.browser.isGone && !member.isRetired) {
        countOpen(member, site);
        return member;
      }
    } catch (error) {
      if (this.#apart === starting) this.#apart = undefined;
      throw error;
    }
    if (this.#apart === starting) this.#apart = undefined;
    return this.#memberApart(site);
  }

  /** The spare browser if there is one, otherwise a new one. */
  async #next(): Promise<Member> {
    const spare = this.#spare;
    this.#spare = undefined;
    let member = await spare?.catch(() => undefined);
    if (!member || member.browser.isGone) member = await this.#launch();
    this.#members.add(member);
    this.#renewSpare();
    return member;
  }

  #renewSpareLater(): void {
    this.#isSpareDue = false;
    const begin = () => {
      this.#isSpareDue = true;
      this.#renewSpare();
    };
    setTimeout(begin, SPARE_DELAY).unref();
  }

  #renewSpare(): void {
    if (!this.#isSpareDue || this.#closed || this.#options.closeBrowser || this.#options.remote) return;
    if (this.#spare) return;
    const spare = this.#launch();
    this.#spare = spare;
    const onEnd = () => {
      if (this.#spare !== spare) return;
      this.#spare = undefined;
      this.#renewSpareLater();
    };
    spare.then(({ browser }) => browser.gone).then(onEnd, onEnd);
  }

  async #launch(): Promise<Member> {
    const { binary, sandbox, logger, memory, keepsSlots, share, remote, isGated, flags } = this.#options;
    const started = monotonic();
    const onFault = (err: unknown) => logger.error({ err }, 'fault');
    const running = await (remote?.connect(onFault) ?? launchBrowser(binary, { sandbox, memory, flags, onFault }));
    const browser = new Browser(running, isGated);
    try {
      await inTime(browser.ready, READY_TIMEOUT);
      await remote?.verify(browser);
    } catch (error) {
      await running.kill();
      throw startFailure(remote ? (error as Error).message : 'it does not tell of its pages', error);
    }
    const member: Member = {
      browser,
      slots: new PageSlots(browser, this.#options.network, { isKept: keepsSlots, most: share + 1 }),
      started,
      open: [],
      renders: 0,
      active: 0,
      isRetired: false,
      isReported: false,
      memoryKill: -Infinity,
      endedByKernel: 0,
    };
    this.#live.add(member);
    const unwatch = watch(browser, () => {
      logger.error('the browser does not respond; it is replaced');
      this.#report(member, 'unresponsive');
      // Its renders notice the end of the connection, and are tried again with another browser.
      void running.kill();
    });
    const onMemory = {
      pageKilled: (bytes: number) => {
        member.memoryKill = monotonic();
        logger.warn({ mebibytes: Math.round(bytes / 2 ** 20) }, 'a page used too much memory; its process was ended');
      },
      bloated: (bytes: number) => this.#onBloated(member, bytes),
    };
    const { pid, memoryGroup } = running;
    const unwatchMemory = pid === undefined ? () => {} : watchMemory(pid, memory, onMemory, memoryGroup);
    const onGone = () => {
      unwatch();
      unwatchMemory();
      this.#onGone(member);
    };
    void browser.gone.then(onGone);
    logger.info(
      { version: running.version, ms: Math.round(monotonic() - started) },
      remote ? 'browser connected' : 'browser started',
    );
    this.#options.onStarted(running.version);
    const unprotected = remote ? null : runsWithoutSandbox(sandbox);
    if (unprotected !== null && !this.#isWarned) logger.warn(`Chromium runs without its sandbox: ${unprotected}`);
    this.#isWarned = true;
    return member;
  }

  #onGone(member: Member): void {
    this.#members.delete(member);
    this.#live.delete(member);
    if (this.#closed) return;
    const { logger, closeBrowser } = this.#options;
    if (!closeBrowser) this.#replace();
    if (member.isRetired && member.open.length === 0) return;
    this.#report(member, 'ended');
    logger.warn('the browser ended unexpectedly; it is replaced');
    for (const site of this.#quarantine.note(member.open)) {
      logger.warn({ site }, 'browsers ended with pages of this site open; it gets a separate browser for some time');
    }
    void member.browser.running.kill();
  }

  /** A service keeps as many browsers as it has needed; as a library, the next page starts the next browser. */
  #replace(): void {
    if (this.#keepsSpare) this.#grow();
  }

  /** It is replaced when its pages are closed; if it continues to grow, it is ended. */
  #onBloated(member: Member, bytes: number): void {
    const { logger, memory } = this.#options;
    const mebibytes = Math.round(bytes / 2 ** 20);
    if (!member.isRetired) logger.warn({ mebibytes }, 'the browser uses too much memory; it is replaced');
    this.#retire(member, 'memory');
    if (bytes < memory.browser * 2) return;
    logger.error({ mebibytes }, 'the browser uses more than twice the allowed memory; it is ended');
    void member.browser.running.kill();
  }

  /** A browser that did not open a page would not open the next one either; its other pages may continue. */
  #onNotOpened(member: Member, site: string): void {
    member.open.splice(member.open.indexOf(site), 1);
    if (member.browser.isGone) return;
    this.#options.logger.warn('the browser does not open a page; it is replaced');
    this.#retire(member, 'not-opening');
  }

  /** A browser that cannot close a page gets no more pages. */
  #onPageClosed(member: Member, site: string, how: 'closed' | 'stuck'): void {
    member.open.splice(member.open.indexOf(site), 1);
    if (member.browser.isGone) return;
    if (how === 'stuck') {
      this.#options.logger.warn('the browser does not close its pages; it is replaced');
      this.#report(member, 'not-closing');
      member.isRetired = true;
      this.#quarantine.note([site]);
      void member.browser.running.kill();
      return;
    }
    const { renders, minutes } = this.#options.recycle;
    if (member.renders >= renders || monotonic() - member.started > minutes * 60_000) this.#retire(member, 'age');
    else if (member.isRetired) this.#endRetired(member);
    if (!member.isRetired) member.slots.fill();
  }

  /** It gets no more pages, and is closed after its last one. */
  #retire(member: Member, reason: ReplacementReason): void {
    this.#report(member, reason);
    member.isRetired = true;
    this.#endRetired(member);
  }

  #report(member: Member, reason: ReplacementReason): void {
    if (!member.isReported) this.#options.onReplaced?.(reason);
    member.isReported = true;
  }

  #endRetired(member: Member): void {
    if (member.open.length === 0) void member.browser.running.close();
  }
}
