/** The helpers for portability rules: which exist and which do not, in their types and at run time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyEngine } from 'policy-engine';
import { configurePolicyEngine, createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';

const NOTES = Array.from({ length: 7 }, (_, nth) => ({ id: nth + 1 }));

const database = nodeSqliteDatabase(':memory:');
const engine = createPolicyEngine({
  database,
  rules: [{ name: 'cookie', sessionless: true }],
  currentUser: () => null,
  portabilityRules: [
    { name: 'account', member: ({ id }: { id: string }) => ({ id }) },
    { name: 'old_notes', label: 'Old notes', collection: 'notes', per: 3 },
  ],
});
const built = configurePolicyEngine((config) => {
  config.database = database;
  config.currentUser = () => null;
  return config
    .addRule({ name: 'cookie', sessionless: true })
    .addPortabilityRule({ name: 'orders', collection: () => [], per: 2 })
    .addPortabilityRule({ name: 'profile', member: () => ({}) });
});

class User extends engine.withPolicies(
  class {
    readonly id = 'anna';
    readonly notes = NOTES;
  },
) {}

function mustNot(user: User, other: PolicyEngine): void {
  // @ts-expect-error account is a member rule
  void user.portabilityCollectionAccount();
  // @ts-expect-error old_notes is a collection rule
  void user.portabilityMemberOldNotes();
  // @ts-expect-error there is no rule `orders`
  void user.portabilityCollectionOrders();
  // @ts-expect-error pages are numbers
  void user.portabilityCollectionOldNotes('first');
  // @ts-expect-error the rules of this engine are unknown
  void other.policiesOf(user).portabilityMemberAccount();
  // @ts-expect-error the built engine has no rule `account`
  void built.policiesOf(user).portabilityMemberAccount();
}

test('the helpers of a user return what their export contains', async () => {
  assert.equal(typeof mustNot, 'function');
  await engine.migrate();
  const user = new User();
  assert.deepEqual(user.portabilitySchema(), [
    { name: 'account', label: 'Account', kind: 'member', per: null },
    { name: 'old_notes', label: 'Old notes', kind: 'collection', per: 3 },
  ]);
  assert.deepEqual(await user.portabilityMemberAccount(), { id: 'anna' });
  assert.deepEqual(await user.portabilityCollectionOldNotes(), NOTES.slice(0, 3));
  assert.deepEqual(await user.portabilityCollectionOldNotes(3), NOTES.slice(6));
  assert.deepEqual(await user.portabilityCollectionOldNotes(4), []);
  assert.deepEqual(await built.policiesOf(user).portabilityCollectionOrders(), []);
  assert.deepEqual(await built.policiesOf(user).portabilityMemberProfile(), {});
  assert.equal(await user.canRequestPortability(), true);
  const request = new Request('http://engine.test/policies/user_portability_requests.json', { method: 'POST' });
  const asking = createPolicyEngine({
    database,
    rules: [{ name: 'cookie', sessionless: true }],
    currentUser: () => ({ id: 'anna', record: user }),
  });
  assert.equal((await asking.fetch(request)).status, 201);
  assert.equal(await user.canRequestPortability(), false);
  await database.close();
});
