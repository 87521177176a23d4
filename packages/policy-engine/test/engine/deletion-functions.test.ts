/** What happens when the storage of a host does not delete files: exports and erasures go on, and no file is forgotten. */
import assert from 'node:assert/strict';
import { LONGEST_DELETION } from '../../dist/platform/answered.js';
import { loneShop, passwordOf } from '../erasure/asking.ts';
import { addPerson } from '../erasure/shop.ts';
import { ALL, MINE, requestsEngine } from '../portability/requests-engine.ts';
import { memoryStorage } from '../support/memory-storage.ts';
import { type Case, eachFault, type Failing, FAULTS, HOUR, type Options } from './faulty-functions.ts';

const member = { name: 'account', member: () => ({ name: 'Anna' }) };

/** The options of an engine whose storage deletes files only while it is not told to fail, and the lines that it logs. */
function deleting(failing: Failing) {
  const storage = memoryStorage();
  const kept = { ...storage, delete: failing((name: string) => storage.delete(name)) };
  const lines: string[] = [];
  const logger = { error: (line: string) => void lines.push(line) };
  return { storage, lines, options: { attachments: { storage: kept }, logger } };
}

const deletion: Case = {
  option: 'delete of a storage',
  options: () => ({}),
  ignoresResult: true,
  limit: 2 * LONGEST_DELETION,
};

{
  let time = Date.UTC(2026, 0, 10);
  const make = async (options: Options, failing: Failing) => {
    const { storage, lines, options: own } = deleting(failing);
    const portability = { autoConfirm: true, keepDays: 1 };
    const engine = await requestsEngine({ portabilityRules: [member], portability, ...options, ...own });
    const later = async (hours: number): Promise<void> => {
      engine.setTime(new Date((time += hours * HOUR)).toISOString());
      await engine.test.engine.jobs.runDue();
    };
    /** An export, and the name of its file. */
    const made = async (person: string) => {
      engine.setTime(new Date((time += HOUR)).toISOString());
      const { body } = await engine.ask(person, 'POST', `${MINE}.json`);
      await engine.test.engine.jobs.runDue();
      return { id: body.id, name: `portability/${body.id}-1.zip` };
    };
    const isThere = async (name: string) => (await storage.size(name)) !== null;
    return { ...engine, lines, later, made, isThere };
  };

  eachFault(`an export that expires: ${deletion.option}`, deletion, make, async (host, { person, goesOn, failing }) => {
    const { ask, isThere, later, lines, made } = host;
    const { id, name } = await made(person);
    const read = async () => (await ask('admin', 'GET', `${ALL}/${id}.json`)).body.state;
    assert.deepEqual([await read(), await isThere(name)], ['completed', true]);
    lines.length = 0;
    await failing(() => later(30));
    if (!goesOn) {
      assert.deepEqual([await read(), await isThere(name)], ['completed', true]);
      assert.deepEqual(lines, ['the job portability-purge failed']);
      await later(1);
      assert.equal(await isThere(name), false);
    }
    assert.equal(await read(), 'expired');
  });

  eachFault(
    `a request that is deleted: ${deletion.option}`,
    deletion,
    make,
    async (host, { person, goesOn, failing }) => {
      const { ask, isThere, later, lines, made } = host;
      const { id, name } = await made(person);
      lines.length = 0;
      // The answer does not wait for the file.
      assert.equal((await ask(person, 'DELETE', `${MINE}/${id}.json`)).status, 204);
      await failing(() => later(0));
      assert.deepEqual(lines, goesOn ? [] : ['the job portability-discard failed']);
      if (goesOn) return;
      assert.equal(await isThere(name), true);
      await later(1);
      assert.equal(await isThere(name), false);
    },
  );
}

{
  let time = Date.UTC(2026, 0, 10);
  let isBroken = false;
  const make = async (options: Options, failing: Failing) => {
    const { storage, lines, options: own } = deleting(failing);
    const exporter = {
      afterZip: () => {
        if (isBroken) throw new Error('the disk is full');
      },
    };
    const engine = await requestsEngine({ portabilityRules: [member], exporter, ...options, ...own });
    return { ...engine, lines, storage };
  };
  eachFault(`an export that failed: ${deletion.option}`, deletion, make, async (host, { person, goesOn, failing }) => {
    const { ask, setTime, storage, test: one } = host;
    const later = async (): Promise<void> => {
      setTime(new Date((time += HOUR)).toISOString());
      await one.engine.jobs.runDue();
    };
    setTime(new Date(time).toISOString());
    const { body: request } = await ask(person, 'POST', `${MINE}.json`);
    const read = async () => (await ask('admin', 'GET', `${ALL}/${request.id}.json`)).body;
    await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`);
    isBroken = true;
    await failing(later);
    assert.match((await read()).error ?? '', /the disk is full/);
    isBroken = false;
    await failing(later);
    if (!goesOn) {
      // No copy is made while an earlier one cannot be deleted, and administrators see why.
      const failed = await read();
      assert.equal(failed.state, 'progress');
      assert.doesNotMatch(failed.error ?? '', /the disk is full/);
      await later();
    }
    assert.equal((await read()).state, 'completed');
    const left = [1, 2].map((attempt) => storage.size(`portability/${request.id}-${attempt}.zip`));
    if (!goesOn) assert.deepEqual(await Promise.all(left), [null, null]);
  });
}

{
  const make = async (options: Options, failing: Failing) => {
    const { storage, options: own } = deleting(failing);
    const made = await loneShop({
      erasure: { graceDays: 0, identify: () => true },
      portability: { autoConfirm: true },
      ...options,
      ...own,
    });
    for (const index of Object.keys(FAULTS).keys()) await addPerson(made.shop.database, `person${index}`);
    return { ...made, storage, [Symbol.asyncDispose]: () => made[Symbol.asyncDispose]() };
  };
  eachFault(
    `an erasure: ${deletion.option}`,
    deletion,
    make,
    async ({ shop, storage }, { person, goesOn, failing }) => {
      const { ask, pass, test: host, work } = shop;
      const copy = await host.as(person).json('POST', '/policies/user_portability_requests.json');
      await work();
      const name = `portability/${(copy.body as { id: string }).id}-1.zip`;
      assert.notEqual(await storage.size(name), null);
      const { body: request } = await ask(person, 'POST', '/user_erasure_requests', passwordOf(person));
      const read = async () => (await ask('admin', 'GET', `/erasure_requests/${request.id}`)).body;
      assert.equal((await ask('admin', 'POST', `/erasure_requests/${request.id}/confirm`)).status, 200);
      await failing(work);
      if (!goesOn) {
        const failed = await read();
        assert.deepEqual([failed.state, failed.receipt], ['running', null]);
        assert.notEqual(await storage.size(name), null);
        pass(HOUR);
        await work();
        assert.equal(await storage.size(name), null);
      }
      assert.equal((await read()).state, 'completed');
    },
  );
}
