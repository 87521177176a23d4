/**
 * Sends an event once. Protects against receivers that changed their address or are broken: private addresses, redirects, endless
 * responses, missing responses.
 */
import type { IncomingMessage } from 'node:http';
import { AddressRefused, OutgoingConnections } from '../../../platform/network/outgoing.ts';
import { answeredWith } from './delivery.ts';
import { EVENT_MEDIA_TYPE } from '../events.ts';
import type { Webhook } from '../settings.ts';
import { signedHeaders } from '../signature.ts';

/** The response. */
export interface Reply {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Start of the body; null without a response. */
  readonly answer: string | null;
  /** Why there is no response, or why it is an error; null for 2xx. */
  readonly error: string | null;
  /** Header `Retry-After`. */
  readonly retryAfter: string | undefined;
}

/** Bytes of a response that are kept. */
const KEPT = 2048;
const LONGEST_ERROR = 300;

/** How events are sent. */
export interface SenderOptions {
  /** Hosts that may have private addresses. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly timeoutMilliseconds: number;
  readonly now: () => Date;
}

/** The connections of one run of deliveries. */
export class Sender implements Disposable {
  readonly #options: SenderOptions;
  readonly #connections: OutgoingConnections;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#connections = new OutgoingConnections(options.allowedHosts);
  }

  /** Rejects only with the reason of an abort. */
  async send(webhook: Webhook, id: string, body: string, signal: AbortSignal): Promise<Reply> {
    const { timeoutMilliseconds, now } = this.#options;
    const timeout = AbortSignal.timeout(timeoutMilliseconds);
    try {
      const answer = await this.#connections.ask(webhook.url, {
        method: 'POST',
        headers: {
          'content-type': EVENT_MEDIA_TYPE,
          'accept-encoding': 'identity',
          'user-agent': 'policy-engine (webhooks)',
          ...signedHeaders(webhook.keys, { id, at: now(), body }),
        },
        body: Buffer.from(body),
        signal: AbortSignal.any([signal, timeout]),
      });
      return await replyOf(answer);
    } catch (error) {
      if (timeout.aborted) return noReply(`No answer within ${timeoutMilliseconds / 1000} seconds`);
      if (error instanceof AddressRefused) return noReply(`${error.message} (option webhookAllowedHosts)`);
      return noReply(`The receiver can't be reached (${codeOf(error)})`);
    } finally {
      signal.throwIfAborted();
    }
  }

  [Symbol.dispose](): void {
    this.#connections[Symbol.dispose]();
  }
}

async function replyOf(answer: IncomingMessage): Promise<Reply> {
  const { statusCode = 0, headers } = answer;
  return {
    status: statusCode,
    answer: await beginningOf(answer),
    error: errorOf(statusCode),
    retryAfter: headers['retry-after'],
  };
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `Redirected (${status}), which is not followed` : answeredWith(status);
}

/** The status is known already, so a body that breaks off, or never ends, is used as far as it was received. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= KEPT) break;
    }
  } catch {
    // See above.
  } finally {
    answer.destroy();
  }
  return storable(Buffer.concat(chunks).subarray(0, KEPT).toString('utf8'));
}

/** Text that every database stores unchanged. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}

function noReply(error: string): Reply {
  return { status: null, answer: null, error, retryAfter: undefined };
}

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return storable(code ?? message).slice(0, LONGEST_ERROR);
}
