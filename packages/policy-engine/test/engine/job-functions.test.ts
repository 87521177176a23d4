/** What happens when a function of the host that a background job calls fails: the job is repeated, and nothing is said to be done. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { after, before, describe, test, type TestContext } from 'node:test';
import { embeddedJobs, type PolicyEngineOptions } from 'policy-engine';
import type { TestRule } from 'policy-engine/testing';
import { LONGEST_DELETION } from '../../dist/platform/answered.js';
import { loneShop, passwordOf } from '../erasure/asking.ts';
import { addPerson } from '../erasure/shop.ts';
import { ALL, MINE, requestsEngine } from '../portability/requests-engine.ts';
import { until } from '../jobs/support.ts';
import { inTime } from '../support/in-time.ts';
import { memoryStorage } from '../support/memory-storage.ts';

type Any = (...given: never[]) => unknown;
type Options = Partial<PolicyEngineOptions<TestRule>>;
type Failing = <F extends Any>(works: F) => F;

const HOUR = 3_600_000;
/** Longer than any time limit of a job. */
const LIMIT = 6 * HOUR;

const SILENT = 'never answers';
const WRONG = 'returns a symbol';
const FAULTS: Readonly<Record<string, Any>> = {
  'throws an error': () => {
    throw new Error('of the host');
  },
  'rejects with nothing': async () => Promise.reject(undefined),
  [SILENT]: () => new Promise(() => {}),
  [WRONG]: () => Symbol('wrong'),
};

interface Case {
  readonly option: string;
  /** Options with a function that fails while it is told to. */
  readonly options: (failing: Failing) => Options;
  /** Whether the result is not used. */
  readonly ignoresResult?: true;
  /** Milliseconds that pass if the function is silent. Default: longer than any time limit of a job. */
  readonly limit?: number;
}

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
before(() => void process.on('unhandledRejection', note));
after(() => void process.off('unhandledRejection', note));

/** A switch for the functions of a case. */
function faults() {
  let fault: Any | null = null;
  let calls = 0;
  const failing = <F extends Any>(works: F) =>
    ((...given: never[]) => {
      if (fault === null) return works(...given);
      calls += 1;
      return fault(...given);
    }) as F;
  return {
    failing,
    /** Runs something while the functions fail, and time passes if they are silent. */
    async during<Result>(t: TestContext, name: string, limit: number, work: () => Promise<Result>): Promise<Result> {
      calls = 0;
      fault = FAULTS[name] ?? null;
      const result = await inTime(t, work, name === SILENT, limit, () => calls > 0);
      fault = null;
      assert.ok(calls > 0, 'the function was called');
      return result;
    },
  };
}

/** Runs something while the functions of a case fail. */
type Fails = <Result>(work: () => Promise<Result>) => Promise<Result>;

const member = { name: 'account', member: () => ({ name: 'Anna' }) };
const EXPORTS: readonly Case[] = [
  {
    option: 'member of a rule',
    options: (failing) => ({ portabilityRules: [{ name: 'account', member: failing(() => ({ name: 'Anna' })) }] }),
  },
  {
    option: 'collection of a rule',
    options: (failing) => ({ portabilityRules: [{ name: 'notes', collection: failing(() => [{ id: 1 }]) }] }),
  },
  {
    option: 'template of a rule',
    options: (failing) => ({ portabilityRules: [{ ...member, template: failing(() => '<p>Anna</p>') }] }),
  },
  {
    option: 'put of a storage',
    options: (failing) => {
      const storage = memoryStorage();
      return {
        attachments: {
          storage: { ...storage, put: failing((...given: Parameters<typeof storage.put>) => storage.put(...given)) },
        },
      };
    },
  },
  {
    option: 'exporter.afterZip',
    options: (failing) => ({ exporter: { afterZip: failing(() => {}) } }),
    ignoresResult: true,
  },
  {
    option: 'userResource.find',
    options: (failing) => ({ userResource: { find: failing((id: string) => ({ id })) } }),
  },
];

/** Describes a case: a test for each fault, all with the engine that the case makes first. */
function eachFault<Made extends AsyncDisposable>(
  name: string,
  { options, ignoresResult, limit = LIMIT }: Case,
  make: (options: Options, failing: Failing) => Promise<Made>,
  run: (made: Made, told: { person: string; goesOn: boolean; failing: Fails }) => Promise<void>,
): void {
  describe(name, () => {
    const told = faults();
    let made: Made;
    before(async () => {
      made = await make(options(told.failing), told.failing);
    });
    after(() => made[Symbol.asyncDispose]());
    for (const [index, fault] of Object.keys(FAULTS).entries()) {
      const goesOn = ignoresResult === true && fault === WRONG;
      test(`that ${fault}: ${goesOn ? 'it is done' : 'it is done once the function works again'}`, async (t) => {
        await run(made, { person: `person${index}`, goesOn, failing: (work) => told.during(t, fault, limit, work) });
        await setImmediate();
        assert.deepEqual(unhandled.splice(0), []);
      });
    }
  });
}

for (const one of EXPORTS) {
  let time = Date.UTC(2026, 0, 10);
  const make = (options: Options) => requestsEngine({ portabilityRules: [member], ...options });
  eachFault(
    `an export: ${one.option}`,
    one,
    make,
    async ({ ask, setTime, test: host }, { person, goesOn, failing }) => {
      const read = async (id: string) => (await ask('admin', 'GET', `${ALL}/${id}.json`)).body;
      setTime(new Date((time += HOUR)).toISOString());
      const { body: request } = await ask(person, 'POST', `${MINE}.json`);
      await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`);
      await failing(() => host.engine.jobs.runDue());
      if (!goesOn) {
        const failed = await read(request.id);
        assert.deepEqual([failed.state, failed.attachment], ['progress', null]);
        setTime(new Date((time += HOUR)).toISOString());
        await host.engine.jobs.runDue();
      }
      const done = await read(request.id);
      assert.equal(done.state, 'completed');
      assert.ok((done.attachment?.bytes ?? 0) > 0);
    },
  );
}

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

const MAILS: readonly Case[] = [
  // It is given in `make`, since the options of mail are needed for all.
  { option: 'mail.transport.sendMail', options: () => ({}), ignoresResult: true },
  { option: 'adminEmailInbox', options: (failing) => ({ adminEmailInbox: failing(() => 'admins@host.test') }) },
  {
    option: 'mailerTemplates',
    options: (failing) => ({
      mailerTemplates: { portability_requested: failing(() => ({ subject: 'A request' })) },
    }),
  },
];

for (const one of MAILS) {
  let time = Date.UTC(2026, 0, 10);
  const sent: unknown[] = [];
  const sendMail = async (mail: unknown) => void sent.push(mail);
  const make = (options: Options, failing: Failing) =>
    requestsEngine({
      fromEmail: 'privacy@host.test',
      adminEmailInbox: 'admins@host.test',
      mail: { transport: { sendMail: one.ignoresResult === true ? failing(sendMail) : sendMail }, ledgerDigest: false },
      ...options,
    });
  eachFault(`a mail: ${one.option}`, one, make, async ({ ask, setTime, test: host }, { person, goesOn, failing }) => {
    sent.length = 0;
    setTime(new Date((time += HOUR)).toISOString());
    assert.equal((await ask(person, 'POST', `${MINE}.json`)).status, 201);
    await failing(() => host.engine.jobs.runDue());
    assert.deepEqual(sent, []);
    setTime(new Date((time += HOUR)).toISOString());
    await host.engine.jobs.runDue();
    await host.engine.jobs.runDue();
    assert.equal(sent.length, goesOn ? 0 : 1);
  });
}

{
  let time = Date.UTC(2026, 0, 20);
  const sent: string[] = [];
  const sendMail = async ({ text }: { text: string }) => void sent.push(text);
  const own = (url: string) => `https://app.host.test/copy?of=${encodeURIComponent(url)}`;
  const link: Case = {
    option: 'exporter.customizeLink',
    options: (failing) => ({ exporter: { customizeLink: failing(own) } }),
  };
  const make = (options: Options) =>
    requestsEngine({
      publicOrigins: ['https://shop.host.test'],
      fromEmail: 'privacy@host.test',
      mail: { transport: { sendMail }, ledgerDigest: false },
      ...options,
    });
  eachFault(`a mail: ${link.option}`, link, make, async ({ ask, setTime, test: host }, { person, failing }) => {
    sent.length = 0;
    setTime(new Date((time += HOUR)).toISOString());
    const { body: request } = await ask(person, 'POST', `${MINE}.json`);
    await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`);
    const links = () => sent.filter((text) => text.includes('https://app.host.test/copy?of='));
    await failing(async () => {
      await host.engine.jobs.runDue();
      await host.engine.jobs.runDue();
    });
    // The copy is made, whatever becomes of its mail.
    const { body: done } = await ask('admin', 'GET', `${ALL}/${request.id}.json`);
    assert.equal(done.state, 'completed');
    assert.deepEqual(links(), []);
    setTime(new Date((time += HOUR)).toISOString());
    await host.engine.jobs.runDue();
    assert.equal(links().length, 1);
  });
}

const erasing = { graceDays: 0, identify: () => true };
const ERASURES: readonly Case[] = [
  {
    option: 'erase of a rule',
    options: (failing) => ({
      erasureRules: [{ name: 'pictures', erasure: { action: 'run', erase: failing(() => ({ rows: 3 })) } }],
    }),
    ignoresResult: true,
  },
  {
    option: 'value of a column',
    options: (failing) => ({
      dataRules: [
        {
          name: 'reviews',
          table: { table: 'shop_reviews', person: 'user_id' },
          erasure: { action: 'set', columns: { author: failing(() => 'a former customer') }, pseudonymised: true },
        },
      ],
    }),
  },
  {
    option: 'erasure.identifiers',
    options: (failing) => ({ erasure: { ...erasing, identifiers: failing(() => ['Annabel Lee']) } }),
  },
  {
    option: 'erasure.endSessions',
    options: (failing) => ({ erasure: { ...erasing, endSessions: failing(() => {}) } }),
    ignoresResult: true,
  },
  {
    option: 'erasure.files.list',
    options: (failing) => ({
      erasure: { ...erasing, files: [{ name: 'uploads', list: failing(() => []), read: () => null }] },
    }),
  },
  {
    option: 'userResource.find',
    options: (failing) => ({ userResource: { find: failing((id: string) => ({ id, email: `${id}@shop.test` })) } }),
  },
];

for (const one of ERASURES) {
  const make = async (options: Options) => {
    const made = await loneShop({ erasure: erasing, ...options });
    for (const index of Object.keys(FAULTS).keys()) await addPerson(made.shop.database, `person${index}`);
    return made;
  };
  eachFault(`an erasure: ${one.option}`, one, make, async ({ shop }, { person, goesOn, failing }) => {
    const { ask, pass, work } = shop;
    const { body: request } = await ask(person, 'POST', '/user_erasure_requests', passwordOf(person));
    const read = async () => (await ask('admin', 'GET', `/erasure_requests/${request.id}`)).body;
    assert.equal((await ask('admin', 'PUT', `/erasure_requests/${request.id}/confirm`)).status, 200);
    await failing(work);
    if (!goesOn) {
      const failed = await read();
      assert.deepEqual([failed.state, failed.receipt], ['running', null]);
      pass(HOUR);
      await work();
    }
    const done = await read();
    assert.equal(done.state, 'completed');
    assert.notEqual(done.receipt, null);
  });
}

{
  const make = async (options: Options, failing: Failing) => {
    const { storage, options: own } = deleting(failing);
    const made = await loneShop({ erasure: erasing, portability: { autoConfirm: true }, ...options, ...own });
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
      assert.equal((await ask('admin', 'PUT', `/erasure_requests/${request.id}/confirm`)).status, 200);
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

test('an erasure that waits for a function of the host does not hold up the next one', async () => {
  const waits = Promise.withResolvers<undefined>();
  const erase = ({ id }: { readonly id: string }) => (id === 'anna' ? waits.promise : undefined);
  await using made = await loneShop({
    erasure: erasing,
    erasureRules: [{ name: 'pictures', erasure: { action: 'run', erase } }],
    jobs: embeddedJobs({ pollSeconds: 0.02 }),
  });
  const { ask, database, engine } = made.shop;
  await addPerson(database, 'berta');
  const confirmed = async (person: string) => {
    const { body } = await ask(person, 'POST', '/user_erasure_requests', passwordOf(person));
    await ask('admin', 'PUT', `/erasure_requests/${body.id}/confirm`);
    return async () => (await ask('admin', 'GET', `/erasure_requests/${body.id}`)).body.state;
  };
  const [anna, berta] = [await confirmed('anna'), await confirmed('berta')];
  engine.start();
  await until(async () => (await anna()) === 'running' && (await berta()) === 'completed', 'the second is completed');
  waits.resolve(undefined);
  await until(async () => (await anna()) === 'completed', 'the first is completed');
  await engine.stop();
});
