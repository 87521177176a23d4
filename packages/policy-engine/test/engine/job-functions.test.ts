/** What happens when a function of the host that a background job calls fails: the job is repeated, and nothing is said to be done. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embeddedJobs } from 'policy-engine';
import { loneShop, passwordOf } from '../erasure/asking.ts';
import { addPerson } from '../erasure/shop.ts';
import { ALL, MINE, requestsEngine } from '../portability/requests-engine.ts';
import { until } from '../jobs/support.ts';
import { memoryStorage } from '../support/memory-storage.ts';
import { type Case, eachFault, type Failing, FAULTS, HOUR, type Options } from './faulty-functions.ts';

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
    assert.equal((await ask('admin', 'POST', `/erasure_requests/${request.id}/confirm`)).status, 200);
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
    await ask('admin', 'POST', `/erasure_requests/${body.id}/confirm`);
    return async () => (await ask('admin', 'GET', `/erasure_requests/${body.id}`)).body.state;
  };
  const [anna, berta] = [await confirmed('anna'), await confirmed('berta')];
  engine.start();
  await until(async () => (await anna()) === 'running' && (await berta()) === 'completed', 'the second is completed');
  waits.resolve(undefined);
  await until(async () => (await anna()) === 'completed', 'the first is completed');
  await engine.stop();
});
