/** Times as typed, in the zone of the host. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { beginsDay, isTimeZone, momentOf } from '../../dist/platform/web/view/wall-time.js';

suite('a time in the host’s zone', () => {
  for (const { zone, wall, moment, why } of [
    { zone: 'UTC', wall: '2027-03-28T02:30', moment: '2027-03-28T02:30:00.000Z', why: 'has no changes' },
    { zone: 'Europe/Paris', wall: '2027-01-15T09:00', moment: '2027-01-15T08:00:00.000Z', why: 'in winter' },
    { zone: 'Europe/Paris', wall: '2027-07-15T09:00', moment: '2027-07-15T07:00:00.000Z', why: 'in summer' },
    { zone: 'Europe/Paris', wall: '2027-03-28T02:30', moment: null, why: 'skipped when summer time begins' },
    {
      zone: 'Europe/Paris',
      wall: '2027-03-28T03:00',
      moment: '2027-03-28T01:00:00.000Z',
      why: 'right after the skipped hour',
    },
    {
      zone: 'Europe/Paris',
      wall: '2027-10-31T02:30',
      moment: '2027-10-31T00:30:00.000Z',
      why: 'the first of two when summer time ends',
    },
    {
      zone: 'Europe/Paris',
      wall: '2027-10-31T03:00',
      moment: '2027-10-31T02:00:00.000Z',
      why: 'right after the repeated hour',
    },
    {
      zone: 'Australia/Lord_Howe',
      wall: '2027-04-04T01:45',
      moment: '2027-04-03T14:45:00.000Z',
      why: 'a shift of half an hour',
    },
    { zone: 'Australia/Lord_Howe', wall: '2027-10-03T02:15', moment: null, why: 'half an hour is skipped' },
    { zone: 'Pacific/Apia', wall: '2011-12-30T12:00', moment: null, why: 'a whole day is skipped' },
    {
      zone: 'Asia/Kolkata',
      wall: '2027-05-01T00:00:01.250',
      moment: '2027-04-30T18:30:01.250Z',
      why: 'an offset of half an hour',
    },
    { zone: 'America/Sao_Paulo', wall: '2018-11-04T00:00', moment: null, why: 'midnight is skipped' },
  ]) {
    test(`the local time ${wall} in ${zone} ${moment === null ? 'does not exist' : `is ${moment}`} (${why})`, () => {
      assert.equal(momentOf(new Date(`${wall}Z`), zone)?.toISOString() ?? null, moment);
    });
  }

  test('needs an existing zone', () => {
    for (const zone of ['UTC', 'Europe/Paris', '+02:00']) assert.ok(isTimeZone(zone), zone);
    for (const zone of ['', 'Mars/Olympus', 'Europe/Paris;', 'local']) assert.ok(!isTimeZone(zone), zone);
  });
});

test('an invalid time zone fails at start with a clear error', async () => {
  await assert.rejects(getTestEngine({ timeZone: 'Mars/Olympus' }), {
    code: 'configuration_invalid',
    reason: 'timeZone: "Mars/Olympus" is not a time zone such as "UTC" or "Europe/Paris"',
  });
});

test('administrators schedule in the zone of the host, which pages name', async () => {
  await using shop = await getTestEngine({ timeZone: 'Europe/Paris', now: () => new Date('2027-01-01T12:00:00Z') });
  const admin = shop.as('admin');
  const schedule = (publishedAt: string) =>
    admin.json('POST', '/policies/categories/cookie/terms.json', { description: 'x', published_at: publishedAt });
  const { status, body } = await schedule('2027-07-01T09:00');
  assert.equal(status, 201);
  const { id, published_at: stored } = body as { id: string; published_at: string };
  assert.equal(stored, '2027-07-01T07:00:00.000Z');
  const exact = await schedule('2027-08-01T09:00Z');
  assert.equal((exact.body as { published_at: string }).published_at, '2027-08-01T09:00:00.000Z', 'an offset counts');
  const skipped = await schedule('2027-03-28T02:30');
  assert.equal(skipped.status, 422);
  const [error] = (skipped.body as { errors: { code: string; detail: string }[] }).errors;
  assert.equal(error?.code, 'skipped');
  assert.match(error?.detail ?? '', /the clocks in Europe\/Paris go forward/);
  const page = await (await admin.fetch(`/policies/categories/cookie/terms/${id}`)).text();
  assert.match(page, /Jul 1, 2027, 9:00.AM GMT\+2/);
  const { body: draft } = await admin.json('POST', '/policies/categories/cookie/terms.json', { description: 'y' });
  const form = await admin.fetch(`/policies/categories/cookie/terms/${(draft as { id: string }).id}/publish`);
  assert.match(await form.text(), /Date and time \(Europe\/Paris\)/);
});

test('only the first instant of a day in its zone begins it, also where midnight does not exist', () => {
  for (const [instant, zone, begins] of [
    ['2027-02-28T23:00:00.000Z', 'Europe/Madrid', true],
    ['2027-02-28T23:00:00.001Z', 'Europe/Madrid', false],
    ['2027-03-01T00:00:00.000Z', 'Europe/Madrid', false],
    ['2027-03-01T00:00:00.000Z', 'UTC', true],
    // Clocks went from 23:59 to 01:00.
    ['2018-11-04T03:00:00.000Z', 'America/Sao_Paulo', true],
  ] as const) {
    assert.equal(beginsDay(new Date(instant), zone), begins, `${instant} ${zone}`);
  }
});
