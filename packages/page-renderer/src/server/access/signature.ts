/**
 * Signatures of render requests: `/signed/{key}.{expires}.{signature}` before path and query of the request.
 *
 * The signature covers what the service does, not how the request is written: the endpoint, the target as a parsed URL, and
 * the service's own parameters, parsed with the same grammar as for a render.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { wallClock } from '../../kernel/clock.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { SigningKey } from '../../options/kinds.ts';
import type { RenderLine } from '../../grammar/grammar.ts';
import { isRenderLine, parseLine, readRenderRequest, targetOf } from '../../grammar/grammar.ts';

/** How {@link signUrl} signs. */
export interface SigningOptions {
  readonly key: SigningKey;
  /** The time at which the address expires. */
  readonly expires: Date;
}

/** {key}.{seconds since 1970}.{HMAC-SHA256 as base64url}. */
const SIGNATURE = /^([\w-]{1,32})\.([1-9]\d{0,10})\.([\w-]{43})$/;

/**
 * Signs an address of the service, so that anybody with this address can have that page rendered, with those parameters, until
 * it expires.
 *
 * @example
 * ```ts
 * const target = encodeURIComponent('https://shop.example/lamps?page=2');
 * const url = signUrl(`https://render.example/screenshot/${target}?width=1200&height=630`, {
 *   key: { id: 'pictures-1', secret: process.env.SIGNING_SECRET },
 *   expires: new Date(Date.now() + 30 * 86_400_000),
 * });
 * ```
 * @param url address of a render or a screenshot; also without an origin, as a path
 * @throws {RendererError} `invalid-parameter` for an address that renders nothing, or an invalid key or date
 */
export function signUrl(url: string, { key, expires }: SigningOptions): string {
  const seconds = Math.floor(expires.getTime() / 1000);
  const [, origin = '', text = ''] = /^(https?:\/\/[^/?#]*)?(\/[^#]*)$/i.exec(url) ?? [];
  const line = parseLine(text);
  if (!line || !isRenderLine(line) || line.signature !== undefined) {
    const example = '/screenshot/https%3A%2F%2Fexample.com%2F?width=1200';
    throw new RendererError('invalid-parameter', `url: expected an address of the service, such as ${example}`);
  }
  // An address that the service would refuse is not signed.
  readRenderRequest(line, { width: 1, height: 1, passesRedirects: false });
  const signature = `${key.id}.${seconds}.${hmac(key, seconds, line)}`;
  if (!SIGNATURE.test(signature)) {
    throw new RendererError('invalid-parameter', 'key.id: expected 1 to 32 of A-Z a-z 0-9 _ -; expires: a future date');
  }
  return `${origin}/signed/${signature}${text}`;
}

/** The signing keys of a service. */
export class Signatures {
  readonly #keys: ReadonlyMap<string, SigningKey>;
  /** Used for an unknown key, so that the check takes the same time. */
  readonly #other: SigningKey = { id: '', secret: randomBytes(32).toString('base64url') };

  constructor(keys: readonly SigningKey[]) {
    this.#keys = new Map(keys.map((key) => [key.id, key]));
  }

  /** @returns id of the key of the signature; undefined if the signature is not valid, or has expired */
  check(line: RenderLine): string | undefined {
    const [, id = '', seconds = '', given = ''] = SIGNATURE.exec(line.signature ?? '') ?? [];
    if (given === '') return undefined;
    const right = rightFor(this.#keys.get(id) ?? this.#other, Number(seconds), line);
    const isRight = right !== undefined && timingSafeEqual(Buffer.from(given), Buffer.from(right));
    return isRight && wallClock() < Number(seconds) * 1000 ? id : undefined;
  }
}

function rightFor(key: SigningKey, seconds: number, line: RenderLine): string | undefined {
  try {
    return hmac(key, seconds, line);
  } catch (error) {
    // A target that is not a URL has no signature.
    if (error instanceof RendererError) return undefined;
    throw error;
  }
}

function hmac(key: SigningKey, seconds: number, line: RenderLine): string {
  return createHmac('sha256', key.secret)
    .update(signedText(key.id, seconds, line))
    .digest('base64url');
}

/** The text that is signed; different for any two different requests. @throws {RendererError} for a target that is not a URL */
function signedText(id: string, seconds: number, line: RenderLine): string {
  const { url, parameters } = targetOf(line);
  // Sorted by name; parameters of one name keep their order, because the first one is used.
  parameters.sort();
  const own = [...parameters].map((pair) => pair.map(encodeURIComponent).join('='));
  return ['page-renderer signature 1', id, seconds, line.endpoint, url.href, ...own].join('\n');
}
