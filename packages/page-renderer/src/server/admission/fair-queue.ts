import type { Priority } from '../../kernel/priority.ts';
import { isHigher, PRIORITIES } from '../../kernel/priority.ts';

/**
 * The share of a class in the slots that become free while several classes wait: three times that of the next class. A class that
 * waits always gets its share, so that none starves.
 */
const WEIGHTS: Readonly<Record<Priority, number>> = {
  person: 243,
  search: 81,
  bot: 27,
  training: 9,
  renewal: 3,
  background: 1,
};

/** A place in the queue. */
export interface QueueEntry {
  /** Changed only by {@link FairQueue.move}. */
  priority: Priority;
  /** Host and port of the target. */
  readonly site: string;
}

/** The waiting entries of one class, by site; the site whose turn is next comes first. */
interface Lane<Entry> {
  readonly priority: Priority;
  readonly sites: Map<string, Entry[]>;
  /** Virtual time from which its next turn is counted: the turn is due later by the inverse of its weight. */
  turn: number;
}

/**
 * A queue with classes and sites. Classes get turns in proportion to their weights (stride scheduling: Waldspurger, Weihl 1995);
 * within a class, sites take turns, and entries of a site keep their order. A class in which nobody has waited for some time has
 * no credit from that time: its first entry is served after at most one of each lower class, and a share of each higher one.
 */
export class FairQueue<Entry extends QueueEntry> {
  readonly #lanes: ReadonlyArray<Lane<Entry>> = PRIORITIES.map((priority) => {
    return { priority, sites: new Map(), turn: 0 };
  });
  /** The order in which entries came. */
  readonly #numbers = new Map<Entry, number>();
  #last = 0;
  /** Virtual time. */
  #now = 0;

  get length(): number {
    return this.#numbers.size;
  }

  /** Number of waiting entries of a class. */
  lengthOf(priority: Priority): number {
    return sizeOf(this.#lane(priority));
  }

  add(entry: Entry): void {
    this.#last += 1;
    this.#numbers.set(entry, this.#last);
    this.#enter(entry);
  }

  /** @returns whether the entry was there */
  remove(entry: Entry): boolean {
    if (!this.#numbers.delete(entry)) return false;
    this.#leave(entry);
    return true;
  }

  /** Gives an entry another class, where it is the last of its site. */
  move(entry: Entry, priority: Priority): void {
    if (!this.#numbers.has(entry)) return;
    this.#leave(entry);
    entry.priority = priority;
    this.#enter(entry);
  }

  /** Removes the entry whose turn it is. */
  next(): Entry | undefined {
    let lane: Lane<Entry> | undefined;
    for (const one of this.#lanes) if (one.sites.size > 0 && (!lane || dueOf(one) < dueOf(lane))) lane = one;
    const [site, entries] = lane?.sites.entries().next().value ?? [];
    const entry = entries?.[0];
    if (!lane || site === undefined || !entries || !entry) return undefined;
    this.#now = Math.max(this.#now, lane.turn);
    lane.turn = dueOf(lane);
    entries.shift();
    lane.sites.delete(site);
    // Its next turn comes after those of the other sites.
    if (entries.length > 0) lane.sites.set(site, entries);
    this.#numbers.delete(entry);
    return entry;
  }

  /**
   * Number of entries that have their turn before one that is added now: all of higher classes, and of its own class as many of
   * each site as there are of its own. The turns of lower classes are not counted.
   */
  ahead(priority: Priority, site: string): number {
    const own = this.#lane(priority).sites.get(site)?.length ?? 0;
    let count = 0;
    for (const lane of this.#lanes) {
      if (isHigher(lane.priority, priority)) count += sizeOf(lane);
      if (lane.priority !== priority) continue;
      for (const [name, entries] of lane.sites) count += name === site ? own : Math.min(entries.length, own + 1);
    }
    return count;
  }

  /**
   * The entry that makes room for one of this class and site in a full queue: the newest of the lowest class; if that is the same
   * class, the newest of the site with most entries, unless the new one's site has as many. Undefined if the new one must go.
   */
  displaceable(priority: Priority, site: string): Entry | undefined {
    const lowest = this.#lanes.findLast(({ sites }) => sites.size > 0);
    if (!lowest || isHigher(lowest.priority, priority)) return undefined;
    const lasts = [...lowest.sites.values()].flatMap((entries) => {
      const entry = entries.at(-1);
      return entry ? [{ entry, count: entries.length, number: this.#numbers.get(entry) ?? 0 }] : [];
    });
    if (lowest.priority !== priority) return lasts.toSorted((a, b) => b.number - a.number)[0]?.entry;
    const own = lowest.sites.get(site)?.length ?? 0;
    const longest = lasts.toSorted((a, b) => b.count - a.count || b.number - a.number)[0];
    return longest && longest.count > own + 1 ? longest.entry : undefined;
  }

  #lane(priority: Priority): Lane<Entry> {
    return this.#lanes[PRIORITIES.indexOf(priority)] as Lane<Entry>;
  }

  #enter(entry: Entry): void {
    const lane = this.#lane(entry.priority);
    if (lane.sites.size === 0) lane.turn = Math.max(lane.turn, this.#now);
    const entries = lane.sites.get(entry.site);
    if (entries) entries.push(entry);
    else lane.sites.set(entry.site, [entry]);
  }

  #leave(entry: Entry): void {
    const { sites } = this.#lane(entry.priority);
    const entries = sites.get(entry.site) ?? [];
    entries.splice(entries.indexOf(entry), 1);
    if (entries.length === 0) sites.delete(entry.site);
  }
}

/** The virtual time of its next turn. */
function dueOf({ priority, turn }: Lane<unknown>): number {
  return turn + 1 / WEIGHTS[priority];
}

function sizeOf({ sites }: Lane<unknown>): number {
  let count = 0;
  for (const entries of sites.values()) count += entries.length;
  return count;
}
