/**
 * The fault loop over an erasure: each call to the database, the journal and the host fails once, in each mode, and the result is
 * the same as without a fault. `npm test` tries some of the calls; with `TEST_ROUNDS=long` each call fails.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, nodeSqliteDatabase } from 'policy-engine';
import { rounds, testsAll } from '../../../../testing/rounds.ts';
import { Faults, type Mode, MODES } from '../faults/faults.ts';
import { faultyDatabase, faultyStorage } from '../faults/ports.ts';
import { readAll, type Rows, writeAll } from '../faults/state.ts';
import { forEachDatabase } from '../support/databases.ts';
import { addPerson, DAY, findUser, makeShop, RULES, shopEngine, type ShopEngine } from './shop.ts';

const SHOP = ['shop_items', 'shop_orders', 'shop_reviews', 'shop_visits', 'shop_users'];
const OWN = ['erasure_requests', 'erasure_steps', 'erasure_kept', 'jobs', 'admin_actions', 'mails', 'job_schedules'];
const TABLES = [...SHOP, ...OWN.map((name) => `policy_manager_${name}`)];
const KEY = 'k'.repeat(32);
const isWhole = rounds(0, 1) === 1;
/** Short rounds try one call in this many, with a different one for each mode. */
const STRIDE = { sqlite: 50, postgres: 110, mysql: 110 };

/** What outlives a process. */
class World {
  readonly database: Database;
  readonly files = new Map<string, Buffer>();
  faults = new Faults();
  ended = 0;
  removed = 0;
  #processes = 0;

  constructor(database: Database) {
    this.database = database;
  }

  /** A process. */
  async engine(): Promise<ShopEngine> {
    const { faults, database } = this;
    const remove = {
      name: 'pictures',
      erasure: {
        action: 'run' as const,
        erase: async () => {
          await faults.call('erase pictures', async () => void (this.removed += 1));
          return { rows: 3 };
        },
      },
    };
    const shop = await shopEngine(faultyDatabase(database, faults), {
      dataRules: [...RULES, remove],
      userResource: { find: (id) => faults.call('find user', () => findUser(database, id)) },
      erasure: {
        graceDays: 0,
        journal: faultyStorage(this.files, faults),
        journalKey: KEY,
        endSessions: () => faults.call('end sessions', async () => void (this.ended += 1)),
      },
    });
    // Later than the earlier processes.
    this.#processes += 1;
    shop.pass((this.#processes * DAY) / 2);
    return shop;
  }
}

/** The state afterwards, without what differs between runs. */
async function stateOf({ database, files, ended, removed }: World): Promise<unknown> {
  const rows = await readAll(database, TABLES);
  const of = (table: string) => rows.get(table) ?? [];
  const requests = of('policy_manager_erasure_requests').map((row) => {
    const receipt = JSON.parse(String(row['receipt'])) as { readonly entries?: unknown } | null;
    return [row['state'], row['user_id'], row['open_user'], row['identifiers'], row['error'], receipt?.entries];
  });
  const steps = of('policy_manager_erasure_steps').map((row) =>
    ['rule', 'state', 'rows_done', 'rows_kept', 'last_key', 'error'].map((column) => row[column]),
  );
  return {
    shop: SHOP.map((table) =>
      of(table)
        .map((row) => JSON.stringify(row))
        .toSorted(),
    ),
    requests,
    steps: steps.map((step) => step.join()).toSorted(),
    kept: of('policy_manager_erasure_kept')
      .map((row) => ['rule', 'row_key', 'kept_until'].map((column) => row[column]).join(' '))
      .toSorted(),
    jobs: of('policy_manager_jobs').filter(({ name }) => name === 'erasure'),
    journal: files.size,
    isEnded: ended > 0,
    isRemoved: removed > 0,
  };
}

/** Works until no request is running. */
async function settle(database: Database, shop: ShopEngine): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    shop.pass(DAY / 24);
    await shop.work();
    const { rows } = await database.execute("select id from policy_manager_erasure_requests where state = 'running'");
    if (rows.length === 0) return;
  }
}

forEachDatabase(
  (target) => {
    let database: Database;
    let begin: Rows;

    before(async () => {
      database = target.dialect === 'sqlite' ? nodeSqliteDatabase(':memory:') : await target.open();
      const shop = await shopEngine(database, { dataRules: RULES });
      await makeShop(database);
      await addPerson(database, 'anna', { visits: 30 });
      await addPerson(database, 'otto', { visits: 2 });
      const { id } = await shop.engine.erasure.create({ id: 'anna' });
      await shop.engine.erasure.confirm(id);
      begin = await readAll(database, TABLES);
    });
    after(async () => {
      if (target.dialect === 'sqlite') await database.close();
    });

    const fresh = async () => {
      await writeAll(database, TABLES, begin);
      return new World(database);
    };

    /** @returns what is wrong after a fault; null if the run did not meet it */
    async function tryOne(mode: Mode, nth: number, expected: unknown): Promise<string | null> {
      const world = await fresh();
      const shop = await world.engine();
      world.faults.arm(mode, nth);
      await shop.work().catch(() => {});
      world.faults.disarm();
      const { hit } = world.faults;
      if (hit === null) return null;
      // A killed process never comes back: what it claimed is free when its lease has ended.
      if (mode === 'dead') world.faults = new Faults();
      const next = mode === 'dead' ? await world.engine() : shop;
      await settle(database, next);
      try {
        assert.deepEqual(await stateOf(world), expected);
        return '';
      } catch (error) {
        return `${mode} at ${hit}: ${(error as Error).message}`;
      }
    }

    test('an erasure with a fault at any call has the same result as without', { timeout: 3_600_000 }, async (t) => {
      const world = await fresh();
      const shop = await world.engine();
      world.faults.arm('refused');
      await shop.work();
      world.faults.disarm();
      const { length } = world.faults.calls;
      await settle(database, shop);
      const expected = await stateOf(world);
      assert.match(JSON.stringify(expected), /completed/);
      const stride = isWhole ? 1 : STRIDE[target.dialect];
      const problems: string[] = [];
      let tried = 0;
      for (const [index, mode] of MODES.entries()) {
        for (let nth = 1 + (isWhole ? 0 : index * 2); nth <= length; nth += stride) {
          const problem = await tryOne(mode, nth, expected);
          if (problem === null) break;
          tried += 1;
          if (problem !== '') problems.push(problem);
        }
      }
      t.diagnostic(`${tried} faults in ${length} calls`);
      assert.equal(problems.join('\n'), '');
      assert.ok(tried > 5);
    });
  },
  testsAll ? undefined : 'sqlite',
);
