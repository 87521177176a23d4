/** A client that is generated from the document of a running service, and used on it: its types compile, and what it gets has these types. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import createClient from 'openapi-fetch';
import openapiTS, { astToString } from 'openapi-typescript';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { SCHEMAS } from '../../dist/server/openapi/schemas.js';
import { jpegSize } from '../support/jpeg.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

const ADMIN = 'the-token-of-the-admin';
let site: Site;
let renderer: Renderer;
let service: string;

before(async () => {
  site = await startSite({
    '/page': '<html lang="en"><title>page</title><h1>page</h1><a href="/next">next</a>',
    '/sitemap.xml': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/xml' });
      response.end(
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site.url}/page</loc></url></urlset>`,
      );
    },
  });
  renderer = await createRenderer({
    browsers: 1,
    host: '127.0.0.1',
    port: 0,
    cache: 'memory',
    adminToken: ADMIN,
    allowPrivateNetworks: ['127.0.0.1'],
    requestHeaders: ['x-region'],
    timeout: stretched(8_000),
    logLevel: 'silent',
  });
  service = (await renderer.listen()).url;
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

/** The calls of a program, which the compiler holds against the generated types. */
const CALLS = `
import createClient from 'openapi-fetch';
import type { components, paths } from './service.ts';
export const client = createClient<paths>({ baseUrl: 'http://service.test' });
export async function walk(url: string) {
  const rendered = await client.GET('/render/{url}', { params: { path: { url }, query: { mobile: true, format: 'md' } }, parseAs: 'text' });
  const html: string | undefined = rendered.data as string | undefined;
  const posted = await client.POST('/render', { body: { url, renderType: 'html,png', headers: { 'x-region': 'eu' } } });
  const purged = await client.POST('/purge', { params: { query: { prefix: [url], dryRun: true } } });
  const matched: number | undefined = purged.data?.matched;
  const job: components['schemas']['Job'] | undefined = (await client.GET('/warm/{id}', { params: { path: { id: 'a' } } })).data;
  const code: components['schemas']['Problem']['code'] | undefined = posted.error?.code;
  // @ts-expect-error -- an address is needed
  await client.GET('/render', { params: { query: {} } });
  // @ts-expect-error -- there is no such format
  await client.GET('/render/{url}', { params: { path: { url }, query: { format: 'pdf' } } });
  // @ts-expect-error -- a purge is asked for with POST
  await client.GET('/purge');
  return [html, matched, job, code];
}
`;

test('the types of the generated client compile', async () => {
  const document = (await (await fetch(`${service}/openapi.json`)).json()) as Parameters<typeof openapiTS>[0];
  const generated = astToString(await openapiTS(document));
  // Beside the packages that it imports.
  const folder = await mkdtemp(path.join(import.meta.dirname, '.client-'));
  try {
    await writeFile(path.join(folder, 'service.ts'), generated);
    await writeFile(path.join(folder, 'walk.ts'), CALLS);
    const tsc = path.join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc');
    const flags =
      '--noEmit --strict --skipLibCheck --module nodenext --target esnext --allowImportingTsExtensions --ignoreConfig --types';
    const run = promisify(execFile)(process.execPath, [tsc, ...flags.split(' '), 'node', path.join(folder, 'walk.ts')]);
    await run.catch((error: { stdout: string }) => assert.fail(error.stdout));
  } finally {
    await rm(folder, { recursive: true });
  }
});

type Call = (path: string, init?: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/** Without its types, which are made while the test runs. */
function clientWith(headers: Record<string, string>): Record<'GET' | 'POST' | 'DELETE', Call> {
  return createClient({ baseUrl: service, headers }) as unknown as ReturnType<typeof clientWith>;
}

describe('a client walks through the interface', () => {
  /** What {@link CALLS} has compiled, without its types. */
  let client: Record<'GET' | 'POST' | 'DELETE', Call>;
  let url: string;
  before(() => {
    client = clientWith({ Authorization: `Bearer ${ADMIN}` });
    url = `${site.url}/page`;
  });
  const of = (name: keyof typeof SCHEMAS, value: unknown) => {
    const parsed = SCHEMAS[name].safeParse(value);
    assert.ok(parsed.success, `${name}: ${parsed.error?.message}`);
    return value as Record<string, never>;
  };
  const inPath = { params: { path: { url: '' } } };

  test('renders', async () => {
    inPath.params.path.url = url;
    const html = await client.GET('/render/{url}', { ...inPath, parseAs: 'text' });
    assert.match(String(html.data), /<h1>page/);
    const direct = await client.GET('/{url}', { ...inPath, parseAs: 'text' });
    assert.match(String(direct.data), /<h1>page/);
    const query = (format: string) => ({ params: { query: { url, format } } });
    of('Metadata', (await client.GET('/render', query('metadata'))).data);
    of('Links', (await client.GET('/render', query('links'))).data);
    const pair = await client.POST('/render', { body: { url, renderType: 'html,png', headers: { 'x-region': 'eu' } } });
    of('Pair', pair.data);
    of('Har', (await client.POST('/render', { body: { url, renderType: 'har' } })).data);
  });
  test('takes screenshots', async () => {
    const query = { width: 320, height: 200 };
    const get = await client.GET('/screenshot/{url}', { params: { path: { url }, query }, parseAs: 'arrayBuffer' });
    assert.deepEqual(jpegSize(Buffer.from(get.data as ArrayBuffer)), [320, 200]);
    const body = { quality: 10 };
    const post = await client.POST('/screenshot/{url}', {
      params: { path: { url }, query },
      body,
      parseAs: 'arrayBuffer',
    });
    assert.deepEqual(jpegSize(Buffer.from(post.data as ArrayBuffer)), [320, 200]);
  });
  test('explains, and reads the state', async () => {
    of('Explanation', (await client.GET('/explain.json', { params: { query: { url } } })).data);
    of('CacheState', (await client.GET('/cache')).data);
    of('Document', (await client.GET('/openapi.json')).data);
    for (const page of ['/livez', '/readyz', '/_ah/health', '/metrics']) {
      assert.equal((await client.GET(page, { parseAs: 'text' })).response.status, 200, page);
    }
  });
  test('warms, refreshes and removes', async () => {
    const { id } = of('Job', (await client.POST('/warm', { body: { urls: [url] } })).data);
    of('Job', (await client.GET('/warm/{id}', { params: { path: { id } } })).data);
    of('Jobs', (await client.GET('/warm')).data);
    of('Job', (await client.DELETE('/warm/{id}', { params: { path: { id } } })).data);
    of('Job', (await client.POST('/refresh', { params: { query: { prefix: site.url } } })).data);
    const sitemap = `${site.url}/sitemap.xml`;
    const corrected = await client.GET('/sitemap.xml', { params: { query: { url: sitemap } }, parseAs: 'text' });
    assert.match(String(corrected.data), /<urlset/);
    of('Purged', (await client.POST('/purge', { params: { query: { prefix: [site.url], dryRun: true } } })).data);
    of('Removed', (await client.GET('/invalidate/{url}', { params: { path: { url } } })).data);
    of('Removed', (await client.GET('/invalidate/')).data);
  });
  test('gets errors as they are described', async () => {
    const refused = await client.POST('/hooks/content', { body: {} });
    of('Problem', refused.error);
    const { error, response } = await client.POST('/render', { body: { url: 'http://10.0.0.1/' } });
    assert.deepEqual([response.status, of('Problem', error)['code']], [403, 'refused-address']);
    assert.equal(of('Problem', (await clientWith({}).GET('/cache')).error)['code'], 'unauthorized');
  });
});
