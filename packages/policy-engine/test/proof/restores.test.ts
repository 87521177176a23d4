/** Restored backups are detected by records outside of the database. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { localAttachments } from 'policy-engine/export';
import { forEachDatabase } from '../support/databases.ts';
import { declarationsOf } from '../../dist/kernel/compose.js';
import * as ownModules from '../../dist/modules.js';
import { runProcess } from '../support/processes.ts';
import { findingsOf, keys, RestorableHost, sealed, type Settings } from './restore-support.ts';
import { ask, decide } from './support.ts';
import { answering, TestWitness } from './witness-support.ts';

const isRestored = { code: 'ledger_restored' };

forEachDatabase((testDatabase) => {
  const host = new RestorableHost(testDatabase);

  describe('the mark', () => {
    test('is the newest checkpoint after each seal, written completely or not at all', async () => {
      const mark = host.newMark();
      const engine = await host.fresh({ mark, batchSize: 1 });
      for (const users of [['anna'], ['bob', 'carol']]) {
        await sealed(engine, ...users);
        assert.equal(readFileSync(mark, 'utf8'), (await engine.ledger.checkpoint())?.note);
      }
      assert.deepEqual(readdirSync(path.dirname(mark)), ['mark.txt']);
      assert.deepEqual(await findingsOf(engine), []);
    });

    test('can be in a storage', async () => {
      const storage = localAttachments(path.dirname(host.newMark()));
      const engine = await host.fresh({ mark: storage });
      await sealed(engine, 'anna');
      const restore = await host.backUp();
      await sealed(engine, 'bob');
      await restore();
      assert.deepEqual(await findingsOf(host.started({ mark: storage })), [
        `ledger_restored: the mark knows ${host.base + 2} events of ${await host.origin()}, and this ledger has ${host.base + 1}`,
      ]);
    });

    test('is updated at the next start if it is behind, as after a kill between commit and mark', async () => {
      const mark = host.newMark();
      await sealed(await host.fresh({ mark }), 'anna');
      await sealed(host.started({}), 'bob');
      const engine = host.started({ mark });
      assert.deepEqual(await findingsOf(engine), []);
      assert.equal(readFileSync(mark, 'utf8'), (await engine.ledger.checkpoint())?.note);
    });

    test('is never ahead: after a kill right after a commit, the next process updates it', async () => {
      const folder = path.dirname(host.newMark());
      const mark = localAttachments(folder);
      await sealed(await host.fresh({ mark }), 'anna');
      const before = readFileSync(path.join(folder, 'ledger-mark.txt'), 'utf8');
      await decide(host.started({ mark }), 'bob', 'age');
      const killed = await runProcess('./processes/seal-before-mark.ts', import.meta.url, [
        host.url,
        keys.secret,
        folder,
        JSON.stringify(declarationsOf(Object.values(ownModules)).tables.migrations),
      ]);
      assert.equal(killed.signal, 'SIGKILL', killed.output);
      assert.equal(readFileSync(path.join(folder, 'ledger-mark.txt'), 'utf8'), before);
      const engine = host.started({ mark });
      assert.equal((await engine.ledger.checkpoint())?.size, host.base + 2, 'the commit holds');
      assert.deepEqual(await findingsOf(engine), []);
      assert.equal(
        readFileSync(path.join(folder, 'ledger-mark.txt'), 'utf8'),
        (await engine.ledger.checkpoint())?.note,
      );
    });

    test('is not written over a file that is not a mark, which blocks nothing', async () => {
      const mark = host.newMark();
      const engine = await host.fresh({ mark });
      await sealed(engine, 'anna');
      writeFileSync(mark, 'My shopping list\n');
      await sealed(engine, 'bob');
      assert.equal(readFileSync(mark, 'utf8'), 'My shopping list\n');
      const [finding, ...others] = await findingsOf(host.started({ mark }));
      assert.match(finding ?? '', /^ledger_mark_failed: note: no empty line before the signatures/);
      assert.deepEqual(others, []);
      assert.ok(host.told.includes('the mark of the ledger could not be written'));
    });
  });

  describe('a restored backup', () => {
    test('a restored backup with a shorter ledger is detected; nothing is sealed, and with `refuse` nothing is served', async () => {
      const mark = host.newMark();
      await sealed(await host.fresh({ mark }), 'anna');
      const restore = await host.backUp();
      await sealed(host.started({ mark }), 'bob', 'carol');
      await restore();
      const reporting = host.started({ mark });
      assert.deepEqual(await findingsOf(reporting), [
        `ledger_restored: the mark knows ${host.base + 3} events of ${await host.origin()}, and this ledger has ${host.base + 1}`,
      ]);
      await decide(reporting, 'dave', 'age');
      await assert.rejects(reporting.ledger.seal(), isRestored);
      assert.equal((await reporting.ledger.checkpoint())?.size, host.base + 1);

      const refusing = host.started({ mark, onRestore: 'refuse' });
      for (const at of ['/user_terms/pending.json', '/ledger/checkpoint.json']) {
        const response = await ask(refusing, at, { user: 'anna' });
        const { code } = (await response.json()) as { code: string };
        assert.deepEqual([response.status, code], [503, 'ledger_restored']);
      }
      const put = await ask(refusing, '/user_terms/age/accept.json', { method: 'PUT', user: 'eve' });
      assert.equal(put.status, 503);
      const page = await ask(refusing, '/', { user: 'anna', headers: { accept: 'text/html' } });
      assert.equal(page.status, 503);
      assert.match(await page.text(), /The data of this site was restored from a backup/);
      assert.equal((await findingsOf(refusing)).length, 1, 'the check still works');
    });

    test('a restored backup is detected by a running process', async () => {
      const mark = host.newMark();
      const engine = await host.fresh({ mark });
      await sealed(engine, 'anna');
      const restore = await host.backUp();
      await sealed(engine, 'bob');
      await restore();
      await decide(engine, 'carol', 'age');
      await assert.rejects(engine.ledger.seal(), isRestored);
      assert.equal((await findingsOf(engine)).length, 1);
    });

    test('a restored backup is detected even after as many other events were sealed', async () => {
      const mark = host.newMark();
      await sealed(await host.fresh({ mark }), 'anna');
      const restore = await host.backUp();
      await sealed(host.started({ mark }), 'bob', 'carol');
      await restore();
      for (const users of [
        ['dave', 'erin'],
        ['frank', 'grace'],
      ]) {
        await sealed(host.started({}), ...users);
        assert.deepEqual(await findingsOf(host.started({ mark })), [
          `ledger_restored: the mark knows ${host.base + 3} events of ${await host.origin()}, which are not those of this ledger`,
        ]);
      }
    });

    test('a backup from before the first seal, and a new database, are detected', async () => {
      const mark = host.newMark();
      await sealed(await host.fresh({ mark }), 'anna');
      const origin = await host.origin();
      await host.blank();
      assert.deepEqual(await findingsOf(host.started({ mark })), [
        `ledger_restored: the mark knows ${host.base + 1} events of ${origin}, and this ledger has 0`,
      ]);
      await sealed(host.started({}), 'bob');
      assert.deepEqual(await findingsOf(host.started({ mark })), [
        `ledger_restored: the mark knows ${host.base + 1} events of ${origin}, and this ledger has another name`,
      ]);
    });

    test('without mark and witness a restored backup cannot be detected, which the check reports', async () => {
      assert.deepEqual(await findingsOf(await host.fresh({})), ['restores_unseen: null']);
    });
  });

  describe('with witnesses', () => {
    const origin = 'shop.example/ledger';

    test('the engine queries at start what the witnesses know', async () => {
      const witness = await TestWitness.start('officer.example/w1');
      const ledger: Settings = { origin, witnesses: [witness.option] };
      const engine = await host.fresh(ledger);
      await sealed(engine, 'anna');
      await witness.know(engine);
      const restore = await host.backUp();
      await sealed(engine, 'bob');
      assert.equal((await engine.ledger.cosign())[0]?.failure, null);
      await restore();
      const reason = `ledger_restored: officer.example/w1 knows ${host.base + 2} events of ${origin}, and this ledger has ${host.base + 1}`;
      assert.deepEqual(await findingsOf(host.started(ledger)), [reason]);
      await assert.rejects(decide(host.started({ ...ledger, onRestore: 'refuse' }), 'carol', 'age'), /503/);
      const gone = host.started({ ...ledger, onRestore: 'refuse' });
      await witness.down();
      await decide(gone, 'carol', 'age');
      assert.deepEqual(await findingsOf(gone), [], 'one that is away keeps nobody from being served');
      await witness.up();
      const [asked] = await gone.ledger.cosign();
      assert.deepEqual(
        [asked?.contradicts, asked?.failure],
        [true, `it knows ${host.base + 2} events, and this ledger has ${host.base + 1}`],
      );
      assert.deepEqual(await findingsOf(gone), [reason]);
      await assert.rejects(decide(gone, 'carol', 'age'), /503/);

      // Sealed past what the witness knows by a process that asks no witness: the witness refuses the fork.
      await sealed(host.started({ origin }), 'carol', 'dave', 'erin');
      const forked = host.started(ledger);
      assert.match((await forked.ledger.cosign())[0]?.failure ?? '', /^it answered 422: /);
      assert.deepEqual(await findingsOf(forked), [
        `ledger_restored: officer.example/w1 knows ${host.base + 2} events of ${origin}, which are not those of this ledger`,
      ]);
      await witness.end();
    });

    test('a restore that only one witness reports is not trusted if two are required', async () => {
      const liar = await answering((request, response) => {
        request.resume().on('end', () => {
          if (request.method === 'GET') response.writeHead(404).end();
          else response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end('1000000\n');
        });
      });
      const [witness, dishonest] = [
        await TestWitness.start('officer.example/w1'),
        await TestWitness.start('liar.example'),
      ];
      const ledger: Settings = {
        origin,
        witnesses: [witness.option, { vkey: dishonest.vkey, url: liar.url }],
        onRestore: 'refuse',
      };
      const engine = await host.fresh({ ...ledger, quorum: 2 });
      await sealed(engine, 'anna');
      await witness.know(engine);
      const outcomes = await engine.ledger.cosign();
      assert.deepEqual(
        outcomes.map(({ contradicts }) => contradicts),
        [false, true],
      );
      assert.deepEqual(await findingsOf(engine), []);
      await sealed(engine, 'bob');
      const trusting = host.started({ ...ledger, quorum: 1 });
      await trusting.ledger.cosign();
      assert.deepEqual(await findingsOf(trusting), [
        `ledger_restored: the witness liar.example does not cosign: it knows 1000000 events, and this ledger has ${host.base + 2}`,
      ]);
      await Promise.all([liar.close(), witness.end(), dishonest.end()]);
    });
  });
});
