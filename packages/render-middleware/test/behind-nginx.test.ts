/** Applications behind an nginx that ends TLS, with the lines that its guides give, and a middleware that knows its hosts. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { serve } from '@hono/node-server';
import type { Fallback, RenderMiddlewareOptions } from 'render-middleware';
import { renderMiddleware as forExpress } from 'render-middleware/express';
import { renderMiddleware as forFastify } from 'render-middleware/fastify';
import { renderMiddleware as forHono } from 'render-middleware/hono';
import { isNginxMissing, startNginx } from '../../../testing/nginx.ts';
import { GOOGLEBOT, ORIGIN_PAGE } from './support/hosts.ts';
import { StandInRenderer } from './support/stand-in-renderer.ts';

const TLS = path.join(import.meta.dirname, '../../page-renderer/test/fixtures/tls');
const HOST = 'shop.example';
const HTTPS = `https://${HOST}`;

/** The application redirects from http to https, by what the proxy says. */
const redirectOf = (proto: unknown, url: string) => (proto === 'https' ? undefined : `${HTTPS}${url}`);

const APPS: Record<string, (options: RenderMiddlewareOptions) => Promise<Server>> = {
  async Express(options) {
    const app = express().use(forExpress(options));
    app.use((incoming, response) => {
      const location = redirectOf(incoming.get('x-forwarded-proto'), incoming.originalUrl);
      if (location) response.redirect(301, location);
      else response.type('html').send(ORIGIN_PAGE);
    });
    return app.listen(0, '127.0.0.1');
  },
  async 'Express with trust proxy'(options) {
    const app = express().set('trust proxy', true).use(forExpress(options));
    app.use((_incoming, response) => void response.type('html').send(ORIGIN_PAGE));
    return app.listen(0, '127.0.0.1');
  },
  async 'Fastify with trustProxy'(options) {
    const app = fastify({ trustProxy: true });
    await app.register(forFastify(options));
    app.get('/*', (_incoming, reply) => reply.type('text/html').send(ORIGIN_PAGE));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
  async Hono(options) {
    const app = new Hono().use(forHono(options)).get('*', (context) => context.html(ORIGIN_PAGE));
    return serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  },
};

/** What is written in front of the application, by the folder for which it is. */
const LINES = {
  host: `
    proxy_set_header Host $host;
    proxy_set_header X-Real-IP $remote_addr;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $scheme;`,
  'x-forwarded-host': `
    proxy_set_header X-Forwarded-Host $host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-Port 443;`,
  forwarded: `
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Forwarded "for=\\"$remote_addr\\";proto=$scheme;host=\\"$host\\"";`,
};

async function ask(
  port: number,
  folder: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage & { text: string }> {
  const question = request({
    host: '127.0.0.1',
    port,
    path: `/${folder}/p?a=1`,
    rejectUnauthorized: false,
    agent: false,
    headers: { host: HOST, 'user-agent': GOOGLEBOT, ...headers },
  }).end();
  const [response] = (await once(question, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return Object.assign(response, { text });
}

describe('behind an nginx that ends TLS', { skip: isNginxMissing() }, () => {
  let renderer: StandInRenderer;
  let fallbacks: Fallback[] = [];
  before(async () => {
    // A renderer that is asked for http gets the redirect of the application.
    renderer = await StandInRenderer.start((_request, response) => {
      const { protocol, pathname, search } = new URL(renderer.questions.at(-1)?.target ?? '');
      const location = redirectOf(protocol.slice(0, -1), pathname + search);
      response.writeHead(location ? 301 : 200, { 'x-renderer': 'stand-in', ...(location && { location }) });
      response.end('rendered');
    });
  });
  after(() => renderer[Symbol.asyncDispose]());

  async function behind(start: (typeof APPS)[string], more: Partial<RenderMiddlewareOptions> = {}) {
    fallbacks = [];
    const app = await start({
      proxyUrl: renderer.url,
      onFallback: (fallback) => fallbacks.push(fallback),
      ...more,
    });
    if (!app.listening) await once(app, 'listening');
    const upstream = (app.address() as AddressInfo).port;
    const nginx = await startNginx(
      (port) => `server {
        listen 127.0.0.1:${port} ssl;
        ssl_certificate ${TLS}/certificate.pem;
        ssl_certificate_key ${TLS}/key.pem;
        ${Object.entries(LINES)
          .map(([folder, lines]) => `location /${folder}/ { ${lines} proxy_pass http://127.0.0.1:${upstream}; }`)
          .join('\n')}
      }`,
    );
    return {
      port: nginx.port,
      async [Symbol.asyncDispose]() {
        await nginx[Symbol.asyncDispose]();
        app.closeAllConnections();
        app.close();
      },
    };
  }

  for (const [name, start] of Object.entries(APPS)) {
    it(`${name}: the https page is rendered, whichever header says so, and whatever a visitor adds`, async () => {
      await using site = await behind(start, { allowedForwardedHosts: [HOST] });
      for (const folder of Object.keys(LINES)) {
        for (const headers of [{}, { 'x-forwarded-proto': 'http' }, { 'x-forwarded-port': '80' }]) {
          const reply = await ask(site.port, folder, headers);
          assert.deepEqual([reply.statusCode, reply.text], [200, 'rendered'], folder);
          assert.equal(renderer.questions.at(-1)?.target, `${HTTPS}/${folder}/p?a=1`);
        }
        const asked = renderer.questions.length;
        assert.notEqual((await ask(site.port, folder, { host: 'intranet.local' })).text, 'rendered');
        assert.equal(renderer.questions.length, asked);
        assert.equal(fallbacks.at(-1)?.reason, 'target');
      }
      assert.equal(fallbacks.length, Object.keys(LINES).length);
    });
  }

  it('a bot is not sent in a circle if the middleware does not know of https', async () => {
    await using site = await behind(APPS['Express'] ?? assert.fail());
    const reply = await ask(site.port, 'host');
    assert.deepEqual([reply.statusCode, reply.text], [200, ORIGIN_PAGE]);
    assert.deepEqual(fallbacks, [{ reason: 'redirect', target: `http://${HOST}/host/p?a=1`, status: 301 }]);
  });
});
