/** An unused engine is garbage-collected, with the schemas of its routes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const MADE = 8;

test('engines without references are garbage-collected', async () => {
  const database = nodeSqliteDatabase(':memory:');
  const made: WeakRef<object>[] = [];
  for (let count = 0; count < MADE; count += 1) {
    const now = () => new Date();
    const engine = createPolicyEngine({
      database,
      rules: [{ name: 'age' }],
      currentUser: () => ({ id: 'anna', record: null }),
      now,
    });
    if (count === 0) await engine.migrate();
    const { status } = await engine.fetch(new Request('http://shop.example/policies/user_terms.json'));
    assert.equal(status, 200);
    made.push(new WeakRef(now));
  }
  // At most one: the last one may still be on the stack.
  for (let round = 0; round < 20 && made.filter((one) => one.deref() !== undefined).length > 1; round += 1) {
    await turn();
    collectGarbage();
  }
  assert.ok(made.filter((one) => one.deref() !== undefined).length <= 1);
  await database.close();
});
