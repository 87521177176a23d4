/** Passes each change on once to the signals of the site. */
import { loadRare } from '../page/parts.ts';
import { google } from './google.ts';
import type { Signal, SignalState } from './signal.ts';

export class Signals {
  readonly #own: Signal[] = [];
  readonly #told = new Map<Signal, string>();

  /** Adds one of the host. */
  add(signal: Signal): void {
    this.#own.push(signal);
  }

  /** @param names those of the engine that the site uses */
  tell(names: readonly string[], state: SignalState): void {
    const isUsed = ({ name }: Signal) => names.includes(name);
    const known = [google].filter(isUsed);
    this.#tell([...known, ...this.#own], state);
    if (names.length > known.length) void loadRare().then(({ OTHERS }) => this.#tell(OTHERS.filter(isUsed), state));
  }

  #tell(signals: readonly Signal[], state: SignalState): void {
    const text = JSON.stringify(state);
    for (const signal of signals) {
      if (this.#told.get(signal) === text) continue;
      this.#told.set(signal, text);
      try {
        signal.tell(state);
      } catch (error) {
        console.warn(signal.name, error);
      }
    }
  }
}
