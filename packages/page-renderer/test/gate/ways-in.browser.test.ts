/** The guard's table through the ways in of programs and operators: audits, warming, inspections. The victim must never get a request. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { after, afterEach, before, describe, test } from 'node:test';
import { createService } from '../../dist/compose.js';
import type { Service } from '../../dist/service.js';
import { stretched } from '../../../../testing/load.ts';
import { specOf } from '../audit/support.ts';
import { eventually } from '../support/processes.ts';
import { ATTACKS, attacksOn, INTERNAL } from '../support/attacks.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

const ADMIN = 'the-token-of-the-admin';
let victim: Site;
let received = 0;
const datagrams = createSocket('udp4');
/** What the site says of its pages; each attack has its own. */
let said: Record<string, { readonly body?: string; readonly location?: string }> = {};
let site: Site;
/** Reaches the site alone. */
let service: Service;
/** With the defaults: nothing private is allowed. */
let untouched: Service;

const urlset = (...urls: string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`;
const index = (url: string) =>
  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${url}</loc></sitemap></sitemapindex>`;

before(async () => {
  victim = await startSite({ '*': '<h1>secret</h1>' }, '127.0.0.2');
  datagrams.on('message', () => (received += 1)).bind(victim.port, '127.0.0.2');
  await once(datagrams, 'listening');
  const attacks = attacksOn(victim);
  site = await startSite({
    ...attacks,
    '*': (request, response) => {
      const path = (request.url ?? '').split('?', 1)[0] ?? '';
      const { body, location } = said[path] ?? {};
      if (location !== undefined) return void response.writeHead(302, { Location: location }).end();
      const type = path.endsWith('.txt') ? 'text/plain' : path.endsWith('.xml') ? 'application/xml' : 'text/html';
      response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': type }).end(body ?? '<h1>Nothing</h1>');
    },
  });
  const common = { browsers: 1, cache: 'memory', adminToken: ADMIN, logLevel: 'silent', concurrency: 4 } as const;
  const rules = { rendersPerMinute: 60_000, concurrency: 4, hours: null, timeZone: 'UTC', sitemaps: [] };
  service = await createService({
    ...common,
    allowPrivateNetworks: ['127.0.0.1'],
    warmingConcurrency: 4,
    timeout: stretched(4_000),
    sites: [{ prefix: `${site.url}/`, ...rules }],
  });
  untouched = await createService({
    ...common,
    sites: INTERNAL.map((prefix) => ({ prefix: new URL('/', prefix).href, ...rules })).filter(
      ({ prefix }, at, all) => all.findIndex((one) => one.prefix === prefix) === at,
    ),
  });
});
after(async () => {
  await service.close();
  await untouched.close();
  datagrams.close();
  await Promise.all([site, victim].map((one) => one[Symbol.asyncDispose]()));
});
afterEach(() => {
  assert.deepEqual(victim.requests, [], 'the victim was asked');
  assert.equal(received, 0, 'the victim got UDP packets');
});

const headers = { authorization: `Bearer ${ADMIN}` };

/** What came of something that was begun with a POST, as JSON. */
async function begun(of: Service, path: '/warm' | '/audits', body: object): Promise<Record<string, unknown>> {
  const request = new Request(`http://renderer.test${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await of.fetch(request);
  const first = (await answer.json()) as { id?: string };
  if (first.id === undefined) return first;
  let last: Record<string, unknown> = {};
  await eventually(async () => {
    last = (await (
      await of.fetch(new Request(`http://renderer.test${path}/${first.id}`, { headers }))
    ).json()) as typeof last;
    return ['done', 'failed', 'cancelled'].includes(String(last['state'] ?? last['phase']));
  }, `${path} is over`);
  return last;
}

const stateOf = (told: Record<string, unknown>) => told['state'] ?? told['phase'] ?? told['code'];
const REFUSED = /^refused-address: /;

describe('where nothing private is allowed, internal addresses are refused', () => {
  test('as pages and as sitemaps of warming: such a job has failed', async () => {
    const pages = await begun(untouched, '/warm', { urls: INTERNAL });
    assert.equal(stateOf(pages), 'failed', JSON.stringify(pages));
    assert.equal(pages['done'], 0);
    const errors = pages['errors'] as Array<{ error: string }>;
    assert.ok(errors.length > 0 && errors.every(({ error }) => REFUSED.test(error)), JSON.stringify(errors));
    for (const sitemap of INTERNAL) {
      const job = await begun(untouched, '/warm', { sitemap });
      assert.deepEqual([stateOf(job), job['done'], job['found']], ['failed', 0, 0], sitemap);
      const linked = await begun(untouched, '/warm', { links: sitemap });
      assert.deepEqual([stateOf(linked), linked['done']], ['failed', 0], sitemap);
    }
  });

  test('as the start of an audit, which fails', async () => {
    for (const url of INTERNAL) {
      const audit = await begun(untouched, '/audits', { url, pages: 5 });
      assert.match(
        String(stateOf(audit)),
        /^(?:failed|refused-address|restricted)$/,
        `${url}: ${JSON.stringify(audit)}`,
      );
    }
  });

  test('as the address of an inspection', async () => {
    for (const url of INTERNAL) {
      const query = new URLSearchParams({ url, tab: 'links' }).toString();
      const answer = await untouched.fetch(new Request(`http://renderer.test/inspect.json?${query}`));
      const { error } = (await answer.json()) as { error: { code: string } | null };
      assert.match(error?.code ?? '', /^(?:refused-address|unknown-host)$/, url);
    }
  });
});

/** A site whose texts lead to the victim. */
const LEADS: Readonly<Record<string, () => typeof said>> = {
  'a robots.txt that names its sitemap': () => ({
    '/': { body: '<h1>start</h1>' },
    '/robots.txt': { body: `Sitemap: ${victim.url}/sitemap.xml\n` },
  }),
  'a robots.txt that redirects there': () => ({
    '/': { body: '<h1>start</h1>' },
    '/robots.txt': { location: `${victim.url}/robots.txt` },
  }),
  'a sitemap that redirects there': () => ({
    '/': { body: '<h1>start</h1>' },
    '/sitemap.xml': { location: `${victim.url}/sitemap.xml` },
  }),
  'an index with a sitemap there': () => ({
    '/': { body: '<h1>start</h1>' },
    '/sitemap.xml': { body: index(`${victim.url}/pages.xml`) },
  }),
  'a sitemap with a page there': () => ({
    '/': { body: '<h1>start</h1>' },
    '/sitemap.xml': { body: urlset(`${victim.url}/page`, `${site.url}/`) },
  }),
  'pages that link, redirect and point there in every way': () => ({
    '/': {
      body: `<h1>start</h1><base href="${site.url}/"><link rel="canonical" href="${victim.url}/canonical">
        <link rel="alternate" hreflang="de" href="${victim.url}/de"><a href="${victim.url}/link">there</a>
        <a href="/leads">leads</a> ${ATTACKS.map((path) => `<a href="${path}">${path}</a>`).join(' ')}`,
    },
    '/leads': { location: `${victim.url}/redirected` },
    '/sitemap.xml': { body: urlset(`${site.url}/`, ...['/leads', ...ATTACKS].map((path) => site.url + path)) },
  }),
};

describe('a site cannot lead the service anywhere else:', () => {
  for (const [name, texts] of Object.entries(LEADS)) {
    test(`${name}: audits, warming, inspections`, async () => {
      said = texts();
      const audit = await begun(service, '/audits', {
        ...specOf(`${site.url}/`),
        pages: 60,
        externalLinks: true,
        hosts: [victim.url.replace('http://', '')],
      });
      assert.match(String(stateOf(audit)), /^(?:done|failed)$/);
      const plain = await begun(service, '/audits', { url: `${site.url}/`, pages: 60, externalLinks: true });
      assert.match(String(stateOf(plain)), /^(?:done|failed)$/);
      await begun(service, '/warm', { sitemap: `${site.url}/` });
      await begun(service, '/warm', { links: `${site.url}/` });
      const query = new URLSearchParams({ url: `${site.url}/`, tab: 'links', externalLinks: 'true' }).toString();
      const inspected = await service.fetch(new Request(`http://renderer.test/inspect.json?${query}`));
      assert.equal(inspected.status, 200);
    });
  }

  test('a sitemap of another host is read only if the operator or the audit lists the host', async () => {
    const other = await startSite({
      '/sitemap.xml': (_, response) =>
        response.writeHead(200, { 'Content-Type': 'application/xml' }).end(urlset(`${site.url}/named`)),
    });
    try {
      said = {
        '/': { body: '<h1>start</h1>' },
        '/named': { body: '<h1>named</h1>' },
        '/robots.txt': { body: `Sitemap: ${other.url}/sitemap.xml\n` },
      };
      const job = await begun(service, '/warm', { sitemap: `${site.url}/` });
      assert.equal(stateOf(job), 'failed');
      assert.match(JSON.stringify(job['errors']), /is on another host than the robots\.txt that names it/);
      const without = await begun(service, '/audits', { url: `${site.url}/`, from: 'both' });
      assert.match(JSON.stringify(without['problems']), /is on another host than the robots\.txt/);
      assert.deepEqual(other.requests, []);
      const listed = await begun(service, '/audits', {
        url: `${site.url}/`,
        hosts: [other.url.replace('http://', '')],
      });
      assert.deepEqual(other.requests, ['/sitemap.xml']);
      assert.equal(listed['visited'], 2, 'the sitemap of the other host lists a page of the site');
    } finally {
      await other[Symbol.asyncDispose]();
    }
  });
});
