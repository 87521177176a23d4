/**
 * What one process asked for and what was answered, as a file that a killed process leaves: `? person step` is written
 * before a decision is sent, `= person step` after its answer.
 */
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';

/** The decisions of each person, in this order. */
export const STEPS = [
  { rule: 'age', verb: 'accept', decision: 'accepted' },
  { rule: 'privacy_terms', verb: 'accept', decision: 'accepted' },
  { rule: 'age', verb: 'reject', decision: 'rejected' },
] as const;

/** A decision of a person. */
export interface Step {
  readonly person: number;
  /** Index in {@link STEPS}. */
  readonly step: number;
}

/** The content of a journal. */
export interface Told {
  /** How many decisions of each person were answered. */
  readonly answered: ReadonlyMap<number, number>;
  /** Decisions without an answer, which a client sends again. */
  readonly open: readonly Step[];
  /** Number of the next person. */
  readonly next: number;
}

/** Reads a journal. A line is written with one call, so that a killed process leaves no part of one. */
export function readJournal(file: string): Told {
  const answered = new Map<number, number>();
  const open = new Map<number, Step>();
  let next = 0;
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  for (const line of lines) {
    const [mark, ...numbers] = line.split(' ');
    const [person = 0, step = 0] = numbers.map(Number);
    next = Math.max(next, person + 1);
    if (mark === '?') {
      open.set(person, { person, step });
    } else {
      open.delete(person);
      answered.set(person, step + 1);
    }
  }
  return { answered, open: [...open.values()], next };
}

/** Writes a journal. */
export class Journal {
  readonly #file: number;

  constructor(file: string) {
    this.#file = openSync(file, 'a');
  }

  asked({ person, step }: Step): void {
    writeSync(this.#file, `? ${person} ${step}\n`);
  }

  answered({ person, step }: Step): void {
    writeSync(this.#file, `= ${person} ${step}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}
