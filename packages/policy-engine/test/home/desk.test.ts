/** The administrators' home: what is due each day, what failed and how it is tried again, what a developer copies. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import type { PolicyEngineOptions } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import * as modules from '../../dist/modules.js';
import { listening } from '../../../../testing/listening.ts';

const HTML = { headers: { accept: 'text/html' }, redirect: 'manual' } as const;
const FORM = {
  ...HTML,
  method: 'POST',
  headers: { ...HTML.headers, 'content-type': 'application/x-www-form-urlencoded' },
};

const home = async (host: Pick<TestEngine, 'as'>) => (await host.as('admin').fetch('/policies/', HTML)).text();
const partOf = (page: string, id: string) => new RegExp(`aria-labelledby="${id}"[^]*?</section>`).exec(page)?.[0] ?? '';

test('each day of the week has the requests that are due, and its number is that of the list behind it', async () => {
  let now = new Date('2027-01-01T12:00:00Z');
  await using host = await getTestEngine({
    now: () => now,
    timeZone: 'Pacific/Auckland',
    rules: [{ name: 'age' }],
    portabilityRules: [{ name: 'account', member: (user: { id: string }) => ({ id: user.id }) }],
  });
  // Auckland is thirteen hours ahead: 12:00 UTC is the next day there.
  for (const [at, user] of [
    ['2027-01-01T12:00:00Z', 'late'],
    ['2027-01-09T12:00:00Z', 'today'],
    ['2027-01-10T10:59:00Z', 'today-too'],
    ['2027-01-10T11:01:00Z', 'tomorrow'],
    ['2027-01-15T12:00:00Z', 'seventh'],
    ['2027-01-16T12:00:00Z', 'eighth'],
  ] as const) {
    now = new Date(at);
    assert.equal(
      (await host.as(user).fetch('/policies/user_portability_requests.json', { method: 'POST' })).status,
      201,
    );
  }
  now = new Date('2027-02-09T20:00:00Z');
  const { id } = await host.engine.terms.create('age', { markdown: '# Age' });
  await host.engine.terms.publish(id, { at: new Date('2027-02-12T03:00:00Z') });
  const agenda = partOf(await home(host), 'agenda');
  const parts = agenda.split('<li class="pe-day').slice(1);
  assert.deepEqual(
    parts.map((part) => [
      part.startsWith(' pe-day-whole') ? null : /datetime="([^"]+)"/.exec(part)?.[1],
      [...part.matchAll(/>([a-z-]+)@/g)].map(([, name]) => name),
    ]),
    [
      [null, ['late']],
      ['2027-02-10', ['today', 'today-too']],
      ['2027-02-11', ['tomorrow']],
      ['2027-02-12', []],
      ['2027-02-13', []],
      ['2027-02-14', []],
      ['2027-02-15', []],
      ['2027-02-16', ['seventh']],
      [null, ['eighth']],
    ],
  );
  assert.match(parts[3]!, /Version 1 comes into force/);
  for (const part of parts.slice(0, -1)) {
    const [, href, count] = /<a href="([^"]+)">(\d+) requests?</.exec(part) ?? [];
    if (href === undefined) continue;
    const list = await host.as('admin').fetch(href.replaceAll('&amp;', '&').replace('/requests', '/requests.json'));
    const { total } = (await list.json()) as { total: number };
    assert.equal(total, Number(count), href);
  }
});

test('what failed is tried again from the home page, which shows the outcome', async () => {
  let status = 500;
  await using receiver = await listening(createServer((_request, response) => response.writeHead(status).end()));
  let now = new Date('2027-01-04T08:00:00Z');
  let isBroken = true;
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-home-'));
  after(() => rmSync(folder, { recursive: true }));
  await using host = await getTestEngine({
    now: () => now,
    logger: { error: () => {} },
    rules: [{ name: 'age' }],
    attachments: { storage: localAttachments(folder) },
    webhooks: [{ name: 'crm', url: `${receiver.url}/`, secret: `whsec_${'a'.repeat(32)}` }],
    portabilityRules: [
      {
        name: 'account',
        member: (user: { id: string }) => {
          if (isBroken) throw new Error('ENOSPC: no space left on device, write');
          return { id: user.id };
        },
      },
    ],
  });
  await host.as('anna').fetch('/policies/user_portability_requests.json', { method: 'POST' });
  const { requests } = (await (await host.as('admin').fetch('/policies/requests.json')).json()) as {
    requests: { id: string }[];
  };
  await host.as('admin').fetch(`/policies/portability_requests/${requests[0]!.id}/confirm.json`, { method: 'POST' });
  for (let day = 5; day < 25; day += 1) {
    now = new Date(`2027-01-${String(day).padStart(2, '0')}T08:00:00Z`);
    await host.engine.jobs.runDue();
  }
  const failures = partOf(await home(host), 'failures');
  assert.match(failures, /The disk is full\.<details[^]*ENOSPC: no space left/);
  const forms = [
    ...failures.matchAll(/<form method="post" action="([^"]+)"><input type="hidden" name="from" value="home"/g),
  ];
  assert.ok(forms.length > 0, failures);
  isBroken = false;
  status = 200;
  for (const [, action = ''] of forms) {
    const answer = await host.as('admin').fetch(action, { ...FORM, body: 'from=home' });
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/policies/home'], action);
  }
  await host.engine.jobs.runDue();
  assert.equal(partOf(await home(host), 'failures'), '');
  const wrong = await host.as('admin').fetch('/policies/jobs/none/retry', { ...FORM, body: 'from=//evil.example' });
  assert.equal(wrong.status, 422);
});

test('the first steps are in their order, and are gone when all are done', async () => {
  await using host = await getTestEngine({ rules: [{ name: 'cookie', sessionless: true }] });
  const before = partOf(await home(host), 'first-steps');
  const steps = [...before.matchAll(/<li[^>]*>(?:<a href="([^"]+)">|<span>)/g)].map(([, href]) => href);
  assert.equal(steps.length, 10);
  assert.equal(steps[6], '/policies/categories');
  await host.engine.terms.publish((await host.engine.terms.create('cookie', { markdown: '# Cookies' })).id);
  const later = partOf(await home(host), 'first-steps');
  assert.match(later, /pe-step-done"><span>[^]*?Publish a text for each policy/);
});

test('every example for developers is accepted by the engine, and its option is in the documentation', async () => {
  await using plain = await getTestEngine({ rules: [{ name: 'cookie', sessionless: true }] });
  const check = await (await plain.as('admin').fetch('/policies/check', HTML)).text();
  assert.match(check, /<figure class="pe-fix">[^]*?<pre[^>]*><code>mail: \{ transport/);
  const fixes = Object.values(modules).flatMap(({ findings = {} }) =>
    Object.values(findings).flatMap(({ fix }) => fix ?? []),
  );
  const guide = readFileSync(new URL('../../docs/policy-engine-configuration.md', import.meta.url), 'utf8');
  for (const { about } of fixes) assert.ok(guide.includes(`| \`${about}\` `), about);
  const options = fixes.flatMap((fix) => ('options' in fix ? [fix.options] : []));
  assert.ok(options.length > 20);
  for (const text of new Set(options)) {
    const made = runInNewContext(`({${text}})`, {
      process: { env: { ERASURE_JOURNAL_KEY: 'k'.repeat(32) } },
      users: { find: () => null },
    }) as Partial<PolicyEngineOptions>;
    await using host = await getTestEngine({ rules: [{ name: 'cookie', sessionless: true }], ...made } as never);
    assert.ok(host, text);
  }
});
