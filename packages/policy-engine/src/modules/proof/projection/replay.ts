/** Compares the ledger with the table of current decisions, and checks the numbers of its subjects. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { pagesAhead } from '../../../platform/database/statements/read-ahead.ts';
import type { LedgerFinding } from '../verify/finding.ts';
import { type Difference, differenceFinding, differencesOf } from './difference.ts';
import { numberFindings, type SubjectNumbers } from './numbers/numbers.ts';
import { type AccountRecords, RecordStore } from './record-store.ts';
import { effectiveDecisions } from './effective-decision.ts';
import { type Numbers, SubjectPages } from './subject-pages.ts';
import { UserTermStore } from './user-term-store.ts';

/** What is read from. */
export interface ReplayOptions {
  readonly database: Database;
  readonly naming: Naming;
}

/** A finding of a replay: a current decision that differs, or a problem with numbers. */
export type Replayed =
  | { readonly difference: Difference; readonly finding?: never }
  | { readonly finding: LedgerFinding; readonly difference?: never };

/** The findings by subject; subjects without findings are omitted. */
type Found = ReadonlyMap<string, readonly Replayed[]>;

/** How some subjects are compared again. */
interface Again {
  readonly compare: (ids: readonly string[], numbers: Numbers) => Promise<Found>;
  readonly read: (ids: readonly string[]) => Promise<Numbers>;
}

const PAGE = 250;

/** How often a subject that decides between two reads is read again. */
const MOST_READS = 5;

/** Compares what is derived from the ledger with the ledger. */
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

  /** All accounts and visitors, and current decisions of accounts that the ledger does not know. */
  async *all(): AsyncGenerator<Replayed> {
    const read = (after: string) => this.#records.accountsAfter(after, PAGE);
    for await (const accounts of pagesAhead(read, ({ userId }) => userId)) yield* await this.#compareSteadily(accounts);
    for await (const visitors of this.#subjects.visitors()) yield* await this.#visitors(visitors);
    for (const finding of await this.#subjects.unknownSubjects()) yield { finding };
    const seen = new Set<string>();
    for await (const userIds of this.#subjects.unknownAccounts()) {
      for (const found of await this.of(userIds)) {
        // An account may be in two pages.
        const id = found.difference?.present?.id ?? '';
        if (!seen.has(id)) yield found;
        seen.add(id);
      }
    }
  }

  /** Identities that are missing; a verification finds them on its own. */
  missingIdentities(): AsyncIterable<readonly LedgerFinding[]> {
    return this.#subjects.missingIdentities();
  }

  /** Some accounts. */
  async of(userIds: readonly string[]): Promise<Replayed[]> {
    return this.#compareSteadily(await this.#readAccounts(userIds, await this.#subjects.accountsOf(userIds)));
  }

  async #compareSteadily(accounts: readonly AccountRecords[]): Promise<Replayed[]> {
    const numbers = new Map(accounts.map((account) => [account.userId, account]));
    return this.#steady(numbers, await this.#compare(accounts), {
      compare: async (ids, known) => this.#compare(await this.#readAccounts(ids, known)),
      read: (ids) => this.#subjects.accountsOf(ids),
    });
  }

  async #readAccounts(userIds: readonly string[], numbers: Numbers): Promise<AccountRecords[]> {
    const records = await this.#records.ofAccounts(userIds);
    return userIds.map((userId) => {
      const { last, erased, isMerged = false } = numbers.get(userId) ?? NONE;
      return { userId, last, erased, isMerged, records: records.get(userId) ?? [] };
    });
  }

  async #visitors(numbers: Numbers): Promise<Replayed[]> {
    const compare = async (ids: readonly string[], known: Numbers): Promise<Found> => {
      const events = await this.#subjects.eventsOfVisitors(ids);
      const found = new Map<string, Replayed[]>();
      for (const id of ids) {
        const findings = numberFindings(known.get(id) ?? NONE, events.get(id) ?? []);
        if (findings.length > 0) found.set(id, findings.map(asReplayed));
      }
      return found;
    };
    const found = await compare([...numbers.keys()], numbers);
    return this.#steady(numbers, found, { compare, read: (ids) => this.#subjects.visitorsOf(ids) });
  }

  /**
   * A decision or an erasure between two reads looks like a difference; a difference counts only if no number changes
   * meanwhile. Subjects that decide continuously are not reported.
   */
  async #steady(numbers: Numbers, firstFound: Found, { compare, read }: Again): Promise<Replayed[]> {
    const steady: Replayed[] = [];
    let [known, found] = [numbers, firstFound];
    for (let left = MOST_READS; found.size > 0; left -= 1) {
      const before = known;
      known = await read([...found.keys()]);
      const isSteady = (id: string) =>
        before.get(id)?.last === known.get(id)?.last && before.get(id)?.erased === known.get(id)?.erased;
      const suspects: string[] = [];
      for (const [id, one] of found) {
        if (isSteady(id)) steady.push(...one);
        else suspects.push(id);
      }
      if (suspects.length === 0 || left === 1) break;
      found = await compare(suspects, known);
    }
    return steady;
  }

  async #compare(accounts: readonly AccountRecords[]): Promise<Found> {
    const rows = await this.#userTerms.ofAccounts(
      this.#database,
      accounts.map(({ userId }) => userId),
    );
    const texts = await this.#userTerms.texts(
      this.#database,
      rows.map(({ termId }) => termId),
    );
    const merges = await this.#records.merges(accounts.flatMap(({ userId, isMerged }) => (isMerged ? [userId] : [])));
    const byUser = Map.groupBy(rows, ({ userId }) => userId);
    const found = new Map<string, Replayed[]>();
    for (const account of accounts) {
      const { userId, records } = account;
      const effective = account.isMerged ? new Map() : effectiveDecisions(records);
      const differences = differencesOf({
        userId,
        effectiveByRule: effective,
        rows: byUser.get(userId) ?? [],
        texts,
      });
      const findings = numberFindings(
        account,
        account.isMerged ? [...records, ...(merges.get(userId) ?? [])] : records,
      );
      if (differences.length + findings.length === 0) continue;
      found.set(userId, [...differences.map((difference) => ({ difference })), ...findings.map(asReplayed)]);
    }
    return found;
  }
}

const asReplayed = (finding: LedgerFinding): Replayed => ({ finding });

const NONE: SubjectNumbers = { last: 0, erased: 0 };

/** A finding in words. */
export function findingOf({ difference, finding }: Replayed): LedgerFinding {
  return difference === undefined ? finding : differenceFinding(difference);
}
