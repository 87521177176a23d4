/** How the renderer is asked, by option. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { proxyRender, type ProxyOptions } from 'render-middleware';
import { VERSION } from '../dist/renderer/version.js';
import { StandInRenderer } from './support/stand-in-renderer.ts';

async function lineFor(options: Partial<ProxyOptions>, userAgent = 'Googlebot/2.1', end = '', more = {}) {
  let line = '';
  let token: string | string[] | undefined;
  let authorization: string | undefined;
  let fallback: string | string[] | undefined;
  let bot: string | string[] | undefined;
  await using renderer = await StandInRenderer.start((request, response) => {
    line = request.url ?? '';
    token = request.headers['x-prerender-token'];
    ({ authorization } = request.headers);
    fallback = request.headers['x-render-fallback'];
    bot = request.headers['x-render-bot'];
    response.writeHead(404, { 'content-type': 'text/html' }).end('of the page');
  });
  const headers = { 'user-agent': userAgent, ...more };
  const request = { method: 'GET', url: '/p?a=1', headers };
  const answer = await proxyRender(request, {
    proxyUrl: renderer.url + end,
    origin: 'https://shop.example',
    ...options,
  });
  await answer?.text();
  return { line, token, authorization, fallback, bot, status: answer?.status };
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

describe('what the renderer logs and traces', () => {
  async function sent(headers: Record<string, string>, options: Partial<ProxyOptions> = {}) {
    await using renderer = await StandInRenderer.start();
    const request = { method: 'GET', url: '/', headers };
    await (await proxyRender(request, { proxyUrl: renderer.url, origin: 'https://shop.example', ...options }))?.text();
    return renderer.questions[0]?.headers ?? assert.fail('not asked');
  }

  it('is told the name of the bot in the list', async () => {
    assert.equal(
      (await sent({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://x)' }))['x-render-bot'],
      'Googlebot',
    );
    assert.equal((await sent({ 'user-agent': 'MyOwnCrawler/1.0' }))['x-render-bot'], 'other');
    assert.equal((await sent({}))['x-render-bot'], 'other');
  });

  it('is told trace context and request id, if they are valid', async () => {
    const headers = await sent({ traceparent: PARENT, tracestate: 'vendor=a:b', 'x-request-id': 'edge:17' });
    assert.deepEqual(
      [headers['traceparent'], headers['tracestate'], headers['x-request-id']],
      [PARENT, 'vendor=a:b', 'edge:17'],
    );
    for (const traceparent of [
      'x',
      PARENT.toUpperCase(),
      `ff-${TRACE}-00f067aa0ba902b7-01`,
      `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `${PARENT}, ${PARENT}`,
      `${PARENT}-${'a'.repeat(101)}`,
    ]) {
      const bad = await sent({ traceparent, tracestate: 'a=1', 'x-request-id': 'two words' });
      const names = ['traceparent', 'tracestate', 'x-request-id'];
      assert.deepEqual(
        names.filter((name) => name in bad),
        [],
        traceparent,
      );
    }
    const long = await sent({ traceparent: PARENT, tracestate: `a=${'b'.repeat(511)}` });
    assert.deepEqual([long['traceparent'], long['tracestate']], [PARENT, undefined]);
  });
});

describe('the request to the renderer', () => {
  it('names the version of the package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    assert.equal(VERSION, version);
  });

  const encoded = '/render/https%3A%2F%2Fshop.example%2Fp%3Fa%3D1';

  it('takes the address as Rendertron’s middleware does, with the path', async () => {
    for (const end of ['/render', '/render/', '/']) {
      assert.equal((await lineFor({}, 'Googlebot/2.1', end)).line, encoded, end);
    }
  });

  it('says that the host can send what is not a page itself', async () => {
    assert.equal((await lineFor({})).fallback, 'origin');
    assert.equal((await lineFor({ prerenderToken: 'secret' })).fallback, 'origin');
  });

  it('names the bot, so that the renderer knows how urgent it is', async () => {
    assert.equal((await lineFor({})).bot, 'Googlebot');
    assert.equal((await lineFor({}, 'Mozilla/5.0 (compatible; GPTBot/1.3)')).bot, 'GPTBot');
    assert.equal((await lineFor({}, 'own-bot/1.0')).bot, 'other');
  });

  it('asks for polyfills with injectShadyDom', async () => {
    assert.equal((await lineFor({ injectShadyDom: true })).line, `${encoded}?wc-inject-shadydom=true`);
  });

  it('requests declarative shadow roots, for all bots or by class', async () => {
    assert.equal((await lineFor({ shadow: 'declarative' })).line, `${encoded}?shadow=declarative`);
    const shadow = { search: 'declarative', 'ai-training': 'flat' } as const;
    assert.equal((await lineFor({ shadow })).line, `${encoded}?shadow=declarative`);
    assert.equal((await lineFor({ shadow }, 'GPTBot/1.2')).line, `${encoded}?shadow=flat`);
    assert.equal((await lineFor({ shadow }, 'Twitterbot/1.0')).line, encoded);
  });

  it('uses Prerender’s dialect with a prerenderToken, whose 4xx are those of the page', async () => {
    const { line, token, status } = await lineFor({ prerenderToken: 'secret' });
    assert.equal(line, '/https://shop.example/p?a=1');
    assert.equal(token, 'secret');
    assert.equal(status, 404);
  });

  it('sends a renderToken as bearer token, without a change of the dialect', async () => {
    const { line, token, authorization } = await lineFor({ renderToken: 'secret' });
    assert.deepEqual([line, token, authorization], [encoded, undefined, 'Bearer secret']);
    const none = await lineFor({}, 'Googlebot/2.1', '', { authorization: 'Bearer of-the-visitor' });
    assert.equal(none.authorization, undefined);
  });

  it('can send the token in the other dialect', async () => {
    const { line, token, status } = await lineFor({ prerenderToken: 'secret', dialect: 'rendertron' });
    assert.equal(line, encoded);
    assert.equal(token, 'secret');
    assert.equal(status, undefined);
  });
});
