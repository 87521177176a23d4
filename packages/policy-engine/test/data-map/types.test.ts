/** The helpers of users for data rules, in their types and at run time. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { configurePolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { makeShop } from './shop.ts';

const database = nodeSqliteDatabase(':memory:');
const engine = configurePolicyEngine((config) => {
  config.database = database;
  config.currentUser = () => null;
  return config
    .addRule({ name: 'cookie' })
    .addDataRule({
      name: 'orders',
      table: { table: 'orders', person: 'user_id' },
      erasure: { action: 'set', columns: { total: ({ total }) => Math.round(Number(total)) }, pseudonymised: true },
    })
    .addDataRule({ name: 'profile', member: ({ id }: { id: number }) => ({ id }) })
    .addDataRule({ name: 'secrets', table: { table: 'users', person: 'id' }, portability: false })
    .addErasureRule({ name: 'carts', table: { table: 'carts', person: 'user_id' } })
    .addPortabilityRule({ name: 'wishes', collection: () => [7] });
});

before(() => makeShop(database));

function mustNot(): void {
  const user = engine.policiesOf({ id: 1 });
  // @ts-expect-error profile is a member
  void user.portabilityCollectionProfile();
  // @ts-expect-error secrets are not exported
  void user.portabilityCollectionSecrets();
  // @ts-expect-error data that is only erased is not exported
  void user.portabilityCollectionCarts();
}

test('the helpers of a user return what data rules export', async () => {
  assert.equal(typeof mustNot, 'function');
  const user = engine.policiesOf({ id: 1 });
  const orders = await user.portabilityCollectionOrders();
  assert.equal(orders.length, 7);
  assert.deepEqual(await user.portabilityMemberProfile(), { id: 1 });
  assert.deepEqual(await user.portabilityCollectionWishes(), [7]);
  assert.deepEqual(
    user.portabilitySchema().map(({ name }) => name),
    ['wishes', 'orders', 'profile'],
  );
});
