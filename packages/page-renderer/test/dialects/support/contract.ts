/**
 * Scenarios in the form of Prerender's integration contract (github.com/prerender/integration-contract): its files `scenarios.json`,
 * about what an integration asks the service, and `provider-scenarios.json`, about what the service answers.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const headers = z.record(z.string(), z.string());

const consumer = z.object({
  id: z.string(),
  config: z.object({ token: z.string().nullable() }).optional(),
  incoming: z.object({ method: z.string(), path: z.string(), headers }),
  shouldPrerender: z.boolean(),
  expectedOutgoing: z
    .object({
      method: z.string(),
      url: z.string(),
      /** `*`: any value, `uuid-v4`: one of this form. */
      headers,
      headersAbsent: z.array(z.string()),
    })
    .partial()
    .optional(),
});

const provider = z.object({
  id: z.string(),
  request: z.object({ method: z.string(), path: z.string(), headers }),
  expectedResponse: z.object({
    status: z.number(),
    headers: headers.optional(),
    headersPresent: z.array(z.string()).optional(),
  }),
});

/** A request of a client, and what of it reaches the service. */
export type ConsumerScenario = z.infer<typeof consumer>;
/** A request to the service, and its response. */
export type ProviderScenario = z.infer<typeof provider>;
/** Values that are named in scenarios, such as `${token}`. */
export type Constants = Readonly<Record<string, string>>;

/** Scenarios of one direction. */
export interface Scenarios<T> {
  constants: Constants;
  scenarios: T[];
}

const fileOf = <T extends z.ZodType>(scenario: T) =>
  z.object({ constants: z.record(z.string(), z.string()), scenarios: z.array(scenario).min(1) });

/** The scenarios of a folder with the two files. @throws if one is missing, or has another form */
export function readContract(folder: string): {
  consumer: Scenarios<ConsumerScenario>;
  provider: Scenarios<ProviderScenario>;
} {
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  return {
    consumer: fileOf(consumer).parse(read('scenarios.json')),
    provider: fileOf(provider).parse(read('provider-scenarios.json')),
  };
}

/** Replaces the names of constants in every text. */
export function filledIn<T>(value: T, constants: Constants): T {
  const text = JSON.stringify(value).replaceAll(/\$\{(\w+)\}/g, (whole, name: string) => {
    const constant = constants[name];
    return constant === undefined ? whole : JSON.stringify(constant).slice(1, -1);
  });
  return JSON.parse(text) as T;
}

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

/** Whether a header has the expected value; media types and their parameters have many spellings. */
export function isAsExpected(name: string, actual: string | undefined, expected: string): boolean {
  if (actual === undefined) return false;
  if (expected === '*') return actual !== '';
  if (expected === 'uuid-v4') return UUID_V4.test(actual);
  const plain = (type: string) => type.toLowerCase().replaceAll(/\s/g, '');
  return name === 'content-type' ? plain(actual) === plain(expected) : actual === expected;
}

const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** What follows from sections 1 to 4 of the contract, in our own words. */
export const OWN_CONSUMER: Scenarios<ConsumerScenario> = {
  constants: { token: 'our-own-test-token', host: 'example.com', scheme: 'https', googlebot, firefox },
  scenarios: [
    passes('a person', '/', { 'user-agent': '${firefox}' }),
    passes('nobody in particular', '/', {}),
    passes('a bot that asks for a script', '/a/app.js', { 'user-agent': '${googlebot}' }),
    passes('a bot that asks for a script in capitals', '/A.JS', { 'user-agent': '${googlebot}' }),
    passes('a bot that sends a form', '/', { 'user-agent': '${googlebot}' }, 'POST'),
    {
      id: 'a bot: its user agent, the token, who asks, and an id',
      incoming: { method: 'GET', path: '/a/b', headers: { 'user-agent': '${googlebot}', cookie: 'a=1' } },
      shouldPrerender: true,
      expectedOutgoing: {
        method: 'GET',
        url: '/${scheme}://${host}/a/b',
        headers: {
          'user-agent': '${googlebot}',
          'x-prerender-token': '${token}',
          'x-prerender-int-type': 'RenderMiddleware',
          'x-prerender-int-version': '*',
          'x-prerender-request-id': 'uuid-v4',
        },
        headersAbsent: ['authorization', 'cookie'],
      },
    },
    {
      id: 'a query stays as it is',
      incoming: { method: 'GET', path: '/s?q=a%20b&c=%C3%A4&&d', headers: { 'user-agent': '${googlebot}' } },
      shouldPrerender: true,
      expectedOutgoing: { url: '/${scheme}://${host}/s?q=a%20b&c=%C3%A4&&d' },
    },
    {
      id: 'a person who asks by the AJAX crawling scheme',
      incoming: { method: 'GET', path: '/p?a=1&_escaped_fragment_=x', headers: { 'user-agent': '${firefox}' } },
      shouldPrerender: true,
      expectedOutgoing: {
        url: '/${scheme}://${host}/p?a=1&_escaped_fragment_=x',
        headers: { 'user-agent': '${firefox}' },
      },
    },
    {
      id: 'Buffer, with the user agent of a person',
      incoming: { method: 'GET', path: '/p', headers: { 'user-agent': '${firefox}', 'x-bufferbot': '1' } },
      shouldPrerender: true,
    },
    {
      id: 'without a token',
      config: { token: null },
      incoming: { method: 'GET', path: '/', headers: { 'user-agent': '${googlebot}' } },
      shouldPrerender: true,
      expectedOutgoing: { headersAbsent: ['x-prerender-token', 'authorization'] },
    },
  ],
};

function passes(id: string, to: string, sent: Record<string, string>, method = 'GET'): ConsumerScenario {
  return { id, incoming: { method, path: to, headers: sent }, shouldPrerender: false };
}

const asked = { 'user-agent': '${googlebot}', 'x-prerender-token': '${validToken}' };

/** What follows from section 6.1. */
export const OWN_PROVIDER: Scenarios<ProviderScenario> = {
  constants: {
    validToken: 'our-own-valid-token',
    embeddedUrl: '',
    requestId: 'c0ffee00-1234-4abc-8def-0123456789ab',
    googlebot,
  },
  scenarios: [
    {
      id: 'a page, with the id of its request',
      request: {
        method: 'GET',
        path: '/${embeddedUrl}',
        headers: { ...asked, 'x-prerender-request-id': '${requestId}' },
      },
      expectedResponse: {
        status: 200,
        headers: { 'content-type': 'text/html; charset=UTF-8', 'x-prerender-requestid': '${requestId}' },
      },
    },
    {
      id: 'a page from the cache, with an id of its own',
      request: { method: 'GET', path: '/${embeddedUrl}', headers: asked },
      expectedResponse: { status: 200, headersPresent: ['x-prerender-requestid', 'age'] },
    },
    {
      id: 'an address that is none',
      request: { method: 'GET', path: '/nothing', headers: { ...asked, 'x-prerender-request-id': '${requestId}' } },
      expectedResponse: {
        status: 404,
        headers: { 'x-prerender-reject-reason': 'url-invalid', 'x-prerender-requestid': '${requestId}' },
      },
    },
    {
      id: 'no token',
      request: { method: 'GET', path: '/${embeddedUrl}', headers: { 'user-agent': '${googlebot}' } },
      expectedResponse: { status: 401, headers: { 'x-prerender-reject-reason': 'no-x-prerender-token-provided' } },
    },
    {
      id: 'another token',
      request: { method: 'GET', path: '/${embeddedUrl}', headers: { ...asked, 'x-prerender-token': 'another' } },
      expectedResponse: { status: 401, headers: { 'x-prerender-reject-reason': 'invalid-x-prerender-token-provided' } },
    },
  ],
};
