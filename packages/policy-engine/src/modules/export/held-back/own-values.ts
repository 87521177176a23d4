/** Values that say who the person is, as their record has them: nobody else is named by them. */

/** Fields of records that identify a person. */
const IDENTIFYING =
  /(?:^|_)(?:id|uuid|guid|email|mail|phone|mobile|login|handle|name|username)$|(?:Id|Uuid|Email|Mail|Phone|Mobile|Name)$/;

/** Texts shorter than this could be anybody's. */
const SHORTEST = 3;

/** The values of one person. */
export class OwnValues {
  readonly #values = new Set<string>();

  /** @param user the host's record */
  constructor(userId: string, user: unknown) {
    this.#values.add(normal(userId));
    if (typeof user !== 'object' || user === null) return;
    for (const key of Object.keys(user)) {
      // A getter of the host's may start a query.
      const value: unknown = Object.getOwnPropertyDescriptor(user, key)?.value;
      if (typeof value === 'string' && value.length >= SHORTEST && IDENTIFYING.test(key))
        this.#values.add(normal(value));
    }
  }

  /** Whether a value is the person's own ID, address, number or name. */
  has(value: unknown): boolean {
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
    return isText && this.#values.has(normal(String(value)));
  }
}

function normal(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
