/**
 * Prerender's integration contract, from both sides: render-middleware asks as an integration, page-renderer answers as the service.
 * Our own scenarios always run; those of the contract where `PRERENDER_CONTRACT` names a folder with its files
 * (`npm run test:compat -- --prerender-contract=folder`).
 */
import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, request as ask } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { renderMiddleware } from 'render-middleware/node';
import { stretched } from '../../../../testing/load.ts';
import { listening } from '../../../../testing/listening.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import type { ConsumerScenario, ProviderScenario, Scenarios } from './support/contract.ts';
import { filledIn, isAsExpected, OWN_CONSUMER, OWN_PROVIDER, readContract } from './support/contract.ts';

const folder = process.env['PRERENDER_CONTRACT'];
const theirs = folder === undefined ? undefined : readContract(folder);

/** Where we do otherwise by choice; see "Prerender's integration contract" in docs/integrations.md. */
const CHOICES: Readonly<Record<string, string[]>> = {
  // There are no users whom a header could name.
  'happy-path': ['x-prerender-user-id is missing'],
  // A request that must authenticate is answered 401 (RFC 9110 §15.5.2).
  'missing-token': ['status 401 instead of 403'],
};

interface Sent {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** Nothing is added to the headers, and the path is sent as it is. */
function send(url: string, { method, path, headers }: Sent): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = ask({ hostname, port, path, method, headers }, (response) => {
      response.resume().on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    });
    sent.on('error', reject).end();
  });
}

for (const [name, { constants, scenarios }] of Object.entries<Scenarios<ConsumerScenario> | undefined>({
  'our own': OWN_CONSUMER,
  ...(theirs && { "Prerender's": theirs.consumer }),
}).flatMap(([key, value]) => (value ? [[key, value] as const] : []))) {
  describe(`render-middleware asks the service as in ${name} scenarios`, () => {
    for (const raw of scenarios) {
      test(raw.id, async () => {
        const { config, incoming, shouldPrerender, expectedOutgoing = {} } = filledIn(raw, constants);
        const asked: Sent[] = [];
        await using service = await listening(
          createServer((request, response) => {
            const { method = '', url = '', headers } = request;
            asked.push({ method, path: url, headers: headers as Record<string, string> });
            response.writeHead(200, { 'Content-Type': 'text/html' }).end('rendered');
          }),
        );
        const { token = '', scheme = 'https', host = 'example.com' } = constants;
        const middleware = renderMiddleware({
          proxyUrl: service.url,
          dialect: 'prerender',
          ...(config?.token !== null && { prerenderToken: config?.token ?? token }),
          origin: `${scheme}://${host}`,
        });
        await using site = await listening(
          createServer(
            (request, response) => void middleware(request, response, () => response.end('the page itself')),
          ),
        );
        // Twice, as each request has an id of its own.
        const times = shouldPrerender ? 2 : 1;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        for (let round = 0; round < times; round += 1) await send(site.url, incoming);
        assert.equal(asked.length, shouldPrerender ? times : 0);
        const [first, second] = asked;
        if (!first) return;
        assert.notEqual(first.headers['x-prerender-request-id'], second?.headers['x-prerender-request-id']);
        const { method = 'GET', url = first.path, headers = {}, headersAbsent = [] } = expectedOutgoing;
        assert.deepEqual([first.method, first.path], [method, url]);
        const wrong = Object.entries(headers).filter(
          ([header, value]) => !isAsExpected(header, first.headers[header], value),
        );
        assert.deepEqual(wrong, [], JSON.stringify(first.headers));
        assert.deepEqual(
          headersAbsent.filter((header) => header in first.headers),
          [],
        );
      });
    }
  });
}

for (const [name, { constants, scenarios }] of Object.entries<Scenarios<ProviderScenario> | undefined>({
  'our own': OWN_PROVIDER,
  ...(theirs && { "Prerender's": theirs.provider }),
}).flatMap(([key, value]) => (value ? [[key, value] as const] : []))) {
  describe(`page-renderer answers as in ${name} scenarios`, () => {
    let site: Site;
    let renderer: Renderer;
    let service: string;
    before(async () => {
      site = await startSite({ '/blog/post-1': '<h1>post</h1>' });
      renderer = await createRenderer({
        browsers: 1,
        host: '127.0.0.1',
        port: 0,
        allowPrivateNetworks: ['127.0.0.1'],
        cache: 'memory',
        renderToken: constants['validToken'] ?? assert.fail('no token'),
        logLevel: 'silent',
        timeout: stretched(10_000),
      });
      ({ url: service } = await renderer.listen());
    });
    after(async () => {
      await renderer.close();
      await site[Symbol.asyncDispose]();
    });
    for (const raw of scenarios) {
      test(raw.id, async () => {
        const { request, expectedResponse } = filledIn(raw, { ...constants, embeddedUrl: `${site.url}/blog/post-1` });
        const answer = await send(service, request);
        const { status, headers = {}, headersPresent = [] } = expectedResponse;
        const valueOf = (header: string) => answer.headers[header]?.toString();
        const otherwise = [
          ...(answer.status === status ? [] : [`status ${answer.status} instead of ${status}`]),
          ...Object.entries(headers).flatMap(([header, value]) =>
            isAsExpected(header, valueOf(header), value) ? [] : [`${header} is ${valueOf(header)}`],
          ),
          ...headersPresent.flatMap((header) => (valueOf(header) === undefined ? [`${header} is missing`] : [])),
        ];
        assert.deepEqual(otherwise, CHOICES[raw.id] ?? []);
      });
    }
  });
}
