/** Values of a synthetic person: of the right type, unique, and easy to find. */
import { randomInt, randomUUID } from 'node:crypto';
import type { LiveColumn } from '../../../platform/database/schema/live-schema.ts';
import { personalWord } from '../schema/personal-words.ts';

/** A value for a column. */
export interface MadeValue {
  /** The stored value. */
  readonly stored: unknown;
  /** Text by which it is found anywhere; null for a common value, such as true. */
  readonly trace: string | null;
}

/** A shorter text is not unique. */
const SHORTEST_TRACE = 8;

/** Dates from this year on are earlier than any real data. */
const LONG_AGO = 1801;

/** Creates the values of one person. */
export class ValueMaker {
  /** Start of each of their texts. */
  readonly mark: string;
  #count = 0;
  /** Two people never have the same numbers and dates. */
  readonly #day = randomInt(20_000);
  readonly #number = 1_900_000_000 + randomInt(200_000_000);

  /** @param mark at most six letters and digits */
  constructor(mark: string) {
    this.mark = mark;
  }

  /** @param least a number above all keys of the column, if it is a key */
  of(column: LiveColumn, least = 0): MadeValue {
    const { kind, type, labels } = column;
    this.#count += 1;
    if (labels !== undefined) return { stored: labels[0] ?? null, trace: null };
    switch (kind) {
      case 'text':
        return this.#text(column);
      case 'uuid': {
        const id = randomUUID();
        return { stored: id, trace: id };
      }
      case 'integer': {
        const isSmall = /small|tiny|medium|year/i.test(type);
        const number = isSmall ? Math.max(least, this.#count % 100) : Math.max(least, this.#number) + this.#count;
        return { stored: number, trace: isSmall ? null : String(number) };
      }
      case 'date': {
        const day = this.#dayOf(LONG_AGO);
        return { stored: day, trace: day };
      }
      case 'time': {
        // MySQL timestamps start in 1970.
        const day = this.#dayOf(/^timestamp$/i.test(type) ? 1971 : LONG_AGO);
        return { stored: `${day} 04:05:06`, trace: day };
      }
      case 'json':
        return { stored: JSON.stringify({ mark: this.#trace() }), trace: this.#trace() };
      case 'bytes':
        return { stored: Buffer.from(this.#trace()), trace: null };
      case 'number':
        return { stored: this.#count % 10, trace: null };
      case 'boolean':
        return { stored: true, trace: null };
      case 'other':
        return { stored: null, trace: null };
    }
  }

  #trace(): string {
    return `${this.mark}${this.#count.toString(36).padStart(4, '0')}`;
  }

  #text({ name, type, length = 255 }: LiveColumn): MadeValue {
    const trace = this.#trace();
    // JSON in MariaDB is a longtext that accepts only JSON.
    if (/^longtext$/i.test(type)) return { stored: JSON.stringify(trace), trace };
    const isAddress = /mail|correo|courriel|posta/.test(personalWord(name) ?? '');
    const text = isAddress ? `${trace}@person.invalid` : trace;
    if (text.length <= length) return { stored: text, trace };
    const short = Array.from(trace).toReversed().join('').slice(0, length);
    return { stored: short, trace: short.length < SHORTEST_TRACE ? null : short };
  }

  #dayOf(year: number): string {
    return new Date(Date.UTC(year, 0, this.#day + this.#count)).toISOString().slice(0, 10);
  }
}
