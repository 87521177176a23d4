/** The order in which events are sealed: each subject's by their numbers, an adoption after what it takes over. */
import type { StoredEvent } from '../ledger/rows.ts';
import type { EventStore } from '../ledger/store.ts';

/** Names the subject of an event; null for none. */
function subjectOf({ identity }: StoredEvent): string | null {
  if (identity === null) return null;
  const { userId, visitorId } = identity;
  if (userId !== null) return `account ${userId}`;
  return visitorId === null ? null : `visitor ${visitorId}`;
}

/**
 * Adds to the events to be sealed earlier events of the same subjects: IDs follow the clocks of hosts, so that an event
 * may be read before an earlier one. The earlier one exists, since its number was committed first.
 */
export async function withPredecessors(events: EventStore, batch: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const all = new Map(batch.map((event) => [event.leaf.id, event]));
  for (let added: readonly StoredEvent[] = batch; added.length > 0;) {
    const found = await unsealedBefore(events, added);
    added = found.filter(({ leaf }) => !all.has(leaf.id));
    for (const event of added) all.set(event.leaf.id, event);
  }
  return [...all.values()];
}

/** The unsealed events that precede some. */
async function unsealedBefore(events: EventStore, later: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const numbered = Map.groupBy(
    later.filter(({ leaf }) => (leaf.number ?? 0) > 1),
    subjectOf,
  );
  numbered.delete(null);
  const adopted = new Set(later.flatMap(({ leaf }) => leaf.adopted ?? []));
  const subjects = [...numbered.values()].map((own) => own[0]!.identity);
  const accounts = subjects.flatMap((identity) => identity?.userId ?? []);
  const withoutAccount = subjects.filter((identity) => (identity?.userId ?? null) === null);
  const visitors = withoutAccount.flatMap((identity) => identity?.visitorId ?? []);
  if (subjects.length + adopted.size === 0) return [];
  // By subject and not by number: with a condition for each event, a database took a second for some hundreds of them.
  const found = await events.unsealedAmong({ accounts, visitors, leaves: [...adopted] });
  const highest = new Map([...numbered].map(([subject, own]) => [subject, Math.max(...own.map(numberOf))]));
  return found.filter(
    (event) => adopted.has(event.hash) || (event.leaf.number ?? Infinity) < (highest.get(subjectOf(event)) ?? 0),
  );
}

const numberOf = ({ leaf }: StoredEvent): number => leaf.number ?? 0;

/** Sorts events; those without a required order keep theirs. */
export function inSealingOrder(events: readonly StoredEvent[]): StoredEvent[] {
  const bySubject = new Map<string, StoredEvent[]>();
  for (const event of events) {
    const subject = subjectOf(event);
    if (subject === null) continue;
    const own = bySubject.get(subject);
    if (own === undefined) bySubject.set(subject, [event]);
    else own.push(event);
  }
  const previous = new Map<StoredEvent, StoredEvent>();
  for (const own of bySubject.values()) {
    // Stable: events without a number keep their order.
    const sorted = own.toSorted((one, other) => numberOf(one) - numberOf(other));
    for (const [index, event] of sorted.entries()) if (index > 0) previous.set(event, sorted[index - 1]!);
  }
  const byHash = new Map(events.map((event) => [event.hash, event]));
  const begun = new Set<StoredEvent>();
  const ordered: StoredEvent[] = [];
  const place = (event: StoredEvent | undefined): void => {
    // Visited but not placed yet: a row written without the engine may refer to itself.
    if (event === undefined || begun.has(event)) return;
    begun.add(event);
    const { adopted } = event.leaf;
    place(previous.get(event));
    if (adopted !== null) place(byHash.get(adopted));
    ordered.push(event);
  };
  for (const event of events) place(event);
  return ordered;
}
