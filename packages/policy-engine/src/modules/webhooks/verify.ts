/** For receivers of events: checks that an event came from the engine, and is not a replay of an old one. */
import { PolicyEngineError } from '../../errors/errors.ts';
import { systemNow } from '../../platform/clock.ts';
import { isSameText } from '../../platform/same-text.ts';
import { AnyEvent, type WebhookEvent } from './events.ts';
import { keyOf, signature } from './signature.ts';

/** Headers as `fetch`, Node and frameworks have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How an event is verified. */
export interface VerifyWebhookOptions {
  /** Seconds by which the time of the signature may differ from the receiver's clock. Default: 300. */
  readonly toleranceSeconds?: number;
  /** Default: the clock of the machine. */
  readonly now?: () => Date;
}

const TOLERANCE = 300;
/** Most signatures of one message that are checked: nobody has more secrets. */
const MOST_SIGNATURES = 10;

/**
 * The event of a request, if its signature is valid.
 *
 * @param body as received, not parsed and serialised again
 * @param secret as configured for the webhook; if there are several, one must match
 * @throws {PolicyEngineError} `webhook_refused` (status 400) for a missing header, a wrong signature, a time too far from the
 * present, and a body that is not an event; `configuration_invalid` for an invalid secret
 * @example
 * ```ts
 * const event = verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET);
 * if (event.type === 'policy-engine.request.completed') await note(event.data.user_id);
 * ```
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE, now = systemNow }: VerifyWebhookOptions = {},
): WebhookEvent {
  const keys = (typeof secret === 'string' ? [secret] : secret).map(checkedKey);
  const id = required(headers, 'webhook-id');
  const timestamp = required(headers, 'webhook-timestamp');
  const given = required(headers, 'webhook-signature').split(' ', MOST_SIGNATURES);
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN;
  // Not NaN <= …, which is also false: an invalid time is rejected.
  if (!(Math.abs(now().getTime() / 1000 - seconds) <= toleranceSeconds)) {
    throw refused('the time of the signature is too far from the current time');
  }
  const expected = keys.map((key) => signature(key, { id, timestamp, body }));
  const isSigned = given.some((one) => expected.some((right) => isSameText(right, one)));
  if (!isSigned) throw refused('none of its signatures is valid');
  return eventOf(body, id);
}

function eventOf(body: string | Uint8Array, id: string): WebhookEvent {
  let parsed: unknown;
  try {
    parsed = JSON.parse(typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw refused('its body is not JSON');
  }
  const { data: event } = AnyEvent.safeParse(parsed);
  if (event === undefined || event.id !== id) throw refused('its body is not the event that its headers name');
  // Signed by the engine, which sends only such events.
  return event as unknown as WebhookEvent;
}

function required(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : valueOf(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw refused(`the header ${name} is missing`);
}

/** Names of headers are case-insensitive, and lower case in Node. */
function valueOf(headers: Exclude<WebhookHeaders, Headers>, name: string): unknown {
  const found = Object.keys(headers).find((one) => one.toLowerCase() === name);
  return found === undefined ? undefined : headers[found];
}

function checkedKey(secret: string): Buffer {
  try {
    return keyOf(secret);
  } catch (error) {
    throw new PolicyEngineError('configuration_invalid', `The secret of the webhook ${(error as Error).message}.`);
  }
}

function refused(why: string): PolicyEngineError {
  return new PolicyEngineError('webhook_refused', `The webhook was refused: ${why}.`);
}
