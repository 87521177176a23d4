/** Tables of a host: described, checked, searched, filled with a synthetic person, exported; old rows are erased. */
import assert from 'node:assert/strict';
import { createPolicyEngine, type Database } from 'policy-engine';
import { seedSyntheticPerson } from 'policy-engine/testing';
import { account, lines, makeShop, orders } from '../../data-map/shop.ts';
import { optionsWith } from '../../data-map/support.ts';

export async function walkHostTables(database: Database): Promise<void> {
  await makeShop(database);
  const json = { sqlite: 'json', postgres: 'jsonb', mysql: 'json' }[database.dialect];
  await database.execute(
    `create table devices (id varchar(40) primary key, user_id integer references users (id), settings ${json})`,
  );
  // Two tables whose rows need the same row of a third.
  await database.execute('create table offices (id integer primary key, town varchar(40) not null)');
  for (const name of ['visits', 'calls']) {
    await database.execute(
      `create table ${name} (id integer primary key, user_id integer references users (id), office_id integer not null references offices (id), note varchar(200))`,
    );
  }
  const dataRules = [account, orders, lines].map((rule) => Object.assign({ erasure: 'delete' as const }, rule));
  const engine = createPolicyEngine({ ...optionsWith({}), database, dataRules });
  await engine.migrate();
  assert.ok((await engine.check()).length > 0);
  await engine.checkDataMap();
  const person = await seedSyntheticPerson(engine);
  assert.match(JSON.stringify(await person.missingFromExport()), /devices\.settings/);
  assert.ok((await person.leftAfterErasure(async () => {})).length > 0);
  const helpers = engine.policiesOf({ id: 1 }) as unknown as Record<string, (range?: object) => Promise<unknown[]>>;
  const read = await helpers['portabilityCollectionLines']!();
  assert.equal(read.length, 14);
}
