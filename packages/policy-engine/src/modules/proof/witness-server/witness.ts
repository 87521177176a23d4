/** A witness (C2SP tlog-witness): cosigns only what continues what it cosigned before. */
import {
  cosigner,
  decide,
  formatNote,
  formatSignatures,
  LogFormatError,
  originHash,
  parseAddCheckpoint,
  parseCheckpoint,
  parseNote,
  type ReadAddCheckpoint,
  refusal,
  signText,
  type TextInput,
  type TreeHead,
  type VerifierKey,
  verifierOf,
  withSignatures,
  type WitnessAnswer,
} from '../log/index.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { isUniqueViolation } from '../../../platform/database/connection/sql-errors.ts';
import type { WitnessKey } from './key.ts';
import { WitnessedLogs } from './store.ts';

/** What a witness needs. */
export interface WitnessOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly key: WitnessKey;
  /** Keys of the logs that it knows; the name of a key is the log's origin. */
  readonly logs: readonly VerifierKey[];
  readonly now: () => Date;
}

/** One witness, with one key. */
export class Witness {
  readonly #options: WitnessOptions;

  constructor(options: WitnessOptions) {
    this.#options = options;
  }

  /** Answers a request to cosign ("add-checkpoint"). The checkpoint is stored before its cosignature is sent. */
  async add(body: TextInput): Promise<WitnessAnswer> {
    let request: ReadAddCheckpoint;
    try {
      request = parseAddCheckpoint(body);
    } catch (error) {
      if (error instanceof LogFormatError) return refusal(400, error.message);
      throw error;
    }
    try {
      return await this.#decide(request);
    } catch (error) {
      // Two first checkpoints of a log at once: now the second one is decided on knowing the first.
      if (isUniqueViolation(error)) return this.#decide(request);
      throw error;
    }
  }

  /** The newest cosigned checkpoint of a log ("Monitor Retrieval Mechanism"); null for none. */
  async checkpoint(log: string): Promise<string | null> {
    const { database, naming } = this.#options;
    return (await new WitnessedLogs(database, naming).note(log)) ?? null;
  }

  /** Reading and storing are one serializable transaction, so that no older checkpoint overwrites a newer one. */
  #decide(request: ReadAddCheckpoint): Promise<WitnessAnswer> {
    const { database, naming, logs, key, now } = this.#options;
    const { origin } = request.checkpoint;
    const known = logs.filter(({ name }) => name === origin);
    return database.transaction(async (transaction) => {
      const store = new WitnessedLogs(transaction, naming);
      const stored = await store.note(originHash(origin));
      const latest: TreeHead | null = stored === undefined ? null : parseCheckpoint(parseNote(stored).text);
      const log = known.length === 0 ? null : { verifiers: known.map(verifierOf), latest };
      const decision = decide(log, request);
      if (decision.action === 'refuse') return decision.answer;
      const seconds = Math.floor(now().getTime() / 1000);
      const cosignature = signText(decision.note.text, cosigner(key.key.name, key.secret, seconds));
      await store.keep(origin, formatNote(withSignatures(decision.note, [cosignature])));
      return { status: 200, contentType: 'text/plain; charset=utf-8', body: formatSignatures([cosignature]) };
    });
  }
}
