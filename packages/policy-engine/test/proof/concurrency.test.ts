/** Writers and two sealers in processes of their own: nothing is lost or duplicated. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createQueries, engineTables } from '../../dist/schema.js';
import { connectDatabase, type Database, type PolicyEngine } from 'policy-engine';
import { rounds } from '../../../../testing/rounds.ts';
import { forEachDatabase } from '../support/databases.ts';
import { memoryStorage } from '../support/memory-storage.ts';
import { runProcess } from '../support/processes.ts';
import { decide, empty, engineOn, eventsIn, newKeys, publish, RULES } from './support.ts';

const WRITERS = rounds(2, 8);
const ROUNDS = rounds(6, 9);
/** Where short rounds start to kill a sealer; they do so at every third statement, and together meet each of them. */
const FIRST_KILL = { sqlite: 1, postgres: 2, mysql: 3 };
const isLong = rounds(0, 1) === 1;
const keys = newKeys();
/** For processes that don’t load the modules. */
const migrations = JSON.stringify(engineTables.migrations);

interface SealerProcess {
  readonly child: ChildProcess;
  /** Stops it. @returns the number of events that it sealed */
  stop(): Promise<number>;
}

async function startSealer(url: string, leaseSeconds: number, batchSize = 7): Promise<SealerProcess> {
  const script = fileURLToPath(new URL('./processes/seal.ts', import.meta.url));
  const child = fork(script, [url, keys.secret, String(leaseSeconds), String(batchSize), migrations], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  assert.deepEqual(await once(child, 'message'), ['ready', undefined]);
  return {
    child,
    async stop() {
      const told = once(child, 'message');
      const ended = once(child, 'exit');
      child.send('stop');
      const [{ sealed }] = (await told) as [{ sealed: number }];
      await ended;
      return sealed;
    },
  };
}

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;

  before(async () => {
    database = await target.open();
    engine = engineOn(database, { ledgerKey: keys.secret, ledger: { leaseSeconds: 1 } });
    await engine.migrate();
    for (const rule of RULES) await publish(engine, rule);
  });
  beforeEach(() => empty(database));

  test(
    `${WRITERS} processes that decide and two that seal lose and duplicate nothing`,
    { timeout: 120_000 },
    async () => {
      const sealers = await Promise.all([startSealer(target.url, 15), startSealer(target.url, 15)]);
      const ended = await Promise.all(
        Array.from({ length: WRITERS }, (_, number) =>
          runProcess(
            './processes/write.ts',
            import.meta.url,
            [target.url, String(number), String(ROUNDS), keys.secret],
            110_000,
          ),
        ),
      );
      for (const { code, output } of ended) assert.equal(code, 0, output);
      const sealedElsewhere = await Promise.all(sealers.map((sealer) => sealer.stop()));
      const rest = await engine.ledger.seal();

      const events = await eventsIn(database);
      const outcome = await engine.ledger.verify();
      assert.deepEqual(outcome.findings, []);
      assert.deepEqual([outcome.events, outcome.pending], [events.length, 0]);
      assert.equal(
        sealedElsewhere.reduce((sum, sealed) => sum + sealed, rest.events),
        events.length - RULES.length,
        'all but the texts, which the sealer logs itself',
      );
      assert.ok(sealedElsewhere.some((sealed) => sealed > 0));
      assertOwn(events);
      await assertShared(events);
    },
  );

  /** Each subject of only one writer moved as often as it decided, since every third round is its turn. */
  function assertOwn(events: Awaited<ReturnType<typeof eventsIn>>): void {
    for (let number = 0; number < WRITERS; number++) {
      const own = events.filter(({ subject }) => subject?.startsWith(`own-${number}-`));
      assert.equal(own.length, ROUNDS, `writer ${number}`);
    }
  }

  /** In any order: moves of one subject on one text alternate, and the last one counts. */
  async function assertShared(events: Awaited<ReturnType<typeof eventsIn>>): Promise<void> {
    const terms = await createQueries(database).selectFrom('user_terms').selectAll().execute();
    assert.equal(terms.length, WRITERS * 3 + 2);
    for (const { user_id, state } of terms) {
      const moves = events.filter(({ subject }) => subject === user_id).map(({ decision }) => decision);
      const accepted = moves.filter((decision) => decision === 'accepted').length;
      // A first move of either kind; each later one reverses the one before.
      assert.ok(Math.abs(2 * accepted - moves.length) <= 1, `${user_id}: ${moves.join(' ')}`);
      const surplus = 2 * accepted - moves.length;
      if (surplus !== 0) assert.equal(state, surplus > 0 ? 'accepted' : 'rejected', user_id);
    }
  }

  test(
    'after a sealer is killed at any statement of a batch, the next one continues',
    { timeout: 120_000 },
    async () => {
      const subjects = ['anna', 'bob', 'carol'];
      for (const subject of subjects) await decide(engine, subject, 'age');
      const run = (nth: number) =>
        runProcess('./processes/seal-and-die.ts', import.meta.url, [target.url, keys.secret, String(nth), migrations]);
      // The lease, earlier events, the others, the last checkpoint, what came before the log, numbers, tiles, the new
      // checkpoint; then the commit.
      for (let nth = isLong ? 1 : FIRST_KILL[target.dialect]; nth <= 8; nth += rounds(3, 1)) {
        const { signal, output } = await run(nth);
        assert.equal(signal, 'SIGKILL', output);
        const { ok, events } = await engine.ledger.verify();
        assert.deepEqual({ ok, events }, { ok: true, events: 0 }, `killed at statement ${nth}`);
      }
      const last = await run(0);
      assert.equal(last.output, 'sealed 3\n');
      const { findings, events, checkpoints, pending } = await engine.ledger.verify();
      const sealed = { findings, events, checkpoints, pending };
      assert.deepEqual(sealed, { findings: [], events: RULES.length + 3, checkpoints: 1, pending: 0 });
    },
  );

  test('a former holder of the lease that returns late writes nothing', async () => {
    for (const subject of ['anna', 'bob', 'carol']) await decide(engine, subject, 'age');
    const queries = createQueries(database);
    const slow = engineOn(database, { ledgerKey: keys.secret, ledger: { batchSize: 1, leaseSeconds: 60 } });
    assert.equal((await slow.ledger.seal()).events, 3);
    await queries
      .updateTable('ledger_lease')
      .set({ holder: 'other', until: new Date(Date.now() + 60_000) })
      .execute();
    await decide(engine, 'dave', 'age');
    assert.deepEqual(await slow.ledger.seal(), { events: 0, checkpoint: null, elsewhere: true });
    assert.equal((await slow.ledger.verify()).pending, 1);
    await queries
      .updateTable('ledger_lease')
      .set({ until: new Date(0) })
      .execute();
    const before = await queries.selectFrom('ledger_lease').select('token').executeTakeFirstOrThrow();
    assert.equal((await slow.ledger.seal()).events, 1);
    const after = await queries.selectFrom('ledger_lease').select('token').executeTakeFirstOrThrow();
    assert.equal(after.token, before.token + 1);
  });

  test('a holder whose batches take longer than its lease goes on: nobody takes it between two batches', async () => {
    for (const subject of ['anna', 'bob', 'carol']) await decide(engine, subject, 'age');
    let time = Date.now();
    const others = engineOn(database, {
      ledgerKey: keys.secret,
      ledger: { leaseSeconds: 1 },
      now: () => new Date(time),
    });
    let byOthers = 0;
    const stored = memoryStorage();
    const put: typeof stored.put = async (...of) => {
      await stored.put(...of);
      byOthers += (await others.ledger.seal()).events;
    };
    const slow = engineOn(database, {
      ledgerKey: keys.secret,
      ledger: { leaseSeconds: 1, batchSize: 1, mark: { ...stored, put } },
      // Each step of a batch takes a part of the second.
      now: () => new Date((time += 700)),
    });
    const { events, elsewhere } = await slow.ledger.seal();
    assert.deepEqual([events, elsewhere, byOthers], [3, false, 0]);
  });

  test('a process that may not seal does not wait for the batch of the one that does', async () => {
    // Otherwise there is one writer at a time, who locks everything.
    if (!database.capabilities.rowLocks) return;
    await decide(engine, 'anna', 'age');
    await createQueries(database).deleteFrom('ledger_lease').execute();
    await engine.ledger.seal();
    await decide(engine, 'bob', 'age');
    const until = new Date(Date.now() + 1000);
    await createQueries(database).updateTable('ledger_lease').set({ holder: 'other', until }).execute();
    const holder = await connectDatabase(target.url);
    await holder.transaction(async (transaction) => {
      await createQueries(transaction).updateTable('ledger_lease').set({ until }).execute();
      // Would never end: this transaction holds the row until then.
      assert.equal((await engine.ledger.seal()).elsewhere, true);
    });
    await holder.close();
  });

  test('a run of the sealer ends while people decide: what is appended meanwhile waits for the next', async () => {
    const stored = memoryStorage();
    const late = ['bob', 'carol', 'dave'];
    const put: typeof stored.put = async (...of) => {
      await stored.put(...of);
      const person = late.pop();
      if (person !== undefined) await decide(engine, person, 'age');
    };
    const sealing = engineOn(database, { ledgerKey: keys.secret, ledger: { mark: { ...stored, put } } });
    await decide(engine, 'anna', 'age');
    assert.equal((await sealing.ledger.seal()).events, 1);
    const { pending, findings } = await engine.ledger.verify();
    assert.deepEqual([pending, findings], [1, []]);
    assert.equal((await engine.ledger.seal()).events, 1);
  });

  test('where one writer locks the database, batches are as long as others can wait', async () => {
    if (database.capabilities.rowLocks) return;
    await engine.ledger.seal();
    const { checkpoints: before } = await engine.ledger.verify();
    for (let count = 0; count < 60; count += 1) await decide(engine, `many-${count}`, 'age');
    assert.equal((await engine.ledger.seal()).events, 60);
    const { checkpoints, pending, findings } = await engine.ledger.verify();
    assert.deepEqual([pending, findings], [0, []]);
    assert.ok(checkpoints - before >= 2, `${checkpoints - before} batches`);
  });

  test('an implausible lease, of a holder whose clock was fast, is taken over', async () => {
    await decide(engine, 'anna', 'age');
    await engine.ledger.seal();
    await decide(engine, 'bob', 'age');
    const lease = (milliseconds: number) =>
      createQueries(database)
        .updateTable('ledger_lease')
        .set({ holder: 'dead', until: new Date(Date.now() + milliseconds) })
        .execute();
    await lease(1900);
    assert.equal((await engine.ledger.seal()).elsewhere, true, 'twice a lease of one second may be right');
    await lease(3_600_000);
    assert.equal((await engine.ledger.seal()).events, 1);
    assert.deepEqual((await engine.ledger.verify()).findings, []);
  });
});
