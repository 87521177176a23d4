/** Mail from the outbox to a real SMTP server, on each database. */
import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, test } from 'node:test';
import type { Database, MailData, MailName } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import { createQueries } from '../../dist/schema.js';
import { createMail } from '../../dist/platform/mail/create.js';
import { declarationsOf } from '../../dist/kernel/compose.js';
import * as ownModules from '../../dist/modules.js';
import { createLanguages } from '../../dist/platform/i18n/language.js';
import { forEachDatabase } from '../support/databases.ts';
import { jobsOn, reports } from '../jobs/support.ts';
import { bodies, startSmtp, type TestSmtp } from './support.ts';
import { engineNaming } from '../../dist/schema.js';

const declared = declarationsOf(Object.values(ownModules));

const USERS: Readonly<Record<string, unknown>> = {
  anna: { id: 'anna', email: 'anna@example.org', locale: 'es' },
  eve: { id: 'eve', email: 'eve@example.org, all@example.org' },
  silent: { id: 'silent', email: null },
};
const COMPLETED: MailData['portability_completed'] = {
  requestId: 'r1',
  expireAt: null,
  path: '/user_portability_requests',
};

forEachDatabase((target) => {
  let database: Database;
  let smtp: TestSmtp;
  let clock: Date;

  before(async () => {
    database = await target.open();
    await migrate(database);
  });
  beforeEach(async () => {
    smtp = await startSmtp();
    clock = new Date('2026-03-01T12:00:00Z');
    for (const table of ['jobs', 'mails', 'job_schedules'] as const) {
      await createQueries(database).deleteFrom(table).execute();
    }
  });
  afterEach(() => smtp[Symbol.asyncDispose]());

  function engine(more: { transport?: string; adminEmailInbox?: () => Promise<string> } = {}) {
    const logger = reports();
    const now = () => clock;
    const jobs = jobsOn(database, { logger, now });
    const mail = createMail({
      database,
      naming: engineNaming(database.dialect),
      jobs,
      now,
      logger,
      definitions: declared.mails,
      language: createLanguages({}, 'en', declared.catalogues),
      basePath: () => '/policies',
      mail: { transport: more.transport ?? smtp.url },
      fromEmail: 'Shop <privacy@shop.example>',
      adminEmailInbox: more.adminEmailInbox ?? 'inbox@shop.example',
      userResource: { find: async (id) => USERS[id] ?? null },
      publicOrigins: ['https://shop.example'],
      appearance: { name: 'Shop' },
      timeZone: 'UTC',
    });
    const send = <Name extends MailName>(
      message: Name,
      to: 'admin' | { user: string },
      data: MailData[Name],
      key: string,
    ) => database.transaction((transaction) => mail.send({ message, to, data, key }, transaction));
    return { jobs, mail, send, logger };
  }
  const states = async () =>
    (await createQueries(database).selectFrom('mails').select('state').execute()).map(({ state }) => state);

  test('a mail is sent to the user, in their language, from the sender, and its recipient is deleted', async () => {
    const { jobs, send } = engine();
    await send('portability_completed', { user: 'anna' }, COMPLETED, 'completed:r1');
    assert.equal((await jobs.runDue()) > 0, true);
    const [mail, ...others] = smtp.mails;
    assert.deepEqual([others.length, mail?.from, mail?.to], [0, 'privacy@shop.example', ['anna@example.org']]);
    assert.equal(mail?.header('subject'), 'Sus datos están listos');
    assert.equal(mail?.header('from'), 'Shop <privacy@shop.example>');
    assert.equal(mail?.header('auto-submitted'), 'auto-generated');
    assert.match(mail?.header('message-id') ?? '', /^<[0-9a-f-]{36}@shop\.example>$/);
    const { text, html } = bodies(mail);
    assert.match(text, /^Shop: recibe este correo porque solicitó una copia de sus datos\./);
    assert.match(text, /https:\/\/shop\.example\/policies\/user_portability_requests/);
    assert.match(html, /href="https:\/\/shop\.example\/policies\/user_portability_requests"/);
    const rows = await createQueries(database).selectFrom('mails').selectAll().execute();
    assert.deepEqual(
      rows.map(({ state, recipient, data }) => [state, recipient, data]),
      [['sent', null, null]],
    );
  });

  test('a mail with a key is sent once, and one of a failed transaction never', async () => {
    const { jobs, mail, send } = engine();
    await send('portability_completed', { user: 'anna' }, COMPLETED, 'completed:r1');
    await send('portability_completed', { user: 'anna' }, COMPLETED, 'completed:r1');
    await jobs.runDue();
    await send('portability_completed', { user: 'anna' }, COMPLETED, 'completed:r1');
    await assert.rejects(
      database.transaction(async (transaction) => {
        const never = { message: 'portability_progress', to: { user: 'anna' }, data: COMPLETED, key: 'p' } as const;
        await mail.send(never, transaction);
        throw new Error('no');
      }),
    );
    await jobs.runDue();
    assert.equal(smtp.mails.length, 1);
  });

  test('a server that is down or busy delays the mail; the same Message-ID is sent later', async () => {
    const { jobs, send, logger } = engine();
    smtp.mood = 'later';
    await send('portability_completed', { user: 'anna' }, COMPLETED, 'completed:r1');
    await jobs.runDue();
    assert.deepEqual([smtp.mails.length, await states()], [0, ['waiting']]);
    assert.match(logger.lines[0] ?? '', /the job mail failed: .*451/);

    const port = Number(new URL(smtp.url).port);
    await smtp[Symbol.asyncDispose]();
    clock = new Date(clock.getTime() + 3_600_000);
    await jobs.runDue();
    assert.match(logger.lines.at(-1) ?? '', /ECONNREFUSED/);

    smtp = await startSmtp(port);
    clock = new Date(clock.getTime() + 3_600_000);
    // The process was restarted meanwhile; the earlier one is still there.
    await Promise.all([engine().jobs.runDue(), jobs.runDue()]);
    assert.deepEqual([smtp.mails.length, await states()], [1, ['sent']]);
  });

  test('a mail that the server refuses permanently is not retried automatically, but can be retried manually', async () => {
    const { jobs, send } = engine();
    smtp.mood = 'refuses';
    await send('portability_completed', { user: 'anna' }, COMPLETED, 'completed:r1');
    await jobs.runDue();
    const [failed] = await jobs.failed();
    assert.deepEqual([failed?.name, failed?.attempts], ['mail', 1]);
    smtp.mood = 'takes';
    await jobs.retry(failed!.id);
    await jobs.runDue();
    assert.equal(smtp.mails.length, 1);
  });

  test('an address with several recipients gets no mail, and a user without an address drops the mail', async () => {
    const { jobs, send, logger } = engine();
    await send('portability_completed', { user: 'eve' }, COMPLETED, 'a');
    await send('portability_completed', { user: 'silent' }, COMPLETED, 'b');
    await send('portability_completed', { user: 'nobody' }, COMPLETED, 'c');
    await jobs.runDue();
    assert.equal(smtp.mails.length, 0);
    assert.deepEqual((await states()).toSorted(), ['dropped', 'dropped', 'waiting']);
    assert.match((await jobs.failed())[0]?.error ?? '', /not an email address/);
    assert.equal(logger.lines.filter((line) => line.startsWith('a mail was dropped')).length, 2);
  });

  test('the administrators’ inbox may be a function', async () => {
    const { jobs, send } = engine({ adminEmailInbox: async () => 'Duty <duty@shop.example>' });
    const data = { requestId: 'r1', userId: 'anna', dueAt: '2026-04-01T00:00:00.000Z', path: '/portability_requests' };
    await send('portability_requested', 'admin', data, 'requested:r1');
    await jobs.runDue();
    assert.deepEqual(smtp.mails[0]?.to, ['duty@shop.example']);
    assert.match(bodies(smtp.mails[0]).text, /April 1, 2026/);
  });
});
