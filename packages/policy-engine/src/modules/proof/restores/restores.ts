/**
 * Detects that the database was restored from a backup: the checkpoint stored outside is no longer part of this ledger.
 */
import { PolicyEngineError, reasonOf } from '../../../errors/errors.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import { CheckpointStore, type LedgerCheckpoint } from '../seal/checkpoint-store.ts';
import type { TrustedKey } from '../seal/keys.ts';
import { isQuorum, parseCheckpoint, parseNote, type Policy, type PolicyWitness } from '../log/index.ts';
import type { LogIdentity } from '../seal/log-identity.ts';
import type { AskWitness } from '../witnesses/client.ts';
import type { CosigningOutcome } from '../witnesses/cosigning.ts';
import {
  askForNoted,
  type Contradiction,
  contradictionOf,
  type NotedOutside,
  type PresentLedger,
  readMark,
} from './evidence.ts';
import type { Mark } from './mark.ts';
import { presentLedger } from './present.ts';
import { FormerLogs } from './store.ts';

/** What is needed to detect restores. */
export interface RestoresOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly log: LogIdentity;
  /** The log according to the host's options, for a database that no longer contains it. */
  readonly configured: { readonly origin: string | null; readonly keys: readonly TrustedKey[] };
  /** Null for none. */
  readonly mark: Mark | null;
  readonly policy: Policy;
  readonly ask: AskWitness;
  readonly now: () => Date;
  readonly logger: WebLogger;
}

/** A ledger that differs from the checkpoint stored outside. */
export interface Restored {
  /** A sentence without a full stop, for administrators. */
  readonly reason: string;
  /** The saved checkpoint; null if witnesses only reported it. */
  readonly note: string | null;
}

/** The known state. */
export interface RestoreState {
  /** Null for a ledger that nothing contradicts. */
  readonly restored: Restored | null;
  /** Why the mark can't be read or written; null if it can. */
  readonly markFailure: string | null;
}

/** How long a result of reading the mark is used. */
const MARK_MILLISECONDS = 60_000;

/** Compares the ledger with the checkpoints stored outside. */
export class Restores {
  readonly #options: RestoresOptions;
  #first: Promise<void> | undefined;
  #markAt = 0;
  #byMark: Restored | null = null;
  #byWitnesses: Restored | null = null;
  #markFailure: string | null = null;

  constructor(options: RestoresOptions) {
    this.#options = options;
  }

  /** Whether anything is stored outside, so that a restored backup can be detected. */
  get isPossible(): boolean {
    return this.#options.mark !== null || this.#options.policy.witnesses.length > 0;
  }

  /**
   * The known state. The first call reads the mark and asks the witnesses; later the mark is read again once a minute,
   * in the background.
   */
  async state(): Promise<RestoreState> {
    if (!this.isPossible) return { restored: null, markFailure: null };
    const isFirst = this.#first === undefined;
    this.#first ??= this.#look().catch((error: unknown) => {
      // The tables may not exist yet.
      this.#first = undefined;
      throw error;
    });
    await this.#first;
    const age = this.#options.now().getTime() - this.#markAt;
    if (!isFirst && Math.abs(age) > MARK_MILLISECONDS) {
      this.#markAt = this.#options.now().getTime();
      void this.#lookAtMark().catch((error: unknown) => this.#report('the mark could not be read', error));
    }
    return { restored: this.#byMark ?? this.#byWitnesses, markFailure: this.#markFailure };
  }

  /** Uses the known state; only the first call waits. @throws {PolicyEngineError} `ledger_restored` */
  async requireNone(): Promise<void> {
    const { restored } = await this.state();
    if (restored !== null) throw ledgerRestored(restored);
  }

  /** Reads the mark again. @throws {PolicyEngineError} `ledger_restored` */
  async requireOwn(): Promise<void> {
    if (!this.isPossible) return;
    await this.state();
    await this.#lookAtMark();
    const restored = this.#byMark ?? this.#byWitnesses;
    if (restored !== null) throw ledgerRestored(restored);
  }

  /** Stores a committed checkpoint in the mark. A mark that can't be written does not block anything. */
  async keep(checkpoint: LedgerCheckpoint): Promise<void> {
    const { database, naming, mark } = this.#options;
    if (mark === null) return;
    try {
      const former = await new FormerLogs(database, naming).all();
      await this.#write(mark, checkpoint.note, new Set(former.map(({ origin }) => origin)));
      this.#markFailure = null;
    } catch (error) {
      this.#markFailure = reasonOf(error);
      this.#report('the mark of the ledger could not be written', error);
    }
  }

  /**
   * Takes in the answers of witnesses. A report of another ledger is checked against the checkpoint that the witness
   * provides.
   */
  async hear(outcomes: readonly CosigningOutcome[]): Promise<void> {
    // New answers overwrite what is known from the start, never the other way round.
    await this.state();
    const speaking = outcomes.filter(({ contradicts }) => contradicts);
    const names = new Set(speaking.map(({ witness }) => witness));
    const wordOf = new Map(speaking.map(({ witness, failure }) => [witness, failure ?? '']));
    this.#byWitnesses =
      names.size === 0 ? null : await this.#judge(await this.#present(), (one) => names.has(one.name), wordOf);
  }

  /**
   * The checkpoints stored outside, independent of this ledger's state: a new log can name one as the last known.
   *
   * @param stored name of the log that ends; null if the database does not contain it
   */
  async noted(stored: string | null): Promise<string[]> {
    const { mark, policy, ask, configured } = this.#options;
    const origin = stored ?? configured.origin;
    const asked = (origin === null ? [] : policy.witnesses).map((witness) =>
      askForNoted(witness, origin ?? '', { keys: configured.keys, ask })
        .then((found) => found?.note ?? null)
        .catch(() => null),
    );
    const found = await Promise.all([mark?.read() ?? null, ...asked]);
    return found.filter((note) => note !== null);
  }

  /** Reads again on the next request. */
  forget(): void {
    this.#first = undefined;
    this.#byMark = null;
    this.#byWitnesses = null;
  }

  async #look(): Promise<void> {
    await this.#lookAtMark();
    if (this.#options.policy.witnesses.length === 0) return;
    this.#byWitnesses = await this.#judge(await this.#present(), () => true, new Map());
  }

  async #lookAtMark(): Promise<void> {
    const { mark, now, database, naming } = this.#options;
    if (mark === null) return;
    this.#markAt = now().getTime();
    const ledger = await this.#present();
    try {
      const note = await mark.read();
      const noted = note === null ? null : readMark(note, ledger);
      const contradiction = noted && (await contradictionOf(noted, ledger));
      this.#byMark = contradiction && restoredBy(noted, contradiction, ledger);
      const last = await new CheckpointStore(database, naming).last();
      // The first time, or after a process that died between its commit and this.
      const isBehind = noted === null || noted.checkpoint.size < (ledger.head?.size ?? 0);
      if (contradiction === null && isBehind && last !== undefined) {
        await this.#write(mark, last.note, new Set(ledger.former.keys()));
      }
      this.#markFailure = null;
    } catch (error) {
      this.#markFailure = reasonOf(error);
      this.#report('the mark of the ledger could not be read or written', error);
    }
  }

  /** @param isAsked which witnesses @param words their reports of another ledger, by name */
  async #judge(
    ledger: PresentLedger,
    isAsked: (witness: PolicyWitness) => boolean,
    words: ReadonlyMap<string, string>,
  ): Promise<Restored | null> {
    const { policy, ask } = this.#options;
    const origin = ledger.origin ?? this.#options.configured.origin;
    if (origin === null) return null;
    const asked = policy.witnesses.filter(isAsked);
    const found = await Promise.all(
      asked.map(async (witness) => {
        // A witness that is unavailable or faulty says nothing about restores: the next round reports the problem.
        const noted = await askForNoted(witness, origin, { keys: ledger.keys, ask }).catch(() => null);
        const contradiction = noted && (await contradictionOf(noted, ledger));
        if (noted !== null && contradiction !== null) return { witness, noted, contradiction };
        return words.has(witness.name) ? { witness, noted: null } : null;
      }),
    );
    const against = found.filter((one) => one !== null);
    const sure = against.find(({ noted }) => noted?.isSure === true);
    const shown = sure ?? against.find(({ noted }) => noted !== null);
    // A checkpoint that no key of the ledger signed needs as many witnesses as a cosigned checkpoint.
    const isEnough =
      against.length > 0 && isQuorum(policy.quorum, (one) => against.some(({ witness }) => witness === one));
    if (sure === undefined && !isEnough) return null;
    if (shown?.noted) return restoredBy(shown.noted, shown.contradiction, ledger);
    const [first] = words;
    return { reason: `the witness ${first?.[0]} does not cosign: ${first?.[1]}`, note: null };
  }

  /** Never reverts a mark, and never overwrites a file that is not a mark. */
  async #write(mark: Mark, note: string, former: ReadonlySet<string>): Promise<void> {
    const present = await mark.read();
    if (present !== null) {
      const [there, fresh] = [present, note].map((one) => parseCheckpoint(parseNote(one).text));
      const isSame = there?.origin === fresh?.origin;
      if (isSame && (there?.size ?? 0) >= (fresh?.size ?? 0)) return;
      if (!isSame && !former.has(there?.origin ?? '')) throw new Error(`${mark.name} is the mark of ${there?.origin}`);
    }
    await mark.write(note);
  }

  #present(): Promise<PresentLedger> {
    const { database, naming, log, configured } = this.#options;
    return presentLedger(database, naming, async (origin) =>
      origin === null ? configured.keys : (await log.open()).keys,
    );
  }

  #report(message: string, error: unknown): void {
    this.#options.logger.error(message, { error });
  }
}

function restoredBy(
  { by, checkpoint, note }: NotedOutside,
  contradiction: Contradiction,
  { head }: PresentLedger,
): Restored {
  const known = `${by} knows ${checkpoint.size} events of ${checkpoint.origin}`;
  const reasons: Readonly<Record<Contradiction, string>> = {
    shorter: `${known}, and this ledger has ${head?.size ?? 0}`,
    another: `${known}, which are not those of this ledger`,
    other_log: `${known}, and this ledger has another name`,
  };
  return { reason: reasons[contradiction], note };
}

/** The error for a ledger that was restored. */
export function ledgerRestored({ reason }: Restored): PolicyEngineError {
  return new PolicyEngineError(
    'ledger_restored',
    `The ledger was restored from a backup: ${reason}. Continue it with "policy-engine ledger restore".`,
    { text: { key: 'error.ledger_restored' } },
  );
}
