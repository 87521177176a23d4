import assert from 'node:assert/strict';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../../testing/load.ts';
import { PLAIN_PAGE } from './pages.ts';
import type { Suite, SuiteBench, SuiteCase } from './suite.ts';
import { ask, caseOf } from './suite.ts';

/** The text of the page that writes while it loads. */
const WRITTEN = Array.from({ length: 10 }, (_, index) => `written ${index}`).join();

/** The address at which the page is shown, for a requested address. */
async function shownAt({ site, renderer }: SuiteBench, path: string): Promise<string> {
  const html = await (await ask(renderer, `/${site.url}${path}`)).text();
  const shown = /<p id="where">\[([^<]*)\]</.exec(html)?.[1] ?? html;
  return shown.replaceAll('&amp;', '&');
}

function shows(name: string, asked: string, expected: string, differs?: string): SuiteCase {
  const check = async (bench: SuiteBench) => assert.equal(await shownAt(bench, asked), `${bench.site.url}${expected}`);
  return caseOf(name, check, differs);
}

async function timedOut({ site }: SuiteBench, partial: 'serve' | '503'): Promise<number> {
  await using renderer = await createRenderer({
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    timeout: stretched(2_000),
    browsers: 1,
    partial,
  });
  await renderer.ready();
  const response = await ask(renderer, `/${site.url}/where/never-ready`);
  assert.equal(response.headers.get('x-render-verdict'), 'budget');
  return response.status;
}

/** HTML with normalised white space between words and tags. */
const bare = (html: string) => html.replaceAll(/>\s+</g, '><').replaceAll(/\s+/g, ' ').trim();

const rendered = async ({ site, renderer }: SuiteBench, page: string) => {
  const response = await ask(renderer, `/${site.url}/prerender/${page}`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
};

/** Prerender 5.21, `test/`, and the suites in TypeScript that its repository had in `test/suites`. */
export const PRERENDER_SUITE: Suite = {
  peer: 'Prerender',
  files: [
    {
      file: 'index-spec.js, suites/util.ts',
      cases: [
        shows('should remove the / from the beginning of the URL if present', '/where', '/where'),
        shows(
          'should return the correct URL for #! URLs without query strings',
          '/where?_escaped_fragment_=/user/1',
          '/where#!/user/1',
        ),
        shows(
          'should return the correct URL for #! URLs with query strings',
          '/where?_escaped_fragment_=/user/1&param1=yes&param2=no',
          '/where?param1=yes&param2=no#!/user/1',
        ),
        shows(
          'should return the correct URL for #! URLs if query string is before hash',
          '/where?param1=yes&param2=no&_escaped_fragment_=/user/1',
          '/where?param1=yes&param2=no#!/user/1',
        ),
        shows(
          'should return the correct URL for #! URLs that are encoded with another ?',
          '/where?_escaped_fragment_=%2Fuser%2F1%3Fparam1%3Dyes%26param2%3Dno',
          '/where#!/user/1?param1=yes&param2=no',
          'the encoded parameters become the page’s own: the scheme decodes the value once, so they belong to the route',
        ),
        shows(
          'should return the correct URL for html5 push state URLs',
          '/where/user/1?_escaped_fragment_=',
          '/where/user/1',
        ),
        shows(
          'should return the correct URL for html5 push state URLs with query strings',
          '/where/user/1?param1=yes&param2=no&_escaped_fragment_=',
          '/where/user/1?param1=yes&param2=no',
        ),
        shows('should fix incorrect html5 URL that Bing accesses', '/where?&_escaped_fragment_=', '/where'),
        shows(
          'should encode # correctly in URLs that do not use the #!',
          '/where/product=123%23456?_escaped_fragment_=',
          '/where/product=123%23456',
        ),
        shows(
          'should not encode non-english characters',
          '/where/كاليفورنيا?_escaped_fragment_=',
          `/where/${encodeURIComponent('كاليفورنيا')}`,
          'the address is kept as it was typed: here it is a parsed URL, which has such characters encoded; the request is the same',
        ),
      ],
    },
    {
      file: 'suites/server-basics.ts',
      cases: [
        {
          name: 'should respond properly to a simple non-js file',
          differs: 'the page as it was: here it has a `<base>`, so that relative links lead where they led',
          async check(bench) {
            const base = `<head><base href="${bench.site.url}/prerender/plain">`;
            assert.equal(bare(await rendered(bench, 'plain')), bare(PLAIN_PAGE.replace('<head>', base)));
          },
        },
        {
          name: 'should be able to handle multiple requests with the same instance',
          differs:
            '50 requests make 50 renders: here those that come while a page is rendered for the cache wait for that one',
          async check({ site, renderer, stores }) {
            const asked = async (of: Renderer) => {
              const html = await (await ask(of, `/${site.url}/prerender/writes`)).text();
              assert.equal(html.match(/written \d/g)?.join(), WRITTEN, html);
            };
            const many = Array.from({ length: 50 }, () => asked(stores.memory));
            await Promise.all([...many, ...Array.from({ length: 4 }, () => asked(renderer))]);
          },
        },
      ],
    },
    {
      file: 'suites/remove-scripts.ts',
      cases: [
        {
          name: 'should remove the scripts tag from the output',
          differs: 'the attribute `onload` stays: here event handlers go with the scripts that they called',
          async check(bench) {
            const html = await rendered(bench, 'writes');
            assert.doesNotMatch(html, /<script|onload/);
            assert.equal(html.match(/written \d/g)?.join(), WRITTEN);
          },
        },
      ],
    },
    {
      file: 'browsers/chrome-spec.js',
      cases: [
        {
          name: 'Should NOT change tabs status code',
          check: async (bench) => assert.equal(await timedOut(bench, 'serve'), 200),
        },
        {
          name: 'Should change tabs status code to the predefined value',
          differs: 'any status may be configured: here it is 503, which has crawlers come again, or the page’s own',
          check: async (bench) => assert.equal(await timedOut(bench, '503'), 503),
        },
      ],
    },
  ],
};
