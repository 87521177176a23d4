import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { refuseForeignRequest } from '../../dist/platform/web/request/cross-site.js';
import { HttpError } from '../../dist/platform/web/index.js';

const OWN = 'https://www.example.com';
const FORM = 'application/x-www-form-urlencoded';
const cookie = { cookie: 'session=1' };

type Case = [what: string, passes: boolean, headers: Record<string, string>, method?: string, publicOrigins?: string[]];

const CASES: Case[] = [
  ['a reading request from anywhere', true, { ...cookie, 'sec-fetch-site': 'cross-site' }, 'GET'],
  ['a form of our own page', true, { ...cookie, 'sec-fetch-site': 'same-origin', 'content-type': FORM }],
  ['a request typed by the person', true, { ...cookie, 'sec-fetch-site': 'none' }],
  ['a form of another site', false, { ...cookie, 'sec-fetch-site': 'cross-site', 'content-type': FORM }],
  ['a form of a sibling subdomain', false, { ...cookie, 'sec-fetch-site': 'same-site' }],
  ['a same-site request whose Origin is ours', false, { 'sec-fetch-site': 'same-site', origin: OWN }],
  ['a foreign request without a cookie', false, { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }],
  ['an unknown value of Sec-Fetch-Site', false, { 'sec-fetch-site': 'Same-Origin' }],
  ['a foreign PUT', false, { ...cookie, 'sec-fetch-site': 'cross-site' }, 'PUT'],
  ['an Origin header of our own page, without Sec-Fetch-Site', true, { ...cookie, origin: OWN, 'content-type': FORM }],
  [
    'an Origin header of another site, without Sec-Fetch-Site',
    false,
    { ...cookie, origin: 'https://evil.example', 'content-type': FORM },
  ],
  ['the origin null', false, { ...cookie, origin: 'null' }],
  ['our host at another port', false, { ...cookie, origin: `${OWN}:8443` }],
  ['our host over http', false, { ...cookie, origin: 'http://www.example.com' }],
  ['a host whose name begins with ours', false, { ...cookie, origin: `${OWN}.evil.example` }],
  ['the public origin behind a proxy', true, { ...cookie, origin: 'https://shop.test' }, 'POST', ['https://shop.test']],
  ['the inner origin behind a proxy', false, { ...cookie, origin: OWN }, 'POST', ['https://shop.test']],
  ['a Referer of our own page', true, { ...cookie, referer: `${OWN}/policies?x`, 'content-type': FORM }],
  ['a foreign Referer', false, { ...cookie, referer: `https://evil.example/${OWN}`, 'content-type': FORM }],
  ['a Referer that is not a URL', false, { ...cookie, referer: 'about' }],
  ['a program with JSON and a cookie', true, { ...cookie, 'content-type': 'application/json' }],
  ['a program with PUT and a cookie', true, cookie, 'PUT'],
  ['a program with a form and a token', true, { authorization: 'Bearer x', 'content-type': FORM }],
  ['a form with a cookie and without any header about its origin', false, { ...cookie, 'content-type': FORM }],
  ['text/plain with a cookie', false, { ...cookie, 'content-type': 'text/plain; a=application/json' }],
  ['an empty POST with a cookie', false, cookie],
  ['a form with credentials the browser repeats', false, { authorization: 'Basic eDp5', 'content-type': FORM }],
];

suite('cross-site protection', () => {
  for (const [what, passes, headers, method = 'POST', publicOrigins = []] of CASES) {
    test(`the cross-site check ${passes ? 'accepts' : 'refuses'} ${what}`, () => {
      const request = new Request(`${OWN}/policies/notes`, { method, headers });
      const run = () => refuseForeignRequest(request, new Set(publicOrigins));
      if (passes) assert.doesNotThrow(run);
      else assert.throws(run, (error) => error instanceof HttpError && error.code === 'cross_site_request');
    });
  }
});
