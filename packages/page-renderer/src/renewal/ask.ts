import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { wallClock } from '../kernel/clock.ts';
import { guardedAgents } from '../guard/guarded-agents.ts';
import type { AddressPolicy, JudgedTarget } from '../guard/policy.ts';
import { freshUntil, isSameTag, setsReadableCookies, validatorsOf, variesOnAnything } from './answers.ts';
import type { Input, Inputs } from './inputs.ts';
import { headOf } from './inputs.ts';

/** Options of the check of inputs. */
export interface Asking {
  readonly policy: AddressPolicy;
  /** The origin of the page, as it was checked. */
  readonly target: JudgedTarget;
  /** Headers that the configuration and the render add to a request to this URL. */
  readonly added: (url: URL) => Readonly<Record<string, string>>;
  /** Why the configuration refuses a URL; undefined if it does not. */
  readonly refusal: (url: string) => string | undefined;
  readonly pageHeaders: readonly string[];
  /** Ends when the time is over, or no client waits any more. */
  readonly signal: AbortSignal;
}

/** The result of a check of inputs. */
export type Asked =
  /** With the new freshness of the responses. */
  | { readonly outcome: 'unchanged'; readonly inputs: Inputs }
  /** `failed`: it is not known; both name the first input for which it was found. */
  | { readonly outcome: 'changed' | 'failed'; readonly url: string | null };

/** Number of connections to one host, as in browsers. */
const PER_HOST = 6;
/** Maximum size of the headers of a response in bytes; its body is not read. */
const MAX_HEADERS = 64 * 1024;

/**
 * Checks whether the inputs of a result are still the same, each with its validator (RFC 9110 §13.1) and with the same request
 * as that of the page. Inputs that are fresh by their own headers are not checked (RFC 9111 §4.2). Redirects are not followed,
 * because their destination is an input, too.
 */
export async function askInputs(inputs: Inputs, asking: Asking): Promise<Asked> {
  if (inputs.refusal !== null) return { outcome: 'failed', url: inputs.refusal.url };
  const now = wallClock();
  // It was fresh until now and has no validator, so it cannot be checked.
  const mute = inputs.inputs.find((input) => input.freshUntil > 0 && input.freshUntil <= now && !hasValidator(input));
  if (mute) return { outcome: 'failed', url: mute.url };
  const over = new AbortController();
  const signal = AbortSignal.any([asking.signal, over.signal]);
  using agents = guardedAgents(asking.policy, asking.target, PER_HOST);
  let first: { outcome: 'changed' | 'failed'; url: string } | undefined;
  const asked = inputs.inputs.map(async (input): Promise<Input> => {
    if (input.freshUntil > now) return input;
    try {
      const again = await askOne(input, inputs.sent[input.sent] ?? [], agents, { ...asking, signal });
      if (again) return again;
      first ??= { outcome: 'changed', url: input.url };
    } catch {
      first ??= { outcome: 'failed', url: input.url };
    }
    // One change is enough: the others need not be checked.
    over.abort();
    return input;
  });
  const answered = await Promise.all(asked);
  return first ?? { outcome: 'unchanged', inputs: { ...inputs, inputs: answered } };
}

/** @returns undefined for an input that has changed @throws if it is not known */
async function askOne(
  input: Input,
  sent: ReadonlyArray<readonly [string, string]>,
  agents: ReturnType<typeof guardedAgents>,
  { added, refusal, pageHeaders, signal }: Asking,
): Promise<Input | undefined> {
  const url = new URL(input.url);
  const reason = refusal(input.url);
  if (reason !== undefined) throw new Error(reason);
  const condition = conditionOf(input);
  const response = await send(url, {
    method: input.method,
    headers: { ...Object.fromEntries(sent), ...added(url), ...condition },
    agent: agents.agentFor(url),
    signal,
  });
  const { statusCode: status = 0 } = response;
  const headers = headersIn(response);
  if (status >= 500 && input.status < 500) throw new Error(`answered ${status}`);
  if (!isUnchanged(input, status, headers, pageHeaders)) return undefined;
  return { ...input, freshUntil: hasValidator(input) ? freshUntil(headers, wallClock()) : 0 };
}

function conditionOf({ etag, lastModified }: Input): Record<string, string> {
  if (etag !== null) return { 'if-none-match': etag };
  return lastModified === null ? {} : { 'if-modified-since': lastModified };
}

const hasValidator = ({ etag, lastModified }: Input): boolean => etag !== null || lastModified !== null;

function isUnchanged(
  input: Input,
  status: number,
  headers: Record<string, string>,
  pageHeaders: readonly string[],
): boolean {
  if (setsReadableCookies(headers) || variesOnAnything(headers)) return false;
  const known = new Map(input.head);
  const told = headOf(headers, pageHeaders);
  if (told.some(([name, digest]) => known.get(name) !== digest)) return false;
  const { etag, lastModified } = input;
  const tag = headers['etag'];
  // A 304 need not repeat what has not changed (RFC 9110 §15.4.5).
  if (status === 304) return hasValidator(input) && (tag === undefined || etag === null || isSameTag(tag, etag));
  if (status !== input.status || told.length !== known.size) return false;
  if (etag !== null) return isSameTag(tag, etag);
  return lastModified === null || (tag === undefined && validatorsOf(headers).lastModified === lastModified);
}

/** The response without its body. */
function send(url: URL, options: http.RequestOptions): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { request } = url.protocol === 'https:' ? https : http;
  const sent = request(url, { ...options, maxHeaderSize: MAX_HEADERS });
  sent.on('response', (response) => {
    // Without a body, the connection can be used again.
    if (response.statusCode === 304) response.resume();
    else response.destroy();
    response.on('error', () => {});
    resolve(response);
  });
  sent.on('error', reject).end();
  return promise;
}

/** Headers in the form of the browser: each name once, lines of `Set-Cookie` separately. */
function headersIn({ headersDistinct }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headersDistinct).map(([name, values = []]) => [
      name,
      values.join(name === 'set-cookie' ? '\n' : ', '),
    ]),
  );
}
