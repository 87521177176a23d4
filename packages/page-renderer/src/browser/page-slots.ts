import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressPolicy, JudgedTarget } from '../guard/policy.ts';
import type { Browser } from './browser.ts';
import { PageSlot } from './page-slot.ts';

/** Which slots of a browser are kept for the next page. */
export interface SlotRules {
  /** Whether a page may follow another of its site in a slot. */
  isKept: boolean;
  /** Empty slots that are kept. */
  most: number;
}

/** How long a page may wait for a slot that is being made empty, in milliseconds, before it gets another. */
const MOST_WAIT = 250;
/** The same for one that is being opened: a command that the browser never answers must not cost the next page its time. */
const MOST_OPENING = 2_000;
/** How long an empty slot is kept, in milliseconds. */
const MOST_IDLE = 60_000;

/** A slot that was used for pages of a site. */
interface Kept {
  readonly site: string;
  readonly slot: PageSlot;
  /** While it is made empty. */
  renewal?: Promise<unknown>;
  /** Set while it is empty; ends it. */
  idle?: NodeJS.Timeout;
}

/**
 * Slots of one browser: those in use, those that wait for another page of their site, and one that waits for a page of
 * any. A slot never changes its site, so that what a page may have left in its process can only meet pages of that site.
 */
export class PageSlots {
  readonly #browser: Browser;
  readonly #policy: AddressPolicy;
  readonly #rules: SlotRules;
  /** Those that are empty in the order in which they became so, and the others. */
  readonly #kept = new Map<PageSlot, Kept>();
  #fresh: Promise<PageSlot | undefined> | undefined;

  constructor(browser: Browser, policy: AddressPolicy, rules: SlotRules) {
    this.#browser = browser;
    this.#policy = policy;
    this.#rules = rules;
  }

  /** Whether one is there, or will be at once, that pages of the site have used. */
  isWarm(target: JudgedTarget): boolean {
    return this.#of(siteOf(target)).some(({ idle, renewal }) => Boolean(idle ?? renewal));
  }

  /** Opens a slot for a page of any site, unless there is one. Best when no render waits for the processor. */
  fill(): void {
    if (this.#fresh || this.#browser.isGone) return;
    const fresh = PageSlot.open(this.#browser, this.#policy).catch(() => undefined);
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
      // One more than are used, so that a page need not wait for the end of the one before.
      if (renewals.length < 2) break;
      // oxlint-disable-next-line no-await-in-loop -- until there is one
      if ((await Promise.race([late, ...renewals])) === 'late') break;
    }
    const slot = (await this.#takeFresh()) ?? (await PageSlot.open(this.#browser, this.#policy));
    this.#kept.set(slot, { site, slot });
    return slot;
  }

  /** The one that waits for a page of any site; undefined where there is none in time. */
  async #takeFresh(): Promise<PageSlot | undefined> {
    const fresh = this.#fresh;
    if (!fresh) return undefined;
    this.#fresh = undefined;
    const slot = await Promise.race([fresh, sleep(MOST_OPENING, 'late' as const, { ref: false })]);
    if (slot !== 'late') return slot;
    void fresh.then((unused) => unused?.close());
    return undefined;
  }

  /** Takes a slot back whose page is done: keeps it for the next, or closes it. @returns `stuck` when that did not work */
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
    // To the end of those that are empty.
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

/** Pages of which may follow one another. */
function siteOf({ host, port }: JudgedTarget): string {
  return `${host}:${port}`;
}
