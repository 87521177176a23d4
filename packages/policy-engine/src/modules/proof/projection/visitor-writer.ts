/** Appends the decisions of visitors without an account, and transfers them to accounts that take them over. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { timeText } from '../../../platform/database/statements/times.ts';
import { EventAppender } from '../ledger/append.ts';
import type { EventDraft, NewEvent } from '../ledger/event.ts';
import type { StoredEvent } from '../ledger/rows.ts';
import { EventStore } from '../ledger/store.ts';
import type { NotifyDecisions } from '../webhook-events.ts';
import { counts } from './effective-decision.ts';
import { SubjectStore } from './subject-store.ts';

/** What the writer needs. */
export interface VisitorWriterOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly now: () => Date;
  /** Creates an event of this host. */
  readonly eventOf: (draft: EventDraft, number: number) => NewEvent;
  readonly tell: NotifyDecisions | null;
}

/** Two identical decisions within this time count as one double click. */
const SAME_CLICK_MILLISECONDS = 60_000;

/** More decisions than a visitor can make while a request is under way. */
const MOST_DECISIONS = 100;

/** The last decision of a visitor on each rule, as far as they are recent. */
async function lastDecisions(store: EventStore, visitorId: string): Promise<Map<string, StoredEvent>> {
  const newestFirst = await store.about({ userId: null, visitorId }, { limit: MOST_DECISIONS });
  const last = new Map<string, StoredEvent>();
  for (const event of newestFirst) {
    const { rule, kind } = event.leaf;
    if (rule !== null && kind === 'decision' && !last.has(rule)) last.set(rule, event);
  }
  return last;
}

/** Appends and transfers decisions of visitors. */
export class VisitorWriter {
  readonly #options: VisitorWriterOptions;
  readonly #events: EventAppender;

  constructor(options: VisitorWriterOptions) {
    this.#options = options;
    this.#events = new EventAppender(options.naming);
  }

  /** Appends the decision of a new visitor, for whom no other process can append at the same time. */
  async appendNew(visitorId: string, drafts: readonly EventDraft[]): Promise<NewEvent[]> {
    const { database, naming, eventOf, tell } = this.#options;
    const events = drafts.map((draft, index) => eventOf(draft, index + 1));
    const [only] = events;
    if (database.capabilities.writableCte && only !== undefined && events.length === 1 && tell === null) {
      await this.#events.appendFirst(database, visitorId, only);
      return events;
    }
    await database.transaction(
      async (transaction) => {
        await new SubjectStore(transaction, naming).addVisitor(visitorId, events.length);
        for (const event of events) await this.#events.append(transaction, event);
        await tell?.(transaction, events);
      },
      { isolation: 'read committed' },
    );
    return events;
  }

  /**
   * Appends the decision of a visitor, unless the same one was appended a moment ago, by the first click of a double
   * click.
   *
   * @param make the decision, under the lock of the visitor: no other decision of the visitor is written meanwhile. Its last
   * decisions are passed, by rule, and the transaction
   * @param isClick whether the ID comes from a page and not from a cookie: then it is valid for one click only
   * @returns the appended events; null if nothing may be appended for this visitor
   */
  async appendOnce(
    visitorId: string,
    make: (last: ReadonlyMap<string, StoredEvent>, transaction: Database) => Promise<readonly EventDraft[]>,
    isClick: boolean,
  ): Promise<NewEvent[] | null> {
    const { database, naming, now, eventOf, tell } = this.#options;
    return database.transaction(
      async (transaction) => {
        const store = new EventStore(transaction, naming);
        const subjects = new SubjectStore(transaction, naming);
        // Of two concurrent clicks only one finds nothing, and none is appended after an adoption.
        const { last, isClosed } = await subjects.lockVisitor(visitorId);
        if (isClosed) return null;
        const first = isClick && last > 0 ? await store.firstOf(visitorId) : null;
        if (first !== null && now().getTime() - Date.parse(first) > SAME_CLICK_MILLISECONDS) return null;
        const known = last === 0 ? new Map<string, StoredEvent>() : await lastDecisions(store, visitorId);
        const fresh: NewEvent[] = [];
        for (const draft of await make(known, transaction)) {
          const { rule, decision, version, vendors = null, at } = draft;
          const before = rule === null ? undefined : known.get(rule);
          const isSame =
            before?.leaf.decision === decision && before.leaf.version === version && before.leaf.vendors === vendors;
          if (isSame && at.getTime() - Date.parse(before.leaf.at) < SAME_CLICK_MILLISECONDS) continue;
          const event = eventOf(draft, last + fresh.length + 1);
          await this.#events.append(transaction, event);
          fresh.push(event);
        }
        if (fresh.length > 0) await subjects.advanceVisitor(visitorId, last + fresh.length);
        await tell?.(transaction, fresh);
        return fresh;
      },
      // Every writer holds the lock of the visitor, so that nothing stricter is needed.
      { isolation: 'read committed' },
    );
  }

  /**
   * Claims the last decision of a visitor on a rule, for the account that takes it over, and closes the visitor:
   * nothing can be appended for it any more. Runs in the transaction that appends the adoption.
   *
   * @returns null if there is nothing to claim: there is no event, it does not count, it is already claimed, or another
   * account has claimed an event of this visitor
   */
  async claim(
    transaction: Database,
    { userId, visitorId }: { readonly userId: string; readonly visitorId: string },
    rule: string,
  ): Promise<StoredEvent | null> {
    const { naming, now } = this.#options;
    const subjects = new SubjectStore(transaction, naming);
    const { isClosed } = await subjects.lockVisitor(visitorId);
    const store = new EventStore(transaction, naming);
    const event = await store.lastOf(visitorId, rule);
    if (event === undefined || !counts(event)) return null;
    const adoptions = await store.adoptionsOf(visitorId);
    const isOfAnother = adoptions.some((one) => one.userId !== userId) || (isClosed && adoptions.length === 0);
    if (isOfAnother || adoptions.some(({ adopted }) => adopted === event.hash)) return null;
    if (!isClosed) await subjects.closeVisitor(visitorId, timeText(now()));
    return event;
  }
}
