/** Has witnesses cosign the newest checkpoint (C2SP tlog-witness). No witness can block the ledger. */
import { reasonOf } from '../../../errors/errors.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { type TimeText, timeText } from '../../../platform/database/statements/times.ts';
import { CheckpointStore, type LedgerCheckpoint } from '../seal/checkpoint-store.ts';
import { storedLog } from '../seal/log-identity.ts';
import {
  type Cosignature,
  formatAddCheckpoint,
  isQuorum,
  knownCosignatures,
  nodeReader,
  parseNote,
  type Policy,
  type PolicyWitness,
  proveConsistency,
  readWitnessAnswer,
  type SignedNote,
} from '../log/index.ts';
import { TileStore } from '../seal/tile-store.ts';
import type { AskWitness } from './client.ts';
import { type WitnessState, WitnessStore } from './store.ts';

/** What cosigning needs. */
export interface CosigningOptions {
  readonly database: Database;
  readonly naming: Naming;
  /** The witnesses, with their addresses and quorum. */
  readonly policy: Policy;
  readonly ask: AskWitness;
  readonly now: () => Date;
}

/** The result for one witness. */
export interface CosigningOutcome {
  /** Name of its key. */
  readonly witness: string;
  /** Size of the checkpoint that it was asked to cosign. */
  readonly size: number;
  /** When it cosigned, by its own clock; null if it did not. */
  readonly cosignedAt: TimeText | null;
  /** Why it did not, in a sentence for administrators. */
  readonly failure: string | null;
  /** Whether it reports a longer ledger, or another one. */
  readonly contradicts: boolean;
}

/** The outcome of one request. */
type Answer = { readonly cosigned: Cosignature } | { readonly failure: string; readonly contradicts: boolean };

/** A clock that is further ahead is wrong, and its times prove nothing. */
const FAST_CLOCK_SECONDS = 3600;

/** The name of a witness's key, as in the table of witnesses. */
export function witnessId({ key }: PolicyWitness): string {
  return `${key.name}+${key.id}`;
}

/** Asks witnesses. */
export class Cosigning {
  readonly #options: CosigningOptions;
  readonly #store: WitnessStore;

  constructor(options: CosigningOptions) {
    this.#options = options;
    this.#store = new WitnessStore(options.database, options.naming);
  }

  /** Asks every witness for a cosignature of the newest checkpoint. Does nothing before the first seal. */
  async run(): Promise<CosigningOutcome[]> {
    const { database, naming, policy } = this.#options;
    const { origin } = await storedLog(database, naming);
    const checkpoint = await new CheckpointStore(database, naming).last();
    if (origin === null || checkpoint === undefined) return [];
    const states = await this.#store.states(origin);
    return Promise.all(
      policy.witnesses.map((witness) => this.#attempt(witness, origin, checkpoint, states.get(witnessId(witness)))),
    );
  }

  /** Asks one witness, and stores the result. */
  async #attempt(
    witness: PolicyWitness,
    origin: string,
    checkpoint: LedgerCheckpoint,
    known: WitnessState | undefined,
  ): Promise<CosigningOutcome> {
    const asked = await this.#ask(witness, checkpoint, known?.size ?? 0).catch((error: unknown): Answer => {
      return { failure: reasonOf(error), contradicts: false };
    });
    const cosignedAt = 'cosigned' in asked ? timeText(new Date(asked.cosigned.time * 1000)) : null;
    const failure = 'failure' in asked ? asked.failure : null;
    await this.#store.note({
      witness: witnessId(witness),
      origin,
      size: cosignedAt === null ? (known?.size ?? 0) : checkpoint.size,
      cosigned_at: cosignedAt ?? known?.cosigned_at ?? null,
      asked_at: timeText(this.#options.now()),
      failure,
    });
    const contradicts = 'failure' in asked && asked.contradicts;
    return { witness: witness.name, size: checkpoint.size, cosignedAt, failure, contradicts };
  }

  /** @param known size that it cosigned last, as far as this database knows */
  async #ask(witness: PolicyWitness, { size, note }: LedgerCheckpoint, known: number): Promise<Answer> {
    const { database, naming, ask } = this.#options;
    const signed = parseNote(note);
    // Names determine whether a receipt is cosigned.
    if (signed.text.startsWith(`${witness.key.name}\n`)) throw new Error('it has the name of the ledger');
    const read = nodeReader(new TileStore(database, naming).read, size);
    let old = Math.min(known, size);
    // The second attempt uses the size that the witness named.
    for (let attempt = 1; ; attempt++) {
      const body = formatAddCheckpoint({ old, proof: await proveConsistency(read, old, size), note: signed });
      const answer = await ask({ method: 'POST', url: `${witness.url}/add-checkpoint`, body });
      const outcome = readWitnessAnswer(answer, signed.text, [witness]);
      if (outcome.outcome === 'cosigned') {
        const [cosigned] = outcome.cosignatures;
        if (cosigned === undefined) throw new Error('it cosigned with another key');
        if (cosigned.time > this.#options.now().getTime() / 1000 + FAST_CLOCK_SECONDS) {
          throw new Error('its cosignature is of a time that has not come: its clock is fast');
        }
        const isKept = await this.#store.addSignatures(size, signed.text, outcome.signatures, (one) =>
          hasQuorum(this.#options.policy, one),
        );
        return isKept ? { cosigned } : { failure: 'the checkpoint is no longer there', contradicts: false };
      }
      if (outcome.outcome === 'refused') {
        const failure = `it answered ${outcome.status}: ${outcome.message}`;
        return { failure, contradicts: outcome.status === 422 };
      }
      if (outcome.size > size) {
        return { failure: `it knows ${outcome.size} events, and this ledger has ${size}`, contradicts: true };
      }
      if (attempt > 1) return { failure: 'it names one size after another', contradicts: false };
      old = outcome.size;
    }
  }
}

/** Whether enough witnesses cosigned a note. */
export function hasQuorum(policy: Policy, note: SignedNote): boolean {
  const cosignatures = knownCosignatures(policy, note);
  return (
    cosignatures.length > 0 && isQuorum(policy.quorum, (one) => cosignatures.some(({ witness }) => witness === one))
  );
}
