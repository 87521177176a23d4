import assert from 'node:assert/strict';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../../testing/load.ts';
import type { Suite, SuiteBench, SuiteCase } from './suite.ts';
import { ask, caseOf } from './suite.ts';

/** What the page is shown at, for an address that is asked for. */
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

/** Prerender 5.21, `test/`. */
export const PRERENDER_SUITE: Suite = {
  peer: 'Prerender',
  files: [
    {
      file: 'index-spec.js',
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
