/**
 * Fetches an image from an address that somebody else may have chosen. Protects against private and metadata addresses, names that
 * resolve to one or do so the second time, redirects to one, endless responses, missing responses, and bodies that are not images.
 */
import type { IncomingMessage } from 'node:http';
import { AddressRefused, OutgoingConnections } from '../../../platform/network/outgoing.ts';
import type { ImageSettings } from '../settings.ts';

/** Why an image is missing, in words for the manifest. */
export class ImageRefused extends Error {
  override name: string = 'ImageRefused';
  /** Whether the host seems to be unreachable. */
  readonly isNetwork: boolean;

  constructor(reason: string, { isNetwork = false, cause }: { isNetwork?: boolean; cause?: unknown } = {}) {
    super(reason, { cause });
    this.isNetwork = isNetwork;
  }
}

const REDIRECTS = 5;
const HEADERS = {
  accept: 'image/avif,image/webp,image/png,image/*;q=0.8',
  'accept-encoding': 'identity',
  // Many servers reject clients without a user agent.
  'user-agent': 'policy-engine (export of personal data)',
} as const;

/** The connections of one export. */
export class ImageFetcher implements Disposable {
  readonly #settings: ImageSettings;
  readonly #signal: AbortSignal;
  readonly #connections: OutgoingConnections;

  constructor(settings: ImageSettings, signal: AbortSignal) {
    this.#settings = settings;
    this.#signal = signal;
    this.#connections = new OutgoingConnections(settings.allowedHosts);
  }

  /** @throws {ImageRefused} with the reason, for any failure; the reason of an abort if the export ends */
  async fetch(address: URL): Promise<Buffer> {
    const timeout = AbortSignal.timeout(this.#settings.timeoutMilliseconds);
    const signal = AbortSignal.any([this.#signal, timeout]);
    try {
      let url = address;
      for (let hop = 0; hop <= REDIRECTS; hop++) {
        const answer = await this.#connections.ask(url, { headers: HEADERS, signal });
        const { statusCode = 0 } = answer;
        if (statusCode >= 300 && statusCode < 400 && answer.headers.location !== undefined) {
          answer.destroy();
          url = redirected(answer.headers.location, url);
          continue;
        }
        if (statusCode !== 200) {
          answer.destroy();
          throw new ImageRefused(`The server answered ${statusCode}`);
        }
        return await this.#body(answer);
      }
      throw new ImageRefused(`More than ${REDIRECTS} redirects`);
    } catch (error) {
      this.#signal.throwIfAborted();
      if (timeout.aborted) throw new ImageRefused('The server took too long', { isNetwork: true });
      if (error instanceof ImageRefused) throw error;
      if (error instanceof AddressRefused) throw new ImageRefused(error.message);
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
      throw new ImageRefused(`The server can't be reached (${code})`, { isNetwork: true, cause: error });
    }
  }

  [Symbol.dispose](): void {
    this.#connections[Symbol.dispose]();
  }

  async #body(answer: IncomingMessage): Promise<Buffer> {
    const { maxBytes } = this.#settings;
    const tooLarge = new ImageRefused(`Larger than ${maxBytes} bytes`);
    try {
      if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) throw tooLarge;
        chunks.push(chunk);
      }
      return Buffer.concat(chunks, size);
    } finally {
      answer.destroy();
    }
  }
}

/** An address an image can be fetched from. @throws {ImageRefused} */
export function remoteAddress(text: string): URL {
  if (!URL.canParse(text)) throw new ImageRefused('This is not a valid address');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new ImageRefused(`Not fetched over ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new ImageRefused('The address contains a password');
  url.hash = '';
  return url;
}

function redirected(location: string, from: URL): URL {
  if (!URL.canParse(location, from.href)) throw new ImageRefused('Redirected to an invalid address');
  return remoteAddress(new URL(location, from).href);
}
