import type { EgressListener } from '../guard/egress-proxy.ts';
import { openEgress } from '../guard/egress-proxy.ts';
import type { AddressPolicy, JudgedTarget } from '../guard/policy.ts';
import { inTime } from '../in-time.ts';
import type { Browser, Target } from './browser.ts';
import type { IsolatedPage } from './isolated-page.ts';
import { endOf, unavailable } from './isolated-page.ts';

/** How long a browser may take to open a page, in milliseconds. */
const OPEN_TIMEOUT = 5_000;
/** How long the parts of a page may take to go away, in milliseconds. */
const CLOSE_TIMEOUT = 5_000;
/** How long a page may take to make room for the next, in milliseconds. */
const RENEW_TIMEOUT = 2_000;
/** The same for its last script, where one runs. */
const BUSY = 500;
/** Pages that follow one another in a slot; their process grows with each. */
const MOST_PAGES = 50;
/** Bytes of scripts' memory, of a page that is done, that no other page begins with. */
const MOST_HEAP = 64 * 2 ** 20;

/** A page that is open and empty. */
interface Tab {
  readonly target: Target;
  readonly gone: Promise<never>;
}

/**
 * A context of the browser, whose every connection goes through a guard of its own, with one page at a time. The next
 * page begins in the process of the one before, which saves more than half of what a small page costs, and with nothing
 * else of it: no cookie, no storage, no cache, no connection.
 */
export class PageSlot {
  readonly #browser: Browser;
  readonly #egress: EgressListener;
  #context = '';
  #pages = 0;
  #isSpoiled = false;
  #opened: ((target: Target) => void) | undefined;
  #onTarget: (target: Target) => void = () => {};
  #tab: Tab | undefined;

  private constructor(browser: Browser, egress: EgressListener) {
    this.#browser = browser;
    this.#egress = egress;
  }

  /** Makes a context with an empty page. @throws {RendererError} `browser-unavailable` */
  static async open(browser: Browser, policy: AddressPolicy): Promise<PageSlot> {
    const egress = await openEgress(policy);
    const slot = new PageSlot(browser, egress);
    const open = async () => {
      slot.#context = await browser.openContext(egress.proxyServer, (target) => slot.#meet(target));
      slot.#tab = await slot.#openTab();
    };
    const opening = open();
    try {
      await inTime(opening, OPEN_TIMEOUT);
      return slot;
    } catch (error) {
      await egress.close();
      // It may come to be there later.
      const forget = () => browser.closeContext(slot.#context).catch(() => {});
      if (slot.#context === '') opening.then(forget, () => {});
      else void forget();
      throw unavailable('The browser could not open a page', error);
    }
  }

  /** Rejects when the empty page can't be used any more. */
  get gone(): Promise<never> {
    return this.#opening.gone;
  }

  get #opening(): Tab {
    if (!this.#tab) throw new Error('a slot without a page');
    return this.#tab;
  }

  /** The empty page, for a render of the target. */
  assign(target: JudgedTarget): IsolatedPage {
    this.#pages += 1;
    const browser = this.#browser;
    const { session, info } = this.#opening.target;
    this.#onTarget = (part) => browser.closeTarget(part.info.targetId);
    const spoil = () => {
      this.#isSpoiled = true;
    };
    return {
      session,
      id: info.targetId,
      egress: this.#egress.assign(target),
      userAgent: browser.running.userAgent,
      gone: this.gone,
      onTarget: (listener) => {
        this.#onTarget = listener;
      },
      closeTarget: (targetId) => browser.closeTarget(targetId),
      spoil,
      crash: () => {
        spoil();
        void session.send('Page.crash');
      },
    };
  }

  /**
   * Puts an empty page in the place of the one that is done.
   *
   * @returns whether that could be done: otherwise it has to be closed
   */
  async renew(): Promise<boolean> {
    if (this.#isSpoiled || this.#pages >= MOST_PAGES) return false;
    const renewed = await inTime(this.#renew(), RENEW_TIMEOUT).catch(() => false);
    return renewed && !this.#isSpoiled && !this.#browser.isGone;
  }

  async #renew(): Promise<boolean> {
    const { session, info } = this.#opening.target;
    // Its handlers for its own end do not run: they could write what the next page reads.
    const disabled = session.send('Emulation.setScriptExecutionDisabled', { value: true });
    const [{ usedSize }] = await inTime(Promise.all([session.send('Runtime.getHeapUsage'), disabled]), BUSY);
    if (usedSize > MOST_HEAP) return false;
    this.#egress.release();
    // Before the other is closed, so that its process stays.
    const tab = await this.#openTab();
    this.#browser.closeTarget(info.targetId);
    await session.ended;
    await wipe(tab.target);
    this.#tab = tab;
    return true;
  }

  async close(): Promise<'closed' | 'stuck'> {
    await this.#egress.close();
    const closing = this.#browser.closeContext(this.#context).catch(() => {});
    return inTime(closing, CLOSE_TIMEOUT).then(
      () => 'closed',
      () => (this.#browser.isGone ? 'closed' : 'stuck'),
    );
  }

  async #openTab(): Promise<Tab> {
    const { promise, resolve } = Promise.withResolvers<Target>();
    this.#opened = resolve;
    const targetId = await this.#browser.openPage(this.#context);
    const target = await promise;
    if (target.info.targetId !== targetId) throw new Error('another page was opened');
    return { target, gone: endOf(this.#browser, target.session) };
  }

  /** Told of all that belongs to the context: the page that was asked for, else what the page has made. */
  #meet(target: Target): void {
    const opened = this.#opened;
    if (opened && target.info.type === 'page') {
      this.#opened = undefined;
      return opened(target);
    }
    this.#isSpoiled = true;
    return this.#onTarget(target);
  }
}

/** Removes all that pages have left in a context. @throws {DevToolsError} */
async function wipe({ session }: Target): Promise<void> {
  await Promise.all([
    // Of every origin, and of tabs (`sessionStorage`), too.
    session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }),
    session.send('Network.clearBrowserCookies'),
    session.send('Network.clearBrowserCache'),
    // What the process holds in memory goes with this.
    session.send('Network.setCacheDisabled', { cacheDisabled: true }),
    session.send('Network.setCacheDisabled', { cacheDisabled: false }),
  ]);
}
