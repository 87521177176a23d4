/** Who is an administrator: `isAdminMethod`, alone and with `adminUserResource`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { PolicyEngineOptions } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';

const AUDIT = '/policies/audit.json';

async function statusFor(user: string, options: object): Promise<number> {
  await using host = await getTestEngine(options);
  return (await host.as(user).json('GET', AUDIT)).status;
}

for (const answer of [true, 1, 'yes', {}, Promise.resolve(1)]) {
  test(`${inspect(answer)} from isAdminMethod makes an administrator`, async () => {
    assert.equal(await statusFor('anna', { isAdminMethod: () => answer }), 200);
  });
}

for (const answer of [false, 0, '', null, undefined, Promise.resolve(0)]) {
  test(`${inspect(answer)} from isAdminMethod does not make an administrator`, async () => {
    assert.equal(await statusFor('anna', { isAdminMethod: () => answer }), 403);
  });
}

test('isAdminMethod gets the record that adminUserResource finds', async () => {
  const asked: unknown[] = [];
  const administrators = new Map([['anna', { key: 7, name: 'Anna A.', role: 'owner' }]]);
  const options: Partial<PolicyEngineOptions> = {
    adminUserResource: {
      find: async (id) => administrators.get(id),
      id: (administrator) => `staff-${(administrator as { key: number }).key}`,
    },
    isAdminMethod(user) {
      asked.push(user);
      return true;
    },
  };
  assert.equal(await statusFor('anna', options), 200);
  assert.deepEqual(asked, [{ id: 'staff-7', record: administrators.get('anna') }]);
  assert.equal(await statusFor('bob', options), 403);
  assert.equal(asked.length, 1, 'who has no record is not an administrator, and is not asked about');
});

test('without adminUserResource isAdminMethod gets what currentUser returned', async () => {
  const asked: unknown[] = [];
  await statusFor('anna', { isAdminMethod: (user: unknown) => asked.push(user) });
  assert.deepEqual(asked, [{ id: 'anna', record: { id: 'anna' } }]);
});

test('the audit log names administrators by adminUserResource, otherwise by userResource', async () => {
  const adminUserResource = { find: (id: string) => (id === 'admin' ? { name: 'Ada Lovelace' } : null) };
  for (const [options, name] of [
    [{ adminUserResource }, 'Ada Lovelace'],
    [
      {
        userResource: {
          find: (id: string) => ({ mail: `${id}@shop.example` }),
          email: (user: { mail: string }) => user.mail,
        },
      },
      'admin@shop.example',
    ],
    [{ userResource: {} }, 'admin'],
  ] as const) {
    await using host = await getTestEngine(options as object);
    const admin = host.as('admin');
    await admin.json('POST', '/policies/categories/age/terms.json', { description: 'text' });
    const html = await (await admin.fetch('/policies/audit', { headers: { accept: 'text/html' } })).text();
    assert.match(
      // Without the places at which a narrow window may break an address.
      html.replaceAll('<span class="pe-narrow-break"></span>', ''),
      new RegExp(String.raw`<a [^>]*href="/policies/audit\?actor=admin"[^>]*>(?:<[^>]+>)*${name}<`),
      name,
    );
  }
});
