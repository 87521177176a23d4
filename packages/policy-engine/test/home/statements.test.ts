/** How many statements the pages send that show most, and how old what they show may be. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Database, nodeSqliteDatabase } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';

const RULES = ['cookie', 'age', 'privacy_terms', 'media'] as const;

/** Records the statements that are sent outside of transactions: pages read without one. */
function recorded(database: Database, sent: string[]): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'execute') {
        return (...call: Parameters<Database['execute']>) => {
          sent.push(call[0]);
          return target.execute(...call);
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('the home page, the policies and the numbers read what they show once', async () => {
  const sent: string[] = [];
  const database = recorded(nodeSqliteDatabase(':memory:'), sent);
  await database.execute('create table shop_users (id text primary key, email text not null)');
  await using made = await getTestEngine<string>({
    database,
    rules: RULES.map((name) => ({ name, sessionless: name === 'cookie' })),
    dataRules: [{ name: 'account', table: { table: 'shop_users', key: 'id', person: 'id' }, erasure: 'delete' }],
  });
  const admin = made.as('admin');
  for (const rule of RULES) {
    await admin.json('POST', `/policies/categories/${rule}/terms.json`, {
      description: `# ${rule}`,
      state: 'published',
    });
  }
  const look = async (path: string) => {
    sent.length = 0;
    const response = await admin.fetch(`/policies${path}`, { headers: { accept: 'text/html' } });
    assert.equal(response.status, 200, path);
    return {
      count: sent.length,
      text: await response.text(),
      twice: sent.filter((one, at) => sent.indexOf(one) !== at),
    };
  };
  for (const [path, most] of [
    ['/home', 36],
    ['/categories', 20],
    ['/numbers', 24],
  ] as const) {
    await look(path);
    const { count, twice } = await look(path);
    assert.ok(count <= most, `${path}: ${count} statements, of them again: ${twice.join('\n')}`);
  }

  // Which tables exist shows within a minute, and at once on the page of the check.
  await database.execute('create table shop_letters (id text primary key, body text)');
  const isNamed = (text: string) => text.includes('shop_letters');
  assert.equal(isNamed((await look('/home')).text), false);
  assert.equal(isNamed((await look('/check')).text), true);
  assert.equal(isNamed((await look('/home')).text), true, 'the check has read it anew');
});
