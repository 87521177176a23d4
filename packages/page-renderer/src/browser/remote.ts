import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { monotonic } from '../kernel/clock.ts';
import { Connection } from '../devtools/connection.ts';
import { RendererError } from '../kernel/errors.ts';
import { classifyAddress, parseAddress } from '../guard/addresses.ts';
import type { EgressPlace } from '../guard/egress-place.ts';
import { LOOPBACK } from '../guard/egress-place.ts';
import { openEgress } from '../guard/egress-proxy.ts';
import type { AddressPolicy } from '../guard/policy.ts';
import { inTime } from '../kernel/in-time.ts';
import type { Browser } from './slots/browser.ts';
import { WITHOUT_EARLY_HINTS, WITHOUT_UDP, WITHOUT_UNSEEN } from './start/flags.ts';
import type { RunningBrowser } from './start/launch.ts';
import { openWebSocket } from './web-socket.ts';

/** Options of remote browsers. */
export interface RemoteOptions {
  /** Addresses of DevTools: `http:` as of `--remote-debugging-port`, or `ws:` of the browser. */
  readonly urls: readonly string[];
  /** The name or address of this machine for browsers on other machines; null if there is none. */
  readonly egressAddress: string | null;
  /** Whether the network of the browsers decides where pages may connect to. */
  readonly trustsNetwork: boolean;
  /** Whether requests to some addresses must not be sent, so that browsers must not follow Early Hints. */
  readonly judgesParts: boolean;
}

interface Endpoint {
  readonly url: URL;
  isUsed: boolean;
  failures: number;
  /** When it may be tried again, on the monotonic clock. */
  due: number;
  isToldOf: boolean;
}

/** Milliseconds until an endpoint that failed is tried again: doubled each time, up to a maximum. */
const RETRY = { first: 100, most: 30_000 };
/** Maximum milliseconds that a render waits for an endpoint to be tried again. */
const MOST_WAIT = 250;
/** Time limit for a connection, and for the guard to be reached, in milliseconds. */
const TIMEOUT = 5_000;
/** An address that is never public, so that the guard refuses it without resolving a name (RFC 5737). */
const PROBE = '192.0.2.1';

/** Browsers that run elsewhere, one for each address: they are connected to instead of started, and never closed. */
export class RemoteBrowsers {
  readonly #options: RemoteOptions;
  readonly #policy: AddressPolicy;
  readonly #logger: Logger;
  readonly #endpoints: readonly Endpoint[];

  constructor(options: RemoteOptions, policy: AddressPolicy, logger: Logger) {
    this.#options = options;
    this.#policy = policy;
    this.#logger = logger;
    this.#endpoints = options.urls.map((url) => {
      return { url: new URL(url), isUsed: false, failures: 0, due: -Infinity, isToldOf: false };
    });
  }

  /** Connects to a browser that is not in use. @throws {RendererError} `browser-unavailable` if none responds */
  async connect(onFault: (error: unknown) => void): Promise<RunningBrowser> {
    let failure: unknown = new Error('all of them are in use, or have just failed');
    const free = this.#endpoints.filter(({ isUsed }) => !isUsed).toSorted((a, b) => a.due - b.due);
    for (const endpoint of free) {
      const wait = endpoint.due - monotonic();
      if (wait > MOST_WAIT || endpoint.isUsed) continue;
      endpoint.isUsed = true;
      try {
        // oxlint-disable-next-line no-await-in-loop -- the next one only if this one fails
        await sleep(Math.max(0, wait));
        // oxlint-disable-next-line no-await-in-loop -- see above
        return await this.#connectTo(endpoint, onFault);
      } catch (error) {
        failure = error;
        this.#failed(endpoint, error);
      }
    }
    const message = `No browser of "browserURLs" can be used: ${wordsOf(failure)}`;
    const shown = 'No browser can be reached; the reason is in the log of the service';
    throw new RendererError('browser-unavailable', message, { cause: failure, shown, retryAfter: 1 });
  }

  /** Checks that pages of a browser reach the guard; otherwise none could load anything. @throws {Error} */
  async verify(browser: Browser): Promise<void> {
    const { network } = browser.running;
    if (network.kind === 'unguarded') return;
    await using egress = await openEgress({ policy: this.#policy, count: () => {} }, network);
    const seen = egress.assign({ host: PROBE, port: 80, isListed: false });
    const gated = browser.gate?.open((root, { requestId }) => root.send('Fetch.continueRequest', { requestId }));
    const context = await browser.openContext(egress.proxyServer, ({ session, info }) => {
      gated?.claim(info.targetId);
      void session.send('Runtime.runIfWaitingForDebugger');
    });
    await browser.openPage(context, `http://${PROBE}/`);
    try {
      for (const end = monotonic() + TIMEOUT; seen.decisions().length === 0;) {
        if (monotonic() > end) throw new Error(`it does not reach the address guard at ${egress.proxyServer}`);
        // oxlint-disable-next-line no-await-in-loop -- until there is a connection
        await sleep(20);
      }
    } finally {
      gated?.close();
      await browser.closeContext(context).catch(() => {});
    }
  }

  async #connectTo(endpoint: Endpoint, onFault: (error: unknown) => void): Promise<RunningBrowser> {
    const addresses = await addressesOf(endpoint.url);
    const network = this.#placeFor(addresses);
    const pipes = await openWebSocket(await debuggerUrl(endpoint.url, addresses), TIMEOUT);
    const connection = new Connection(pipes, onFault);
    try {
      const { product, userAgent } = await inTime(connection.root.send('Browser.getVersion'), TIMEOUT);
      await this.#tellLimits(endpoint, connection, network);
      const close = async () => connection.close();
      const release = () => {
        endpoint.isUsed = false;
      };
      void connection.closed.then(release);
      endpoint.failures = 0;
      endpoint.due = -Infinity;
      return {
        connection,
        pid: undefined,
        version: product,
        userAgent,
        memoryGroup: undefined,
        network,
        close,
        kill: close,
      };
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  #placeFor(addresses: readonly string[]): EgressPlace {
    const { egressAddress, trustsNetwork } = this.#options;
    if (egressAddress === null && trustsNetwork) return { kind: 'unguarded' };
    if (egressAddress === null) {
      if (addresses.every((address) => classifyAddress(address) === 'loopback')) return LOOPBACK;
      throw new Error('it is on another machine now, and neither "egressAddress" nor "trustBrowserNetwork" is set');
    }
    const peers = addresses.map((address) => parseAddress(address)?.toString() ?? address);
    return { kind: 'guarded', listenOn: egressAddress.includes(':') ? '::' : '0.0.0.0', host: egressAddress, peers };
  }

  /** Says once what the guard cannot promise for a browser that was started by others. */
  async #tellLimits(endpoint: Endpoint, { root }: Connection, network: EgressPlace): Promise<void> {
    if (endpoint.isToldOf) return;
    endpoint.isToldOf = true;
    const browser = endpoint.url.host;
    if (network.kind === 'unguarded') {
      const message =
        'the addresses that pages connect to are not checked ("trustBrowserNetwork"): the network of this browser must refuse private ones';
      this.#logger.warn({ browser }, message);
      if (!this.#options.judgesParts) return;
    }
    const flags = await root.send('Browser.getBrowserCommandLine').then(
      (line) => line.arguments,
      () => undefined,
    );
    const what = flags ? 'was started without' : 'does not say whether it was started with';
    const tell = (missing: readonly string[], meaning: string) => {
      if (missing.length === 0) return;
      this.#logger.warn({ browser, flags: missing }, `this browser ${what} flags that keep pages from ${meaning}`);
    };
    if (network.kind === 'guarded') tell(missingIn(flags, WITHOUT_UDP), 'sending UDP past the address guard');
    const unheld = this.#options.judgesParts ? [...WITHOUT_UNSEEN, ...WITHOUT_EARLY_HINTS] : WITHOUT_UNSEEN;
    tell(
      missingIn(flags, unheld),
      'requesting addresses that are not held against "restrictedUrlPattern" and "maxRequests"',
    );
  }

  #failed(endpoint: Endpoint, error: unknown): void {
    endpoint.isUsed = false;
    endpoint.failures += 1;
    endpoint.due = monotonic() + Math.min(RETRY.most, RETRY.first * 2 ** (endpoint.failures - 1));
    this.#logger.warn(
      { browser: endpoint.url.host, reason: wordsOf(error) },
      'a browser of "browserURLs" cannot be used',
    );
  }
}

/** The flags, with one or several values, that a browser was not started with. @param flags undefined if it does not say */
function missingIn(flags: readonly string[] | undefined, needed: readonly string[]): readonly string[] {
  const valuesOf = (flag: string) => {
    const [name = '', values = ''] = flag.split(/=(.*)/s, 2);
    return { name, values: values.split(',') };
  };
  const given = (flags ?? []).map(valuesOf);
  return needed.filter((flag) => {
    const { name, values } = valuesOf(flag);
    return !given.some((one) => one.name === name && values.every((value) => one.values.includes(value)));
  });
}

/** `fetch` gives the reason as the cause. */
function wordsOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || message : message;
}

async function addressesOf({ hostname }: URL): Promise<string[]> {
  const name = hostname.replace(/^\[|\]$/g, '');
  if (parseAddress(name)) return [name];
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** The address of the browser itself, which `http:` addresses tell. Chromium accepts only addresses and `localhost` as `Host`. */
async function debuggerUrl(url: URL, [address = '']: readonly string[]): Promise<string> {
  if (url.protocol === 'ws:' || url.protocol === 'wss:') return url.href;
  const asked = new URL('json/version', url.href.endsWith('/') ? url : `${url.href}/`);
  if (url.protocol === 'http:') asked.hostname = address.includes(':') ? `[${address}]` : address;
  const response = await fetch(asked, { signal: AbortSignal.timeout(TIMEOUT), redirect: 'error' });
  const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl?: unknown };
  const found = URL.parse(String(webSocketDebuggerUrl));
  if (!found) throw new Error(`${asked.origin}/json/version does not name a browser`);
  found.host = asked.host;
  found.protocol = asked.protocol === 'https:' ? 'wss:' : 'ws:';
  return found.href;
}
