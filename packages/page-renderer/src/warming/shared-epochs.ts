/** What is outdated, for this process and all that share its state. */
import type { Epoch } from '../cache/results/epochs.ts';
import { epochsAsText, epochsIn, withEpoch } from '../cache/results/epochs.ts';
import type { Values } from './queue/queue.ts';

const NAME = 'epochs';
/** How often the epochs of other processes are read, in milliseconds. */
const STEP = 5_000;

/** See the head of the file. */
export class SharedEpochs {
  readonly #values: () => Promise<Values>;
  readonly #apply: (epochs: readonly Epoch[]) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(values: () => Promise<Values>, apply: (epochs: readonly Epoch[]) => void) {
    this.#values = values;
    this.#apply = apply;
  }

  /** Applies the epochs of earlier and other processes. @throws {RendererError} `warming-unavailable` */
  async watch(): Promise<void> {
    this.#timer ??= setInterval(() => void this.#read().catch(() => {}), STEP).unref();
    await this.#read();
  }

  /** @throws {RendererError} `warming-unavailable` */
  async add(epoch: Epoch): Promise<void> {
    const values = await this.#values();
    const epochs = withEpoch(epochsIn(await values.recall(NAME)), epoch);
    await values.remember(NAME, epochsAsText(epochs));
    this.#apply(epochs);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    this.#apply(epochsIn(await (await this.#values()).recall(NAME)));
  }
}
