/**
 * Attacks on the network of the service. The attacking page is on an allowed address (127.0.0.1), the victim on one that is
 * not (127.0.0.2, and `localhost` as a name); the victim must never get a request.
 */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer, RendererError } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { ATTACKS, attacksOn, INTERNAL } from './support/attacks.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

let victim: Site;
/** The victim's port for UDP. */
const datagrams = createSocket('udp4');
let received = 0;
let attacker: Site;
let renderer: Renderer;
/** With the defaults: nothing private is allowed. */
let untouched: Renderer;

before(async () => {
  victim = await startSite({ '*': '<h1>secret</h1>' }, '127.0.0.2');
  datagrams.on('message', () => (received += 1)).bind(victim.port, '127.0.0.2');
  await once(datagrams, 'listening');
  attacker = await startSite(attacksOn(victim));
  untouched = await createRenderer({ browsers: 1, logLevel: 'silent' });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(4_000),
    logLevel: 'silent',
  });
});

after(async () => {
  await renderer.close();
  await untouched.close();
  datagrams.close();
  await Promise.all([attacker, victim].map((site) => site[Symbol.asyncDispose]()));
});

afterEach(() => {
  assert.deepEqual(victim.requests, [], 'the victim was asked');
  assert.equal(received, 0, 'the victim got UDP packets');
});

async function refusal(url: string, by: Renderer = renderer): Promise<RendererError> {
  const error: unknown = await by.render(url).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof RendererError, `${url} was rendered`);
  return error;
}

describe('an internal target is refused with 403', () => {
  for (const target of INTERNAL) {
    test(target, async () => {
      const { code, status } = await refusal(target, untouched);
      assert.deepEqual({ code, status }, { code: 'refused-address', status: 403 });
    });
  }
});

describe('redirects are subject to the same rule', () => {
  test('to a private address → 403', async () => {
    assert.equal((await refusal(`${attacker.url}/redirect`)).code, 'refused-address');
  });
  test('to a metadata service → 403', async () => {
    assert.equal((await refusal(`${attacker.url}/redirect-metadata`)).code, 'refused-address');
  });
  test('to a file → 403', async () => {
    assert.equal((await refusal(`${attacker.url}/redirect-file`)).status, 403);
  });
});

describe('resources of a page are subject to the same rule', () => {
  for (const path of ATTACKS) {
    test(path, async () => {
      const result = await renderer.render(`${attacker.url}${path}`).catch((error: unknown) => {
        assert.ok(error instanceof RendererError);
        return { html: '' };
      });
      assert.doesNotMatch(result.html, /secret|reached|127\.0\.0\.2.*typ host/);
    });
  }
});

describe('allowPrivateNetworks', () => {
  test('opens what it lists: a block', async () => {
    await using open = await createRenderer({ browsers: 1, allowPrivateNetworks: ['127.0.0.0/8'], logLevel: 'silent' });
    const other = await startSite({ '/': '<h1>listed</h1>' }, '127.0.0.3');
    assert.match((await open.render(`${other.url}/`)).html, /listed/);
    await other[Symbol.asyncDispose]();
  });
  test('opens what it lists: a host name, but not its address', async () => {
    await using open = await createRenderer({ browsers: 1, allowPrivateNetworks: ['localhost'], logLevel: 'silent' });
    assert.match((await open.render(`http://localhost:${attacker.port}/image`)).html, /page/);
    await assert.rejects(open.render(`${attacker.url}/image`), { code: 'refused-address' });
  });
  test('opens what it lists as a target only: the page, and nothing else to it', async () => {
    const networks = [{ network: '127.0.0.0/8', targetOnly: true }];
    await using open = await createRenderer({ browsers: 1, allowPrivateNetworks: networks, logLevel: 'silent' });
    // The image is on the victim, which is allowed here, too.
    assert.match((await open.render(`${attacker.url}/image`)).html, /page/);
  });
  test('never opens a metadata service', async () => {
    await using open = await createRenderer({
      browsers: 1,
      allowPrivateNetworks: ['169.254.0.0/16', '169.254.169.254', 'metadata.google.internal'],
      logLevel: 'silent',
    });
    for (const host of ['169.254.169.254', 'metadata.google.internal']) {
      await assert.rejects(open.render(`http://${host}/`), { code: 'refused-address' });
    }
  });
});

test('the service does not render itself', async () => {
  await using own = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    host: '127.0.0.1',
    port: 0,
    logLevel: 'silent',
  });
  const { url } = await own.listen();
  const response = await fetch(`${url}/render/${encodeURIComponent(`${url}/_ah/health`)}`);
  assert.equal(response.status, 403);
  assert.match(((await response.json()) as { detail: string }).detail, /is this service itself/);
});

test('the browser opens no port of its own', async () => {
  await renderer.ready();
  // Chromium's usual debugging port; over a pipe there is none.
  await assert.rejects(
    new Promise((resolve, reject) => {
      connect(9222, '127.0.0.1').once('connect', resolve).once('error', reject);
    }),
    { code: 'ECONNREFUSED' },
  );
});
