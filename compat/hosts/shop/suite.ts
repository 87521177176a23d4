/**
 * The actions of a person and an administrator in the shop, in a real browser, with the production build of a host: banner,
 * rejection, acceptance, panel, sign-up in the host's transaction, an export. Each host's test calls it.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../../testing/browser.ts';
import { stretched } from '../../../testing/load.ts';
import { RENDERED, startProxy, startRenderer } from './servers.ts';
import { freePort } from '../../../testing/free-port.ts';

/** The commands that build and start a host. */
export interface Host {
  readonly name: string;
  /** Its npm package. */
  readonly framework?: string;
  /** Working directory of the commands. */
  readonly folder: string;
  /** Base path of the whole app, if any. */
  readonly base?: string;
  /** Commands that build it, each with its parameters. */
  readonly build?: ReadonlyArray<readonly string[]>;
  /** Command that starts the build; it listens on `PORT` of `HOST`. */
  readonly start: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it only runs behind a proxy that sets `X-Forwarded-*`. */
  readonly isProxied?: boolean;
  /** Whether it has a page `/components` with the components of its front-end framework. */
  readonly hasComponents?: boolean;
}

/** The results of a host, which are the columns of the table in the documentation. */
const STEPS = {
  panel: 'an administrator writes and publishes texts in the panel',
  banner: 'a visitor refuses in the banner, changes their mind in the settings, and the script follows',
  'sign-up': 'who signs up has to accept; the user and the decision are written together or not at all',
  guard: 'who has not accepted is sent to the policies and back, and a program is told',
  export: 'a person asks for their data, an administrator confirms, and the archive arrives whole',
  assets: 'what is compressed and what is not is the same',
  bots: 'a bot is sent the rendered page, everybody else the page itself, and so are bots where there is none',
  proxy: 'addresses, redirects and forms are those that the client sees behind a proxy, and no other site’s',
  console: 'nothing else was complained about in any browser',
} as const;

/** The results of a run for the table, one line of JSON for each host. */
export interface HostResult {
  readonly name: string;
  readonly framework: string;
  readonly base: string;
  readonly passed: readonly string[];
  readonly steps: readonly string[];
}

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const BOSS = 1;
const EVE = 2;
const LETTERS = 'ä € 漢 ‮';
const TERMS = 'select description from policy_manager_terms';
const DECISIONS = 'select user_id, state from policy_manager_user_terms';

const SHOP = path.join(import.meta.dirname, 'shop.js');

/** Copies the shop next to an app. */
export function copyShop(folder: string): void {
  mkdirSync(folder, { recursive: true });
  copyFileSync(SHOP, path.join(folder, 'shop.js'));
}

/** The tested package and version; for Node, the version of Node. */
function versionOf({ framework, folder }: Host): string {
  if (framework === undefined) return `Node ${process.versions.node}`;
  for (let at = folder; ; at = path.dirname(at)) {
    const file = path.join(at, 'node_modules', framework, 'package.json');
    if (existsSync(file))
      return `${framework} ${(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version}`;
    assert.notEqual(at, path.dirname(at), `${framework} is installed`);
  }
}

async function run([command = '', ...parameters]: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(command, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  assert.equal(code, 0, output);
}

/** Runs the suite on a host. */
export function hostSuite(host: Host): void {
  describe(host.name, () => {
    const { base = '' } = host;
    const folder = mkdtempSync(path.join(tmpdir(), 'shop-'));
    let server: ChildProcess;
    let renderer: Server;
    let proxy: Server | undefined;
    let output = '';
    let origin = '';
    let browser: Browser;
    before(async () => {
      const port = await freePort();
      renderer = await startRenderer();
      proxy = host.isProxied ? await startProxy(port) : undefined;
      origin = `http://127.0.0.1:${proxy ? (proxy.address() as AddressInfo).port : port}`;
      const env: NodeJS.ProcessEnv = {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        SHOP_FOLDER: folder,
        SHOP_BASE: base,
        TRUST_PROXY: '1',
        RENDERER_URL: `http://127.0.0.1:${(renderer.address() as AddressInfo).port}`,
        ...host.env,
      };
      for (const command of host.build ?? []) {
        await run(command, host.folder, { ...env, SHOP_FOLDER: path.join(folder, 'build') });
      }
      const [command = '', ...parameters] = host.start;
      server = spawn(
        command,
        parameters.map((one) => one.replaceAll('$PORT', String(port))),
        {
          cwd: host.folder,
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      for (const stream of [server.stdout, server.stderr]) {
        stream?.on('data', (text: Buffer) => (output += text.toString()));
      }
      for (const until = performance.now() + stretched(30_000); ; await sleep(100)) {
        const answer = await fetch(`${origin}${base}/policies/consent.json`).catch(() => undefined);
        await answer?.body?.cancel();
        if (answer?.status === 200) break;
        assert.ok(performance.now() < until && server.exitCode === null, `${answer?.status}\n${output}`);
      }
      browser = await launchBrowser();
    });
    after(async () => {
      await browser?.close();
      renderer?.close();
      proxy?.closeAllConnections();
      proxy?.close();
      if (server && server.exitCode === null) {
        server.kill('SIGKILL');
        await once(server, 'exit');
      }
      rmSync(folder, { recursive: true });
      const results = process.env['COMPAT_RESULTS'];
      if (results === undefined) return;
      const line: HostResult = { name: host.name, framework: versionOf(host), base, passed, steps: Object.keys(STEPS) };
      appendFileSync(results, `${JSON.stringify(line)}\n`);
    });

    const complaints: string[] = [];
    async function visitor(user?: number): Promise<{ context: BrowserContext; page: Page }> {
      const context = await browser.newContext({ baseURL: origin });
      context.setDefaultTimeout(stretched(10_000));
      if (user !== undefined) await context.addCookies([{ name: 'user', value: String(user), url: origin }]);
      const page = await context.newPage();
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
      return { context, page };
    }
    const rows = <Row>(query: string, ...values: string[]): Row[] => {
      const database = new DatabaseSync(path.join(folder, 'shop.db'), { readOnly: true });
      try {
        return database.prepare(query).all(...values) as Row[];
      } finally {
        database.close();
      }
    };
    const passed: string[] = [];
    const step = (name: keyof typeof STEPS, walk: () => Promise<void>): void => {
      void test(STEPS[name], async () => {
        await walk();
        passed.push(name);
      });
    };
    const at = (place: string) => `${origin}${base}${place}`;
    const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
    const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy choices' });

    step('panel', async () => {
      const database = new DatabaseSync(path.join(folder, 'shop.db'), { timeout: stretched(10_000) });
      database.prepare('insert into users (id, email) values (?, ?)').run(BOSS, 'boss@shop.example');
      database.close();
      const { context, page } = await visitor(BOSS);
      for (const rule of ['cookie', 'terms']) {
        await page.goto(at(`/policies/categories/${rule}/terms/new`));
        // Chosen once; the browser remembers it for the next text.
        if (rule === 'cookie') await press(page, 'Markdown source');
        await page.locator('textarea').first().fill(`# What we ask\n\nAbout ${rule}: ${LETTERS}`);
        await press(page, 'Save as draft');
        assert.match(await page.getByRole('status').innerText(), /Draft saved\./);
        await page.getByRole('link', { name: 'Publish' }).click();
        await press(page, 'Publish');
        assert.match(await page.getByRole('status').innerText(), /Published\./);
      }
      const [text] = rows<{ description: string }>(`${TERMS} where rule = 'cookie'`);
      assert.ok(text?.description.includes(LETTERS), JSON.stringify(text));
      await context.close();
    });

    step('banner', async () => {
      const { context, page } = await visitor();
      const counts = () => page.evaluate('window.counted === true');
      const shown = await page.goto(at('/'));
      assert.match(shown?.headers()['cache-control'] ?? '', /private|no-store/, 'no shared cache keeps the page');
      await banner(page).waitFor();
      const refuse = banner(page).getByRole('button', { name: 'Reject' });
      const { height = 0 } = (await refuse.boundingBox()) ?? {};
      assert.ok(height >= 44, `the style sheet is read: a button of it is as high as a finger, not ${height}`);
      await refuse.click();
      await banner(page).waitFor({ state: 'hidden' });
      await page.reload();
      assert.deepEqual([await page.getByText('Nobody counts you.').count(), await counts()], [1, false]);
      await page.goto(at('/policies/consent'));
      await page.getByRole('switch').first().check();
      await page.getByRole('button', { name: /^Save/ }).first().click();
      await page.getByRole('status').waitFor();
      await page.goto(at('/'));
      assert.deepEqual([await page.getByText('You are counted.').count(), await counts()], [1, true]);
      await context.close();
    });

    const components = async () => {
      const { context, page } = await visitor();
      const warnings: string[] = [];
      page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())));
      const first = await (await page.goto(at('/components')))!.text();
      assert.match(first, /Nobody counts you\.[^]*<a[^>]*>Cookies/);
      await page.getByRole('button', { name: 'Show once' }).waitFor();
      const { width, height } = (await page.locator('policy-embed').boundingBox())!;
      assert.deepEqual([width, height], [640, 360]);
      await banner(page)
        .getByRole('button', { name: /^Accept/ })
        .click();
      await page.getByText('You are counted.').waitFor();
      await page.locator('policy-embed iframe').waitFor();
      await page.waitForFunction('window.components === 1');
      const known = await (await page.reload())!.text();
      assert.match(known, /You are counted\.[^]*<iframe/);
      await page.waitForFunction('window.components === 1');
      assert.deepEqual([await page.locator('policy-embed iframe').count(), warnings], [1, []]);
      await context.close();
    };
    if (host.hasComponents) void test('components draw on the server what they draw in the browser', components);

    step('sign-up', async () => {
      const { context, page } = await visitor();
      const signUp = async (email: string, accepts: boolean) => {
        await page.goto(at('/sign-up'));
        await page.getByLabel('Mail').fill(email);
        if (accepts) await page.getByLabel('I accept the terms').check();
        await press(page, 'Sign up');
      };
      await signUp('ada@shop.example', false);
      assert.match(await page.getByRole('alert').innerText(), /confirm/i);
      assert.deepEqual(rows('select id from users where email = ?', 'ada@shop.example'), []);
      await signUp('boss@shop.example', true);
      assert.match(await page.getByRole('alert').innerText(), /has an account/);
      assert.deepEqual(rows(DECISIONS), [], 'the decision of who could not be written is gone with them');
      await signUp('ada@shop.example', true);
      await page.getByText('Nobody counts you.').waitFor();
      const [ada] = rows<{ id: number }>('select id from users where email = ?', 'ada@shop.example');
      const cookie = (await context.cookies(origin)).find(({ name }) => name === 'user');
      assert.equal(cookie?.value, String(ada?.id));
      const decided = rows<{ user_id: string; state: string }>(DECISIONS).map((row) => [row.user_id, row.state]);
      assert.deepEqual(decided, [[String(ada?.id), 'accepted']]);
      await page.goto(at('/policies/user_terms'));
      await page.getByText('Terms of use').first().waitFor();
      await context.close();
    });

    step('guard', async () => {
      const database = new DatabaseSync(path.join(folder, 'shop.db'), { timeout: stretched(10_000) });
      database.prepare('insert into users (id, email) values (?, ?)').run(EVE, 'eve@shop.example');
      database.close();
      const told = await fetch(at('/open.json'), { headers: { cookie: `user=${EVE}`, accept: 'application/json' } });
      assert.equal(told.status, 403);
      assert.equal(((await told.json()) as { code: string }).code, 'policies_pending');
      const { context, page } = await visitor(EVE);
      await page.goto(at('/?from=mail'));
      assert.equal(new URL(page.url()).pathname, `${base}/policies/user_terms/pending`);
      await page
        .getByRole('button', { name: /^Accept/ })
        .first()
        .click();
      // Next has no slash at the end.
      await page.waitForURL(({ pathname, search }) => search === '?from=mail' && [base, `${base}/`].includes(pathname));
      await page.getByText('Nobody counts you.').waitFor();
      await context.close();
    });

    step('export', async () => {
      const eve = await visitor(EVE);
      const admin = await visitor(BOSS);
      await eve.page.goto(at('/policies/user_portability_requests'));
      await press(eve.page, 'Request your data');
      await eve.page.getByRole('heading', { name: 'We have received your request' }).waitFor();
      await admin.page.goto(at('/policies/portability_requests'));
      await admin.page.getByRole('rowheader').getByRole('link').first().click();
      await admin.page.getByRole('link', { name: 'Confirm and create the copy' }).click();
      await admin.page.getByRole('button', { name: 'Confirm and create the copy' }).click();
      await admin.page.getByText('Confirmed. The export has started.').waitFor();
      const link = eve.page.getByRole('link', { name: 'Download your data' });
      for (const until = performance.now() + stretched(30_000); (await link.count()) === 0;) {
        assert.ok(performance.now() < until, 'the export is made');
        await sleep(200);
        await eve.page.reload();
      }
      const [download] = await Promise.all([eve.page.waitForEvent('download'), link.click()]);
      const archive = readFileSync(await download.path());
      assert.equal(archive.subarray(0, 4).toString('latin1'), 'PK\u0003\u0004');
      // A ZIP file ends with its end record.
      assert.ok(archive.subarray(-22).includes(Buffer.from('PK\u0005\u0006', 'latin1')), 'it has its end');
      await Promise.all([eve.context.close(), admin.context.close()]);
    });

    step('assets', async () => {
      const { context, page } = await visitor();
      const assets: string[] = [];
      page.on('request', (request) => void (request.url().includes('/assets/') && assets.push(request.url())));
      await page.goto(at('/policies/consent'));
      await page.goto(at('/'));
      await banner(page).waitFor();
      await context.close();
      assert.ok(assets.length >= 2, assets.join());
      for (const asset of new Set(assets)) {
        const [plain, packed] = await Promise.all(
          ['identity', 'gzip, br'].map(async (coding) => {
            const answer = await fetch(asset, { headers: { 'accept-encoding': coding } });
            assert.equal(answer.status, 200, asset);
            return Buffer.from(await answer.arrayBuffer());
          }),
        );
        assert.ok(plain?.length && packed?.equals(plain), asset);
      }
    });

    step('bots', async () => {
      const ask = async (agent: string) => {
        const answer = await fetch(at('/'), { headers: { 'user-agent': agent } });
        const vary = answer.headers.get('vary') ?? '';
        return [answer.status, (await answer.text()).includes(RENDERED), /user-agent/i.test(vary)];
      };
      assert.deepEqual(await ask(GOOGLEBOT), [200, true, true]);
      assert.deepEqual(await ask(FIREFOX), [200, false, true]);
      renderer.closeAllConnections();
      renderer.close();
      assert.deepEqual(await ask(GOOGLEBOT), [200, false, true]);
    });

    step('proxy', async () => {
      const post = (sentFrom: string) =>
        fetch(at('/policies/user_terms/cookie/reject'), {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ _method: 'put' }),
          headers: {
            cookie: `user=${EVE}`,
            accept: 'text/html',
            origin: sentFrom,
            'x-forwarded-proto': 'https',
            'x-forwarded-host': 'shop.example',
            'x-forwarded-for': '203.0.113.7',
          },
        });
      const own = await post('https://shop.example');
      assert.equal(own.status, 303, await own.text());
      assert.equal((await post('https://evil.example')).status, 403);
    });

    // The response to an incomplete form.
    step('console', async () => {
      assert.deepEqual(
        complaints.filter((text) => !text.includes('422')),
        [],
      );
    });
  });
}
