/** The clients whose scripts run in pages (D2): a script has the rights of the target's own scripts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireScriptAccess } from '../../dist/server/answers/script-access.js';
import { AdminAccess } from '../../dist/server/admin/access.js';

const TOKEN = 'the-token-of-the-admin';
const backend = {
  admin: new AdminAccess({ token: TOKEN, isConfigured: true, trustLoopback: false, trustedProxies: [] }),
};
const asked = (authorization?: string) => ({
  req: { method: 'GET', header: (name: string) => (name === 'authorization' ? authorization : undefined) },
});
const request = (options: object) => ({
  kind: 'render' as const,
  url: new URL('https://example.com/'),
  options,
  refresh: false,
});
const script = request({ javascript: '1' });

test('a script needs the render token, a signature or the admin token', () => {
  requireScriptAccess(asked(), backend, { kind: 'token', index: 0 }, script);
  requireScriptAccess(asked(), backend, { kind: 'key', id: 'a' }, script);
  requireScriptAccess(asked(`Bearer ${TOKEN}`), backend, { kind: 'none' }, script);
});
test('a script without a credential is refused even if renders need no token', () => {
  for (const authorization of [undefined, 'Bearer another-token-of-somebody']) {
    assert.throws(() => requireScriptAccess(asked(authorization), backend, { kind: 'none' }, script), {
      code: 'unauthorized',
    });
  }
});
test('a request without a script needs no credential', () => {
  requireScriptAccess(asked(), backend, { kind: 'none' }, request({}));
});
