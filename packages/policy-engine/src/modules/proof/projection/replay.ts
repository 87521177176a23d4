/** Replays the ledger against the table of present decisions, and looks at the numbers of its subjects. */
import type { Naming } from '../../../platform/database/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { LedgerFinding } from '../finding.ts';
import { type Difference, differenceFinding, differencesOf } from './difference.ts';
import { numberFindings } from './numbers.ts';
import { RecordStore } from './record-store.ts';
import { standingsOf } from './standing.ts';
import { type Numbers, SubjectPages } from './subject-pages.ts';
import { UserTermStore } from './user-term-store.ts';

/** Where things are read. */
export interface ReplayOptions {
  readonly database: Database;
  readonly naming: Naming;
}

/** One thing that a replay found: a present decision that differs, or something about numbers. */
export type Replayed =
  | { readonly difference: Difference; readonly finding?: never }
  | { readonly finding: LedgerFinding; readonly difference?: never };

/** By subject, what was found. */
type Found = ReadonlyMap<string, readonly Replayed[]>;

/** Somebody who decides in the middle of two reads is read again, so often. */
const MOST_READS = 5;

/** Compares what is derived from the ledger with it. */
export class Replay {
  readonly #database: Database;
  readonly #records: RecordStore;
  readonly #subjects: SubjectPages;
  readonly #userTerms: UserTermStore;

  constructor({ database, naming }: ReplayOptions) {
    this.#database = database;
    this.#records = new RecordStore(database, naming);
    this.#subjects = new SubjectPages(database, naming);
    this.#userTerms = new UserTermStore(naming);
  }

  /** All accounts and visitors, and present decisions of accounts that the ledger does not know. */
  async *all(): AsyncGenerator<Replayed> {
    for await (const accounts of this.#subjects.accounts()) {
      yield* await this.#compareSteadily([...accounts.keys()], accounts);
    }
    for await (const visitors of this.#subjects.visitors()) yield* await this.#visitors(visitors);
    for (const finding of await this.#subjects.unknownSubjects()) yield { finding };
    const seen = new Set<string>();
    for await (const userIds of this.#subjects.accountsOfRows()) {
      const known = await this.#subjects.accountsOf(userIds);
      for (const found of await this.of(userIds.filter((id) => !known.has(id)))) {
        // One account may be in two pages.
        const id = found.difference?.present?.id ?? '';
        if (!seen.has(id)) yield found;
        seen.add(id);
      }
    }
  }

  /** Some accounts. */
  async of(userIds: readonly string[]): Promise<Replayed[]> {
    const numbers = await this.#subjects.accountsOf(userIds);
    return this.#compareSteadily(userIds, numbers);
  }

  #compareSteadily(userIds: readonly string[], numbers: Numbers): Promise<Replayed[]> {
    const compare = (ids: readonly string[], known: Numbers) => this.#compare(ids, known);
    return this.#steady(userIds, numbers, compare, (ids) => this.#subjects.accountsOf(ids));
  }

  #visitors(numbers: Numbers): Promise<Replayed[]> {
    const compare = async (ids: readonly string[], known: Numbers): Promise<Found> => {
      const events = await this.#subjects.eventsOfVisitors(ids);
      return new Map(
        ids.map((id) => {
          const findings = numberFindings(known.get(id) ?? NONE, events.get(id) ?? []);
          return [id, findings.map((finding) => ({ finding }))];
        }),
      );
    };
    return this.#steady([...numbers.keys()], numbers, compare, (ids) => this.#subjects.visitorsOf(ids));
  }

  /**
   * A decision or an erasure between two reads looks like a difference: one that is there while no number changes is one. Of a subject that
   * decides all the time nothing can be said, and nothing is.
   */
  async #steady(
    ids: readonly string[],
    numbers: Numbers,
    compare: (ids: readonly string[], numbers: Numbers) => Promise<Found>,
    read: (ids: readonly string[]) => Promise<Numbers>,
  ): Promise<Replayed[]> {
    const steady: Replayed[] = [];
    let [suspects, known] = [ids, numbers];
    for (let left = MOST_READS; left > 0 && suspects.length > 0; left -= 1) {
      const found = [...(await compare(suspects, known))].filter(([, one]) => one.length > 0);
      const before = known;
      known = await read(found.map(([id]) => id));
      const isSteady = (id: string) =>
        before.get(id)?.last === known.get(id)?.last && before.get(id)?.erased === known.get(id)?.erased;
      steady.push(...found.flatMap(([id, one]) => (isSteady(id) ? one : [])));
      suspects = found.flatMap(([id]) => (isSteady(id) ? [] : [id]));
    }
    return steady;
  }

  async #compare(userIds: readonly string[], numbers: Numbers): Promise<Found> {
    const [records, rows] = await Promise.all([
      this.#records.ofAccounts(userIds),
      this.#userTerms.ofAccounts(this.#database, userIds),
    ]);
    const versions = await this.#userTerms.versions(
      this.#database,
      rows.map(({ termId }) => termId),
    );
    const byUser = Map.groupBy(rows, ({ userId }) => userId);
    return new Map(
      userIds.map((userId) => {
        const own = records.get(userId) ?? [];
        const differences = differencesOf({
          userId,
          standings: standingsOf(own),
          rows: byUser.get(userId) ?? [],
          versions,
        });
        const findings = numberFindings(numbers.get(userId) ?? NONE, own);
        return [
          userId,
          [...differences.map((difference) => ({ difference })), ...findings.map((finding) => ({ finding }))],
        ];
      }),
    );
  }
}

const NONE = { last: 0, erased: 0 };

/** What was found, in words. */
export function findingOf({ difference, finding }: Replayed): LedgerFinding {
  return difference === undefined ? finding : differenceFinding(difference);
}
