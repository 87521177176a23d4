/** Passes each change on once to the signals of the site. */
import { google } from './google.ts';
import { microsoftClarity } from './microsoft-clarity.ts';
import { microsoftUet } from './microsoft-uet.ts';
import type { Signal, SignalState } from './signal.ts';

const KNOWN: readonly Signal[] = [google, microsoftUet, microsoftClarity];

export class Signals {
  readonly #own: Signal[] = [];
  readonly #told = new Map<Signal, string>();

  /** Adds one of the host. */
  add(signal: Signal): void {
    this.#own.push(signal);
  }

  /** @param names those of the engine that the site uses */
  tell(names: readonly string[], state: SignalState): void {
    const text = JSON.stringify(state);
    for (const signal of [...KNOWN.filter(({ name }) => names.includes(name)), ...this.#own]) {
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
