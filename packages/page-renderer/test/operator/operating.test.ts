/** What an operator begins and removes, without JavaScript. No page is rendered, so no browser is started. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer, parseConfig } from 'page-renderer';
import { FilesystemStore } from '../../dist/cache/stores/filesystem.js';
import { cacheKey, configurationDigest } from '../../dist/cache/keys/key.js';
import { UNLIMITED } from '../cache/support/limits.ts';
import { resultOf } from '../cache/support/results.ts';
import { eventually } from '../support/processes.ts';
import { Operator, TOKEN } from './support/operator.ts';

let folder: string;
let renderer: Renderer;
let operator: Operator;

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'operating-'));
  const options: RendererOptions = {
    host: '127.0.0.1',
    port: 0,
    adminToken: TOKEN,
    logLevel: 'silent',
    cache: 'filesystem',
    snapshotDir: folder,
  };
  const store = new FilesystemStore(folder, UNLIMITED);
  const configuration = configurationDigest(parseConfig(options));
  for (const url of ['https://a.test/', 'https://a.test/blog/1', 'https://a.test/blog/2', 'https://b.test/blog/2']) {
    const key = cacheKey('render', new URL(url), {}, configuration);
    await store.put(key.id, resultOf(key, { headers: [['Content-Type', 'text/html']] }));
  }
  renderer = await createRenderer(options, { browser: { executablePath: '/bin/false', kind: 'chromium' } });
  operator = new Operator((await renderer.listen()).url);
  await operator.signIn();
});
after(async () => {
  await renderer?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('an operator can', () => {
  test('show what a pattern would remove first, and remove no more than that', async () => {
    const removal = `/operator/cache/remove?pattern=${encodeURIComponent('https://a.test/*/2')}`;
    const { text } = await operator.ask(removal);
    assert.match(text, /<h1>Remove 1 result\?<\/h1>/);
    assert.match(text, /https:\/\/a\.test\/blog\/2/);
    const { headers } = await operator.sendFrom(removal, '/operator/cache/remove', { pattern: 'https://a.test/*/2' });
    assert.equal(headers.get('location'), '/operator/cache?removed=1');
    for (const pattern of ['https://*/', 'a.test/*', 'https://a.test', `https://a.test/${'*a'.repeat(30)}`, '']) {
      const { status } = await operator.ask(`/operator/cache/remove?${new URLSearchParams({ pattern }).toString()}`);
      assert.equal(status, 400, pattern);
    }
  });

  test('begin a warming job whose pages are all refused, and say that it failed', async () => {
    const fields = { sitemap: 'http://10.0.0.1/sitemap.xml', devices: 'desktop' };
    const { status } = await operator.sendFrom('/operator/warming', '/operator/warming', fields);
    assert.equal(status, 303);
    await eventually(async () => {
      const { text } = await operator.ask('/operator/warming');
      return /Failed<\/span>[^]*private address/.test(text);
    }, 'the page says why the job failed');
    const none = await operator.sendFrom('/operator/warming', '/operator/warming', { sitemap: 'https://a.test/' });
    assert.equal(none.status, 400, 'no device');
    assert.equal((await operator.sendFrom('/operator/warming', '/operator/warming/cancel', { id: 'x' })).status, 404);
  });

  test('begin an audit that may not reach its site, and say why it failed', async () => {
    const fields = { url: 'http://10.0.0.1/', from: 'links', pages: '5', depth: '1', hosts: '' };
    const { headers } = await operator.sendFrom('/operator/audits', '/operator/audits', fields);
    const page = headers.get('location') ?? '';
    assert.match(page, /^\/operator\/audits\/audit\?id=[\w-]+$/);
    await eventually(
      async () => /The audit failed\.[^]*private address/.test((await operator.ask(page)).text),
      'it failed',
    );
    for (const wrong of [
      { pages: '0' },
      { depth: 'x' },
      { from: 'nowhere' },
      { hosts: 'https://a.test' },
      { url: '' },
    ]) {
      const { status } = await operator.sendFrom('/operator/audits', '/operator/audits', { ...fields, ...wrong });
      assert.equal(status, 400, JSON.stringify(wrong));
    }
    assert.equal((await operator.ask('/operator/audits/audit?id=none')).status, 404);
    assert.equal((await operator.ask(page.replace('/audit?', '/report?'))).status, 404);
  });
});
