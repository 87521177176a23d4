/** Webhooks of content management systems: Standard Webhooks 1.0, symmetric signatures (https://www.standardwebhooks.com). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { wallClock } from '../kernel/clock.ts';
import { RendererError } from '../kernel/errors.ts';
import { keyOf } from '../options/webhook-secrets.ts';

const ID = /^[\x21-\x7e]{1,256}$/;

/** Milliseconds by which the time of a signature may differ from the clock. */
export const TOLERANCE: number = 5 * 60_000;
/** Maximum number of signatures of one request that are checked: nobody has more secrets. */
const MAX_SIGNATURES = 10;

/** Checks the signatures of webhooks. */
export class Webhooks {
  readonly #keys: readonly Buffer[];

  constructor(secrets: readonly string[]) {
    this.#keys = secrets.map(keyOf);
  }

  /**
   * @param header reads a header of the request by its name in lower case
   * @param body as received
   * @returns the id of the webhook: the same if the sender repeats it
   * @throws {RendererError} `webhook-refused` for a missing header, a wrong signature, or a time too far from the present
   */
  verify(header: (name: string) => string | undefined, body: Uint8Array): string {
    if (this.#keys.length === 0) throw refused('No "webhookSecrets" are configured, so webhooks are not accepted');
    const id = required(header, 'webhook-id');
    const timestamp = required(header, 'webhook-timestamp');
    const given = required(header, 'webhook-signature').split(' ', MAX_SIGNATURES);
    if (!ID.test(id)) throw refused('webhook-id: expected at most 256 visible characters');
    const expected = this.#keys.map((key) =>
      createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest(),
    );
    // All are compared, so that the time reveals nothing.
    const matches = given.flatMap((one) => expected.map((right) => isSame(one, right)));
    if (!matches.includes(true)) throw refused('The signature is not valid: the secret or the body is another one');
    const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN;
    // Not NaN <= …, which is also false.
    if (!(Math.abs(wallClock() - seconds * 1000) <= TOLERANCE)) {
      throw refused('webhook-timestamp: more than 5 minutes from the present; is one of the two clocks wrong?');
    }
    return id;
  }
}

function isSame(given: string, right: Buffer): boolean {
  const bytes = given.startsWith('v1,') ? Buffer.from(given.slice(3), 'base64') : Buffer.alloc(0);
  return bytes.length === right.length && timingSafeEqual(bytes, right);
}

function required(header: (name: string) => string | undefined, name: string): string {
  const value = header(name);
  if (value) return value;
  throw refused(`The header ${name} is missing; webhooks are signed as in https://www.standardwebhooks.com`);
}

function refused(message: string): RendererError {
  return new RendererError('webhook-refused', message);
}
