/** Values that JSON and pages write in their own way, because no value of JavaScript represents them. */

/** A value whose text is known exactly. */
export abstract class WrittenValue {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** What `JSON.stringify` writes. */
  abstract toJSON(): unknown;

  toString(): string {
    return this.text;
  }
}

/** Creates JSON with exactly this text. Since Node 21. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** A number of JSON that a number of JavaScript would change: JSON has all its digits, as a number. */
export class ExactNumber extends WrittenValue {
  override toJSON(): unknown {
    return rawJSON(this.text);
  }

  /** As text it has all its digits; a template that computes with it gets the nearest number of JavaScript. */
  [Symbol.toPrimitive](hint: string): string | number {
    return hint === 'number' ? Number(this.text) : this.text;
  }
}

/**
 * A day that a driver gave as midnight of the process's time zone. JSON has that midnight with its offset, so that both the day and the
 * instant can be read from it; pages show the day.
 */
export class LocalDay extends WrittenValue {
  readonly #instant: string;

  /** @param day `2026-11-21` @param instant ISO 8601 */
  constructor(day: string, instant: string) {
    super(day);
    this.#instant = instant;
  }

  override toJSON(): string {
    return this.#instant;
  }

  /** The day of a `Date` at midnight of the process's time zone; null for any other time. */
  static of(date: Date): LocalDay | null {
    if (date.getTime() % 1000 !== 0 || date.getHours() + date.getMinutes() + date.getSeconds() !== 0) return null;
    const year = date.getFullYear();
    if (!(year >= 0 && year <= 9999)) return null;
    const two = (number: number) => String(number).padStart(2, '0');
    const day = `${String(year).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    const offset = -date.getTimezoneOffset();
    if (offset === 0) return new LocalDay(day, date.toISOString());
    const zone = `${offset < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
    const instant = `${day}T00:00:00.000${zone}`;
    // Until about 1900 clocks had offsets with seconds, which no format of times has: the day is what is known.
    return new LocalDay(day, Date.parse(instant) === date.getTime() ? instant : day);
  }
}
