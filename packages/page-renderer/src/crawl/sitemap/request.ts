/** Requests of the crawler: each connection goes through the address guard. */
import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { guardedAgents } from '../../guard/guarded-agents.ts';
import type { AddressPolicy, JudgedTarget } from '../../guard/policy.ts';
import { portOf } from '../../kernel/url.ts';
import { RefusedAddress, SitemapError } from './parse.ts';

/** Maximum time without any byte, in milliseconds. */
const IDLE_TIME = 30_000;
const MAX_HEADERS = 64 * 1024;

/** @param first the first address, for a redirect of it @throws {SitemapError} for an address that may not be reached */
export async function judgedTarget(
  url: URL,
  policy: AddressPolicy,
  first: JudgedTarget | undefined,
): Promise<JudgedTarget> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new RefusedAddress('is neither http nor https');
  const { hostname: host } = url;
  const port = portOf(url);
  const judgement = await policy.judge(host, port, first);
  const failed = judgement.outcome === 'refused' ? RefusedAddress : SitemapError;
  if (judgement.outcome !== 'allowed') throw new failed(`cannot be fetched: ${judgement.reason}`);
  return { host, port, isListed: judgement.isListed };
}

/** A response, whose connection is closed by `end`. */
export interface GuardedResponse {
  readonly response: IncomingMessage;
  readonly end: () => void;
}

/** Sends one request, and follows no redirect. @throws {SitemapError} if there is no response */
export async function requestGuarded(
  method: 'GET' | 'HEAD',
  url: URL,
  target: JudgedTarget,
  how: {
    readonly policy: AddressPolicy;
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
  },
): Promise<GuardedResponse> {
  const { policy, headers, signal } = how;
  const agents = guardedAgents(policy, target, 1);
  const send = url.protocol === 'https:' ? https.request : http.request;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = send(url, { method, agent: agents.agentFor(url), headers, signal, maxHeaderSize: MAX_HEADERS });
  sent.setTimeout(IDLE_TIME, () => sent.destroy(new Error('no answer in time')));
  sent.on('response', resolve).on('error', reject).end();
  const end = () => {
    sent.destroy();
    agents[Symbol.dispose]();
  };
  try {
    return { response: await promise, end };
  } catch (error) {
    end();
    throw new SitemapError(`cannot be fetched: ${(error as Error).message}`);
  }
}
