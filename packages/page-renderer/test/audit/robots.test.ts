/** RFC 9309: what a robots.txt allows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startSite } from '../support/site.ts';
import { AddressPolicy } from '../../dist/guard/policy.js';
import { Robots } from '../../dist/crawl/robots.js';
import { Sites } from '../../dist/crawl/pace/sites.js';

const allows = (text: string, address: string) => Robots.parse(text).allows(new URL(address, 'http://a.test'));

describe('robots.txt:', () => {
  const cases: ReadonlyArray<readonly [text: string, address: string, isAllowed: boolean]> = [
    ['', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/a.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/a.pdf?b', true],
    ['User-agent: *\nDisallow: /a*b$', '/ab', false],
    ['User-agent: *\nDisallow: /ab*b$', '/ab', true],
    ['User-agent: *\nDisallow: /*?sort=', '/a?sort=1', false],
    ['User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
    ['User-agent: *\nDisallow: /%61', '/a', false],
    ['User-agent: *\nDisallow: /ü', '/%C3%BC', false],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['User-agent: Page-Renderer/1.0\nAllow: /\n\nUser-agent: *\nDisallow: /', '/a', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: page-renderer\nDisallow:', '/a', true],
    ['User-agent: a\nUser-agent: *\n# comment\nDisallow: /x # why', '/x', false],
    ['User-agent: *\nDisallow: /x\nUser-agent: *\nDisallow: /y', '/x', false],
    ['\uFEFFuser-agent:*\r\ndisallow:/x\r\n', '/x', false],
    ['User-agent: *\nDisallow: /%C3%A4\nAllow: /ä', '/ä', true],
    ['User-agent: *\nDisallow: /a*\nAllow: /a$', '/a', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a$', '/a', false],
    ['User-agent: *\nDisallow: /a$b', '/a$b', false],
    ['User-agent: page-renderer*\nDisallow: /x', '/x', false],
    ['User-agent: page-renderer bot\nDisallow: /x', '/x', false],
    ['User-agent: page-renderer-image\nDisallow: /x', '/x', true],
    ['User-agent: *\nDisallow: x', '/x', true],
    ['User-agent: *\nDisallow: /X', '/x', true],
    ['User-agent: *\nDisallow: /x\nSitemap: http://a.test/s\nUser-agent: b\nDisallow: /y', '/y', true],
    ['User-agent: a\nSitemap: http://a.test/s\nUser-agent: *\nDisallow: /y', '/y', false],
    ['<!doctype html><title>App</title>\n<p>User-agent: *\nDisallow: /', '/x', true],
    ['Sitemap: http://a.test/sitemap.xml\nDisallow: /', '/a', true],
  ];
  for (const [text, address, isAllowed] of cases) {
    test(`${JSON.stringify(text)} ${isAllowed ? 'allows' : 'forbids'} ${address}`, () => {
      assert.equal(allows(text, address), isAllowed);
    });
  }

  test('a Crawl-delay makes the pace of a site slower, up to a minute, and never faster', () => {
    const site = new Sites([]).of('http://a.test/');
    const paced = (text: string) => Robots.parse(text).paced(site).interval;
    assert.equal(paced('User-agent: *\nCrawl-delay: 5'), 5_000);
    assert.equal(paced('User-agent: *\nCrawl-delay: 900'), 60_000);
    assert.equal(paced('User-agent: *\nCrawl-delay: 0.1'), site.interval);
    assert.equal(paced('User-agent: other\nCrawl-delay: 5'), site.interval);
  });

  test('many rules with many stars take no longer than they have characters', () => {
    const rule = `Disallow: /${'*a'.repeat(900)}$`;
    const text = `User-agent: *\n${Array.from({ length: 250 }, () => rule).join('\n')}`;
    assert.equal(allows(text, `/${'a'.repeat(2_000)}b`), true);
  });

  test('is absent if it is not found, forbidden, empty or behind endless redirects; otherwise nobody knows, and nothing may be requested', async () => {
    const answered = (status: number, headers: Record<string, string> = {}, body = '') => ({ status, headers, body });
    const closed = 'User-agent: *\nDisallow: /\n';
    const filler = `${'#'.repeat(998)}\n`.repeat(525);
    for (const [{ status, headers, body }, expected] of [
      [answered(404, {}, closed), true],
      [answered(401), true],
      [answered(204), true],
      [answered(301, { Location: '/robots.txt' }), true],
      [answered(302, { Location: '/other' }), false],
      [answered(500), 'throws'],
      [answered(503), 'throws'],
      [answered(429), 'throws'],
      [answered(200, {}, closed), false],
      // The limit is within the last rule, of which `Disallow: /` would be left.
      [answered(200, {}, `User-agent: *\n${filler.slice(0, 512 * 1024 - 14 - 12)}\nDisallow: /b/c`), true],
    ] as const) {
      await using site = await startSite({
        '/robots.txt': (_, response) => void response.writeHead(status, headers).end(body),
        '/other': (_, response) => void response.end(closed),
      });
      const policy = new AddressPolicy(['127.0.0.1']);
      const how = { policy, headersTo: () => ({}), signal: AbortSignal.timeout(5_000) };
      const fetched = Robots.fetch(site.url, how).then(
        (robots) => robots.allows(new URL('/a', site.url)),
        () => 'throws',
      );
      assert.equal(await fetched, expected, `${status} ${JSON.stringify(headers)} ${body.slice(0, 20)}`);
    }
  });
});
