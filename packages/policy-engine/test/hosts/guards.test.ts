/** `requirePolicies` and `consentContextOf` of each host, mounted at a path of their own. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { describe, test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import type { ListeningHost } from './running.ts';
import { HOSTS } from './whole-hosts.ts';

/** `fetch` would set its mode itself. */
async function get(host: ListeningHost, path: string, headers: Record<string, string>) {
  const asked = http.get({ host: '127.0.0.1', port: host.port, path, headers });
  const [response] = (await once(asked, 'response')) as [http.IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode, location: response.headers.location, text };
}

const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
for (const [name, start] of Object.entries(HOSTS)) {
  describe(name, () => {
    test('people with pending policies are redirected to them, programs get an error, and others see the page', async () => {
      await using made = await getTestEngine({ mountPath: '/legal' });
      const { engine } = made;
      await using host = await start(engine);
      const open = await get(host, '/shop', PAGE);
      assert.deepEqual([open.status, open.text], [200, '{"consented":false}']);
      const text = { description: 'From sixteen on.', state: 'published' };
      await made.as('admin').json('POST', '/legal/categories/age/terms.json', text);
      const held = await get(host, '/shop?a=1', { ...PAGE, 'x-test-user': 'anna' });
      assert.equal(held.status, 303);
      const location = new URL(held.location ?? '', 'http://127.0.0.1');
      assert.deepEqual(
        [location.pathname, location.searchParams.get('return_to')],
        ['/legal/user_terms/pending', '/shop?a=1'],
      );
      const program = await get(host, '/shop', { accept: 'application/json', 'x-test-user': 'anna' });
      assert.equal(program.status, 403);
      assert.deepEqual((JSON.parse(program.text) as { pending: unknown }).pending, ['age']);
      assert.equal((await made.as('anna').json('PUT', '/legal/user_terms/age/accept.json')).status, 200);
      assert.equal((await get(host, '/shop', { ...PAGE, 'x-test-user': 'anna' })).status, 200);
      assert.equal((await get(host, '/shop', PAGE)).status, 200);
    });

    test('an error in the guard does not let a request pass', async () => {
      const currentUser = () => {
        throw new Error('the session is away');
      };
      await using made = await getTestEngine({ mountPath: '/legal', currentUser, logger: { error: () => {} } });
      await using host = await start(made.engine);
      const { status, text } = await get(host, '/shop', PAGE).catch(() => ({ status: 0, text: '' }));
      assert.notEqual(status, 200, text);
    });
  });
}
