/** Variables with which other rendering services are restricted, in the environment of this one. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { loadConfig } from 'page-renderer';
import { loadSettings } from '../../dist/settings/config.js';
import { checkConfig } from '../../dist/commands/check-config.js';
import { PEER_VARIABLES } from '../../dist/takeover/peers.js';

const folder = mkdtempSync(path.join(tmpdir(), 'peers-'));
after(() => rmSync(folder, { recursive: true }));

const load = (env: Record<string, string>) => loadConfig({ directory: folder, env });

describe('a variable that restricts another service', () => {
  test('is mapped to the option that restricts the same, and the settings name it', async () => {
    const env = { ALLOWED_DOMAINS: 'Shop.example, www.shop.example' };
    const { config, settings } = await loadSettings({ directory: folder, env });
    const renderOnly = ['https', 'http'].map((scheme) => `${scheme}://shop.example/`);
    const www = ['https', 'http'].map((scheme) => `${scheme}://www.shop.example/`);
    assert.deepEqual(config.renderOnly, [...renderOnly, ...www]);
    const setting = settings.find(({ option }) => option === 'renderOnly');
    assert.deepEqual([setting?.from, setting?.value], ['ALLOWED_DOMAINS', config.renderOnly]);
  });

  test('and the cache keeps whatever an origin says, as that of Prerender does', async () => {
    const rulesOf = async (env: Record<string, string>) => (await load(env)).cacheConfig.originRules.length;
    const cached = { PAGE_RENDERER_CACHE: 'memory' };
    assert.equal(await rulesOf({ ...cached, ALLOWED_DOMAINS: 'shop.example' }), 1);
    assert.equal(await rulesOf(cached), 0);
    assert.equal(await rulesOf({ ALLOWED_DOMAINS: 'shop.example' }), 0);
  });

  test('stops the start with a sentence that says what to write instead', async () => {
    const values: Record<string, [value: string, message: RegExp]> = {
      ALLOWED_DOMAINS: ['*', /ALLOWED_DOMAINS: .* is not a list of host names.*PAGE_RENDERER_RENDER_ONLY/],
      BLACKLISTED_DOMAINS: [
        'a.example,b.example',
        /PAGE_RENDERER_RESTRICTED_URL_PATTERN, .* to "\^https\?:\/\/\(a\\\\\.example\|b\\\\\.example\)/,
      ],
      ALLOW_URLS: ['https://a.example', /url-to-pdf-api .*PAGE_RENDERER_RENDER_ONLY/],
      CHROMIUM_ALLOW_LIST: ['^https', /Gotenberg .*PAGE_RENDERER_RENDER_ONLY/],
      CHROMIUM_DENY_LIST: ['^file', /Gotenberg .*PAGE_RENDERER_RESTRICTED_URL_PATTERN/],
    };
    for (const name of PEER_VARIABLES) {
      const [value, message] = values[name] ?? ['a-secret-of-somebody', /PAGE_RENDERER_RENDER_TOKEN/];
      await assert.rejects(load({ [name]: value }), (error: { code?: string; message: string }) => {
        assert.equal(error.code, 'invalid-configuration');
        assert.match(error.message, message);
        assert.ok(error.message.includes(`add "${name}" to PAGE_RENDERER_IGNORED_VARIABLES`), error.message);
        assert.ok(!error.message.includes('a-secret-of-somebody'), 'no secret is told');
        return true;
      });
    }
  });

  test('is ignored if the configuration says that it belongs to another program, if it is empty, or in another case', async () => {
    const env = Object.fromEntries(PEER_VARIABLES.map((name) => [name, 'a.example']));
    const { renderOnly } = await load({ ...env, PAGE_RENDERER_IGNORED_VARIABLES: PEER_VARIABLES.join(',') });
    assert.equal(renderOnly, null);
    await load(Object.fromEntries(PEER_VARIABLES.map((name) => [name, ''])));
    await load({ token: 'a', MY_TOKEN: 'b', ALLOWED_DOMAIN: 'c' });
    const file = path.join(folder, 'named.json');
    writeFileSync(file, JSON.stringify({ ignoredVariables: ['TOKEN'] }));
    await loadConfig({ file, env: { TOKEN: 'a' } });
    await assert.rejects(loadConfig({ file, env: { TOKEN: 'a', API_TOKENS: 'b' } }), /API_TOKENS/);
  });

  test('gives way to the option of this service, except for a list that allows everything', async () => {
    const env = { ALLOWED_DOMAINS: 'a.example', PAGE_RENDERER_RENDER_ONLY: 'https://b.example/' };
    assert.deepEqual((await load(env)).renderOnly, ['https://b.example/']);
    assert.equal((await load({ ...env, PAGE_RENDERER_RENDER_ONLY: '[]' })).renderOnly?.[0], 'https://a.example/');
  });

  test('does not matter to a command that serves nobody', async () => {
    await loadSettings({ directory: folder, env: { TOKEN: 'a', BASIC_AUTH_USERNAME: 'b' } }, false);
  });

  test('is told by check-config', async () => {
    const check = async (env: Record<string, string>) => checkConfig({ directory: folder, env }, { offline: true });
    const refused = await check({ BASIC_AUTH_USERNAME: 'a', BASIC_AUTH_PASSWORD: 'a-secret-of-somebody' });
    assert.equal(refused.starts, false);
    assert.deepEqual(
      refused.environment.map(({ key, outcome }) => [key, outcome]),
      [
        ['BASIC_AUTH_USERNAME', 'refused'],
        ['BASIC_AUTH_PASSWORD', 'refused'],
      ],
    );
    assert.ok(!JSON.stringify(refused).includes('a-secret-of-somebody'));
    const [mapped, ignored] = (
      await check({ ALLOWED_DOMAINS: 'a.example', TOKEN: 'a', PAGE_RENDERER_IGNORED_VARIABLES: 'TOKEN' })
    ).environment.filter(({ key }) => PEER_VARIABLES.includes(key));
    assert.equal(mapped?.outcome, 'taken-as');
    assert.deepEqual(ignored, { key: 'TOKEN', outcome: 'ignored', reason: '"ignoredVariables" names it' });
  });
});
