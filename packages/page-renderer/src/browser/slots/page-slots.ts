import { setTimeout as sleep } from 'node:timers/promises';
import type { Network } from '../../guard/network.ts';
import type { JudgedTarget } from '../../guard/policy.ts';
import type { Browser } from './browser.ts';
import { PageSlot } from './page-slot.ts';

/** Which slots of a browser are kept for the next page. */
export interface SlotRules {
  /** Whether a page may follow another of its site in a slot. */
  isKept: boolean;
  /** Number of empty slots that are kept. */
  most: number;
}

/** How long a page may wait for a slot that is being cleared, in milliseconds, before it gets another one. */
const MOST_WAIT = 250;
/** The same for a slot that is being opened: a command without a response must not use up the time of the next page. */
const MOST_OPENING = 2_000;
/** Lifetime of an empty slot, in milliseconds. */
const MOST_IDLE = 60_000;

/** A slot that was used for pages of one site. */
interface Kept {
  readonly site: string;
  readonly slot: PageSlot;
  /** Set while it is cleared. */
  renewal?: Promise<unknown>;
  /** Set while it is empty; ends it. */
  idle?: NodeJS.Timeout;
}

/**
 * The slots of one browser: those in use, those that wait for another page of their site, and one for a page of
 * any site. A slot never changes its site, so that data left in its process can only reach pages of the same site.
 */
export class PageSlots {
  readonly #browser: Browser;
  readonly #network: Network;
  readonly #rules: SlotRules;
  /** The empty ones in the order in which they became empty, and the others. */
  readonly #kept = new Map<PageSlot, Kept>();
  #fresh: Promise<PageSlot | undefined> | undefined;

  constructor(browser: Browser, network: Network, rules: SlotRules) {
    this.#browser = browser;
    this.#network = network;
    this.#rules = rules;
  }

  /** Whether there is, or will be immediately, a slot that pages of the site have used. */
  isWarm(target: JudgedTarget): boolean {
    return this.#of(siteOf(target)).some(({ idle, renewal }) => Boolean(idle ?? renewal));
  }

  /** Opens a slot for a page of any site, unless there is one. Best while no render needs the processor. */
  fill(): void {
    if (this.#fresh || this.#browser.isGone) return;
    const fresh = PageSlot.open(this.#browser, this.#network).catch(() => undefined);
    this.#fresh = fresh;
    void this.#forgetWhenGone(fresh);
  }

  async #forgetWhenGone(fresh: Promise<PageSlot | undefined>): Promise<void> {
    const slot = await fresh;
    await slot?.gone.catch(() => {});
    if (this.#fresh !== fresh) return;
    this.#fresh = undefined;
    await slot?.close();
  }

  /** An empty slot for a page of the target's site. @throws {RendererError} `browser-unavailable` */
  async take(target: JudgedTarget): Promise<PageSlot> {
    const site = siteOf(target);
    const late = sleep(MOST_WAIT, 'late' as const, { ref: false });
    for (;;) {
      const own = this.#of(site);
      const idle = own.findLast((one) => one.idle);
      if (idle) {
        clearTimeout(idle.idle);
        delete idle.idle;
        return idle.slot;
      }
      const renewals = own.flatMap(({ renewal }) => renewal ?? []);
      // One more than are in use, so that a page need not wait until the previous one has ended.
      if (renewals.length < 2) break;
      // oxlint-disable-next-line no-await-in-loop -- until there is one
      if ((await Promise.race([late, ...renewals])) === 'late') break;
    }
    const slot = (await this.#takeFresh()) ?? (await PageSlot.open(this.#browser, this.#network));
    this.#kept.set(slot, { site, slot });
    return slot;
  }

  /** The slot for a page of any site; undefined if there is none in time. */
  async #takeFresh(): Promise<PageSlot | undefined> {
    const fresh = this.#fresh;
    if (!fresh) return undefined;
    this.#fresh = undefined;
    const slot = await Promise.race([fresh, sleep(MOST_OPENING, 'late' as const, { ref: false })]);
    if (slot !== 'late') return slot;
    void fresh.then((unused) => unused?.close());
    return undefined;
  }

  /** Takes back a slot after its page: keeps it for the next page, or closes it. @returns `stuck` if that failed */
  async give(slot: PageSlot): Promise<'closed' | 'stuck'> {
    const kept = this.#kept.get(slot);
    if (!kept || !this.#rules.isKept) return this.#close(slot);
    const renewal = slot.renew();
    kept.renewal = renewal;
    const isEmpty = await renewal;
    delete kept.renewal;
    if (!isEmpty) return this.#close(slot);
    this.#keep(kept);
    return 'closed';
  }

  #keep(kept: Kept): void {
    const { slot } = kept;
    kept.idle = setTimeout(() => void this.#close(slot), MOST_IDLE).unref();
    // Append to the empty ones.
    this.#kept.delete(slot);
    this.#kept.set(slot, kept);
    slot.gone.catch(() => kept.idle && this.#close(slot));
    const idle = [...this.#kept.values()].filter((one) => one.idle);
    if (idle.length > this.#rules.most && idle[0]) void this.#close(idle[0].slot);
  }

  #close(slot: PageSlot): Promise<'closed' | 'stuck'> {
    clearTimeout(this.#kept.get(slot)?.idle);
    this.#kept.delete(slot);
    return slot.close();
  }

  #of(site: string): Kept[] {
    return [...this.#kept.values()].filter((one) => one.site === site);
  }
}

/** The site of a page; pages of the same site can use a slot one after the other. */
function siteOf({ host, port }: JudgedTarget): string {
  return `${host}:${port}`;
}
