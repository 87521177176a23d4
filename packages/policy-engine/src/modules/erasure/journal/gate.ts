/** Makes an engine refuse requests until the erasures lost by a restored backup are repeated. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { Replay } from './replay.ts';

/** How long the known state is reused. */
const MILLISECONDS = 60_000;
/** The same while requests are rejected, so that a replay takes effect quickly. */
const MILLISECONDS_REFUSING = 1_000;

/** Checks whether the journal has erasures that the database lacks. */
export class ReplayGate {
  readonly #replay: Pick<Replay, 'left'>;
  readonly #now: () => Date;
  readonly #logger: WebLogger;
  #left: number | null = null;
  #at = 0;
  #looking: Promise<void> | undefined;

  constructor(replay: Pick<Replay, 'left'>, { now, logger }: { readonly now: () => Date; readonly logger: WebLogger }) {
    this.#replay = replay;
    this.#now = now;
    this.#logger = logger;
  }

  /**
   * The first call waits for the check; later it runs once a minute in the background, unless requests are rejected.
   *
   * @throws {PolicyEngineError} 503 `erasure_replay_needed`; the error of reading the journal, if it was never read before
   */
  async requireNone(): Promise<void> {
    const age = Math.abs(this.#now().getTime() - this.#at);
    if (this.#left === null) await this.#look();
    else if (this.#left > 0 && age > MILLISECONDS_REFUSING) await this.#look();
    else if (age > MILLISECONDS) void this.#look().catch((error: unknown) => this.#report(error));
    if (this.#left === 0) return;
    throw new PolicyEngineError(
      'erasure_replay_needed',
      `${this.#left} erasures are in the journal and not in this database, which was restored from a backup. Run "policy-engine erasure replay".`,
      { text: { key: 'erasure.error.replay_needed' }, retryAfter: 60 },
    );
  }

  /** Simultaneous callers share one check. */
  #look(): Promise<void> {
    this.#looking ??= this.#count().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #count(): Promise<void> {
    const { entries } = await this.#replay.left();
    this.#left = entries.length;
    this.#at = this.#now().getTime();
  }

  #report(error: unknown): void {
    this.#logger.error('the journal of erasures could not be read', { error });
  }
}
