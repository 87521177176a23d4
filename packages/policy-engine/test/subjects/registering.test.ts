/** Requests by letter or phone: an administrator enters them, and they are processed like any other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { startSmtp } from '../mail/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { apiOf, assertDescribed } from '../support/openapi.ts';

interface Registered {
  readonly id: string;
  readonly kind: string;
  readonly created_at: string;
  readonly due_at: string;
}

forEachDatabase((target) => {
  test('a request by letter counts from the day of its receipt, records who entered it, and notifies the person', async () => {
    const now = new Date('2027-03-10T12:00:00Z');
    await using smtp = await startSmtp();
    await using host = await getTestEngine({
      database: await target.open(),
      now: () => now,
      timeZone: 'Europe/Madrid',
      logger: { error: () => {} },
      portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
      erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: () => {} } }],
      // Pages would ask for a password: here the administrator has verified the identity.
      erasure: { graceDays: 7, identify: () => false },
      userResource: {
        find: (id: string) => (id === 'anna' ? { id, email: 'anna@shop.test', locale: 'fr-CA' } : null),
      },
      mail: { transport: smtp.url },
      fromEmail: 'Shop <shop@shop.test>',
      adminEmailInbox: 'inbox@shop.test',
    });
    const api = apiOf(host.engine);
    const post = async (path: string, body: unknown, user = 'admin') => {
      const response = await host.as(user).fetch(`/policies${path}`, {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await assertDescribed(api, 'POST', path, response.clone());
      return { status: response.status, body: (await response.json()) as Registered & { errors: { field: string }[] } };
    };
    const page = async (path: string) => {
      const response = await host.as('admin').fetch(`/policies${path}`, { headers: { accept: 'text/html' } });
      return { status: response.status, text: await response.text() };
    };
    /** What the form of an erasure answers. */
    const submitted = async (fields: Readonly<Record<string, string>>) => {
      const response = await host.as('admin').fetch('/policies/people/anna/requests/erasure', {
        method: 'POST',
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      });
      assert.equal(response.status, 422);
      return response.text();
    };
    const verified = { identity_verified: true };

    for (const [body, field] of [
      [{ received_on: '2027-03-01' }, 'identity_verified'],
      [{ ...verified, received_on: '2027-03-11' }, 'received_on'],
      [{ ...verified, received_on: '2025-03-01' }, 'received_on'],
      [{ ...verified, received_on: '2027-02-30' }, 'received_on'],
    ] as const) {
      const refused = await post('/people/anna/requests/erasure.json', body);
      assert.equal(refused.status, 422, JSON.stringify(body));
      assert.deepEqual(
        refused.body.errors.map((error) => error.field),
        [field],
      );
    }
    assert.equal((await post('/people/nobody/requests/erasure.json', verified)).status, 404);
    assert.equal((await post('/people/anna/requests/erasure.json', verified, 'anna')).status, 403);
    assert.deepEqual((await host.engine.erasure.list()).total, 0);

    const form = await page('/people/anna/requests/erasure');
    assert.match(form.text, /value="2027-03-10"/);
    assert.match(form.text, /anna@shop\.test/);
    assert.match(form.text, /The person is told by email that you received it\./);
    assert.match(await submitted({ received_on: '10/03/2027' }), /Received on: Enter a date\./);
    const late = await submitted({ received_on: '2027-03-11', identity_verified: '1' });
    assert.match(late, /Received on: This day is in the future\./);
    assert.match(late, /type="checkbox" value="1" checked/);
    const erasure = await post('/people/anna/requests/erasure.json', { ...verified, received_on: '2027-03-01' });
    assert.equal(erasure.status, 201);
    // Midnight in Madrid, and the last moment of the day one month later, in daylight saving time.
    assert.deepEqual(
      [erasure.body.kind, erasure.body.created_at, erasure.body.due_at],
      ['erasure', '2027-02-28T23:00:00.000Z', '2027-04-01T21:59:59.999Z'],
    );
    const request = await host.engine.erasure.find(erasure.body.id);
    // The person still has the whole grace period, since they are notified only now.
    assert.deepEqual([request.locale, request.graceUntil], ['fr', '2027-03-17T12:00:00.000Z']);
    const record = await host.as('admin').json('GET', `/policies/requests/erasure/${request.id}/record.json`);
    const { timeline } = record.body as { timeline: { what: string; who: string; administrator: string | null }[] };
    assert.deepEqual(
      timeline.slice(0, 3).map(({ what, who, administrator }) => [what, administrator ?? who]),
      [
        ['Requested', 'person'],
        ['Request registered for a person', 'admin'],
        ['Identity confirmed', 'admin'],
      ],
    );
    // The time of the day is not known.
    const shown = (await page(`/erasure_requests/${request.id}`)).text;
    const times = [...shown.matchAll(/<time datetime="2027-02-28T23:00:00.000Z"[^>]*>([^<]*)</g)];
    assert.deepEqual(
      times.map(([, text]) => text),
      ['Mar 1, 2027', 'Mar 1, 2027'],
    );
    const own = await host.as('anna').fetch('/policies/user_erasure_requests', { headers: { accept: 'text/html' } });
    assert.match(await own.text(), /<time datetime="2027-02-28T23:00:00.000Z"[^>]*>Mar 1, 2027</);
    await host.engine.erasure.confirm(request.id);

    const copy = await post('/people/anna/requests/portability.json', verified);
    assert.deepEqual([copy.status, copy.body.created_at], [201, now.toISOString()]);
    const again = await post('/people/anna/requests/portability.json', verified);
    assert.equal(again.status, 422);

    const person = await page('/people/anna');
    assert.doesNotMatch(person.text, /href="\/policies\/people\/anna\/requests\//);
    const log = (await (await host.as('admin').fetch('/policies/audit.json?action=request_registered')).json()) as {
      entries: { subject: string; subject_name: string; actor: string }[];
    };
    assert.deepEqual(
      log.entries.map(({ subject, subject_name: name, actor }) => [subject, name, actor]),
      [
        [copy.body.id, 'anna@shop.test', 'admin'],
        [erasure.body.id, 'anna@shop.test', 'admin'],
      ],
    );
    await host.engine.jobs.runDue();
    const told = smtp.mails.filter(({ to }) => to.includes('anna@shop.test'));
    assert.ok(told.length >= 2, `${told.length} mails`);
  });
});
