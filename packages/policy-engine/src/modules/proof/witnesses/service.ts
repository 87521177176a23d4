/** The witnesses of a ledger: asks them, and reports their state. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import { CheckpointStore } from '../seal/checkpoint-store.ts';
import { storedLog } from '../seal/log-identity.ts';
import { knownCosignatures, parseNote, type Policy } from '../log/index.ts';
import type { AskWitness } from './client.ts';
import { Cosigning, type CosigningOutcome, witnessId } from './cosigning.ts';
import { quorumOf } from './options.ts';
import { WitnessStore } from './store.ts';

/** What the service needs. */
export interface WitnessesOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly policy: Policy;
  /** The quorum; undefined for the default. */
  readonly quorum: number | undefined;
  readonly ask: AskWitness;
  /** How long a cosignature is fresh. */
  readonly uncosignedMilliseconds: number;
  readonly now: () => Date;
}

/** One witness, as administrators see it. */
export interface WitnessReport {
  /** Name of its key. */
  readonly name: string;
  /** Size of the checkpoint that it cosigned last; 0 for none. */
  readonly size: number;
  /** When it did, by its own clock; null for never. */
  readonly cosignedAt: TimeText | null;
  /** Why the last request failed; null if it succeeded, and before the first request. */
  readonly failure: string | null;
  /** Whether its last cosignature is older than the limit, or there is none. */
  readonly isLate: boolean;
}

/** The state of witnessing. */
export interface WitnessesReport {
  readonly witnesses: readonly WitnessReport[];
  /** The quorum. */
  readonly quorum: number;
  /** The newest checkpoint with a quorum, with names and times; null for none. */
  readonly newest: {
    readonly size: number;
    readonly by: readonly { readonly name: string; readonly at: Date }[];
  } | null;
  /** Whether there is a checkpoint that could be cosigned. */
  readonly hasCheckpoint: boolean;
}

/** The witnesses of one ledger. */
export class Witnesses {
  readonly #options: WitnessesOptions;
  readonly #store: WitnessStore;
  readonly #cosigning: Cosigning;

  constructor(options: WitnessesOptions) {
    this.#options = options;
    this.#store = new WitnessStore(options.database, options.naming);
    this.#cosigning = new Cosigning(options);
  }

  /** Asks all of them to cosign the newest checkpoint. */
  cosign(): Promise<CosigningOutcome[]> {
    return this.#cosigning.run();
  }

  /** What the database knows about them; no witness is asked. */
  async report(): Promise<WitnessesReport> {
    const { database, naming, policy, now, uncosignedMilliseconds } = this.#options;
    const { origin } = await storedLog(database, naming);
    const states = await this.#store.states(origin ?? '');
    const newest = await this.#store.newestCosigned();
    const cosignatures = newest === undefined ? [] : knownCosignatures(policy, parseNote(newest.note));
    return {
      witnesses: policy.witnesses.map((witness) => {
        const { size = 0, cosigned_at: cosignedAt = null, failure = null } = states.get(witnessId(witness)) ?? {};
        const age = cosignedAt === null ? Infinity : now().getTime() - Date.parse(cosignedAt);
        return { name: witness.name, size, cosignedAt, failure, isLate: age > uncosignedMilliseconds };
      }),
      quorum: quorumOf(policy.witnesses.length, this.#options.quorum),
      newest:
        newest === undefined
          ? null
          : {
              size: newest.size,
              by: cosignatures.map(({ witness, time }) => ({ name: witness.name, at: new Date(time * 1000) })),
            },
      hasCheckpoint: (await new CheckpointStore(database, naming).last()) !== undefined,
    };
  }
}
