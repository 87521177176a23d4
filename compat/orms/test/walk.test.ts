/** Every statement of the engine on the connections of each ORM; only with `npm run test:compat -- --all`. */
import { test } from 'node:test';
import { holds } from '../../../packages/policy-engine/test/database/walk/holds.ts';
import { walk } from '../../../packages/policy-engine/test/database/walk/walk.ts';
import { testsAll } from '../../../testing/rounds.ts';
import { createTarget } from './engine.ts';
import { HOSTS } from './hosts.ts';

for (const { orm, kind, open } of testsAll ? HOSTS : []) {
  test(`every statement runs over ${orm} on ${kind}`, { timeout: 900_000 }, async () => {
    const target = await createTarget(kind);
    const host = await open(target.url);
    try {
      holds(await walk(host.database));
    } finally {
      await host.database.close();
      await host.close();
      await target.drop();
    }
  });
}
