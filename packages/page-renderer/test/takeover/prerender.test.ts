/** Configurations of Prerender, key by key. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPrerenderMiddleware, readPrerenderServer, readPrerenderVariables } from '../../dist/takeover/prerender.js';

const outcomesOf = (outcomes: ReadonlyArray<{ readonly key: string; readonly outcome: string }> = []) =>
  Object.fromEntries(outcomes.map(({ key, outcome }) => [key, outcome]));

test('takes the options of a server script that this service has, and says of every other key what becomes of it', () => {
  const text = `
const prerender = require('prerender');
const server = prerender({
  port: 3001, chromeLocation: '/usr/bin/chromium',
  pageLoadTimeout: 15 * 1000,
  chromeFlags: ['--no-sandbox', '--headless'],
  waitAfterLastRequest: 500,
  logRequests: true,
  renderErrorStatusCode: status(),
});
server.use(prerender.sendPrerenderHeader());
// server.use(prerender.blockResources());
server.use(prerender.whitelist());
server.use(prerender.inMemoryHtmlCache());
server.start();`;
  const read = readPrerenderServer(text);
  assert.deepEqual(read?.options, {
    port: 3001,
    executablePath: '/usr/bin/chromium',
    timeout: 15_000,
    logLevel: 'info',
  });
  assert.deepEqual(outcomesOf(read?.outcomes), {
    port: 'taken-as',
    chromeLocation: 'taken-as',
    pageLoadTimeout: 'taken-as',
    chromeFlags: 'ignored',
    waitAfterLastRequest: 'ignored',
    logRequests: 'taken-as',
    renderErrorStatusCode: 'ignored',
    'prerender.sendPrerenderHeader()': 'taken',
    'prerender.whitelist()': 'refused',
    'prerender.inMemoryHtmlCache()': 'ignored',
  });
});

test('an option that counts here and is computed is refused, and options that nobody knows are named', () => {
  const read = readPrerenderServer(
    "import prerender from 'prerender';\nprerender({ port: Number(process.env.X), other: 1 });",
  );
  assert.deepEqual(read?.options, {});
  assert.deepEqual(outcomesOf(read?.outcomes), { port: 'refused', other: 'ignored' });
});

test('reads variables of a server, and settings of prerender-node', () => {
  const { options, outcomes } = readPrerenderVariables({
    PAGE_LOAD_TIMEOUT: '20000',
    FOLLOW_REDIRECTS: 'true',
    BROWSER_FORCE_RESTART_PERIOD: '3600000',
    PRERENDER_TOKEN: 'secret',
    PRERENDER_SERVICE_URL: 'http://127.0.0.1:3005/',
    HOME: '/',
  });
  assert.deepEqual(options, { timeout: 20_000 });
  assert.deepEqual(outcomesOf(outcomes), {
    PAGE_LOAD_TIMEOUT: 'taken-as',
    FOLLOW_REDIRECTS: 'ignored',
    BROWSER_FORCE_RESTART_PERIOD: 'ignored',
    PRERENDER_SERVICE_URL: 'taken-as',
    PRERENDER_TOKEN: 'ignored',
  });
  assert.doesNotMatch(JSON.stringify(outcomes), /secret/);
  const middleware = readPrerenderMiddleware(
    "const prerender = require('prerender-node').set('prerenderToken', 'T').set('protocol', 'https').whitelisted('/a');\nprerender.crawlerUserAgents.push('ourbot');",
  );
  // Only what init writes is taken; the rest says what a person writes.
  assert.deepEqual(outcomesOf(middleware), {
    prerenderToken: 'ignored',
    protocol: 'taken-as',
    whitelisted: 'ignored',
    crawlerUserAgents: 'ignored',
  });
});

test('a script that uses neither is not read', () => {
  assert.equal(readPrerenderServer('const server = prerender({ port: 1 });'), undefined);
  assert.equal(readPrerenderMiddleware("set('prerenderToken')"), undefined);
});
