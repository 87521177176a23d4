/** Checks whether inputs have changed: through the guard, and regardless of what the other side does. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { stretched } from '../../../../testing/load.ts';
import { AddressPolicy } from '../../dist/guard/policy.js';
import type { Asked, Asking } from '../../dist/renewal/ask.js';
import { askInputs } from '../../dist/renewal/ask.js';
import type { Input, Inputs } from '../../dist/renewal/inputs.js';
import { headOf, refused } from '../../dist/renewal/inputs.js';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** On an address that is not allowed. */
let inside: Site;
let site: Site;
let handler: Handler;
let sockets: Set<unknown>;

before(async () => {
  site = await startSite({
    '*': (request, response) => {
      sockets.add(request.socket);
      handler(request, response);
    },
  });
  inside = await startSite({ '*': (_, response) => response.writeHead(304).end() }, '127.0.0.2');
});
after(async () => {
  await site?.[Symbol.asyncDispose]();
  await inside?.[Symbol.asyncDispose]();
});
beforeEach(() => {
  sockets = new Set();
  handler = (_, response) => response.writeHead(304).end();
});

const input = (changes: Partial<Input> = {}): Input => ({
  url: `${site.url}/a`,
  method: 'GET',
  type: 'Script',
  status: 200,
  etag: '"1"',
  lastModified: null,
  freshUntil: 0,
  sent: 0,
  head: headOf({ 'content-type': 'text/html' }, []),
  ...changes,
});
const inputsOf = (...inputs: Input[]): Inputs => ({ refusal: null, inputs, sent: [[['x-sent', 'by the page']]] });

async function ask(inputs: Inputs, changes: Partial<Asking> = {}): Promise<Asked> {
  return askInputs(inputs, {
    policy: new AddressPolicy(['127.0.0.1']),
    target: { host: '127.0.0.1', port: site.port, isListed: true },
    added: () => ({}),
    refusal: () => undefined,
    pageHeaders: ['X-Own'],
    signal: AbortSignal.timeout(stretched(5_000)),
    ...changes,
  });
}

const outcomeOf = async (...inputs: Input[]) => (await ask(inputsOf(...inputs))).outcome;
const HTML = { 'Content-Type': 'text/html' };

describe('an input is the same where the answer', () => {
  for (const [what, answer, changes] of [
    ['is 304', [304, {}], {}],
    ['is 304 with the same tag', [304, { ETag: 'W/"1"' }], {}],
    ['is whole, with the same tag', [200, { ...HTML, ETag: '"1"' }], {}],
    [
      'redirects to where it did',
      [302, { Location: '/b' }],
      { status: 302, etag: null, head: headOf({ location: '/b' }, []) },
    ],
    ['is an error as it was', [404, HTML], { status: 404, etag: null }],
  ] as const) {
    test(what, async () => {
      handler = (_, response) => response.writeHead(answer[0], answer[1]).end();
      assert.equal(await outcomeOf(input(changes)), 'unchanged');
    });
  }
});

describe('an input has changed where the answer', () => {
  for (const [what, answer, changes] of [
    ['is whole, with another tag', [200, { ...HTML, ETag: '"2"' }], {}],
    ['is whole, without one', [200, HTML], {}],
    ['is 304 with another tag', [304, { ETag: '"2"' }], {}],
    ['is gone', [404, HTML], {}],
    ['is 304 to what was not asked with a validator', [304, {}], { status: 404, etag: null }],
    [
      'redirects elsewhere',
      [302, { Location: '/c' }],
      { status: 302, etag: null, head: headOf({ location: '/b' }, []) },
    ],
    ['has lost a header', [200, { ETag: '"1"' }], {}],
    ['is not to be indexed now', [304, { 'X-Robots-Tag': 'noindex' }], {}],
    ['has a header that pages may set', [304, { 'X-Own': 'new' }], {}],
    ['sets a cookie that scripts read', [304, { 'Set-Cookie': 'stock=4' }], {}],
    ['varies by anything now', [304, { Vary: '*' }], {}],
  ] as const) {
    test(what, async () => {
      handler = (_, response) => response.writeHead(answer[0], answer[1]).end();
      assert.deepEqual(await ask(inputsOf(input(changes))), { outcome: 'changed', url: `${site.url}/a` });
    });
  }
});

test('asks as the page did, with the headers of the configuration and one validator', async () => {
  const added = (url: URL) => ({ authorization: `of ${url.pathname}` });
  const two = input({ url: `${site.url}/b`, etag: null, lastModified: 'Mon, 23 Nov 2026 12:00:00 GMT' });
  const asked = await ask(inputsOf(input({ lastModified: 'Mon, 23 Nov 2026 12:00:00 GMT' }), two), { added });
  assert.equal(asked.outcome, 'unchanged');
  const [a, b] = ['/a', '/b'].map((path) => site.headersOf(path));
  assert.deepEqual([a?.['x-sent'], a?.['authorization'], a?.['if-none-match']], ['by the page', 'of /a', '"1"']);
  assert.equal(a?.['if-modified-since'], undefined);
  assert.deepEqual([b?.['if-none-match'], b?.['if-modified-since']], [undefined, 'Mon, 23 Nov 2026 12:00:00 GMT']);
});

test('a fresh input is not checked, and the freshness of a response applies to the next check', async () => {
  site.requests.length = 0;
  handler = (_, response) => response.writeHead(304, { 'Cache-Control': 'max-age=60' }).end();
  const asked = await ask(inputsOf(input({ url: `${site.url}/fresh`, freshUntil: Date.now() + 60_000 }), input()));
  assert.ok(asked.outcome === 'unchanged');
  assert.deepEqual(site.requests, ['/a']);
  assert.equal((await ask(asked.inputs)).outcome, 'unchanged');
  assert.deepEqual(site.requests, ['/a']);
});

test('an input that is no longer fresh and has no validator cannot be checked', async () => {
  site.requests.length = 0;
  assert.equal(await outcomeOf(input({ etag: null, freshUntil: 1 })), 'failed');
  assert.equal((await ask(refused('method'))).outcome, 'failed');
  assert.deepEqual(site.requests, []);
});

test('no more connections to a host than a browser has', async () => {
  const inputs = Array.from({ length: 60 }, (_, at) => input({ url: `${site.url}/${at}` }));
  assert.equal(await outcomeOf(...inputs), 'unchanged');
  assert.ok(sockets.size <= 6, `${sockets.size} connections`);
});

describe('hostile', () => {
  const isQuiet = (what: string) => assert.deepEqual(inside.requests, [], what);

  test('an endless response is not read', async () => {
    let sent = 0;
    const { promise: cut, resolve } = Promise.withResolvers<void>();
    handler = (_, response) => {
      response.writeHead(200, { ...HTML, ETag: '"1"' });
      const chunk = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.byteLength;
      };
      response
        .on('drain', more)
        .on('close', resolve)
        .on('error', () => {});
      more();
    };
    assert.equal(await outcomeOf(input()), 'unchanged');
    await cut;
    assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes`);
  });
  test('endless headers are refused', async () => {
    handler = ({ socket }) => {
      socket.on('error', () => {});
      const more = () => {
        while (!socket.destroyed && socket.write(`X-More: ${'x'.repeat(10_000)}\r\n`));
      };
      socket.write('HTTP/1.1 304 Not Modified\r\n');
      socket.on('drain', more);
      more();
    };
    assert.equal(await outcomeOf(input()), 'failed');
  });
  test('a redirect is not followed, least of all to an address that nobody may ask', async () => {
    handler = (_, response) => response.writeHead(302, { Location: `${inside.url}/secret` }).end();
    assert.equal(await outcomeOf(input()), 'changed');
    isQuiet('followed');
  });
  test('an address that nobody may ask is not asked, though the store says so', async () => {
    assert.deepEqual(await ask(inputsOf(input({ url: `${inside.url}/secret` }))), {
      outcome: 'failed',
      url: `${inside.url}/secret`,
    });
    isQuiet('asked');
  });
  test('a page of a public site may not ask what is listed for its own pages', async () => {
    const policy = new AddressPolicy([{ network: '127.0.0.2', targetOnly: true }]);
    const asking = { policy, target: { host: 'example.com', port: 443, isListed: false } };
    assert.equal((await ask(inputsOf(input({ url: inside.url })), asking)).outcome, 'failed');
    isQuiet('asked');
  });
  test('another protocol, and what the configuration refuses, is not asked', async () => {
    assert.equal(await outcomeOf(input({ url: 'file:///etc/passwd' })), 'failed');
    site.requests.length = 0;
    assert.equal((await ask(inputsOf(input()), { refusal: () => 'restricted' })).outcome, 'failed');
    assert.deepEqual(site.requests, []);
  });
  test('a server that does not respond in time does not count as unchanged, and the connection is closed', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const time = new AbortController();
    handler = ({ socket }) => {
      socket.once('close', () => resolve());
      // Not before the request has arrived.
      time.abort();
    };
    assert.equal((await ask(inputsOf(input()), { signal: time.signal })).outcome, 'failed');
    await closed;
  });
  test('a server that fails has not said that the input changed', async () => {
    handler = (_, response) => response.writeHead(503).end();
    assert.equal(await outcomeOf(input()), 'failed');
  });
  test('an invalid response is a failure', async () => {
    handler = ({ socket }) => socket.end('HTTP/1.1 304\u0000 \r\n\r\n');
    assert.equal(await outcomeOf(input()), 'failed');
  });
  test('stored headers that are invalid are a failure', async () => {
    const inputs = { ...inputsOf(input()), sent: [[['x-a', 'b\r\nHost: c'] as const]] };
    assert.equal((await ask(inputs)).outcome, 'failed');
  });
});

describe('over TLS', () => {
  const pem = (name: string) => readFileSync(new URL(`../fixtures/tls/${name}.pem`, import.meta.url), 'utf8');
  const trusted = getCACertificates();

  test('a server without a valid certificate is not asked', async () => {
    const asked: string[] = [];
    const server = createServer({ cert: pem('certificate'), key: pem('key') }, ({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(304).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const policy = new AddressPolicy(['127.0.0.1', 'localhost']);
    const outcome = async (host: string) =>
      (await ask(inputsOf(input({ url: `https://${host}:${port}/${host}` })), { policy })).outcome;
    try {
      assert.equal(await outcome('127.0.0.1'), 'failed');
      setDefaultCACertificates([...trusted, pem('certificate')]);
      assert.deepEqual([await outcome('localhost'), await outcome('127.0.0.1')], ['failed', 'unchanged']);
      assert.deepEqual(asked, ['/127.0.0.1']);
    } finally {
      setDefaultCACertificates(trusted);
      server.closeAllConnections();
      server.close();
    }
  });
});
