/**
 * Signatures of requests for renders: `/signed/{key}.{expires}.{signature}` before path and query of the request.
 *
 * What is signed is what the service does, and not how it is written: the endpoint, the target as a parsed URL, and the
 * service's own parameters, taken out of the line by the grammar that the render reads it with.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { wallClock } from '../../clock.ts';
import { RendererError } from '../../errors.ts';
import type { RenderLine } from '../grammar.ts';
import { isRenderLine, parseLine, readRenderRequest, targetOf } from '../grammar.ts';

/** A secret that addresses are signed with, under a name that stands in them. */
export interface SigningKey {
  /** 1 to 32 letters, digits, `-` and `_`. */
  readonly id: string;
  /** At least 32 characters. */
  readonly secret: string;
}

/** How {@link signUrl} signs. */
export interface SigningOptions {
  readonly key: SigningKey;
  /** From when on the address is refused. */
  readonly expires: Date;
}

/** {key}.{seconds since 1970}.{HMAC-SHA256 as base64url}. */
const SIGNATURE = /^([\w-]{1,32})\.([1-9]\d{0,10})\.([\w-]{43})$/;

/**
 * Signs an address of the service, so that whoever has it may have that page rendered, with those parameters, until it
 * expires.
 *
 * @example
 * ```ts
 * const target = encodeURIComponent('https://shop.example/lamps?page=2');
 * const url = signUrl(`https://render.example/screenshot/${target}?width=1200&height=630`, {
 *   key: { id: 'pictures-1', secret: process.env.SIGNING_SECRET },
 *   expires: new Date(Date.now() + 30 * 86_400_000),
 * });
 * ```
 * @param url of a render or a screenshot; also without an origin, as a path
 * @throws {RendererError} `invalid-parameter` for an address that renders nothing, or a key or a date that is none
 */
export function signUrl(url: string, { key, expires }: SigningOptions): string {
  const seconds = Math.floor(expires.getTime() / 1000);
  const [, origin = '', text = ''] = /^(https?:\/\/[^/?#]*)?(\/[^#]*)$/i.exec(url) ?? [];
  const line = parseLine(text);
  if (!line || !isRenderLine(line) || line.signature !== undefined) {
    const example = '/screenshot/https%3A%2F%2Fexample.com%2F?width=1200';
    throw new RendererError('invalid-parameter', `url: expected an address of the service, such as ${example}`);
  }
  // What the service would refuse is not signed.
  readRenderRequest(line, { width: 1, height: 1, passesRedirects: false });
  const signature = `${key.id}.${seconds}.${hmac(key, seconds, line)}`;
  if (!SIGNATURE.test(signature)) {
    throw new RendererError('invalid-parameter', 'key.id: expected 1 to 32 of A-Z a-z 0-9 _ -; expires: a future date');
  }
  return `${origin}/signed/${signature}${text}`;
}

/** The keys of a service. */
export class Signatures {
  readonly #keys: ReadonlyMap<string, SigningKey>;
  /** Signs for a key that there is not, so that finding it out takes as long. */
  readonly #other: SigningKey = { id: '', secret: randomBytes(32).toString('base64url') };

  constructor(keys: readonly SigningKey[]) {
    this.#keys = new Map(keys.map((key) => [key.id, key]));
  }

  /** @returns id of the key that a line is signed with; undefined if the signature does not hold, or not any more */
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
    // Of a target that is no URL there is no signature.
    if (error instanceof RendererError) return undefined;
    throw error;
  }
}

function hmac(key: SigningKey, seconds: number, line: RenderLine): string {
  return createHmac('sha256', key.secret)
    .update(signedText(key.id, seconds, line))
    .digest('base64url');
}

/** No two requests that differ have the same. @throws {RendererError} for a target that is no URL */
function signedText(id: string, seconds: number, line: RenderLine): string {
  const { url, parameters } = targetOf(line);
  // By name; those of one name stay in their order, of which the first counts.
  parameters.sort();
  const own = [...parameters].map((pair) => pair.map(encodeURIComponent).join('='));
  return ['page-renderer signature 1', id, seconds, line.endpoint, url.href, ...own].join('\n');
}
