/** What happens when a function of the host that a background job calls fails: the job is repeated, and nothing is said to be done. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { after, before, test } from 'node:test';
import { ALL, MINE, requestsEngine } from '../portability/requests-engine.ts';

type Fails = () => unknown;

const FAULTS: Readonly<Record<string, Fails>> = {
  'throws an error': () => {
    throw new Error('of the host');
  },
  'rejects with a text': async () => Promise.reject('of the host'),
  'rejects with nothing': async () => Promise.reject(undefined),
};

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
before(() => void process.on('unhandledRejection', note));
after(() => void process.off('unhandledRejection', note));

const HOUR = 3_600_000;

test('an export whose rule fails goes on when the rule works again, and is complete once', async (t) => {
  let fault: Fails | null = null;
  const failing =
    <Result>(works: () => Result) =>
    () =>
      fault === null ? works() : (fault() as Result);
  const RULES = {
    member: { name: 'account', member: failing(() => ({ name: 'Anna' })) },
    collection: { name: 'notes', collection: failing(() => [{ id: 1 }]) },
  };
  for (const [option, rule] of Object.entries(RULES)) {
    await using made = await requestsEngine({ portabilityRules: [rule] });
    const { ask, setTime, test: host } = made;
    let time = Date.UTC(2026, 0, 10);
    for (const [name, fails] of Object.entries(FAULTS)) {
      await t.test(`${option} ${name}`, async () => {
        setTime(new Date((time += HOUR)).toISOString());
        fault = null;
        const { body: request } = await ask('anna', 'POST', `${MINE}.json`);
        await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`);
        fault = fails;
        await host.engine.jobs.runDue();
        const failed = (await ask('admin', 'GET', `${ALL}/${request.id}.json`)).body;
        assert.equal(failed.state, 'progress');
        assert.equal(failed.attachment, null);
        assert.notEqual(failed.error ?? '', '', 'the reason is shown');
        fault = null;
        setTime(new Date((time += HOUR)).toISOString());
        await host.engine.jobs.runDue();
        const done = (await ask('admin', 'GET', `${ALL}/${request.id}.json`)).body;
        assert.equal(done.state, 'completed');
        assert.ok((done.attachment?.bytes ?? 0) > 0);
        await setImmediate();
        assert.deepEqual(unhandled.splice(0), []);
        // The next request of the same person.
        time += 400 * 24 * HOUR;
      });
    }
  }
});

test('a mail whose transport or inbox fails waits, and is sent once when the function works again', async (t) => {
  let fault: Fails | null = null;
  const mails: unknown[] = [];
  const failing =
    <Given extends unknown[], Result>(works: (...given: Given) => Result) =>
    (...given: Given) =>
      fault === null ? works(...given) : (fault() as Result);
  const works = { sendMail: async (mail: unknown) => void mails.push(mail), inbox: () => 'admins@host.test' };
  for (const option of ['sendMail', 'inbox'] as const) {
    await using made = await requestsEngine({
      fromEmail: 'privacy@host.test',
      adminEmailInbox: option === 'inbox' ? failing(works.inbox) : 'admins@host.test',
      mail: {
        transport: { sendMail: option === 'sendMail' ? failing(works.sendMail) : works.sendMail },
        ledgerDigest: false,
      },
    });
    const { ask, setTime, test: host } = made;
    let time = Date.UTC(2026, 0, 10);
    for (const [index, [name, fails]] of Object.entries(FAULTS).entries()) {
      await t.test(`${option} ${name}`, async () => {
        setTime(new Date((time += HOUR)).toISOString());
        mails.length = 0;
        const made = await ask(`user${index}`, 'POST', `${MINE}.json`);
        assert.equal(made.status, 201);
        fault = fails;
        await host.engine.jobs.runDue();
        assert.equal(mails.length, 0);
        fault = null;
        setTime(new Date((time += HOUR)).toISOString());
        await host.engine.jobs.runDue();
        await host.engine.jobs.runDue();
        assert.equal(mails.length, 1);
        await setImmediate();
        assert.deepEqual(unhandled.splice(0), []);
      });
    }
  }
});
