import type { EgressListener } from '../../guard/egress-proxy.ts';
import { openEgress } from '../../guard/egress-proxy.ts';
import type { Network } from '../../guard/network.ts';
import type { JudgedTarget } from '../../guard/policy.ts';
import { inTime } from '../../kernel/in-time.ts';
import type { Browser, Target } from './browser.ts';
import type { IsolatedPage } from './isolated-page.ts';
import { endOf, unavailable } from './isolated-page.ts';
import type { GatedPage, RequestJudge } from './request-gate.ts';

/** Time limit for opening a page, in milliseconds. */
const OPEN_TIMEOUT = 5_000;
/** Time limit for the parts of a page to end, in milliseconds. */
const CLOSE_TIMEOUT = 5_000;
/** Time limit for clearing the slot after a page, in milliseconds. */
const RENEW_TIMEOUT = 2_000;
/** The same for its last script, if one is running. */
const BUSY = 500;
/** Maximum number of pages that use a slot one after the other; their process grows with each. */
const MOST_PAGES = 50;
/** Memory of scripts after a page, in bytes, above which the process is not used for another page. */
const MOST_HEAP = 64 * 2 ** 20;

/** An open, empty page. */
interface Tab {
  readonly target: Target;
  readonly gone: Promise<never>;
}

/**
 * A browser context whose connections all go through an address guard of its own, with one page at a time. The next
 * page starts in the process of the previous one, which saves more than half of the cost of a small page, and gets nothing
 * else of it: no cookies, storage, cache or connections.
 */
export class PageSlot {
  readonly #browser: Browser;
  readonly #egress: EgressListener;
  #context = '';
  #pages = 0;
  #isRetired = false;
  #opened: ((target: Target) => void) | undefined;
  #onTarget: (target: Target) => void = () => {};
  #tab: Tab | undefined;
  #gated: GatedPage | undefined;

  private constructor(browser: Browser, egress: EgressListener) {
    this.#browser = browser;
    this.#egress = egress;
  }

  /** Creates a browser context with an empty page. @throws {RendererError} `browser-unavailable` */
  static async open(browser: Browser, network: Network): Promise<PageSlot> {
    const egress = await openEgress(network, browser.running.network);
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
      // It may be created later.
      const forget = () => browser.closeContext(slot.#context).catch(() => {});
      if (slot.#context === '') opening.then(forget, () => {});
      else void forget();
      throw unavailable('The browser could not open a page', error);
    }
  }

  /** Rejects when the empty page can no longer be used. */
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
    let judge: RequestJudge = (root, { requestId }) =>
      root.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    const gated = browser.gate?.open((root, paused) => judge(root, paused));
    gated?.claim(info.targetId);
    this.#gated = gated;
    const retire = () => {
      this.#isRetired = true;
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
      isGated: gated !== undefined,
      startsDownloads: browser.startsDownloads,
      onRequest: (own) => {
        judge = own;
      },
      addPart: (id) => gated?.claim(id),
      roundTrip: () => browser.ping(),
      retire,
      crash: () => {
        retire();
        void session.send('Page.crash');
      },
    };
  }

  /**
   * Replaces a page that is no longer needed by an empty one.
   *
   * @returns whether that was possible; if not, the slot must be closed
   */
  async renew(): Promise<boolean> {
    this.#endNetwork();
    if (this.#isRetired || this.#pages >= MOST_PAGES) return false;
    const renewed = await inTime(this.#renew(), RENEW_TIMEOUT).catch(() => false);
    return renewed && !this.#isRetired && !this.#browser.isGone;
  }

  async #renew(): Promise<boolean> {
    const { session, info } = this.#opening.target;
    // Its handlers for unload do not run: they could write what the next page reads.
    const disabled = session.send('Emulation.setScriptExecutionDisabled', { value: true });
    const [{ usedSize }] = await inTime(Promise.all([session.send('Runtime.getHeapUsage'), disabled]), BUSY);
    if (usedSize > MOST_HEAP) return false;
    // Before the other is closed, so that its process stays.
    const tab = await this.#openTab();
    this.#browser.closeTarget(info.targetId);
    await session.ended;
    await wipe(tab.target);
    this.#tab = tab;
    return true;
  }

  /** The result has been read: whatever the page still wants to send is not sent. */
  #endNetwork(): void {
    this.#gated?.close();
    this.#egress.release();
  }

  async close(): Promise<'closed' | 'stuck'> {
    this.#endNetwork();
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

  /** Called with everything that belongs to the context: the requested page, otherwise what the page has created. */
  #meet(target: Target): void {
    const opened = this.#opened;
    if (opened && target.info.type === 'page') {
      this.#opened = undefined;
      // Headless shells start the process of a page when it runs; there is nothing in it that could run.
      void target.session.send('Runtime.runIfWaitingForDebugger');
      return opened(target);
    }
    this.#isRetired = true;
    return this.#onTarget(target);
  }
}

/** Removes everything that pages have left in a browser context. @throws {DevToolsError} */
async function wipe({ session }: Target): Promise<void> {
  await Promise.all([
    // Of every origin, and of tabs (`sessionStorage`), too.
    session.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }),
    session.send('Network.clearBrowserCookies'),
    session.send('Network.clearBrowserCache'),
    // This also clears the memory cache of the process.
    session.send('Network.setCacheDisabled', { cacheDisabled: true }),
    session.send('Network.setCacheDisabled', { cacheDisabled: false }),
  ]);
}
