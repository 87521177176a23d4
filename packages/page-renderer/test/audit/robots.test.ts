/** RFC 9309: what a robots.txt allows. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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
});
