/** Browsers that run elsewhere: pages are rendered in them behind the address guard, and a lost one is replaced. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { RendererOptions } from 'page-renderer';
import { createRenderer, findBrowser, parseConfig } from 'page-renderer';
import { pino } from 'pino';
import { stretched } from '../../../testing/load.ts';
import { openWebSocket } from '../dist/browser/web-socket.js';
import { Connection } from '../dist/devtools/connection.js';
import { openEgress } from '../dist/guard/egress-proxy.js';
import { AddressPolicy } from '../dist/guard/policy.js';
import { eventually } from './support/processes.ts';
import { freePort } from '../../../testing/free-port.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

/** The flags that the guide recommends, without the address of the port. */
const guide = readFileSync(path.join(import.meta.dirname, '../docs/fleet.md'), 'utf8');
const [, command = ''] = /^chrome-headless-shell ([^`]*)/m.exec(guide) ?? [];
const FLAGS = command.match(/--\S+/g)?.filter((flag) => !flag.startsWith('--remote-debugging')) ?? [];

/** A browser with a debugging port, started like one in a container of its own. */
class Elsewhere implements AsyncDisposable {
  readonly port: number;
  readonly #flags: readonly string[];
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'elsewhere-'));
  #process: ChildProcess | undefined;

  constructor(port: number, flags: readonly string[]) {
    this.port = port;
    this.#flags = flags;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const { executablePath, env } = await findBrowser();
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const flags = ['--headless', ...this.#flags, ...sandbox];
    const own = [`--user-data-dir=${this.#folder}`, `--remote-debugging-port=${this.port}`, 'about:blank'];
    const options = { detached: true, stdio: 'ignore' as const, env: { ...process.env, ...env } };
    this.#process = spawn(executablePath, [...flags, ...own], options);
    const isUp = () =>
      fetch(`${this.url}/json/version`)
        .then(({ ok }) => ok)
        .catch(() => false);
    await eventually(isUp, 'the browser listens');
  }

  async kill(): Promise<void> {
    const { pid } = this.#process ?? {};
    if (!this.#process || pid === undefined) return;
    const ended = once(this.#process, 'exit');
    process.kill(-pid, 'SIGKILL');
    await ended;
    this.#process = undefined;
  }

  /** Number of browser contexts besides its own. */
  async contexts(): Promise<number> {
    const found = (await (await fetch(`${this.url}/json/version`)).json()) as { webSocketDebuggerUrl: string };
    const connection = new Connection(await openWebSocket(found.webSocketDebuggerUrl, 5_000), (error) =>
      assert.fail(String(error)),
    );
    const { browserContextIds } = await connection.root.send('Target.getBrowserContexts');
    connection.close();
    return browserContextIds.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

let site: Site;
const browsers: Elsewhere[] = [];
before(async () => {
  site = await startSite({
    '/': '<h1>whole</h1>',
    '/curious': `<h1 id="a">asks</h1><script>
      fetch('http://127.0.0.2:8099/').catch(() => {}).then(() => { a.textContent = 'asked' });</script>`,
  });
  const isGuarding = (flag: string) => flag.includes('webrtc') || flag.includes('able-features');
  for (const flags of [FLAGS, FLAGS.filter((flag) => !isGuarding(flag))]) {
    browsers.push(new Elsewhere(await freePort(), flags));
  }
  await Promise.all(browsers.map((browser) => browser.start()));
});
after(async () => {
  await Promise.all(browsers.map((browser) => browser[Symbol.asyncDispose]()));
  await site[Symbol.asyncDispose]();
});

const lines: Array<Record<string, unknown>> = [];
const make = (options: RendererOptions) =>
  createRenderer(
    { allowPrivateNetworks: ['127.0.0.1'], timeout: stretched(20_000), concurrency: 2, ...options },
    { logger: pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }) },
  );
type Explained = { rules: { guard: string }; connections: Array<{ host: string; outcome: string }> };

describe('remote browsers', () => {
  test('render behind the address guard, are replaced when lost, and used again', async () => {
    const [one, two] = browsers as [Elsewhere, Elsewhere];
    const renderer = await make({ browserURLs: [one.url, two.url], isolation: 'render', maxRequests: 100 });
    try {
      await renderer.ready();
      const { html } = await renderer.render(`${site.url}/curious`);
      assert.match(html, /asked/);
      const address = `http://renderer.test/explain.json?url=${encodeURIComponent(`${site.url}/curious`)}`;
      const explained = (await (await renderer.fetch(new Request(address))).json()) as Explained;
      assert.equal(explained.rules.guard, 'remote');
      assert.deepEqual(
        explained.connections.map(({ host, outcome }) => `${host} ${outcome}`),
        ['127.0.0.1 allowed', '127.0.0.2 refused'],
      );
      // One is lost while both are used.
      const pages = [1, 2, 3, 4].map(() => renderer.render(site.url));
      const told = () => lines.filter(({ flags }) => flags);
      await eventually(() => told().length === 3, 'both are used');
      assert.deepEqual(
        told().map(({ flags }) => flags),
        [
          // Where each request is held.
          ['--disable-http2'],
          [
            '--webrtc-ip-handling-policy=disable_non_proxied_udp',
            '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
          ],
          [
            '--disable-features=FedCm,WebPayments,Prerender2FallbackPrefetchSpecRules',
            '--enable-features=PrefetchMultipleActiveSetSizeLimitForBase:prefetch_multiple_active_set_size_limit_for_base_value/0',
            '--disable-http2',
          ],
        ],
      );
      await one.kill();
      for (const page of await Promise.all(pages)) assert.match(page.html, /whole/);
      await two.kill();
      await assert.rejects(renderer.render(site.url), { code: 'browser-unavailable', status: 503 });
      await one.start();
      await eventually(
        () =>
          renderer.render(site.url).then(
            ({ html: text }) => text.includes('whole'),
            () => false,
          ),
        'it is used again',
      );
    } finally {
      await renderer.close();
    }
    // It still runs, and nothing is left in it.
    await eventually(async () => (await one.contexts()) === 0, 'its contexts are closed');
  });

  test('are used without the guard only if the operator says so', async () => {
    const [one] = browsers as [Elsewhere, Elsewhere];
    await using renderer = await make({ browserURLs: [one.url], trustBrowserNetwork: true });
    assert.match((await renderer.render(`${site.url}/curious`)).html, /asked/);
    assert.ok(lines.some(({ msg }) => String(msg).includes('are not checked ("trustBrowserNetwork")')));
    const url = 'http://browser.example:9222';
    assert.throws(() => parseConfig({ browserURLs: [url] }), {
      code: 'invalid-configuration',
      reason: /browserURLs: the address guard cannot be reached from another machine: set "egressAddress"/,
    });
    assert.throws(() => parseConfig({ browserURLs: ['ftp://browser.example'] }), { code: 'invalid-configuration' });
    assert.equal(parseConfig({ browserURLs: [url], egressAddress: '10.0.0.5' }).egressAddress, '10.0.0.5');
    assert.equal(parseConfig({ browserURLs: ['ws://[::1]:9222/devtools/browser/a'] }).browserURLs.length, 1);
  });

  test('are told to be without a flag that matters only where requests are held, also without the guard', async () => {
    const [one] = browsers as [Elsewhere, Elsewhere];
    const toldWith = async (options: RendererOptions) => {
      lines.length = 0;
      await using renderer = await make({ browserURLs: [one.url], ...options });
      await renderer.render(site.url);
      return lines.flatMap(({ flags }) => flags ?? []);
    };
    assert.deepEqual(await toldWith({ restrictedUrlPattern: 'secret' }), ['--disable-http2']);
    assert.deepEqual(await toldWith({ restrictedUrlPattern: 'secret', trustBrowserNetwork: true }), [
      '--disable-http2',
    ]);
    assert.deepEqual(await toldWith({}), []);
    assert.deepEqual(await toldWith({ trustBrowserNetwork: true }), []);
  });

  test('the guard accepts connections only from the addresses of the browser', async () => {
    const place = { kind: 'guarded', listenOn: '127.0.0.1', host: '127.0.0.1' } as const;
    for (const [peers, isAccepted] of [
      [['192.0.2.9'], false],
      [['127.0.0.1'], true],
    ] as const) {
      await using egress = await openEgress({ policy: new AddressPolicy(), count: () => {} }, { ...place, peers });
      egress.assign({ host: 'a.test', port: 80, isListed: false });
      const socket = connect(Number(egress.proxyServer?.split(':').at(-1)), '127.0.0.1');
      socket.write(Buffer.from([5, 1, 0]));
      const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [undefined])]);
      assert.equal(first !== undefined, isAccepted);
      socket.destroy();
    }
  });
});
