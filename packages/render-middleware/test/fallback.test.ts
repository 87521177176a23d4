import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Fallback, proxyRender } from 'render-middleware';
import { ORIGIN_PAGE, startHost } from './support/hosts.ts';
import { type Answer, StandInRenderer } from './support/stand-in-renderer.ts';

const origin = 'https://shop.example';
const target = 'https://shop.example/products/1';

const half: Answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'x-renderer': 'stand-in' });
  response.write('<!doctype html><p>half');
};

describe('when the renderer can not help, the bot gets the page itself', () => {
  const statuses: [string, number, Record<string, string>][] = [
    ['it fails', 500, { 'x-renderer': 'stand-in' }],
    ['it is overloaded', 503, { 'retry-after': '5' }],
    ['it gave up on the page', 504, {}],
    ['it refuses the address', 403, {}],
    [
      'it refuses the address and says why',
      403,
      { 'x-renderer': 'stand-in', 'content-type': 'application/problem+json' },
    ],
    ['the address is that of no page', 502, { 'x-renderer': 'stand-in', 'content-type': 'application/problem+json' }],
    ['it has too much to do', 429, { 'content-type': 'application/problem+json', 'retry-after': '5' }],
  ];
  for (const [name, status, headers] of statuses) {
    it(`because ${name} (${status})`, async () => {
      const fallbacks: Fallback[] = [];
      await using renderer = await StandInRenderer.start((_request, response) => {
        response.writeHead(status, headers).end('not for the bot');
      });
      const onFallback = (fallback: Fallback): number => fallbacks.push(fallback);
      await using host = await startHost({ proxyUrl: renderer.url, origin, onFallback });
      const reply = await host.get('/products/1');
      assert.equal(reply.status, 200);
      assert.equal(reply.body, ORIGIN_PAGE);
      assert.match(reply.headers.vary ?? '', /User-Agent/);
      assert.equal(reply.headers['retry-after'], undefined);
      assert.deepEqual(fallbacks, [{ reason: 'status', target, status }]);
    });
  }

  it('because it is down', async () => {
    const renderer = await StandInRenderer.start();
    const proxyUrl = renderer.url;
    await renderer[Symbol.asyncDispose]();
    const fallbacks: Fallback[] = [];
    await using host = await startHost({ proxyUrl, origin, onFallback: (fallback) => fallbacks.push(fallback) });
    assert.equal((await host.get('/products/1')).body, ORIGIN_PAGE);
    assert.equal(fallbacks[0]?.reason, 'unreachable');
    assert.equal(fallbacks[0]?.target, target);
    assert.ok(fallbacks[0]?.error instanceof Error);
  });

  it('because it closes the connection before its response', async () => {
    await using renderer = await StandInRenderer.start((request) => request.socket.destroy());
    await using host = await startHost({ proxyUrl: renderer.url, origin });
    assert.equal((await host.get('/products/1')).body, ORIGIN_PAGE);
  });

  it('because it is slow; the request is aborted', async () => {
    const aborted = Promise.withResolvers<void>();
    await using renderer = await StandInRenderer.start(() => {});
    renderer.onAbort = aborted.resolve;
    const fallbacks: Fallback[] = [];
    const onFallback = (fallback: Fallback): number => fallbacks.push(fallback);
    await using host = await startHost({ proxyUrl: renderer.url, origin, timeout: 150, onFallback });
    const started = performance.now();
    assert.equal((await host.get('/products/1')).body, ORIGIN_PAGE);
    assert.ok(performance.now() - started >= 140);
    await aborted.promise;
    assert.deepEqual(fallbacks, [{ reason: 'timeout', target }]);
  });

  it('because it has not responded within 11 seconds, the default', async () => {
    const asked = Promise.withResolvers<void>();
    await using renderer = await StandInRenderer.start(() => asked.resolve());
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const reasons: Fallback['reason'][] = [];
      const answer = proxyRender(
        { method: 'GET', url: '/', headers: {} },
        { proxyUrl: renderer.url, origin, onFallback: ({ reason }) => void reasons.push(reason) },
      );
      await asked.promise;
      mock.timers.tick(10_999);
      await setImmediate();
      assert.deepEqual(reasons, []);
      mock.timers.tick(1);
      assert.equal(await answer, undefined);
      assert.deepEqual(reasons, ['timeout']);
    } finally {
      mock.timers.reset();
    }
  });

  it('because the address is not known', async () => {
    await using renderer = await StandInRenderer.start();
    const fallbacks: Fallback[] = [];
    const onFallback = (fallback: Fallback): number => fallbacks.push(fallback);
    await using host = await startHost({ proxyUrl: renderer.url, onFallback });
    assert.equal((await host.get('/', { host: 'user@intranet.local' })).body, ORIGIN_PAGE);
    assert.deepEqual(fallbacks, [{ reason: 'target' }]);
    assert.equal(renderer.questions.length, 0);
  });
});

describe('when the response is incomplete, the connection is closed', () => {
  const cases: [string, Answer][] = [
    [
      'the renderer hangs up',
      (request, response) => {
        half(request, response);
        setTimeout(() => response.destroy(), 50);
      },
    ],
    ['the renderer falls silent', half],
  ];
  for (const [name, answer] of cases) {
    it(`when ${name}, and the host goes on`, async () => {
      await using renderer = await StandInRenderer.start(answer);
      await using host = await startHost({ proxyUrl: renderer.url, origin, timeout: 200 });
      const reply = await host.get('/products/1');
      assert.equal(reply.status, 200);
      assert.equal(reply.complete, false);
      assert.equal(reply.body, '<!doctype html><p>half');
      assert.deepEqual(host.errors, []);
      renderer.answer = (_request, response) => {
        response.end('whole');
      };
      assert.equal((await host.get('/products/1')).body, 'whole');
    });
  }
});

describe('an error in the host’s onFallback', () => {
  it('reaches the host error handler and does not end the process', async () => {
    await using renderer = await StandInRenderer.start((_request, response) => {
      response.writeHead(500).end();
    });
    const options = { proxyUrl: renderer.url, origin };
    await using host = await startHost({
      ...options,
      onFallback: () => {
        throw new Error('mistake');
      },
    });
    assert.equal((await host.get('/')).status, 500);
    assert.equal((host.errors[0] as Error).message, 'mistake');
  });
});
