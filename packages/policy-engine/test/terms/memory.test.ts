/** The cache of the texts in force: at most half a second old, and never older than what was served before. */
import assert from 'node:assert/strict';
import { before, beforeEach, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, PolicyEngineError } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import { rulesOf } from '../support/rules.ts';
import { RECHECK_MS } from '../../dist/modules/terms/in-force/memory.js';
import { TermsService } from '../../dist/modules/terms/service.js';
import { forEachDatabase } from '../support/databases.ts';
import { runProcess } from '../support/processes.ts';
import { engineNaming } from '../../dist/schema.js';

const rules = rulesOf([{ name: 'cookie' }, { name: 'age' }]);

/** A database that counts its statements, and delays them as long as it is told to. */
function watched(real: Database) {
  const seen = { statements: 0, gate: Promise.resolve() };
  const database: Database = {
    dialect: real.dialect,
    capabilities: real.capabilities,
    inTransaction: false,
    execute: async (sql, parameters) => {
      seen.statements += 1;
      const result = await real.execute(sql, parameters);
      await seen.gate;
      return result as never;
    },
    transaction: (callback, options) => real.transaction(callback, options),
    close: () => real.close(),
  };
  return { seen, database };
}

forEachDatabase((target) => {
  let database: Database;
  let other: Database;
  let clock: Date;

  const serviceOn = (db: Database) =>
    new TermsService({ database: db, naming: engineNaming(db.dialect), rules, now: () => clock, defaultLocale: 'en' });
  const versionOf = async (terms: TermsService, rule = 'cookie') => (await terms.current()).get(rule)?.version;
  /** Polls until a version is in force. Returns the milliseconds that it took. */
  const waitFor = async (terms: TermsService, version: number, limit = 5000): Promise<number> => {
    const began = performance.now();
    while ((await versionOf(terms)) !== version) {
      assert.ok(performance.now() - began < limit, `version ${version} is still not in force`);
      await sleep(10);
    }
    return performance.now() - began;
  };

  before(async () => {
    [database, other] = [await target.open(), await target.open()];
    await migrate(database);
  });
  beforeEach(async () => {
    await database.execute('delete from policy_manager_terms');
    clock = new Date('2026-03-01T10:00:00.000Z');
  });

  suite('cached texts', () => {
    test('are read once and then not again for half a second', async () => {
      const { seen, database: counted } = watched(database);
      const terms = serviceOn(counted);
      await terms.createPublished('cookie', { markdown: 'Cookies.' });
      assert.equal(await versionOf(terms), 1);
      seen.statements = 0;
      for (let round = 0; round < 1000; round += 1) await terms.current();
      await terms.currentOf('cookie');
      assert.ok(seen.statements <= 2, `${seen.statements} statements`);
      await sleep(RECHECK_MS + 10);
      seen.statements = 0;
      await Promise.all(Array.from({ length: 100 }, () => terms.current()));
      assert.equal(seen.statements, 2, 'one look for a hundred readers at terms and translations, without the texts');
    });

    test('include at once what this process published', async () => {
      const terms = serviceOn(database);
      for (let version = 1; version <= 5; version += 1) {
        await terms.createPublished('cookie', { markdown: `Text ${version}` });
        assert.equal(await versionOf(terms), version);
      }
    });

    test('include within a second what another engine published', async () => {
      const [here, there] = [serviceOn(database), serviceOn(other)];
      for (let version = 1; version <= 3; version += 1) {
        await here.createPublished('cookie', { markdown: `Text ${version}` });
        const took = await waitFor(there, version);
        assert.ok(took < 1000, `${took} ms`);
        assert.equal((await there.currentOf('cookie')).markdown, `Text ${version}\n`);
      }
    });

    test('include within a second what another process published', { timeout: 60_000 }, async () => {
      const terms = serviceOn(database);
      clock = new Date();
      await terms.createPublished('cookie', { markdown: 'Here.' });
      assert.equal(await versionOf(terms), 1);
      const { code, output } = await runProcess('./processes/publish.ts', import.meta.url, [
        target.url,
        'cookie',
        'There.',
      ]);
      assert.equal(code, 0, output);
      clock = new Date();
      const took = await waitFor(terms, 2);
      assert.ok(took < 5000);
      assert.equal((await terms.currentOf('cookie')).markdown, 'There.\n');
    });

    test('are read again in a transaction, and updated from there', async () => {
      const [here, there] = [serviceOn(database), serviceOn(other)];
      await here.createPublished('cookie', { markdown: 'One.' });
      assert.equal(await versionOf(there), 1);
      await here.createPublished('cookie', { markdown: 'Two.' });
      await other.transaction(async (transaction) => {
        assert.equal((await there.currentOf('cookie', transaction)).version, 2);
        assert.equal((await there.current(transaction)).get('cookie')?.version, 2);
      });
      assert.equal(await versionOf(there), 2);
    });

    test('are refused without the handle of the open transaction, whether the cache would suffice or not', async () => {
      const terms = serviceOn(database);
      await terms.createPublished('cookie', { markdown: 'One.' });
      await terms.current();
      await database.transaction(async () => {
        await assert.rejects(terms.current(), (error: unknown) => {
          return error instanceof PolicyEngineError && error.code === 'database_misuse';
        });
      });
    });

    test('are not replaced by an older response that was under way while a version was published', async () => {
      const { seen, database: held } = watched(database);
      const terms = serviceOn(held);
      await terms.createPublished('cookie', { markdown: 'One.' });
      const gate = Promise.withResolvers<void>();
      seen.gate = gate.promise;
      const slow = terms.current();
      await sleep(50);
      await database.transaction(async () => {});
      const publishing = terms.createPublished('cookie', { markdown: 'Two.' });
      await publishing;
      seen.gate = Promise.resolve();
      gate.resolve();
      assert.equal((await slow).get('cookie')?.version, 2);
      assert.equal(await versionOf(terms), 2);
    });

    test('never go back with eight concurrent writers and eight readers', { timeout: 60_000 }, async () => {
      const writers = [serviceOn(database), serviceOn(other)];
      const readers = [...writers, serviceOn(await target.open())];
      const writing = { now: true };
      const read = async (terms: TermsService) => {
        let last = 0;
        while (writing.now) {
          const version = (await versionOf(terms)) ?? 0;
          assert.ok(version >= last, `${version} after ${last}`);
          last = version;
          await sleep(1);
        }
      };
      const reading = Promise.all(readers.map(read));
      for (let round = 1; round <= 4; round += 1) {
        await Promise.all(writers.map((terms) => terms.createPublished('cookie', { markdown: `Round ${round}` })));
      }
      writing.now = false;
      await reading;
      await waitFor(readers[2] ?? serviceOn(database), 8, 1000);
    });

    test('stay in force when the clock is set back to before their publication', async () => {
      const terms = serviceOn(database);
      await terms.createPublished('cookie', { markdown: 'One.' });
      clock = new Date('2026-03-02T10:00:00.000Z');
      await terms.createPublished('cookie', { markdown: 'Two.' });
      assert.equal(await versionOf(terms), 2);
      clock = new Date('2026-03-01T12:00:00.000Z');
      assert.equal(await versionOf(terms), 2);
      await sleep(RECHECK_MS + 10);
      assert.equal(await versionOf(terms), 2);
      assert.equal(await versionOf(serviceOn(other)), 1);
    });

    test('that cannot be read are an error; older ones are not served', async () => {
      const { database: real } = watched(database);
      let broken = false;
      const terms = serviceOn({
        ...real,
        execute: (sql, parameters) => (broken ? Promise.reject(new Error('gone')) : real.execute(sql, parameters)),
      });
      await terms.createPublished('cookie', { markdown: 'One.' });
      assert.equal(await versionOf(terms), 1);
      broken = true;
      await sleep(RECHECK_MS + 10);
      await assert.rejects(terms.current(), /gone/);
      broken = false;
      assert.equal(await versionOf(terms), 1);
    });
  });
});
