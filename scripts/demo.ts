/**
 * `npm run demo`: builds, then runs the storefront and the page renderer side by side until Ctrl-C.
 * `STOREFRONT_PORT` (8080) and `RENDERER_PORT` (3000) set the ports. `DATABASE_URL` is a path, `postgres://…` or
 * `mysql://…`; by default a file that persists. A new file starts with a year of sample history;
 * `DEMO_SAMPLE=0` starts with an empty one.
 */
import { createServer } from 'node:net';
import { pino } from 'pino';
import { build } from './build.ts';

const HOST = '127.0.0.1';

function portFrom(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  return fail(`${name} must be a port number, got "${text}"`);
}

function fail(message: string): never {
  process.stderr.write(`demo: ${message}\n`);
  process.exit(1);
}

/** Reported before the build instead of after it. */
async function requireFree(port: number, variable: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.once('error', () => fail(`port ${port} is already in use; choose another with ${variable}`));
    server.listen(port, HOST, () => server.close(() => resolve()));
  });
}

/** The addresses of the demo, and suggestions. */
function tries(storefront: string, isSample: boolean): string {
  if (isSample) {
    return `  This is SAMPLE DATA: a year of people, decisions and requests that are invented. For an empty shop:
    DEMO_SAMPLE=0 DATABASE_URL=empty.db npm run demo

  Try the policies in a browser:
    1. Sign in as admin@example.test: ${storefront}/sign-in
    2. Open the panel. Answer a data request, look at the figures, publish a new version of a text.
    3. Sign in as user@example.test, and try to order: a policy has changed, and is asked about first.
    4. Sign out and look at the shop as a visitor. It loads its tracking scripts only once you accept.`;
  }
  return `  Try the policies in a browser:
    1. Sign in as admin@example.test: ${storefront}/sign-in
    2. Write a text for "Cookies" in the panel, and publish it.
    3. Open the shop. It asks for cookies, and loads its tracking scripts only once you accept.
    4. Sign out and open an account: ${storefront}/sign-up
       It asks for what you have published, and refuses without it.`;
}

function welcome(storefront: string, renderer: string, isSample: boolean): string {
  return `
  The shop           ${storefront}
  The policy panel   ${storefront}/policies/
  The page renderer  ${renderer}

  Accounts, each with the password demo:
    admin@example.test   writes and publishes policies
    user@example.test    and other@example.test decide on them

${tries(storefront, isSample)}

  Try the renderer in a terminal:
    a person gets the app, which is empty without JavaScript:
      curl ${storefront}/products/1
    a bot gets the finished page, at the same address:
      curl -A Googlebot ${storefront}/products/1
    the renderer, asked directly, for HTML and for a picture:
      curl ${renderer}/render/${storefront}/products/1
      curl -o shop.jpg ${renderer}/screenshot/${storefront}/

  Look at it as its operator: traffic, cache, warming, and an audit of the shop
    ${renderer}/operator

  Ctrl-C stops both.
`;
}

/** So that there is something to see for operators: an audit of the shop, which warms the cache, and requests of bots. */
async function beginAudit(renderer: string, storefront: string): Promise<void> {
  const body = JSON.stringify({ url: `${storefront}/`, pages: 200 });
  const response = await fetch(`${renderer}/audits`, { method: 'POST', body });
  if (response.status !== 202) throw new Error(`the audit does not begin: ${await response.text()}`);
  for (const agent of ['Googlebot/2.1', 'bingbot/2.0', 'Twitterbot/1.0']) {
    const headers = { 'User-Agent': `Mozilla/5.0 (compatible; ${agent})` };
    // What they get is nobody's concern here; it is counted.
    void fetch(`${storefront}/products/1`, { headers }).then(
      (answer) => answer.text(),
      () => {},
    );
  }
}

async function main(): Promise<void> {
  const storefrontPort = portFrom('STOREFRONT_PORT', 8080);
  const rendererPort = portFrom('RENDERER_PORT', 3000);
  await requireFree(storefrontPort, 'STOREFRONT_PORT');
  await requireFree(rendererPort, 'RENDERER_PORT');
  build();
  const { createRenderer } = await import('page-renderer');
  const { createDemo } = await import('../demo/shop.ts');

  const renderer = await createRenderer({
    host: HOST,
    port: rendererPort,
    allowPrivateNetworks: ['127.0.0.0/8', '::1', 'localhost'],
    cache: 'memory',
    // The shop asks browsers to store nothing; what bots get is the same for all.
    cacheConfig: { originRules: [{ urlPattern: `^http://${HOST}:${storefrontPort}/`, ignore: ['no-store'] }] },
    sites: [
      {
        prefix: `http://${HOST}:${storefrontPort}/`,
        rendersPerMinute: 300,
        concurrency: 2,
        hours: null,
        timeZone: 'UTC',
        sitemaps: [
          {
            url: `http://${HOST}:${storefrontPort}/sitemap.txt`,
            everyMinutes: 60,
            devices: ['desktop', 'mobile'],
            clients: ['middleware'],
          },
        ],
      },
    ],
    // In the demo, clients on this machine may view and remove cached results.
    trustLoopback: true,
    logLevel: 'warn',
  });
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    await storefront?.close();
    await renderer.close();
    process.exit(code);
  };
  const stopOnSignal = () => void stop(0);
  process.on('SIGINT', stopOnSignal).on('SIGTERM', stopOnSignal).on('SIGHUP', stopOnSignal);
  // npm and its shell do not always forward a signal; losing the parent process means the same.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stopOnSignal(), 1_000).unref();

  let storefront: Awaited<ReturnType<typeof createDemo>> | undefined;
  const wantsSample = process.env['DEMO_SAMPLE'] !== '0';
  if (wantsSample) process.stdout.write('demo: a first start makes a year of sample data, which takes some seconds\n');
  try {
    const { url: rendererUrl } = await renderer.listen();
    storefront = createDemo({
      rendererUrl,
      logger: pino({ level: 'warn' }),
      sampleYear: wantsSample,
      ...(process.env['DATABASE_URL'] && { databaseUrl: process.env['DATABASE_URL'] }),
    });
    const storefrontUrl = await storefront.listen(storefrontPort, HOST);
    await renderer.ready();
    await beginAudit(rendererUrl, storefrontUrl);
    process.stdout.write(welcome(storefrontUrl, rendererUrl, storefront.isSample));
  } catch (error) {
    process.stderr.write(`demo: ${(error as Error).message}\n`);
    await stop(1);
  }
}

await main();
