/** A renderer that fails is left alone for a while. */
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { type Fallback, proxyRender, type ProxyOptions } from 'render-middleware';
import { type Answer, StandInRenderer } from './support/stand-in-renderer.ts';

const request = { method: 'GET', url: '/', headers: { 'user-agent': 'Googlebot/2.1' } };
const failing: Answer = (_request, response) => void response.writeHead(503).end();
const working: Answer = (_request, response) => void response.writeHead(200, { 'x-renderer': 'stand-in' }).end('page');

/** A clock that the test moves; only the circuit reads this one. */
function stoppedClock(): { pass(milliseconds: number): void } & Disposable {
  let now = performance.now();
  const clock = mock.method(performance, 'now', () => now);
  return { pass: (milliseconds) => void (now += milliseconds), [Symbol.dispose]: () => clock.mock.restore() };
}

describe('the circuit', () => {
  async function start(answer: Answer, more: Partial<ProxyOptions> = {}) {
    const renderer = await StandInRenderer.start(answer);
    const reasons: Fallback['reason'][] = [];
    const options: ProxyOptions = {
      proxyUrl: renderer.url,
      origin: 'https://shop.example',
      circuit: { failures: 3, pause: 1000 },
      onFallback: ({ reason }) => void reasons.push(reason),
      ...more,
    };
    return { renderer, reasons, render: async () => (await proxyRender(request, options))?.text() };
  }

  it('opens after failures in a row, tests one request after the pause, and closes if it succeeds', async () => {
    using clock = stoppedClock();
    const { renderer, reasons, render } = await start(failing);
    await using _ = renderer;
    for (let round = 0; round < 5; round++) await render();
    assert.deepEqual(reasons, ['status', 'status', 'status', 'circuit-open', 'circuit-open']);
    assert.equal(renderer.questions.length, 3);

    clock.pass(1001);
    const held = Promise.withResolvers<void>();
    renderer.answer = (incoming, response) => void held.promise.then(() => working(incoming, response));
    const probe = render();
    assert.equal(await render(), undefined);
    assert.equal(reasons.at(-1), 'circuit-open');
    held.resolve();
    assert.equal(await probe, 'page');
    assert.equal(await render(), 'page');
    assert.equal(renderer.questions.length, 5);
  });

  it('stays open for another pause if the test request fails', async () => {
    using clock = stoppedClock();
    const { renderer, reasons, render } = await start(failing);
    await using _ = renderer;
    for (let round = 0; round < 3; round++) await render();
    clock.pass(1001);
    await render();
    clock.pass(999);
    await render();
    assert.deepEqual(reasons.slice(3), ['status', 'circuit-open']);
  });

  it('does not open because of problems of a page', async () => {
    const problem = { 'x-renderer': 'stand-in', 'content-type': 'application/problem+json' };
    const { renderer, reasons, render } = await start(failing);
    await using _ = renderer;
    let asked = 0;
    for (const [status, headers] of [
      [504, { ...problem, 'x-render-verdict': 'budget' }],
      [503, { ...problem, 'x-render-verdict': 'over-navigations' }],
      [502, problem],
      [502, { ...problem, 'x-render-verdict': 'crashed' }],
      [500, { 'x-renderer': 'stand-in', 'content-type': 'text/html' }],
      [503, { 'x-renderer': 'stand-in', 'content-type': 'text/html' }],
      [403, {}],
    ] as const) {
      renderer.answer = (_request, response) => void response.writeHead(status, headers).end();
      for (let round = 0; round < 4; round++) await render();
      assert.equal(renderer.questions.length, (asked += 4), String(status));
    }
    assert.deepEqual(new Set(reasons), new Set(['status']));
  });

  it('opens because of failures of the renderer, and of a proxy in front of it', async () => {
    const problem = { 'x-renderer': 'stand-in', 'content-type': 'application/problem+json' };
    for (const [status, headers] of [
      [503, problem],
      [500, problem],
      [502, { 'content-type': 'text/html' }],
    ] as const) {
      const { renderer, reasons, render } = await start((_request, response) => {
        response.writeHead(status, headers).end();
      });
      await using _ = renderer;
      for (let round = 0; round < 4; round++) await render();
      assert.equal(reasons.at(-1), 'circuit-open', String(status));
    }
  });

  it('opens for a renderer that is slow, and for one that is down', async () => {
    const { renderer, reasons, render } = await start(() => {}, { timeout: 20 });
    for (let round = 0; round < 4; round++) await render();
    assert.deepEqual(reasons, ['timeout', 'timeout', 'timeout', 'circuit-open']);
    const gone = await start(working);
    await gone.renderer[Symbol.asyncDispose]();
    for (let round = 0; round < 4; round++) await gone.render();
    assert.deepEqual(gone.reasons, ['unreachable', 'unreachable', 'unreachable', 'circuit-open']);
    await renderer[Symbol.asyncDispose]();
  });

  it('opens because of incomplete responses', async () => {
    const { renderer, reasons, render } = await start((_request, response) => {
      response.writeHead(200, { 'x-renderer': 'stand-in' });
      response.write('half', () => response.destroy());
    });
    await using _ = renderer;
    for (let round = 0; round < 3; round++) await assert.rejects(render());
    assert.equal(await render(), undefined);
    assert.deepEqual(reasons, ['circuit-open']);
  });
});
