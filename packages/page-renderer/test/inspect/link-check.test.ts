/** Links that an inspection requests: politely, and nowhere else than a page could. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { checkLinks } from '../../dist/crawl/link-check.js';
import { AddressPolicy } from '../../dist/guard/policy.js';
import { RendererError } from '../../dist/kernel/errors.js';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

let site: Site;
let other: Site;
let robots = '';
let requested: string[] = [];

before(async () => {
  const answered = (status: number, location?: string) => (request: IncomingMessage, response: ServerResponse) => {
    requested.push(request.method ?? '');
    response.writeHead(status, location === undefined ? {} : { Location: location }).end();
  };
  other = await startSite({ '*': answered(200) }, '127.0.0.2');
  site = await startSite({
    '/robots.txt': (_, response) =>
      response.writeHead(robots === '' ? 404 : 200, { 'Content-Type': 'text/plain' }).end(robots),
    '/works': answered(200),
    '/members': answered(401),
    '/moved': answered(301, '/works'),
    '/circle': answered(302, '/circle'),
    '/leaves': answered(302, `${other.url}/secret`),
    '/restricted-later': answered(302, '/restricted'),
    '/no-head': (request, response) => {
      requested.push(request.method ?? '');
      response.writeHead(request.method === 'HEAD' ? 405 : 200).end();
    },
    '/breaks': (_, response) => void response.destroy(),
  });
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});
beforeEach(() => {
  [robots, requested] = ['', []];
  site.requests.length = 0;
  other.requests.length = 0;
});

const policyOf = (listed: ConstructorParameters<typeof AddressPolicy>[0]) => new AddressPolicy(listed);

/** Links of the site, of which one is forbidden by a rule. */
const check = (...paths: string[]) => checkWith(false, ['127.0.0.1'], paths);

/** @param listed networks that may be reached */
async function checkWith(external: boolean, listed: Parameters<typeof policyOf>[0], paths: readonly string[]) {
  const checked = await checkLinks(
    { page: new URL(site.url), links: paths.map((path) => new URL(path, site.url).href), external },
    {
      policy: policyOf(listed),
      headersTo: () => ({ 'user-agent': 'of the service' }),
      requireHop: ({ pathname }) => {
        if (pathname === '/restricted') throw new RendererError('restricted', 'The URL matches restrictedUrlPattern');
      },
      signal: AbortSignal.timeout(60_000),
    },
  );
  return checked.map(({ url, outcome, status, reason }) => [
    url.replace(site.url, ''),
    outcome,
    status ?? reason ?? '',
  ]);
}

describe('links', () => {
  test('are followed to their end, with HEAD, or GET for servers that do not know it', async () => {
    assert.deepEqual(await check('/works', '/works#there', '/moved', '/gone', '/members', '/no-head'), [
      ['/works', 'works', 200],
      ['/moved', 'works', 200],
      ['/gone', 'broken', 404],
      ['/members', 'not-checked', 401],
      ['/no-head', 'works', 200],
    ]);
    assert.deepEqual(requested.filter((method) => method === 'GET').length, 1);
    assert.equal(site.headersOf('/works')?.['user-agent'], 'of the service');
  });

  test('that redirect in a circle or break the connection are broken', async () => {
    const checked = await check('/circle', '/breaks');
    assert.deepEqual(
      checked.map(([, outcome]) => outcome),
      ['broken', 'broken'],
    );
    assert.match(String(checked[0]?.[2]), /redirects more than 5 times/);
  });

  test('are requested only as far as robots.txt allows', async () => {
    robots = 'User-agent: page-renderer\nDisallow: /works\n';
    assert.deepEqual(await check('/works', '/moved?'), [
      ['/works', 'not-checked', 'robots.txt forbids it'],
      ['/moved?', 'works', 200],
    ]);
  });

  test('of other origins, and of addresses that a rule or the guard forbids, are not requested', async () => {
    const checked = await check(`${other.url}/secret`, '/restricted', '/restricted-later', '/leaves');
    assert.deepEqual(
      checked.map(([path, outcome]) => [path, outcome]),
      [
        ['/restricted', 'not-checked'],
        ['/restricted-later', 'not-checked'],
        ['/leaves', 'not-checked'],
      ],
    );
    assert.match(String(checked[2]?.[2]), /127\.0\.0\.2 is a loopback address/);
    assert.deepEqual(other.requests, []);
    assert.ok(!site.requests.includes('/restricted'));
  });

  test('are at most 50', async () => {
    const paths = Array.from({ length: 60 }, (_, index) => `/works?${index}`);
    const checked = await check(...paths);
    assert.equal(checked.filter(([, outcome]) => outcome === 'works').length, 50);
    assert.match(String(checked.at(-1)?.[2]), /only 50 links/);
    assert.equal(site.requests.length, 51);
  });

  test('to other origins are requested if that is asked for, slowly, and only to where the page could connect', async () => {
    const paths = [
      `${other.url}/a`,
      '/works',
      `${other.url}/b#c`,
      'http://127.0.0.3:1/',
      'http://169.254.169.254/latest/',
    ];
    const targetOnly = [
      { network: '127.0.0.1', targetOnly: true },
      { network: '127.0.0.2', targetOnly: true },
    ];
    const refused = await checkWith(true, targetOnly, paths);
    assert.deepEqual(
      refused.map(([, outcome]) => outcome),
      ['works', 'not-checked', 'not-checked', 'not-checked', 'not-checked'],
    );
    assert.deepEqual(other.requests, []);
    const started = performance.now();
    const checked = await checkWith(
      true,
      ['127.0.0.1', '127.0.0.2', '127.0.0.3'],
      [...paths, 'http://nowhere.invalid/'],
    );
    assert.ok(performance.now() - started > 500, 'there is a pause between two requests');
    assert.deepEqual(
      checked.map(([url, outcome]) => [url, outcome]),
      [
        ['/works', 'works'],
        [`${other.url}/a`, 'works'],
        [`${other.url}/b`, 'works'],
        ['http://127.0.0.3:1/', 'broken'],
        ['http://169.254.169.254/latest/', 'not-checked'],
        ['http://nowhere.invalid/', 'broken'],
      ],
    );
    assert.deepEqual(other.requests, ['/robots.txt', '/a', '/b']);
  });
});
